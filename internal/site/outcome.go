package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Outcome is what happened to an enhancement after a note mentioned it: the stage then, later
// stages, and the stage now.
type Outcome struct {
	KEP   *upstream.KEP
	Then  Span   // at the release of the note, or the newest release on the day of the post
	Known bool   // Then is set: the feature was in that release
	After []Span // later spans that first reach a stage, oldest first
	Now   Span   // the current span
	Begun bool   // Now is set: some release has it
	Ended string // kep.yaml status if the KEP is not accepted or was abandoned: provisional, deferred, rejected, withdrawn or replaced; otherwise empty
}

// OutcomeOf returns the outcomes of the enhancements that a block names, otherwise of those linked
// by its pull requests, in reading order. If two KEPs share a number, both are included.
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

// writtenAt returns the release that was current when a block was written: the newest on the day of a
// dated post, otherwise the newest of the note, otherwise the newest on the note's date. It is
// empty if unknown.
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
