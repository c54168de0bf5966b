package site

import (
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// officialNotes are the official notes of one release, read as a note.
type officialNotes struct {
	note  *note.Note
	byPR  map[string]*note.Block
	order []string // numbers, in the order of the note
}

// listOfficial lists the files with official notes, in order.
func (s *Site) listOfficial() {
	for _, n := range s.files {
		if n.Kind == note.Official {
			s.officialFiles = append(s.officialFiles, n)
		}
	}
	slices.SortFunc(s.officialFiles, comparePaths)
}

// admitOfficial takes in the official notes of all releases.
func (s *Site) admitOfficial() {
	s.official = map[note.Release]*officialNotes{}
	for _, n := range s.officialFiles {
		s.admit(n)
	}
}

// admit takes in the official notes of a release.
func (s *Site) admit(n *note.Note) {
	if len(n.Releases) == 0 || s.opts.Only != "" && n.Releases[0] != s.opts.Only {
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
	s.official[n.Releases[0]] = o
}

// Official returns the official notes of a release as a note; nil when they were
// not imported.
func (s *Site) Official(r note.Release) *note.Note {
	if o := s.official[r]; o != nil {
		return o.note
	}
	return nil
}

// Sentence returns the official entry of a pull request in a release; nil when
// there is none.
func (s *Site) Sentence(r note.Release, pr string) *note.Block {
	if o := s.official[r]; o != nil {
		return o.byPR[pr]
	}
	return nil
}

// OfficialNote is one pull request as a release published it.
type OfficialNote struct {
	Release note.Release
	Note    *upstream.ReleaseNote
	Text    *note.Block // the official sentence; nil when the release's notes were not given to Link
}

// Published returns the published notes of a pull request of kubernetes/kubernetes,
// oldest release first.
func (s *Site) Published(pr string) []OfficialNote {
	number, err := strconv.Atoi(pr)
	if err != nil {
		return nil
	}
	var out []OfficialNote
	for _, o := range s.data.OfficialNote(number) {
		if o.Note.Published && s.HasRelease(o.Release) {
			out = append(out, OfficialNote{o.Release, o.Note, s.Sentence(o.Release, pr)})
		}
	}
	return out
}
