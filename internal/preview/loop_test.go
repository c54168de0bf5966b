package preview

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/watch"
)

// manualLoop is a loop whose steps a test runs one by one.
type manualLoop struct {
	*loop
	t   *testing.T
	dir string
	w   *watch.Watcher
}

func step(t *testing.T, files map[string]string) manualLoop {
	t.Helper()
	return stepLate(t, files, func(string) {})
}

// stepLate is like step. meanwhile changes the directory between the scan and the read.
func stepLate(t *testing.T, files map[string]string, meanwhile func(dir string)) manualLoop {
	t.Helper()
	dir := folder(t, files)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	p, err := New(Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	w, err := watch.Open(root, watch.Options{Names: watched})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	l := newLoop(p)
	meanwhile(dir)
	l.begin(t.Context(), w.Tree())
	return manualLoop{l, t, dir, w}
}

// next runs the loop for the next change of the directory.
func (s manualLoop) next() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	c, err := s.w.Next(ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	s.change(s.t.Context(), c)
}

// codes returns the codes of the problems that tabs receive.
func (s manualLoop) codes() map[string]bool {
	codes := map[string]bool{}
	for _, p := range s.p.trouble.Load().list {
		codes[p.Code] = true
	}
	return codes
}

// TestCheckCutOff checks that the results of a cancelled or late check of an older state are
// ignored. The rules must still run for the next state.
func TestCheckCutOff(t *testing.T) {
	s := step(t, small())
	old := s.p.now.Load()
	s.check(t.Context())
	put(t, s.dir, "content/1.27/sig-node.ja.md", nodeNote("次の文"))
	s.next()
	problem := diag.Warnf(diag.Position{File: "content/1.27/sig-node.ja.md", Line: 1}, "entry/duplicate", "was so")
	for _, late := range []checkResult{{old, nil, context.Canceled}, {old, []diag.Diagnostic{problem}, nil}, {old, nil, errors.New("gone")}} {
		s.take(late)
		if s.codes()["entry/duplicate"] || len(s.faults) > 0 {
			t.Errorf("%v: problems of an older site are reported", late.err)
		}
		if !s.quiet.Stop() {
			t.Fatalf("%v: the rules will not run on the current site", late.err)
		}
		s.quiet.Reset(time.Hour)
	}
}

// TestFaultWhileBroken checks that the problem of a broken site stays while a page of the last valid
// state cannot be printed.
func TestFaultWhileBroken(t *testing.T) {
	s := step(t, small())
	old := s.p.now.Load()
	put(t, s.dir, "templates/note.html", "{{if}}")
	s.next()
	s.fault(stateProblem{old, errors.New("a picture cannot be read")})
	if !s.codes()["template/broken"] {
		t.Errorf("the problems are %v", s.codes())
	}
}

// TestFaultOfOlderSite checks that an error of printing a page of an older state is ignored.
func TestFaultOfOlderSite(t *testing.T) {
	s := step(t, small())
	old := s.p.now.Load()
	put(t, s.dir, "content/1.27/sig-node.ja.md", nodeNote("次の文"))
	s.next()
	s.fault(stateProblem{old, errors.New("a picture cannot be read")})
	if len(s.codes()) > 0 {
		t.Errorf("the problems are %v", s.codes())
	}
	s.fault(stateProblem{s.p.now.Load(), errors.New("a picture cannot be read")})
	if !s.codes()["content/unreadable"] {
		t.Errorf("the problems are %v", s.codes())
	}
}

// TestShow checks that a round does not wait for a closed tab, even if its connection is busy.
func TestShow(t *testing.T) {
	s := step(t, small())
	before := s.p.now.Load()
	gone, here := &tab{p: s.p, met: true, visible: true}, &tab{p: s.p, met: true, visible: true}
	for _, one := range []*tab{gone, here} {
		if !s.p.tabs.add(one) {
			t.Fatal("the preview has ended")
		}
	}
	s.p.leave(gone)
	after := &shown{seq: before.seq + 1}
	was, r, visible, hidden := s.p.show(after, watch.Change{Seen: time.Now()}, 0)
	if was != before || s.p.now.Load() != after || s.p.round.Load() != r || r.seq != after.seq || r.open != 1 || !slices.Equal(visible, []*tab{here}) || len(hidden) > 0 {
		t.Errorf("%d tabs are on screen, %d are not", len(visible), len(hidden))
	}
}

// TestReadLate checks a file that is missing or different only while it is read. No further change
// follows, so it must be read again, and the page must match the directory.
func TestReadLate(t *testing.T) {
	const note, template = "content/1.27/sig-node.ja.md", "templates/note.html"
	good := small()
	good["site.yaml"] = "title: 瓦版\n"
	good[template] = "{{template \"top\" .Frame}}<p>template</p>{{template \"end\" .Frame}}\n"
	for name, between := range map[string]string{note: nodeNote("次の文"), "site.yaml": "title: 別の名\n", template: "{{if}}"} {
		for _, away := range []bool{true, false} {
			s := stepLate(t, good, func(dir string) {
				if !away {
					put(t, dir, name, between)
				} else if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			})
			put(t, s.dir, name, good[name])
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- s.run(ctx, nil, nil) }()
			want := servedBy(t, good)
			await(t, name, func() bool {
				sh := s.p.now.Load()
				if sh == nil {
					return false
				}
				_, done, ok := sh.page("ja/1.27/sig-node/index.html")
				return ok && done.err == nil && string(done.html) == want
			})
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	}
}

// servedBy returns the page of a site that does not change.
func servedBy(t *testing.T, files map[string]string) string {
	t.Helper()
	_, done, ok := step(t, files).p.now.Load().page("ja/1.27/sig-node/index.html")
	if !ok || done.err != nil {
		t.Fatal("no page")
	}
	return string(done.html)
}

// TestFaultGoes checks that an error of printing a page is reported until the next state.
func TestFaultGoes(t *testing.T) {
	s := step(t, small())
	for _, words := range []string{"次の文", "その次の文"} {
		put(t, s.dir, "content/1.27/sig-node.ja.md", nodeNote(words))
		s.next()
		if words == "次の文" {
			s.fault(stateProblem{s.p.now.Load(), errors.New("a picture cannot be read")})
		}
		s.report()
		if got := s.codes()["content/unreadable"]; got != (words == "次の文") {
			t.Errorf("%s: the problems are %v", words, s.codes())
		}
	}
}

// TestSay checks that the terminal shows a problem once, and an info message once for a file,
// whatever its number. It shows the sum again only if it changes.
func TestSay(t *testing.T) {
	s := step(t, small())
	var got []Line
	s.p.o.Log = func(l Line) { got = append(got, l) }
	at := diag.Position{File: "content/1.27/sig-node.ja.md", Line: 1}
	behind := func(text string) diag.Diagnostic {
		d := diag.Warnf(at, "translation/missing", "%s", text)
		d.Severity = diag.Info
		return d
	}
	slip := diag.Errorf(at, "front-matter/unknown-field", "unknown field \"titel\"")
	later := slip
	later.Pos.Line, later.Fix.Start = 9, 90
	for i, c := range []struct {
		ds       []diag.Diagnostic
		problems int
		sum      string // empty if nothing is printed
	}{
		{nil, 0, ""},
		{[]diag.Diagnostic{behind("1 of 3"), behind("2 of 3")}, 2, "0 errors, 0 warnings, 2 infos"},
		{[]diag.Diagnostic{behind("1 of 4"), behind("2 of 3")}, 0, ""},
		{[]diag.Diagnostic{behind("2 of 4"), slip}, 1, "1 error, 0 warnings, 1 info"},
		{[]diag.Diagnostic{slip}, 0, "1 error, 0 warnings"},
		{[]diag.Diagnostic{behind("3 of 4"), slip}, 0, "1 error, 0 warnings, 1 info"},
		{[]diag.Diagnostic{behind("3 of 4"), later}, 0, ""},
		{[]diag.Diagnostic{slip, later}, 1, "2 errors, 0 warnings"},
		{nil, 0, "no problems left"},
		{[]diag.Diagnostic{slip}, 1, "1 error, 0 warnings"},
	} {
		got = nil
		s.say(c.ds, func(diag.Position) string { return "" })
		switch {
		case c.sum == "" && len(got) > 0:
			t.Errorf("%d: printed %+v", i, got)
		case c.sum != "" && (len(got) != 1 || got[0].Sum != c.sum || len(got[0].Problems) != c.problems):
			t.Errorf("%d: printed %+v, want %d problems and %q", i, got, c.problems, c.sum)
		}
	}
}
