package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Outcome is the development of a KEP since a note mentioned it: the stage at that time, later
// stages, and the current stage.
type Outcome struct {
	KEP   *upstream.KEP
	Then  Span   // span at the release of the note, or at the newest release on the date of the post
	Known bool   // whether Then is set: the release had the feature
	After []Span // later spans that are the first of a stage, oldest first
	Now   Span
	Begun bool   // whether Now is set: a release has the feature
	Ended string // kep.yaml status if the KEP is not accepted or was abandoned (provisional, deferred, rejected, withdrawn or replaced); otherwise empty
}

// OutcomeOf returns the outcomes of the KEPs that a block names, in reading order. If it names
// none, it returns those of the KEPs of its pull requests. If two KEPs share a number, it returns
// both.
func (s *entries) OutcomeOf(n *note.Note, b *note.Block) []Outcome {
	if b == nil {
		return nil
	}
	at := s.writtenAt(n, b)
	var out []Outcome
	for _, number := range s.Join(n, b).KEPs {
		for _, k := range s.data.KEPs[number] {
			if k.Numbered() {
				out = append(out, s.outcome(k, at))
			}
		}
	}
	return out
}

func (s *entries) outcome(k *upstream.KEP, at note.Release) Outcome {
	line := s.lines.KEPLine(k)
	o := Outcome{KEP: k}
	o.Now, o.Begun = line.Now()
	if at != "" {
		o.Then, o.Known = line.lasting(at)
		o.After = line.after(at)
	}
	if slices.Contains([]string{"provisional", "deferred", "rejected", "withdrawn", "replaced"}, k.Status) {
		o.Ended = k.Status
	}
	return o
}

// writtenAt returns the release that was current when a block was written. For a dated post it is
// the newest release on that date. Otherwise it is the newest release of the note, or the newest
// one on the date of the note. It is empty if unknown.
func (s *entries) writtenAt(n *note.Note, b *note.Block) note.Release {
	switch {
	case b != nil && b.Date != "":
		return s.changelog.newestOn(b.Date)
	case len(n.Releases) > 0:
		return slices.MaxFunc(n.Releases, upstream.CompareReleases)
	case n.Meta.Date != "":
		return s.changelog.newestOn(n.Meta.Date)
	}
	return ""
}

// Later is a cited pull request that a release published after the citation.
type Later struct {
	PR string
	OfficialNote
}

// LaterOf returns the pull requests of kubernetes/kubernetes that a block cites and that a later
// release published.
func (s *entries) LaterOf(n *note.Note, b *note.Block) []Later {
	if b == nil {
		return nil
	}
	at := s.writtenAt(n, b)
	if at == "" {
		return nil
	}
	prs := b.Attr.PRs
	for _, r := range b.Refs {
		if key := s.keys.Normal(r.Key()); key.Kind == note.PR {
			prs = with(prs, key.ID)
		}
	}
	var out []Later
	for _, pr := range prs {
		all := s.official.Published(pr)
		if i := slices.IndexFunc(all, func(o OfficialNote) bool { return upstream.CompareReleases(o.Release, at) > 0 }); i >= 0 {
			out = append(out, Later{pr, all[i]})
		}
	}
	return out
}
