// Package ref finds references in release notes. [Scan] returns every [Match] in a text, and [Names]
// is the set of known names. [Attribution] parses the attribution of an entry. A row of [Kinds]
// defines how one kind is recognized, normalized and printed. Each has a testdata/<name>.txtar.
//
// The scanner takes the longest match of all rows at each word and continues after it. Rows read
// ahead a limited distance, so time is linear. Full-width characters match like ASCII; offsets refer
// to the original text. Word boundaries are those of ASCII, so references next to Japanese are found.
// The package does not check whether a reference exists.
package ref

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Kind is a row of the table of references.
type Kind struct {
	Name    note.RefKind
	Meaning string // description for people
	Normal  string // an example of the normal form of Ref.ID

	// List is the path of the list of its pages below /{l}/, "" without one. Path returns the path
	// of the page for an ID; nil if the kind has no pages.
	List string
	Path func(id string) string
	// Search is the type of its documents in the search, "" if it has none. Terms and Words report
	// whether a page is found by its number or identifier, and by its name.
	Search       string
	Terms, Words bool
	Anchor       Anchor
	Thread       func(id string) (repo, number string) // the thread on GitHub; nil for kinds that are not threads

	// match returns the end and normal form of the reference at byte i of the folded text. Without
	// a match, end is i.
	match func(s *scanner, i int) found
	heads string                 // the first bytes of its forms ignoring letter case, except paths
	path  bool                   // a form of it is a path: owner/name, group/version/resource
	url   func(id string) string // the address upstream; nil without one
	label func(id string) string // the canonical label; nil: the ID
}

// Anchor determines how the anchor of an entry is made from its first reference.
type Anchor int

const (
	NoAnchor   Anchor = iota
	KindAnchor        // kep-127
	IDAnchor          // containerd-containerd-8006
)

// Kinds returns all kinds of references in display order.
func Kinds() []Kind { return kinds[:] }

// kinds is the table. Its order does not affect matching: a test fails if two rows match texts of
// the same length.
var kinds = [...]Kind{
	{
		Name: note.PR, Meaning: "a pull request of kubernetes/kubernetes", Normal: "115331",
		List: "prs/", Path: below("prs/"), Search: "pr", Terms: true, Anchor: KindAnchor, Thread: of("kubernetes/kubernetes"),
		match: matchPR, heads: "#pk", path: true, url: pullURL, label: pullLabel,
	},
	{
		Name: note.Issue, Meaning: "an issue of kubernetes/kubernetes", Normal: "112044",
		Anchor: KindAnchor, Thread: of("kubernetes/kubernetes"),
		match: matchIssue, heads: "i", url: issueURL, label: hash,
	},
	{
		Name: note.KEP, Meaning: "an enhancement proposal", Normal: "127",
		List: "keps/", Path: below("keps/"), Search: "kep", Terms: true, Words: true, Anchor: KindAnchor, Thread: of("kubernetes/enhancements"),
		match: matchKEP, heads: "#kf0123456789", path: true, url: kepURL, label: kepLabel,
	},
	{
		Name: note.Thread, Meaning: "an issue or pull request of another repository", Normal: "containerd/containerd#8006",
		Search: "pr", Terms: true, Anchor: IDAnchor, Thread: threadParts,
		match: matchThread, heads: "#", path: true, url: threadURL,
	},
	{
		Name: note.Repo, Meaning: "a repository", Normal: "kong/blixt",
		List: "repos/", Path: below("repos/"), Search: "repo", Anchor: IDAnchor,
		match: matchRepo, path: true, url: repoURL,
	},
	{
		Name: note.RepoRelease, Meaning: "a release of a repository", Normal: "containerd/containerd#v1.7.0",
		Anchor: IDAnchor,
		match:  matchTag, path: true, url: tagURL, label: tagLabel,
	},
	{
		Name: note.SIGRef, Meaning: "a special interest group", Normal: "node",
		List: "sigs/", Path: below("sigs/"), Search: "sig", Terms: true, Words: true,
		match: matchSIG, heads: "s", url: sigURL, label: sigLabel,
	},
	{
		Name: note.WG, Meaning: "a working group", Normal: "lts",
		match: matchWG, heads: "w", url: wgURL, label: wgLabel,
	},
	{
		Name: note.Gate, Meaning: "a feature gate", Normal: "NodeLogQuery",
		List: "gates/", Path: below("gates/"), Search: "gate", Terms: true, Words: true,
		match: matchGate, heads: "abcdefghijklmnopqrstuvwxyz", url: gateURL,
	},
	{
		Name: note.API, Meaning: "an API resource", Normal: "flowcontrol.apiserver.k8s.io/v1beta3/flowschemas",
		List: "apis/", Path: func(string) string { return "apis/" }, Words: true, Anchor: KindAnchor,
		match: matchAPI, path: true,
	},
	{
		Name: note.ReleaseRef, Meaning: "a minor release of Kubernetes", Normal: "1.29",
		Path: below(""), Search: "release",
		match: matchRelease, heads: "v1", url: releaseURL, label: releaseLabel,
	},
	{
		Name: note.PersonRef, Meaning: "a person on GitHub", Normal: "wojtek-t",
		List: "people/", Path: below("people/"), Search: "person",
		match: matchPerson, heads: "@", url: personURL, label: personLabel,
	},
}

func below(list string) func(id string) string {
	return func(id string) string { return list + id + "/" }
}

func of(repo string) func(id string) (string, string) {
	return func(id string) (string, string) { return repo, id }
}

func threadParts(id string) (repo, number string) {
	repo, number, _ = strings.Cut(id, "#")
	return repo, number
}

// rows are the indexes of the kinds that can match at a byte. The first index reports whether a slash
// follows the word, the second is the byte.
var rows = listRows()

func listRows() (out [2][256][]int) {
	for c := range 256 {
		for k, row := range kinds {
			head := strings.IndexByte(row.heads, byte(c)) >= 0 || isLetter(byte(c)) && strings.IndexByte(row.heads, byte(c)|0x20) >= 0
			if head {
				out[0][c] = append(out[0][c], k)
			}
			if head || row.path {
				out[1][c] = append(out[1][c], k)
			}
		}
	}
	return out
}

var everyRow = func() []int {
	var out []int
	for k := range kinds {
		out = append(out, k)
	}
	return out
}()

// KindOf returns the row of a kind; the zero Kind for an unknown one.
func KindOf(name note.RefKind) Kind {
	for i := range kinds {
		if kinds[i].Name == name {
			return kinds[i]
		}
	}
	return Kind{}
}

// URL returns the upstream address of r; "" if it has none.
func URL(r note.Ref) string {
	k := KindOf(r.Kind)
	if k.url == nil || r.ID == "" {
		return ""
	}
	return k.url(r.ID)
}

// Label returns the canonical label of r: #115331, KEP-127, containerd/containerd#8006, SIG node.
// For unknown kinds it is the ID.
func Label(r note.Ref) string {
	k := KindOf(r.Kind)
	if k.label == nil {
		return r.ID
	}
	return k.label(r.ID)
}
