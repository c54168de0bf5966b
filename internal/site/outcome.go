package site

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Outcome is what became of an enhancement since a place in a note named it: what held
// then, the stages that came after, what holds now.
type Outcome struct {
	KEP   *upstream.KEP
	Then  Span   // at the release of the note, or the newest one on the day of the post
	Known bool   // Then is set: the feature was in that release
	After []Span // that first reached a stage later on, oldest first
	Now   Span   // where the line stands today
	Begun bool   // Now is set: some release has it
	Ended string // status of kep.yaml that says it was given up, or not agreed on yet: provisional, deferred, rejected, withdrawn, replaced; else empty
}

// OutcomeOf returns what became of each enhancement that a block of a note names, else
// of those that its pull requests lead to, in reading order. A number that two KEPs
// share gives both.
func (s *entries) OutcomeOf(n *note.Note, b *note.Block) []Outcome {
	if b == nil {
		return nil
	}
	at := s.stands(n, b)
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

// stands returns the release that a place in a note hasWords from: of a dated post the
// newest one on its day, else the note's newest, else the newest one on the note's
// date; empty where nothing says it.
func (s *entries) stands(n *note.Note, b *note.Block) note.Release {
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

// Later is a pull request that a place in a note names and that a release published
// afterwards.
type Later struct {
	PR string
	OfficialNote
}

// LaterOf returns the pull requests of kubernetes/kubernetes that a block names and that
// a release after it published: what came of a post in a log, or of a proposal.
func (s *entries) LaterOf(n *note.Note, b *note.Block) []Later {
	if b == nil {
		return nil
	}
	at := s.stands(n, b)
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
