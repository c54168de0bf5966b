package preview

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/watch"
)

func TestNamed(t *testing.T) {
	one := watch.Path{Name: "content/a.md"}
	for _, c := range []struct {
		paths []watch.Path
		want  string
	}{
		{nil, "the directory of the site"},
		{[]watch.Path{one}, "content/a.md"},
		{make300(one), "content/a.md and 299 more"},
		{[]watch.Path{{Name: "content/\x1b[31m.md"}}, "content/<U+001B>[31m.md"},
	} {
		if got := named(c.paths, nil); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func make300(p watch.Path) []watch.Path {
	out := make([]watch.Path, 300)
	for i := range out {
		out[i] = p
	}
	return out
}

// TestRoundLine checks that the line for a change has the number of open pages that differ, and the
// time of the last paint.
func TestRoundLine(t *testing.T) {
	seen := time.Date(2026, 11, 20, 12, 4, 31, 0, time.UTC)
	a, b, c := &tab{}, &tab{}, &tab{}
	for _, x := range []struct {
		visible, hidden []*tab
		differ          []*tab
		paints          []*tab
		want            string
	}{
		{nil, nil, nil, nil, "12:04:31 x.md: read in 9 ms"},
		{[]*tab{a}, nil, nil, nil, "12:04:31 x.md: open page unchanged, read in 9 ms"},
		{[]*tab{a, b}, nil, nil, nil, "12:04:31 x.md: 2 open pages unchanged, read in 9 ms"},
		{[]*tab{a}, nil, []*tab{a}, []*tab{a}, "12:04:31 x.md: 1 of 1 open pages changed, patched in 18 ms"},
		{[]*tab{a}, []*tab{b, c}, []*tab{a}, []*tab{a}, "12:04:31 x.md: 1 of 3 open pages changed, patched in 18 ms"},
		{[]*tab{a, b}, []*tab{c}, []*tab{a, b}, []*tab{b, a}, "12:04:31 x.md: 2 of 3 open pages changed, patched in 18 ms"},
		{nil, []*tab{b, c}, []*tab{b, c}, nil, "12:04:31 x.md: 2 of 2 open pages changed, read in 9 ms"},
	} {
		r := newRound(7, "x.md", seen, x.visible, x.hidden)
		r.read = 9 * time.Millisecond
		for i, list := range [][]*tab{x.visible, x.hidden} {
			if i == 1 && !over(r.first) {
				t.Errorf("%s: the visible tabs are not complete", x.want)
			}
			for _, one := range list {
				if over(r.done) {
					t.Errorf("%s: the round ends too early", x.want)
				}
				if contains(x.differ, one) {
					r.sending(one, true)
				}
				r.brought(one)
				r.sending(one, true) // a second call is ignored
			}
		}
		for _, one := range x.paints {
			r.paintedBy(one, seen.Add(18*time.Millisecond))
		}
		if got := r.line(nil); got != x.want || !over(r.done) {
			t.Errorf("got %s, over: %v; want %s", got, over(r.done), x.want)
		}
	}
}

// TestRoundPaintedAtOnce checks a page that is painted before it is known that all of it was sent.
func TestRoundPaintedAtOnce(t *testing.T) {
	a := &tab{}
	r := newRound(1, "x", time.Now(), []*tab{a}, nil)
	r.sending(a, true)
	r.paintedBy(a, time.Now())
	if over(r.done) {
		t.Error("the round ends before the tab was compared")
	}
	r.brought(a)
	if !over(r.done) || r.painted.IsZero() {
		t.Error("an early paint is not counted")
	}
}

// TestRoundGone checks that a round does not wait for a message without a page.
func TestRoundGone(t *testing.T) {
	a := &tab{}
	r := newRound(1, "x", time.Now(), []*tab{a}, nil)
	r.sending(a, false)
	r.brought(a)
	if !over(r.done) || r.differ != 1 {
		t.Errorf("%d differ, ended: %v", r.differ, over(r.done))
	}
}

// TestRoundLeft checks that a round does not wait for closed or hidden tabs.
func TestRoundLeft(t *testing.T) {
	a, b := &tab{}, &tab{}
	r := newRound(1, "x", time.Now(), []*tab{a, b}, nil)
	r.leave(a)
	r.sending(b, true)
	r.brought(b)
	if over(r.done) || !over(r.first) {
		t.Error("the round waits for the wrong tab")
	}
	r.unpaint(b)
	if !over(r.done) {
		t.Error("the round waits for a hidden tab")
	}
}

func over(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func contains(list []*tab, t *tab) bool {
	for _, x := range list {
		if x == t {
			return true
		}
	}
	return false
}

// TestMoves checks that a chain of renames returns its last name, also for a cycle.
func TestMoves(t *testing.T) {
	var m moves
	m.add("a", "b")
	m.add("b", "c")
	if got := m.target("a"); got != "c" {
		t.Errorf("a moved to %q", got)
	}
	m.add("c", "a")
	for from, want := range map[string]string{"a": "", "b": "a", "c": "a", "d": ""} {
		if got := m.target(from); got != want {
			t.Errorf("%s moved to %q, not %q", from, got, want)
		}
	}
}

// TestOfNotes checks that info messages on upstream data are omitted. Errors in the data and all other
// problems are shown.
func TestOfNotes(t *testing.T) {
	at := func(file string) diag.Position { return diag.Position{File: file} }
	ds := []diag.Diagnostic{
		{Pos: at("content/1.27/sig-node.ja.md"), Severity: diag.Info, Code: "kind/contradicted"},
		{Pos: at("content/_data/keps.json"), Severity: diag.Error, Code: "data/broken"},
		{Pos: at("content/_data/keps.json"), Severity: diag.Info, Code: "kep/gate-disagrees"},
		{Pos: at("site.yaml"), Severity: diag.Warning, Code: "config/language"},
	}
	var codes []diag.Code
	for _, d := range dropUpstreamInfo(ds) {
		codes = append(codes, d.Code)
	}
	if want := []diag.Code{"kind/contradicted", "data/broken", "config/language"}; !slices.Equal(codes, want) {
		t.Errorf("problems are %v, want %v", codes, want)
	}
}

// TestProblemIsVisible checks that control characters in the name and text of a note are made
// visible in a problem. The link to the file has the original name.
func TestProblemIsVisible(t *testing.T) {
	p := &Preview{dir: "/notes"}
	d := diag.Warnf(diag.Position{File: "content/1.27/a\u202egpj\x1b[2J.ja.md", Line: 1, Col: 2}, "entry/duplicate", "is \u202e so")
	got := p.problem(d, mustEditor(t, "vscode"), func(diag.Position) string { return "x\x1b[31my\u2066z" })
	if got.File != "content/1.27/a<U+202E>gpj<U+001B>[2J.ja.md" || got.Text != "is <U+202E> so" ||
		strings.ContainsAny(got.Excerpt, "\x1b\u2066") ||
		got.URL != "vscode://file/notes/content/1.27/a%E2%80%AEgpj%1B%5B2J.ja.md:1:2" {
		t.Errorf("got %q", fmt.Sprint(got))
	}
}
