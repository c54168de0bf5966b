package site

import (
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

type official struct {
	data      *upstream.Data
	only      note.Release
	files     []*note.Note
	byRelease map[note.Release]*officialNotes
}

func (s *official) officialOf(n *note.Note, b *note.Block) []OfficialNote {
	var out []OfficialNote
	for _, pr := range b.Attr.PRs {
		for _, o := range s.Published(pr) {
			if !slices.ContainsFunc(out, func(have OfficialNote) bool { return have.Note == o.Note }) {
				out = append(out, o)
			}
		}
	}
	if len(out) > 1 {
		slices.SortStableFunc(out, func(x, y OfficialNote) int {
			return foreign(n, x.Release) - foreign(n, y.Release)
		})
	}
	return out
}

func foreign(n *note.Note, r note.Release) int {
	if slices.Contains(n.Releases, r) {
		return 0
	}
	return 1
}

// officialNotes is a note that consists of the official notes of a release.
type officialNotes struct {
	note  *note.Note
	byPR  map[string]*note.Block
	order []string // pull request numbers, in the order of the note
}

func listOfficial(files map[string]*note.Note) []*note.Note {
	var out []*note.Note
	for _, n := range files {
		if n.Kind == note.Official {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, comparePaths)
	return out
}

func newOfficial(data *upstream.Data, only note.Release, files []*note.Note) *official {
	s := &official{data, only, files, map[note.Release]*officialNotes{}}
	for _, n := range files {
		s.admit(n)
	}
	return s
}

func (s *official) admit(n *note.Note) {
	if len(n.Releases) == 0 || s.only != "" && n.Releases[0] != s.only {
		return
	}
	o := &officialNotes{note: n, byPR: map[string]*note.Block{}}
	for b := range n.Entries {
		for _, pr := range b.Attr.PRs {
			if o.byPR[pr] == nil {
				o.byPR[pr] = b
				o.order = append(o.order, pr)
			}
		}
	}
	s.byRelease[n.Releases[0]] = o
}

// Official returns the official notes of a release as one note, or nil if they were not imported.
func (s *official) Official(r note.Release) *note.Note {
	if o := s.byRelease[r]; o != nil {
		return o.note
	}
	return nil
}

// Sentence returns the official entry of a pull request in a release, or nil.
func (s *official) Sentence(r note.Release, pr string) *note.Block {
	if o := s.byRelease[r]; o != nil {
		return o.byPR[pr]
	}
	return nil
}

// OfficialNote is the official note of a pull request in a release.
type OfficialNote struct {
	Release note.Release
	Note    *upstream.ReleaseNote
	Text    *note.Block // official text; nil if Link got no official notes of the release
}

// Published returns the official notes of a pull request of kubernetes/kubernetes, oldest release
// first.
func (s *official) Published(pr string) []OfficialNote {
	number, err := strconv.Atoi(pr)
	if err != nil {
		return nil
	}
	var out []OfficialNote
	for _, o := range s.data.OfficialNote(number) {
		if o.Note.Published && (s.only == "" || s.only == o.Release) {
			out = append(out, OfficialNote{o.Release, o.Note, s.Sentence(o.Release, pr)})
		}
	}
	return out
}
