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

// Kind is a row of the table of references.
type Kind struct {
	Name    note.RefKind
	Meaning string // what is referred to, for people
	Normal  string // an example of the normal form of Ref.ID

	// match reports the end of the reference that starts at byte i of the folded text,
	// and its normal form; end is i when there is none.
	match func(s *scanner, i int) found
	heads string                 // the bytes that its forms begin with, letter case aside, but for those that are paths
	path  bool                   // a form of it is a path: owner/name, group/version/resource
	url   func(id string) string // the address upstream, "" where there is none
	label func(id string) string // the canonical way to print it
}

// Kinds is every kind of reference, in the order in which people think of them.
func Kinds() []Kind { return kinds[:] }

// kinds is filled in order; where two rows could ever claim texts of one length a test
// goes red, so the order decides nothing.
var kinds = [...]Kind{
	{note.PR, "a pull request of kubernetes/kubernetes", "115331", matchPR, "#pk", true, pullURL, pullLabel},
	{note.Issue, "an issue of kubernetes/kubernetes", "112044", matchIssue, "i", false, issueURL, hash},
	{note.KEP, "an enhancement proposal", "127", matchKEP, "#kf0123456789", true, kepURL, kepLabel},
	{note.Thread, "an issue or pull request of another repository", "containerd/containerd#8006", matchThread, "#", true, threadURL, same},
	{note.Repo, "a repository", "kong/blixt", matchRepo, "", true, repoURL, same},
	{note.RepoRelease, "a release of a repository", "containerd/containerd#v1.7.0", matchTag, "", true, tagURL, tagLabel},
	{note.SIGRef, "a special interest group", "node", matchSIG, "s", false, sigURL, sigLabel},
	{note.WG, "a working group", "lts", matchWG, "w", false, wgURL, wgLabel},
	{note.Gate, "a feature gate", "NodeLogQuery", matchGate, "abcdefghijklmnopqrstuvwxyz", false, gateURL, same},
	{note.API, "an API resource", "flowcontrol.apiserver.k8s.io/v1beta3/flowschemas", matchAPI, "", true, none, same},
	{note.ReleaseRef, "a minor release of Kubernetes", "1.29", matchRelease, "v1", false, releaseURL, releaseLabel},
	{note.PersonRef, "a person on GitHub", "wojtek-t", matchPerson, "@", false, personURL, personLabel},
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

// kindOf returns the row of a kind, or nil when there is none.
func kindOf(name note.RefKind) *Kind {
	for i := range kinds {
		if kinds[i].Name == name {
			return &kinds[i]
		}
	}
	return nil
}

// URL returns the address of what r means, outside of the site; "" if it has none.
func URL(r note.Ref) string {
	k := kindOf(r.Kind)
	if k == nil || r.ID == "" {
		return ""
	}
	return k.url(r.ID)
}

// Label returns the canonical way to print r: #115331, KEP-127,
// containerd/containerd#8006, SIG node. A kind that is not in the table prints its ID.
func Label(r note.Ref) string {
	k := kindOf(r.Kind)
	if k == nil {
		return r.ID
	}
	return k.label(r.ID)
}
