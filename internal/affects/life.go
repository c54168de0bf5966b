package affects

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// span is a range of releases in which a gate has one state.
type span struct {
	from   int  // minor release
	stage  byte // a, b, s, d; x: removed
	on     byte // 1, 0; ? if unknown
	locked bool
}

// lifeOf writes the life of a gate as one text, such as "23a0 24b1 27s1L 29x": for each change the
// minor release, the stage (alpha, beta, stable, deprecated, x for removed), the default (? if
// unknown) and L for a locked default.
func lifeOf(spans []span) string {
	parts := make([]string, 0, len(spans))
	for _, s := range spans {
		part := strconv.Itoa(s.from) + string(rune(s.stage))
		if s.stage != 'x' {
			part += string(rune(s.on))
		}
		if s.locked {
			part += "L"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// spansOf reads the life of a gate.
func spansOf(life string) []span {
	var out []span
	for _, part := range strings.Fields(life) {
		i := strings.IndexAny(part, "absdx")
		if i < 0 {
			continue
		}
		from, _ := strconv.Atoi(part[:i])
		s := span{from: from, stage: part[i], on: '?'}
		if i+1 < len(part) {
			s.on, s.locked = part[i+1], strings.HasSuffix(part, "L")
		}
		out = append(out, s)
	}
	return out
}

// at returns the state in a release, and whether it is known.
func at(spans []span, release int) (span, bool) {
	for _, s := range slices.Backward(spans) {
		if s.from <= release {
			return s, true
		}
	}
	return span{}, false
}

// minorOf returns the minor version of a release: 27 of 1.27; 0 if it has none.
func minorOf(r note.Release) int {
	_, minor, _ := strings.Cut(string(r), ".")
	n, _ := strconv.Atoi(minor)
	return n
}

func release(minor int) note.Release { return note.Release("1." + strconv.Itoa(minor)) }

// stageLetters are the letters of stages.
var stageLetters = map[note.Stage]byte{note.Alpha: 'a', note.Beta: 'b', note.Stable: 's', note.Deprecated: 'd'}

// lives collects the spans of every gate.
func lives(d *upstream.Data) map[string][]span {
	out := map[string][]span{}
	reach := minorOf(d.GateReach())
	for _, name := range gateNames(d) {
		var spans []span
		for minor := 1; minor <= reach; minor++ {
			f := d.GateAt(name, release(minor))
			letter := stageLetters[f.State.Stage]
			if !f.Known || f.Gone || letter == 0 {
				continue
			}
			s := span{minor, letter, defaultOf(f.State), f.State.Locked}
			if last := len(spans) - 1; last < 0 || spans[last].stage != s.stage || spans[last].on != s.on || spans[last].locked != s.locked {
				spans = append(spans, s)
			}
		}
		if g, ok := d.RemovalOf(name); ok && !g.Alive && len(spans) > 0 {
			spans = append(spans, span{from: minorOf(g.Release), stage: 'x'})
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
