package build

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Inputs are the files that a build read, in the order of their paths, and what its folders
// listed: enough for a later build to know which files differ.
type Inputs struct {
	Files   []Input
	Folders [sha256.Size]byte
}

// Input is a file of a site by its path from the site's folder, and the hash of its bytes.
type Input struct {
	Path string
	Sum  [sha256.Size]byte
}

// Inputs returns what was seen, for [Options.Last] of a later build.
func (s *Seen) Inputs() *Inputs { return s.inputs }

func (s *Seen) listInputs() *Inputs {
	in := &Inputs{Files: make([]Input, 0, len(s.sums)), Folders: s.folderSum()}
	for _, p := range slices.Sorted(maps.Keys(s.sums)) {
		in.Files = append(in.Files, Input{p, s.sums[p]})
	}
	return in
}

// mostEdited is how many notes may differ: of more the pages that none reaches are few.
const mostEdited = 32

// Near reports whether a few files at most have other bytes than in another build, and nothing
// else differs.
func (in *Inputs) Near(last *Inputs) bool {
	_, ok := in.since(last)
	return ok
}

// since lists the files whose bytes differ, as they were; false where these are many, or anything
// else does.
func (in *Inputs) since(last *Inputs) ([]Input, bool) {
	if last == nil || in.Folders != last.Folders || len(in.Files) != len(last.Files) {
		return nil, false
	}
	var out []Input
	for i, f := range in.Files {
		was := last.Files[i]
		if was.Path != f.Path {
			return nil, false
		}
		if was.Sum != f.Sum {
			out = append(out, was)
		}
	}
	return out, len(out) <= mostEdited
}

// reach compares the site with that of the last build. It returns nil where that is not known,
// or where what differs may reach anything.
func (s *State) reach() *site.Reach {
	if s.before == nil {
		return nil
	}
	reach, ok := s.site.Since(s.before).Reach()
	if !ok {
		return nil
	}
	return reach
}

// siteBefore returns the site of the last build, whose files are told by their sums: its notes
// are among what is kept. It is nil where they are not, and where anything but a few notes
// differs.
func (b *Builder) siteBefore(s *State) *site.Site {
	now, ok := s.root.(interface{ Inputs() *Inputs })
	if !ok || b.opts.Last == nil {
		return nil
	}
	differ, ok := now.Inputs().since(b.opts.Last)
	if !ok {
		return nil
	}
	var read []*parsedNote
	var was []*note.Note
	r := b.reader(s.root, s.in, s.content)
	for _, f := range differ {
		old, now := r.shownBefore(f), s.content.note(f.Path)
		if old == nil || now == nil || now.shown == nil {
			return nil
		}
		read, was = append(read, old), append(was, old.shown)
	}
	slices.SortFunc(was, func(a, b *note.Note) int { return strings.Compare(a.Path, b.Path) })
	before, _ := s.site.With(was, nil)
	for _, n := range was {
		s.alignNote(before, n.ID, read)
	}
	return before
}

// shownBefore returns a note as it was linked when its file had other bytes; nil where that is
// not known, or where the file was none.
func (r *reader) shownBefore(f Input) *parsedNote {
	old := r.recall(f.Path, f.Sum)
	if old == nil || old.note == nil || old.note.Meta.Draft && !r.b.opts.Drafts {
		return nil
	}
	return r.show(old)
}
