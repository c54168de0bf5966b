// Package note is the vocabulary of Kawaraban: a [Note] is a file of content read
// into [Block] values, whose [Text] is rendered HTML with holes where a [Ref] stands.
//
// Everything here is a value with no I/O and no pointer into a syntax tree, so a
// note is small, immutable after it was made, and comparable. When a file is
// converted nothing else is known; whoever prints a Text fills its holes in its
// own way: relative links on a page, words in a search index.
//
// The unit of everything is the entry (a Block of type [Entry]): it is what a
// reader links to, searches, compares across languages and counts.
package note

import (
	"github.com/kawaraban/kawaraban/internal/diag"
)

// ID is the path of a note below content/ without language and extension:
// 1.27/sig-node, log/2023-spring. All language versions of a note share it.
type ID string

// Lang is a language of content or interface, as the site's addresses spell it:
// en, ja, zh (Simplified Chinese), ru. Package locale turns it into a BCP 47 tag.
type Lang string

// Release is a minor release of Kubernetes without its v: 1.27.
type Release string

// SIG is the label of a special interest group without sig-: node, api-machinery.
// Working groups have their wg- in front: wg-lts.
type SIG string

// Person is a GitHub handle without its @, or a free name where no handle is known.
type Person string

// NoteKind says what shape a note has.
type NoteKind string

// The shapes of notes.
const (
	Changes  NoteKind = "changes"  // one SIG's part of a release, translated entry by entry
	Overview NoteKind = "overview" // the enhancements of a release by area and stage
	Log      NoteKind = "log"      // dated posts
	Talk     NoteKind = "talk"     // prose that names features by their titles
	Official NoteKind = "official" // the upstream release notes of one release
)

// EntryKind is the kind of change that an entry tells of. The empty kind means
// that nothing says it.
type EntryKind string

// The kinds of entries, in the order in which a release lists them.
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

// Stage is the stage of a feature. The empty stage means that nothing says it.
type Stage string

// The stages, in the order of a feature's life.
const (
	Alpha      Stage = "alpha"
	Beta       Stage = "beta"
	Stable     Stage = "stable"
	Deprecated Stage = "deprecated"
	Removed    Stage = "removed"
)

// RefKind names what a reference points at. Package ref holds the table of them.
type RefKind string

// The kinds of references. The comment shows the normal form of ID.
const (
	PR          RefKind = "pr"      // 115331: a thread (pull request or, unknown here, issue) of kubernetes/kubernetes
	Issue       RefKind = "issue"   // 112044: said to be an issue of kubernetes/kubernetes
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

// Ref is one mention of something that has an address. Kind and ID identify what
// is meant (two Refs with equal Kind and ID mean the same thing).
type Ref struct {
	Kind    RefKind
	ID      string        // normal form, see the kinds
	Written string        // as the author wrote it, plain text
	Code    bool          // written as a code span
	Comment bool          // a comment within the thread is meant
	Pos     diag.Position // where it stands
}

// Key is what identifies the thing that a Ref means.
type Key struct {
	Kind RefKind
	ID   string
}

// Key returns the identity of what r means.
func (r Ref) Key() Key { return Key{r.Kind, r.ID} }

// BlockType says what part of a note a block is.
type BlockType string

// The types of blocks.
const (
	Heading BlockType = "heading" // Level and ID are set, Text is the inline content
	Entry   BlockType = "entry"   // one change, post, feature, proposal or API resource
	Remark  BlockType = "remark"  // what the author of the note adds of their own
	Prose   BlockType = "prose"   // paragraphs, lists, quotes, tables, alerts: any flow content
	Code    BlockType = "code"    // a fenced code block
	Card    BlockType = "card"    // a bare link to a video or slides on a line of its own
	Picture BlockType = "picture" // a paragraph that holds only an image
)

// BlockID is an anchor within a note's page: unique there, stable under edits of
// other blocks: pr-115331, kep-3673, pr-115331-2, x-3fa9c1d0.
type BlockID string

// PageIDs are the anchors that every page has of its own, or gets by its scripts, and that nothing
// of a note may take: main is where the skip link leads, menu what its button opens, finder-list
// what the field of the search leads through, term-card what a term is described by.
var PageIDs = []BlockID{"main", "menu", "finder-list", "term-card"}

// Block is a part of a note. Blocks of a note stand in reading order; an entry
// holds its remarks and details as Children, in reading order too.
type Block struct {
	Type  BlockType
	ID    BlockID // set on headings and entries, and where the author gave one
	Lang  Lang    // language of Text; never empty
	Level int     // of a heading, and of an entry that is a heading; else 0
	Trail []BlockID
	Kind  EntryKind // of an entry, from the headings above it
	Stage Stage     // of an entry: said by itself, else by the headings above it
	Date  string    // of a log entry: 2023-02-23; empty where the post has none
	Area  string    // of an overview's entry: plain text of the area heading above it
	Text  Text      // entry and heading: inline HTML; else flow HTML
	Attr  Attribution
	Refs  []Ref // everything that Text, attribution and children name, in reading order
	Origin
	Children []Block
	Pos      diag.Position
}

// Origin is what the comments before a block say of what it was made from. It is empty for
// a block that is no translation, or of which nothing says so.
type Origin struct {
	Source     Text // what was translated: the words of a heading or an entry, else flow content
	SourceMore Text // of an entry: what the comment goes on with behind these words, as upstream's note may in further paragraphs
	SourceLang Lang // language of Source; empty where there is none
	// SourceAbove means that a comment holds the source of several blocks, of which it cannot
	// be told which is whose: they are this one, those before it that say so too, and the
	// one before these, which has all of it as its Source.
	SourceAbove bool
	Was         Text // the older source that the block was made from, where a comment keeps one beside that of today
	Machine     bool // made by a program, and not yet read by a human
}

// Attribution is what closes an entry of a changes note: (#115331, @mimowo) [SIG Node].
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

// Asset is a file beside a note that the note shows or links to.
type Asset struct {
	Path    string // slash-separated, below content/
	Width   int    // pixels; 0 when it is no picture
	Height  int
	Refused string // why the file is not published (attachment.Refusal); empty for every asset of a note
}

// Link is one that the author of a note made to another note, or to a place in this one.
type Link struct {
	Note  ID     // empty for the same note
	Lang  Lang   // of the version that the address names, as sig-node.en.md; empty where it names none
	Place string // the anchor there, empty for the whole note
	Pos   diag.Position
}

// Meta is what the front matter says beyond the central fields.
type Meta struct {
	Authors    []Person
	Date       string   // 2006-01-02, empty when unknown
	Source     string   // address where the note first appeared
	Translates string   // ID or file name of the note this one translates
	Aliases    []string // former addresses below /{l}/, without slashes around them; each can be one
	Draft      bool
	KEPs       []string // what the whole note is about, from the front matter
	PRs        []string
	Gates      []string
	Tags       []string // topics or tags of Zenn and Qiita
}

// Note is one file of content in one language.
type Note struct {
	ID        ID
	Lang      Lang
	Path      string // slash-separated path of the file, as diagnostics name it
	Title     string // plain text
	TitleLang Lang   // language of Title; empty means that of the note
	// SourceTitle is the title that Title translates, where a comment holds it, and
	// SourceTitleLang its language.
	SourceTitle     string
	SourceTitleLang Lang
	Releases        []Release
	SIGs            []SIG
	Kind            NoteKind
	Sample          bool // written by init and not changed since: it covers nothing
	Blocks          []Block
	Front           []Ref // what the front matter names
	Assets          []Asset
	Links           []Link // in reading order
	Meta            Meta
	Markdown        string // the body without front matter and comments: the page's Markdown twin
}

// Refs calls yield for all that the note names, as often as it does: by its front matter, then
// by its text, in reading order.
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

// IsHeading reports whether a block is a heading, including one that is an entry as well.
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
