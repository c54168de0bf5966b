// Package ref knows the references of release notes: [Kinds] is the table of what can
// be meant, [Scan] finds every [Match] in a text, [Names] holds what can only be
// recognised by knowing it.
//
// A row of [Kinds] is a [Kind]: how one kind of reference is recognised, what its
// normal form looks like, how it is printed and where it lives upstream. To add a
// kind, add a row and a case file testdata/<name>.txtar; a test holds that every row
// has its cases and that no text is claimed by two rows.
//
// There is one scanner. It goes through the text once, asks at each place where a word
// or a sign begins which rows match there, and takes the longest match; what was taken
// is not looked at again. So `PR #114364` is a pull request and never also `#114364`,
// and `KEP #3521` never `#3521`. No regular expressions: every row reads ahead by a
// bounded distance, so time is linear in the length of the text.
//
// Full-width forms (＃１２３, （＠user）) are compared as their narrow ones, as NFKC
// would do; offsets always count the bytes of the text as it was given. Word
// boundaries are those of ASCII, so a reference glued to Japanese or Chinese words is
// found like any other.
//
// [Attribution] reads what closes an entry of a changes note, damaged or whole;
// [ParseSIGList] the lists of SIGs in all their spellings.
package ref

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Kind is a row of the table of references: all that the program knows about one kind.
type Kind struct {
	Name    note.RefKind
	Meaning string // what is referred to, for people
	Normal  string // an example of the normal form of Ref.ID

	// List is the address of the list of its pages below /{l}/, "" if there is none. Path returns
	// the address of the page of one, by its ID as the address spells it; nil if it has no pages.
	List string
	Path func(id string) string
	// Search is the type of its documents in the search, "" if it has none. Terms and Words say
	// whether what names one is found by its number or identifier, and by its name.
	Search       string
	Terms, Words bool
	Anchor       Anchor
	Thread       func(id string) (repo, number string) // the thread on GitHub that it is; nil if it is none

	// match reports the end of the reference that starts at byte i of the folded text,
	// and its normal form; end is i when there is none.
	match func(s *scanner, i int) found
	heads string                 // the bytes that its forms begin with, letter case aside, except paths
	path  bool                   // a form of it is a path: owner/name, group/version/resource
	url   func(id string) string // the address upstream; nil if there is none
	label func(id string) string // the canonical way to print it; nil: the ID
}

// Anchor says how the anchor of an entry is made of the first thing that it names.
type Anchor int

// The ways to make an anchor.
const (
	NoAnchor   Anchor = iota
	KindAnchor        // kep-127
	IDAnchor          // containerd-containerd-8006
)

// Kinds is every kind of reference, in the order in which people think of them.
func Kinds() []Kind { return kinds[:] }

// kinds is filled in order; where two rows could ever claim texts of one length a test
// fails, so the order decides nothing.
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
		List: "repos/", Path: below("repos/"), Anchor: IDAnchor,
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
		List: "people/", Path: below("people/"),
		match: matchPerson, heads: "@", url: personURL, label: personLabel,
	},
}

// below returns the addresses of the pages below a list.
func below(list string) func(id string) string {
	return func(id string) string { return list + id + "/" }
}

// of returns the threads of one repository.
func of(repo string) func(id string) (string, string) {
	return func(id string) (string, string) { return repo, id }
}

// threadParts are the repository and the number of containerd/containerd#8006.
func threadParts(id string) (repo, number string) {
	repo, number, _ = strings.Cut(id, "#")
	return repo, number
}

// rows are the numbers of the rows that are asked where a reference may begin: by whether the
// word there is followed by a stroke, and by the byte there.
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

// everyRow are the numbers of all rows.
var everyRow = func() []int {
	var out []int
	for k := range kinds {
		out = append(out, k)
	}
	return out
}()

// KindOf returns the row of a kind; the zero Kind if there is none.
func KindOf(name note.RefKind) Kind {
	for i := range kinds {
		if kinds[i].Name == name {
			return kinds[i]
		}
	}
	return Kind{}
}

// URL returns the address of what r means, outside of the site; "" if it has none.
func URL(r note.Ref) string {
	k := KindOf(r.Kind)
	if k.url == nil || r.ID == "" {
		return ""
	}
	return k.url(r.ID)
}

// Label returns the canonical way to print r: #115331, KEP-127,
// containerd/containerd#8006, SIG node. A kind that is not in the table prints its ID.
func Label(r note.Ref) string {
	k := KindOf(r.Kind)
	if k.label == nil {
		return r.ID
	}
	return k.label(r.ID)
}
