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

// The line of a change says how many open pages differ and when the last was painted.
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
				t.Errorf("%s: the first are not over", x.want)
			}
			for _, one := range list {
				if over(r.done) {
					t.Errorf("%s: it is over too soon", x.want)
				}
				if contains(x.differ, one) {
					r.sending(one, true)
				}
				r.brought(one)
				r.sending(one, true) // a second time counts nothing
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

// A page may say that it has painted before it is known that it was sent all of it.
func TestRoundPaintedAtOnce(t *testing.T) {
	a := &tab{}
	r := newRound(1, "x", time.Now(), []*tab{a}, nil)
	r.sending(a, true)
	r.paintedBy(a, time.Now())
	if over(r.done) {
		t.Error("it is over before the tab has looked")
	}
	r.brought(a)
	if !over(r.done) || r.painted.IsZero() {
		t.Error("what was painted at once is not counted")
	}
}

// What is no page is not painted, so nobody waits for it.
func TestRoundGone(t *testing.T) {
	a := &tab{}
	r := newRound(1, "x", time.Now(), []*tab{a}, nil)
	r.sending(a, false)
	r.brought(a)
	if !over(r.done) || r.differ != 1 {
		t.Errorf("%d differ, and it is over: %v", r.differ, over(r.done))
	}
}

// Tabs that go, or that are hidden, are waited for no longer.
func TestRoundLeft(t *testing.T) {
	a, b := &tab{}, &tab{}
	r := newRound(1, "x", time.Now(), []*tab{a, b}, nil)
	r.leave(a)
	r.sending(b, true)
	r.brought(b)
	if over(r.done) || !over(r.first) {
		t.Error("a tab that paints is waited for")
	}
	r.unpaint(b)
	if !over(r.done) {
		t.Error("a tab that is hidden is waited for")
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

// A chain of renames leads to its end, and a circle to where it began.
func TestMoves(t *testing.T) {
	var m moves
	m.add("a", "b")
	m.add("b", "c")
	if got := m.target("a"); got != "c" {
		t.Errorf("a went to %q", got)
	}
	m.add("c", "a")
	for from, want := range map[string]string{"a": "", "b": "a", "c": "a", "d": ""} {
		if got := m.target(from); got != want {
			t.Errorf("%s went to %q, not %q", from, got, want)
		}
	}
}

// What is only worth knowing of upstream data is for whoever imports it; errors in it and
// everything else is for all.
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

// What a problem says is fit to be seen, whatever the name and the text of a note are; the
// way to its place is that of the name.
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
