package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// TestPercentile is counted by hand: of 1 to 300, 99 in a hundred are 297.
func TestPercentile(t *testing.T) {
	var many series
	for i := range 300 {
		many = append(many, float64((i*7)%300+1)) // 7 and 300 share no factor: each of 1 to 300 once
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		of   series
		p    float64
		want float64
	}{
		{many, 50, 150}, {many, 95, 285}, {many, 99, 297}, {many, 100, 300}, {many, 0, 1},
		{series{7}, 50, 7}, {series{7}, 99, 7},
		{series{3, 1, 2, 4}, 50, 2}, {series{3, 1, 2, 4}, 51, 3},
		{series{5, inf, 1}, 50, 5}, {series{5, inf, 1}, 99, inf},
	} {
		if got := c.of.percentile(c.p); got != c.want {
			t.Errorf("%v%% of %d figures = %v, want %v", c.p, len(c.of), got, c.want)
		}
	}
	if !math.IsNaN((series{}).percentile(50)) {
		t.Error("nothing has a median")
	}
	if n := (series{1, inf, 2, inf}).never(); n != 2 {
		t.Errorf("%d were never painted, want 2", n)
	}
}

// TestPhases: a step that is not told of leaves its time to the next one, and all of them are
// the whole.
func TestPhases(t *testing.T) {
	r := &row{}
	r.add(save{written: 1000, found: sight{Born: 500, Heard: 1030, Changed: 1038, Painted: 1050,
		Times: map[string]moment{"seen": 1001, "settled": 1006, "linked": 1015, "printed": 1025}}}, true)
	r.add(save{written: 2000, found: sight{Born: 2100, Heard: 2090, Changed: 2110, Painted: 2140}}, true)
	r.add(save{written: 3000}, false)
	want := []series{{1}, {5}, {9}, {10}, {5, 90}, {10}, {8, 10}, {12, 30}}
	if diff := cmp.Diff(want, r.phases()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(series{50, 140, math.Inf(1)}, r.times); diff != "" || r.saves != 3 {
		t.Error(r.saves, diff)
	}
	raw := string(rawTable([]*result{{server: "Hugo", notes: 5, rows: []*row{r}}}))
	if want := "\n5\tHugo\t\t140.0\t\t\t\t\t90.0\t10.0\t10.0\t30.0\n"; !strings.HasSuffix(raw, want) {
		t.Errorf("the saves are\n%s", raw)
	}
}

// TestScene: each save differs from the one before at one place, says what no other says, and
// has as many bytes.
func TestScene(t *testing.T) {
	note := "---\ntitle: x\n---\n\n## A\n\n- one\n  - a remark\n- two\n\n## B\n\n- three\n- four\n"
	s, err := cut([]byte(note))
	if err != nil {
		t.Fatal(err)
	}
	first := string(s.write())
	if want := strings.NewReplacer("- one", "- rev000000 one", "- two", "- rev000001 two").Replace(note); first != want {
		t.Errorf("the note became\n%s", first)
	}
	before := first
	for i := places; i < 8; i++ {
		now := string(s.next(i))
		differ := 0
		for j, line := range strings.Split(now, "\n") {
			if line != strings.Split(before, "\n")[j] {
				differ++
			}
		}
		if len(now) != len(before) || differ != 1 || strings.Count(now, textOf(i)) != 1 || strings.Contains(before, textOf(i)) {
			t.Errorf("save %d: %d lines differ:\n%s", i, differ, now)
		}
		before = now
	}
	if s.latest() != 7 {
		t.Errorf("the latest save is %d", s.latest())
	}
	if _, err := cut([]byte("# A\n\n- one\n")); err == nil {
		t.Error("a note of one entry was cut at two")
	}
}

// TestSites: the note on screen is translated, in both dialects the same one, and its page
// stands where its server has it.
func TestSites(t *testing.T) {
	for d, page := range map[corpus.Dialect]string{corpus.Kawaraban: "ja/1.14/", corpus.Hugo: "1.14/"} {
		dir := t.TempDir()
		s, err := makeSite(dir, 20, d, "")
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range places {
			if n := bytes.Count(data, []byte(textOf(i))); n != 1 {
				t.Errorf("the note says %s %d times", textOf(i), n)
			}
		}
		name := strings.TrimSuffix(filepath.Base(s.path), ".ja.md")
		if _, err := os.Stat(filepath.Join(filepath.Dir(s.path), name+".en.md")); err != nil {
			t.Errorf("the note on screen has no translation: %v", err)
		}
		if want := page + name + "/"; s.page != want {
			t.Errorf("the page is %s, want %s", s.page, want)
		}
	}
}

// TestMiddle: of the translated Japanese notes at 0, 2 and 6 of ten files, 6 is nearest to 5.
func TestMiddle(t *testing.T) {
	var files []corpus.File
	for _, name := range strings.Fields("a.ja a.en b.ja b.en c.ja d.zh e.ja e.en f.zh f.en") {
		files = append(files, corpus.File{Path: name + ".md"})
	}
	if at := middle(files); at != 6 {
		t.Errorf("the middle is %d, want 6", at)
	}
	if at := middle(files[8:]); at != -1 {
		t.Errorf("a note that is not there is at %d", at)
	}
}

// TestManners: both leave the bytes and nothing else.
func TestManners(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	if err := os.WriteFile(path, []byte("a longer text of before"), 0o644); err != nil {
		t.Fatal(err)
	}
	turns := inTurn()
	for i, m := range append(manners, turns, turns) {
		want := strings.Repeat("x", 5+i)
		if err := m.save(path, []byte(want)); err != nil {
			t.Fatal(m.name, err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("%s left %q (%v)", m.name, got, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%d files are left (%v)", len(left), err)
	}
}

func TestPauses(t *testing.T) {
	a, b := newPauses(), newPauses()
	for range 1000 {
		p := a.next()
		if p < 150*time.Millisecond || p >= 400*time.Millisecond || p != b.next() {
			t.Fatalf("a pause of %v", p)
		}
	}
}

func TestLiveSince(t *testing.T) {
	log := `Web Server is available at http://127.0.0.1:1313/
gc 1 @0.012s 2%: 0.018+1.2+0.009 ms clock, 0.037+0.21/1.0/0.1+0.018 ms cpu, 4->5->3 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 12 @7.512s 1%: 0.018+1.2+0.009 ms clock, 0.037+0.21/1.0/0.1+0.018 ms cpu, 40->42->31 MB, 60 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)
12:04:31 content/1.27/sig-node.ja.md: 1->2->9 MB
`
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := &server{log: f}
	second := int64(strings.Index(log, "gc 12"))
	for said, want := range map[int64]int64{0: 3 << 20, second: 31 << 20, second + 1: 0, int64(len(log)): 0} {
		if got := s.liveSince(said); got != want {
			t.Errorf("behind %d bytes %d are live, want %d", said, got, want)
		}
	}
}

// TestSights: a text counts from when it was first seen, one that was overtaken from the first
// as new; and the message that had a page loaded anew is told by the page before.
func TestSights(t *testing.T) {
	s := &screen{seen: map[int]sight{}}
	s.keep(sight{Texts: []int{1}, Heard: 5, Painted: 10})
	s.keep(sight{Heard: 20})
	s.keep(sight{Texts: []int{1, 4}, Painted: 30})
	s.keep(sight{Texts: []int{3}, Painted: 40})
	for n, want := range map[int]moment{0: 10, 1: 10, 2: 30, 3: 30, 4: 30} {
		if found, ok := s.sightOf(n); !ok || found.Painted != want {
			t.Errorf("save %d was painted at %v, want %v", n, found.Painted, want)
		}
	}
	if found, ok := s.sightOf(5); ok {
		t.Errorf("what was not seen was painted at %v", found.Painted)
	}
	if a, b := s.seen[4].Heard, s.seen[3].Heard; a != 20 || b != 0 {
		t.Errorf("messages at %v and %v, want 20 and none", a, b)
	}
}

func TestTakeSizes(t *testing.T) {
	var o options
	if err := o.takeSizes("5, 1000"); err != nil || len(o.sizes) != 2 || o.sizes[1] != 1000 {
		t.Error(o.sizes, err)
	}
	for _, bad := range []string{"", "x", "0", "-3", "1,"} {
		if (&options{}).takeSizes(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestReport(t *testing.T) {
	ours := &result{server: "Kawaraban", notes: 1000, ready: series{2}, memory: []memory{{Saves: 100, Resident: 90e6, Live: 50e6}, {Saves: 1000, Resident: 91e6}}}
	ours.row("in place").add(save{found: sight{Heard: 10, Changed: 20, Painted: 30.25}}, true)
	ours.row("in place").add(save{}, false)
	var b strings.Builder
	report(&b, floor{Painted: series{8, 9}}, []*result{ours})
	for _, line := range []string{
		"| notes | server | saves | number | p50 | p95 | p99 | max | never |",
		"|--:|---|---|--:|--:|--:|--:|--:|--:|",
		"| 1,000 | Kawaraban | in place | 2 | 30.2 | never | never | never | 1 |",
		"| 1,000 | Kawaraban | 2.0 | 100 | 90 | 50 |",
		"| 1,000 | Kawaraban | 2.0 | 1000 | 91 |  |",
		"| 1,000 | Kawaraban | in place | heard: the browser has the message | 10.0 | 10.0 | 10.0 | 10.0 |",
		"| 1,000 | Kawaraban | in place | painted | 10.2 | 10.2 | 10.2 | 10.2 |",
		"| the change to painted | 8.0 | 9.0 | 9.0 | 9.0 |",
		"| painted to presented, as the browser says |  |  |  |  |",
	} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("the report has no line %q:\n%s", line, b.String())
		}
	}
}
