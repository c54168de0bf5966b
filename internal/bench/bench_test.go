package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the tests' program be run with a step, as the benchmark runs itself.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && steps[os.Args[1]] != nil {
		if err := run(context.Background(), os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	os.Exit(m.Run())
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		in   []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{9, 1, 5}, 5}, {[]float64{4, 2, 8, 10}, 6}} {
		if got := median(c.in); got != c.want {
			t.Errorf("median(%v) = %v, want %v", c.in, got, c.want)
		}
	}
	if !math.IsNaN(median(nil)) {
		t.Error("there is no median of nothing")
	}
}

// A machine that is twice as slow in its second round must not change the ratio.
func TestRatioIsTakenRoundByRound(t *testing.T) {
	s := &size{Results: []result{{Key: cold}, {Key: hugoKey}}}
	for _, factor := range []float64{1, 2, 1} {
		s.Results[0].Samples = append(s.Results[0].Samples, sample{Wall: factor})
		s.Results[1].Samples = append(s.Results[1].Samples, sample{Wall: factor * 4})
	}
	if got := s.ratio(hugoKey, cold, wall); got != 4 {
		t.Errorf("ratio = %v, want 4", got)
	}
	if got := s.ratio(hugoKey, floorKey, wall); !math.IsNaN(got) {
		t.Errorf("ratio to what was not measured = %v", got)
	}
}

func TestOptions(t *testing.T) {
	for _, bad := range []string{"-notes 0", "-notes 10,x", "-runs 0", "-only cold,teapot", "100"} {
		if _, err := parse(strings.Fields(bad)); err == nil {
			t.Errorf("bench %s is taken", bad)
		}
	}
	o, err := parse([]string{"-notes", "5, 70", "-only", "word,floor", "-hugo", "hugo"})
	if err != nil {
		t.Fatal(err)
	}
	var wanted []string
	for _, task := range o.wanted() {
		wanted = append(wanted, task.key)
	}
	if !slices.Equal(o.sizes, []int{5, 70}) || !slices.Equal(wanted, []string{cold, word, floorKey}) {
		t.Errorf("sizes %v, tasks %v", o.sizes, wanted)
	}
}

// write makes files below a folder, each with what it shall hold.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLook(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"index.html": "12345", "a/index.html": "1234567", "a/b/data.json": "123"})
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "index.html"), old, old); err != nil {
		t.Fatal(err)
	}
	var told []string
	all, young, err := look(dir, old.Add(time.Minute), func(path string, size int64) error {
		told = append(told, fmt.Sprint(filepath.ToSlash(path), " ", size))
		return nil
	})
	want := tree{All: amount{Files: 3, Pages: 2, Bytes: 15}, Folders: 3, Largest: "a/index.html", Weight: 7}
	if err != nil || all != want || young != (amount{Files: 2, Pages: 1, Bytes: 10}) {
		t.Errorf("all %+v, young %+v, %v", all, young, err)
	}
	if !slices.Equal(told, []string{"a/b/data.json 3", "a/index.html 7", "index.html 5"}) {
		t.Errorf("told %v", told)
	}
}

// TestProcess: what a process costs is that of its children too, and a run that takes too long
// is ended and told apart from one that fails.
func TestProcess(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	run := func(patience time.Duration, script string) (sample, error) {
		return process(t.Context(), patience, t.TempDir(), log, []string{"/bin/sh", "-c", script})
	}
	s, err := run(time.Minute, `i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; sh -c 'echo said; exit 1'`)
	if err != nil || s.Wall <= 0 || s.CPU <= 0 || s.Peak < 100_000 || firstOf(log) != "said\n" {
		t.Errorf("%+v, %v, printed %q", s, err, firstOf(log))
	}
	if _, err := run(50*time.Millisecond, "exec sleep 60"); !errors.Is(err, errSlow) {
		t.Errorf("a slow run: %v", err)
	}
	if _, err := run(time.Minute, "echo why >&2; exit 3"); err == nil || errors.Is(err, errSlow) || !strings.Contains(err.Error(), "why") {
		t.Errorf("a run that fails: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := process(ended, time.Minute, t.TempDir(), log, []string{"/bin/sh", "-c", "true"}); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted run: %v", err)
	}
}

// fake stands for the measured program: a build writes a page for each note and what one keeps,
// and nothing where that is there already.
const fake = `#!/bin/sh
set -e
case $1 in
version) echo fake 1 ;;
build)
	mkdir -p .kawaraban/cache public
	for n in $(find content -name '*.md'); do
		name=public/$(echo $n | tr / -).html
		cmp -s $n $name || cp $n $name
	done
	touch .kawaraban/cache/kept .kawaraban/manifest ;;
check) exit 1 ;;
import) mkdir -p content/_data; if [ $2 = keps ]; then echo "{}" >content/_data/keps.json; else echo "{}" >content/_data/$3.json; fi ;;
esac
`

// TestRounds runs all of the benchmark with a program of which everything is known.
func TestRounds(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"kawaraban": fake, "doc.md": "# Costs\n\n" + begins + "\nbefore that\n" + ends + "\n\nMore.\n"})
	file := filepath.Join(dir, "record.json")
	args := []string{"-notes", "10,20", "-runs", "2", "-kawaraban", filepath.Join(dir, "kawaraban"), "-data", "", "-dir", dir,
		"-record", file, "-doc", filepath.Join(dir, "doc.md")}
	if err := run(t.Context(), args); err != nil {
		t.Fatal(err)
	}
	var r record
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil || len(r.Sizes) != 2 || r.Program != "fake 1" {
		t.Fatalf("%v: %s", err, data)
	}
	// 20 notes, every fifth translated, are 24 files, and so many pages; one edit writes one.
	// Imports are the KEPs and the only release, 1.14.
	s := &r.Sizes[1]
	for key, want := range map[string]int{cold: 24, same: 0, word: 1, entry: 1, one: 24, "import": 2, floorKey: 24, "check": 0} {
		of := s.result(key)
		if of == nil || len(of.Samples) != 2 {
			t.Errorf("%s: %+v", key, of)
			continue
		}
		for _, got := range of.Samples {
			if got.Written.Files != want || got.Wall <= 0 || got.Peak <= 0 {
				t.Errorf("%s: %+v, want %d files", key, got, want)
			}
		}
	}
	c, f := s.result(cold).Left, s.result(floorKey).Left
	if c.All != f.All || c.Folders != f.Folders {
		t.Errorf("the floor wrote %+v, the build %+v", f, c)
	}
	if i := s.result("index"); i == nil || i.Samples[0].Written.Bytes == 0 || i.Samples[0].CPU <= 0 {
		t.Errorf("index: %+v", i)
	}
	left, err := filepath.Glob(filepath.Join(dir, "kawaraban-bench-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	doc, err := os.ReadFile(filepath.Join(dir, "doc.md"))
	if err != nil || !strings.HasPrefix(string(doc), "# Costs\n\n"+begins+"\n\n") || !strings.HasSuffix(string(doc), "\n"+ends+"\n\nMore.\n") ||
		!strings.Contains(string(doc), r.tables()) || strings.Contains(string(doc), "before that") {
		t.Errorf("the document: %v\n%s", err, doc)
	}
}

// TestEdits: each edit makes another note, and from nothing it is as it was made.
func TestEdits(t *testing.T) {
	b := &bed{options: &options{}, dir: t.TempDir()}
	b.self = os.Args[0]
	if err := b.makeSites(t.Context(), 10); err != nil {
		t.Fatal(err)
	}
	if want := b.at(siteDir + "/content/1.14/sig-cloud-provider.ja.md"); b.files != 12 || !strings.HasPrefix(b.note, filepath.Dir(want)) {
		t.Errorf("%d files, note %s", b.files, b.note)
	}
	seen := []string{string(b.pristine)}
	for _, edit := range []func(*bed) error{(*bed).changeWord, (*bed).addEntry, (*bed).changeWord, (*bed).addEntry} {
		if err := edit(b); err != nil {
			t.Fatal(err)
		}
		now, err := os.ReadFile(b.note)
		if err != nil || slices.Contains(seen, string(now)) {
			t.Errorf("an edit made what was there before: %v", err)
		}
		seen = append(seen, string(now))
	}
	last := seen[len(seen)-1]
	if n, was := strings.Count(last, "\n- "), strings.Count(seen[0], "\n- "); was != 25 || n != 27 {
		t.Errorf("%d entries, then %d, want 25 and 27", was, n)
	}
	for _, want := range []string{"\n- word000003 word000001 ", "(#900002, @", "(#900004, @"} {
		if !strings.Contains(last, want) {
			t.Errorf("no %q in the note", want)
		}
	}
	if err := b.fresh(); err != nil {
		t.Fatal(err)
	}
	if now, err := os.ReadFile(b.note); err != nil || string(now) != seen[0] {
		t.Errorf("the note is not as it was made: %v", err)
	}
}
