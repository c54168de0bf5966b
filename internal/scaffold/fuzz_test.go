package scaffold

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
)

// seeds gives a fuzzer the files of the cases, and this repository's own notes.
func seeds(f *testing.F, add func(text string)) {
	f.Helper()
	cases, err := filepath.Glob("testdata/update/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range append(cases, "testdata/log.txtar") {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			add(string(file.Data))
			add(strings.ReplaceAll(strings.TrimSpace(string(file.Data)), "\n", "\r\n"))
		}
	}
	for _, name := range []string{"1.27/sig-node.ja.md", "1.26/sig-network.zh.md", "1.27/overview.ru.md", "log/2023-spring.ja.md"} {
		text, err := os.ReadFile("../../content/" + name)
		if err != nil {
			f.Fatal(err)
		}
		add(string(text))
	}
}

// FuzzUpdate brings arbitrary notes up to date: no byte is lost or moved, every entry is read
// as before, what is new is what was added, and a second time adds nothing.
func FuzzUpdate(f *testing.F) {
	seeds(f, func(text string) { f.Add(text) })
	in := desk(f, smallData(f), realWords(f), "ja", nil)
	const path = "content/1.29/sig-node.ja.md"
	f.Fuzz(func(t *testing.T, text string) {
		report, got, ds, err := Update(in, path, []byte(text))
		if err != nil || len(ds) > 0 {
			if string(got) != text {
				t.Fatal("a note that cannot be brought up to date has changed")
			}
			return
		}
		holdUntouched(t, text, string(got))
		want := 0
		for _, a := range report.Added {
			if a.Line > 0 {
				want++
			}
		}
		before, after := in.read(path, []byte(text)), in.read(path, got)
		holdEntries(t, before, after, want)
		again, same, _, err := Update(in, path, got)
		if err != nil || len(again.Added) != len(report.Added)-want || string(same) != string(got) {
			t.Fatalf("the second time: %v\n%s\n%s", err, summary(report), summary(again))
		}
	})
}

// holdEntries holds that a note has its entries as before, and so many new ones.
func holdEntries(t *testing.T, before, after reading, more int) {
	t.Helper()
	prints := func(r reading) []string {
		var out []string
		for e := range r.note.Entries {
			out = append(out, says(e))
		}
		return out
	}
	was, now := prints(before), prints(after)
	if len(now) != len(was)+more {
		t.Fatalf("%d entries have become %d with %d new ones", len(was), len(now), more)
	}
	i := 0
	for _, e := range now {
		if i < len(was) && was[i] == e {
			i++
		}
	}
	if i < len(was) {
		t.Fatalf("an entry is read in another way: %s", was[i])
	}
}

// FuzzLog writes arbitrary texts into arbitrary logs: no byte is lost or moved, every entry
// is read as before, and there is one more, of the day.
func FuzzLog(f *testing.F) {
	seeds(f, func(text string) {
		f.Add(text, "a text (k/k#114465)", uint16(20000))
		f.Add(text, "- several\n\n  lines\n```", uint16(20400))
	})
	in := desk(f, smallData(f), realWords(f), "ja", nil)
	const path = "content/log/2026.ja.md"
	f.Fuzz(func(t *testing.T, text, words string, n uint16) {
		day := time.Unix(int64(n)*24*60*60, 0).UTC()
		at, got, ds, err := Log(in, path, []byte(text), day, words)
		if err != nil || len(ds) > 0 {
			return
		}
		holdUntouched(t, text, string(got))
		after := in.read(path, got)
		if text == "" {
			text = string(in.newLog(path, day))
		}
		before := in.read(path, []byte(text))
		was, now := entriesOf(before.note), entriesOf(after.note)
		if len(now) <= len(was) {
			t.Fatalf("%d entries have become %d", len(was), len(now))
		}
		if !slices.ContainsFunc(now, func(e *note.Block) bool { return e.Pos.Line == at.Line && e.Date == day.Format(time.DateOnly) }) {
			t.Fatalf("no entry of %s at line %d", day.Format(time.DateOnly), at.Line)
		}
		holdEntries(t, before, after, len(now)-len(was))
	})
}

func entriesOf(n *note.Note) []*note.Block {
	var out []*note.Block
	for e := range n.Entries {
		out = append(out, e)
	}
	return out
}

// FuzzComment holds that every text comes back from its comment.
func FuzzComment(f *testing.F) {
	for _, s := range []string{"a --> b", "a --&gt; b", "<!-->", "&lt;!--&amp;gt;", "--!>", "a\r\nb", "\x00", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { holdComment(t, text) })
}
