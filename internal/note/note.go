// Package note defines the data model of content. A [Note] is one file of content as [Block]
// values; the [Text] of a block is rendered HTML with placeholders for each [Ref].
//
// All values are plain data without I/O and without pointers into a syntax tree, so notes are
// small, immutable after creation, and comparable. A file is parsed without knowledge of other
// files. The code that prints a Text replaces the placeholders: by relative links on a page, by
// words in a search index.
//
// The most important block is the entry ([Entry]), which readers link to, search, compare across
// languages and count.
package note

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// ID is the path of a note below content/ without language and extension: 1.27/sig-node,
// log/2023-spring. All language versions of a note share it.
type ID string

// Lang is a language code as in addresses: en, ja, zh (Simplified Chinese), ru. Package locale
// converts it to a BCP 47 tag.
type Lang string

// Release is a minor release of Kubernetes without v: 1.27.
type Release string

// SIG is the label of a special interest group without sig-: node, api-machinery. Labels of working
// groups have the prefix wg-: wg-lts.
type SIG string

// Slug returns the last element of the ID of a note on the SIG: sig-node, wg-lts.
func (g SIG) Slug() string {
	if strings.HasPrefix(string(g), "wg-") || strings.HasPrefix(string(g), "committee-") {
		return string(g)
	}
	return "sig-" + string(g)
}

// Person is a GitHub handle without @, or a name if no handle is known.
type Person string

// NoteKind is the kind of a note.
type NoteKind string

const (
	Changes  NoteKind = "changes"  // one SIG's part of a release, translated entry by entry
	Overview NoteKind = "overview" // the enhancements of a release by area and stage
	Log      NoteKind = "log"      // dated posts
	Talk     NoteKind = "talk"     // prose that names features by their titles
	Page     NoteKind = "page"     // prose about the site itself, not in the lists of notes: about, imprint, guide
	Official NoteKind = "official" // the upstream release notes of one release
)

// EntryKind is the kind of change of an entry; empty if unknown.
type EntryKind string

// The kinds of entries, in the order of release notes.
const (
	Urgent        EntryKind = "urgent"
	Deprecation   EntryKind = "deprecation"
	APIChange     EntryKind = "api-change"
	Feature       EntryKind = "feature"
	Design        EntryKind = "design"
	Documentation EntryKind = "documentation"
	FailingTest   EntryKind = "failing-test"
	Bug           EntryKind = "bug"
	Other         EntryKind = "other"
	Dependency    EntryKind = "dependency"
	Uncategorized EntryKind = "uncategorized"
	Proposal      EntryKind = "proposal"
	APIAdded      EntryKind = "api-added"
	APIDeprecated EntryKind = "api-deprecated"
	APIRemoved    EntryKind = "api-removed"
)

// EntryKinds lists every kind in reading order.
var EntryKinds = []EntryKind{
	Urgent, Deprecation, APIChange, Feature, Design, Documentation, FailingTest, Bug,
	Other, Dependency, Uncategorized, Proposal, APIAdded, APIDeprecated, APIRemoved,
}

// Stage is the stage of a feature; empty if unknown.
type Stage string

// The stages, in the order of a feature's life.
const (
	Alpha      Stage = "alpha"
	Beta       Stage = "beta"
	Stable     Stage = "stable"
	Deprecated Stage = "deprecated"
	Removed    Stage = "removed"
)

// RefKind is the kind of a reference. Package ref has the table of kinds.
type RefKind string

// The kinds of references. The comment shows the normal form of ID.
const (
	PR          RefKind = "pr"      // 115331: a pull request of kubernetes/kubernetes, or possibly an issue
	Issue       RefKind = "issue"   // 112044: an explicit issue of kubernetes/kubernetes
	KEP         RefKind = "kep"     // 127
	Thread      RefKind = "thread"  // containerd/containerd#8006
	Repo        RefKind = "repo"    // kong/blixt
	RepoRelease RefKind = "tag"     // containerd/containerd#v1.7.0
	SIGRef      RefKind = "sig"     // node
	WG          RefKind = "wg"      // lts
	Gate        RefKind = "gate"    // NodeLogQuery
	API         RefKind = "api"     // flowcontrol.apiserver.k8s.io/v1beta3/flowschemas
	ReleaseRef  RefKind = "release" // 1.29
	PersonRef   RefKind = "person"  // wojtek-t
)

// Ref is one reference. Refs with equal Kind and ID have the same target.
type Ref struct {
	Kind    RefKind
	ID      string        // normal form, see the kinds
	Written string        // as the author wrote it, plain text
	Code    bool          // written as a code span
	Comment bool          // refers to a comment in the thread
	Pos     diag.Position // position in the file
}

// Key identifies the target of a Ref.
type Key struct {
	Kind RefKind
	ID   string
}

// Key returns the identity of the target.
func (r Ref) Key() Key { return Key{r.Kind, r.ID} }

// BlockType is the type of a block.
type BlockType string

// The types of blocks.
const (
	Heading BlockType = "heading" // Level and ID are set, Text is the inline content
	Entry   BlockType = "entry"   // one change, post, feature, proposal or API resource
	Remark  BlockType = "remark"  // an addition by the author of the note
	Prose   BlockType = "prose"   // paragraphs, lists, quotes, tables, alerts: any flow content
	Code    BlockType = "code"    // a fenced code block
	Card    BlockType = "card"    // a bare link to a video or slides on its own line
	Picture BlockType = "picture" // a paragraph with only an image
)

// BlockID is an anchor, unique within its page and stable under edits of other blocks: pr-115331,
// kep-3673, pr-115331-2, x-3fa9c1d0.
type BlockID string

// PageIDs lists the anchors of every page and its scripts, which notes must not use: the target of
// the skip link, the menu, the list of the search field, the description of a term, the label of the
// controls that show the other language.
var PageIDs = []BlockID{"main", "menu", "finder-list", "term-card", "view-reveal"}

// Block is a part of a note. Blocks are in reading order; the Children of an entry are its remarks
// and details.
type Block struct {
	Type  BlockType
	ID    BlockID // set on headings and entries, and if the author gave one
	Lang  Lang    // language of Text; never empty
	Level int     // of a heading, and of an entry that is a heading; else 0
	Trail []BlockID
	Kind  EntryKind // of an entry, from the headings above it
	Stage Stage     // of an entry: its own, else from the headings above it
	Date  string    // of a log entry: 2023-02-23; empty if it has none
	Area  string    // of an overview's entry: plain text of the area heading above it
	Text  Text      // entry and heading: inline HTML; else flow HTML
	Attr  Attribution
	Refs  []Ref // all references of Text, attribution and children, in reading order
	Origin
	Children []Block
	Pos      diag.Position
}

// Origin is the source of a translated block, from the comments before it. It is empty for other
// blocks.
type Origin struct {
	Source     Text // what was translated: the text of a heading or an entry, else flow content
	SourceMore Text // of an entry: the rest of the comment, as upstream's note may have more paragraphs
	SourceLang Lang // language of Source; empty without Source
	// SourceAbove means that one comment is the source of several blocks: this one, those with
	// SourceAbove before it, and the first one, which has the whole comment as its Source.
	SourceAbove bool
	Was         Text // the older source of the translation, if a comment has both the older and the current one
	Machine     bool // machine-translated and not reviewed
}

// Attribution is the attribution at the end of an entry: (#115331, @mimowo) [SIG Node].
type Attribution struct {
	PRs     []string // numbers in kubernetes/kubernetes
	Threads []string // owner/name#N of other repositories
	People  []Person
	SIGs    []SIG
}

// IsZero reports whether there is no attribution.
func (a Attribution) IsZero() bool {
	return len(a.PRs) == 0 && len(a.Threads) == 0 && len(a.People) == 0 && len(a.SIGs) == 0
}

// Asset is a file next to a note that the note shows or links to.
type Asset struct {
	Path    string // slash-separated, below content/
	Width   int    // pixels; 0 for other files
	Height  int
	Refused diag.Phrase // why the file is not published (attachment.Refusal); empty for assets of notes
}

// Link is a link in a note to another note, or to an anchor in the same one.
type Link struct {
	Note  ID     // empty for the same note
	Lang  Lang   // language in the address, as in sig-node.en.md; may be empty
	Place string // anchor in the target, empty for the whole note
	Pos   diag.Position
}

// Meta has further fields of the front matter.
type Meta struct {
	Authors    []Person
	Date       string   // 2006-01-02, empty if unknown
	Source     string   // address of the first publication
	Translates string   // ID or file name of the original
	Aliases    []string // former addresses below /{l}/, valid, without slashes at the ends
	Draft      bool
	KEPs       []string // subject of the whole note, from the front matter
	PRs        []string
	Gates      []string
	Tags       []string // topics or tags of Zenn and Qiita
}

// Note is one file of content in one language.
type Note struct {
	ID        ID
	Lang      Lang
	Path      string // slash-separated path of the file, as in diagnostics
	Title     string // plain text
	TitleLang Lang   // language of Title; empty means that of the note
	// SourceTitle is the title of the original, if a comment has it, and SourceTitleLang its language.
	SourceTitle     string
	SourceTitleLang Lang
	Releases        []Release
	SIGs            []SIG
	Kind            NoteKind
	Sample          bool // written by init and unchanged: it does not count as coverage
	Blocks          []Block
	Front           []Ref // references in the front matter
	Assets          []Asset
	Links           []Link // in reading order
	Meta            Meta
	Markdown        string // the body without front matter and comments: the page's Markdown version
}

// Refs calls yield for all references with repetitions: in the front matter, then in the text, in
// reading order.
func (n *Note) Refs(yield func(*Ref) bool) {
	each := func(refs []Ref) bool {
		for i := range refs {
			if !yield(&refs[i]) {
				return false
			}
		}
		return true
	}
	if !each(n.Front) {
		return
	}
	for i := range n.Blocks {
		if !each(n.Blocks[i].Refs) {
			return
		}
	}
}

// Entries calls yield for every entry, in reading order, nested ones included.
func (n *Note) Entries(yield func(*Block) bool) {
	walk(n.Blocks, func(b *Block) bool { return b.Type != Entry || yield(b) })
}

// All calls yield for every block in reading order, children after their parent.
func (n *Note) All(yield func(*Block) bool) { walk(n.Blocks, yield) }

func walk(blocks []Block, yield func(*Block) bool) bool {
	for i := range blocks {
		if !yield(&blocks[i]) || !walk(blocks[i].Children, yield) {
			return false
		}
	}
	return true
}

// IsHeading reports whether a block is a heading, including one that is also an entry.
func (b *Block) IsHeading() bool {
	return b.Type == Heading || b.Type == Entry && b.Level > 0
}

// Remarks returns the remarks among the block's children.
func (b *Block) Remarks() []*Block {
	var out []*Block
	for i := range b.Children {
		if b.Children[i].Type == Remark {
			out = append(out, &b.Children[i])
		}
	}
	return out
}
