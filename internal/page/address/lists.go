package address

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Lists caches lists that several pages use. Each list is computed on first use.
type Lists struct {
	site         *site.Site
	NoteIDs      func() []note.ID // IDs of all notes, sorted
	FoldedIDs    func() map[string]note.ID
	Initials     func() []string
	Proposals    func() []site.Mention
	PRParts      func() []PullPart
	UpgradePairs func() [][2]note.Release
	Official     func() map[string][]string // published pull requests by KEP
}

func newLists(s *site.Site) *Lists {
	li := &Lists{site: s}
	li.NoteIDs = sync.OnceValue(li.listNoteIDs)
	li.FoldedIDs = sync.OnceValue(li.foldIDs)
	li.Initials = sync.OnceValue(li.listInitials)
	li.Proposals = sync.OnceValue(s.Proposals)
	li.PRParts = sync.OnceValue(li.listPRParts)
	li.UpgradePairs = sync.OnceValue(s.UpgradePairs)
	li.Official = sync.OnceValue(li.listOfficialByKEP)
	return li
}

func (li *Lists) listNoteIDs() []note.ID {
	var out []note.ID
	for _, n := range li.site.Notes() {
		if len(out) == 0 || out[len(out)-1] != n.ID {
			out = append(out, n.ID)
		}
	}
	return out
}

// ListedNotes returns the notes of the list of notes, which has no pages about the site itself.
func (li *Lists) ListedNotes() []note.ID {
	return slices.DeleteFunc(slices.Clone(li.NoteIDs()), func(id note.ID) bool { return li.site.Original(id).Kind == note.Page })
}

func (li *Lists) listOfficialByKEP() map[string][]string {
	out := map[string][]string{}
	for _, r := range li.site.Releases() {
		facts := li.site.Facts(r)
		for i := range facts.Changes {
			c := &facts.Changes[i]
			for _, k := range c.KEPs {
				if c.PR != "" {
					out[k] = append(out[k], c.PR)
				}
			}
		}
	}
	return out
}

// foldIDs maps the case-folded ID of each note to the ID. No two IDs differ only in letter case.
func (li *Lists) foldIDs() map[string]note.ID {
	out := map[string]note.ID{}
	for _, id := range li.NoteIDs() {
		out[outdir.Fold(string(id))] = id
	}
	return out
}

// ProposalParts returns the pages into which a long list of proposals is divided, as partsOf
// does.
func (li *Lists) ProposalParts() []string { return partsOf(slices.Values(li.Proposals())) }

// maxPeople is the maximum length of a list of people. If there are more, people without notes
// are listed on one page per initial.
const maxPeople = 1000

// Initial returns the name of the page that lists a person by initial: a letter, 0 for digits, or
// _ for other characters.
func Initial(id string) string {
	c := strings.ToLower(id + "_")[0]
	switch {
	case c >= 'a' && c <= 'z':
		return string(c)
	case c >= '0' && c <= '9':
		return "0"
	}
	return "_"
}

func (li *Lists) listInitials() []string {
	ids := li.site.Keys(note.PersonRef)
	if len(ids) <= maxPeople {
		return nil
	}
	var out []string
	for _, id := range ids {
		if len(li.site.NotesBy(note.Person(id))) == 0 {
			out = append(out, Initial(id))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// PullPart is a page of the list of pull requests. It lists those of one release. Pull requests
// without an imported release are on pages of a thousand numbers each.
type PullPart struct {
	Name    string // 1.27 or 115000-115999
	Release note.Release
	Numbers []string
}

// Path returns the path of the page below /{l}/.
func (part PullPart) Path() string { return "prs/" + part.Name + "/" }

const rangeSize = 1000

func (li *Lists) listPRParts() []PullPart {
	byName := map[string]*PullPart{}
	for _, number := range li.site.Keys(note.PR) {
		part := li.PartOfPull(number)
		if byName[part.Name] == nil {
			byName[part.Name] = &part
		}
		kept := byName[part.Name]
		kept.Numbers = append(kept.Numbers, number)
	}
	var out []PullPart
	for _, r := range li.site.Releases() {
		if part := byName[string(r)]; part != nil {
			out = append(out, *part)
			delete(byName, string(r))
		}
	}
	var ranges []PullPart
	for _, part := range byName {
		ranges = append(ranges, *part)
	}
	slices.SortFunc(ranges, func(a, b PullPart) int { return CompareNumbers(b.Numbers[0], a.Numbers[0]) })
	return append(out, ranges...)
}

// PartOfPull returns the page that lists a pull request: that of the first release that has it,
// else that of its thousand.
func (li *Lists) PartOfPull(number string) PullPart {
	if all := li.site.Published(number); len(all) > 0 {
		return PullPart{Name: string(all[0].Release), Release: all[0].Release}
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		n = 0
	}
	from := n / rangeSize * rangeSize
	return PullPart{Name: strconv.Itoa(from) + "-" + strconv.Itoa(from+rangeSize-1)}
}

// HasPRPart reports whether the list of pull requests has a page with this name.
func (li *Lists) HasPRPart(name string) bool {
	named := li.site.HasRelease(note.Release(name)) || strings.Contains(name, "-")
	return named && slices.ContainsFunc(li.PRParts(), func(part PullPart) bool { return part.Name == name })
}

// MaxBoards is the number of releases in the table of all boards. Older releases are on pages of
// ten releases.
const MaxBoards = 30

// StatusParts returns the names of the pages of older releases in the table of all boards, newest
// first. A page keeps its address when releases are added.
func (li *Lists) StatusParts() []string {
	var out []string
	for i, r := range li.ReleasesWithBoard() {
		if ten := TenOf(r); i >= MaxBoards && ten != "" && !slices.Contains(out, ten) {
			out = append(out, ten)
		}
	}
	return out
}

// TenOf returns the name of the page of ten releases that includes a release: 1.20-1.29. It
// returns "" if the release is invalid.
func TenOf(r note.Release) string {
	major, rest, _ := strings.Cut(string(r), ".")
	minor, err := strconv.Atoi(rest)
	if err != nil {
		return ""
	}
	from := minor - minor%10
	return major + "." + strconv.Itoa(from) + "-" + major + "." + strconv.Itoa(from+9)
}

// ReleasesWithBoard returns the releases that have a board, newest first.
func (li *Lists) ReleasesWithBoard() []note.Release {
	var out []note.Release
	for _, r := range li.site.Releases() {
		if li.site.HasBoard(r) {
			out = append(out, r)
		}
	}
	return out
}

// Targets returns the releases to which a cluster can be upgraded from a release, nearest first.
func (li *Lists) Targets(from note.Release) []note.Release {
	var out []note.Release
	for _, pair := range slices.Backward(li.UpgradePairs()) {
		if pair[0] == from {
			out = append(out, pair[1])
		}
	}
	return out
}

// Origins returns the releases from which a cluster can be upgraded to a release, nearest first.
func (li *Lists) Origins(to note.Release) []note.Release {
	var out []note.Release
	for _, pair := range li.UpgradePairs() {
		if pair[1] == to {
			out = append(out, pair[0])
		}
	}
	return out
}
