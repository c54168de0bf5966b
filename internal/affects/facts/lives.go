package facts

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// stageLetters are the letters of stages.
var stageLetters = map[note.Stage]byte{note.Alpha: 'a', note.Beta: 'b', note.Stable: 's', note.Deprecated: 'd'}

// lives collects the spans of every gate.
func lives(d *upstream.Data) map[string][]affects.Span {
	out := map[string][]affects.Span{}
	reach := affects.MinorOf(d.GateReach())
	for _, name := range gateNames(d) {
		var spans []affects.Span
		for minor := 1; minor <= reach; minor++ {
			f := d.GateAt(name, affects.ReleaseOf(minor))
			letter := stageLetters[f.State.Stage]
			if !f.Known || f.Gone || letter == 0 {
				continue
			}
			s := affects.Span{From: minor, Stage: letter, On: defaultOf(f.State), Locked: f.State.Locked}
			if last := len(spans) - 1; last < 0 || spans[last].Stage != s.Stage || spans[last].On != s.On || spans[last].Locked != s.Locked {
				spans = append(spans, s)
			}
		}
		if g, ok := d.RemovalOf(name); ok && !g.Alive && len(spans) > 0 {
			spans = append(spans, affects.Span{From: affects.MinorOf(g.Release), Stage: 'x'})
		}
		if len(spans) > 0 {
			out[name] = spans
		}
	}
	return out
}

// gateNames lists the gates of the pages and the lists.
func gateNames(d *upstream.Data) []string {
	var out []string
	for _, g := range d.GateList {
		out = append(out, g.Name)
	}
	for _, list := range d.GateLists {
		for name := range list.Gates {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func defaultOf(s upstream.GateState) byte {
	switch {
	case s.Default == nil:
		return '?'
	case *s.Default:
		return '1'
	}
	return '0'
}
