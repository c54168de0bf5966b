package scaffold

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
)

const (
	fuzzNote = "content/1.29/sig-node.ja.md"
	fuzzLog  = "content/log/2026.ja.md"
)

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

// FuzzUpdate updates arbitrary notes. No byte is lost or moved, every entry parses as before, and a
// second run adds nothing.
func FuzzUpdate(f *testing.F) {
	seeds(f, func(text string) { f.Add(text) })
	in := desk(f, smallData(f), realWords(f), "ja", nil)
	f.Fuzz(func(t *testing.T, text string) { holdUpdate(t, in, text) })
}

func holdUpdate(t *testing.T, in In, text string) (added, homeless int) {
	t.Helper()
	report, got, ds, err := Update(in, fuzzNote, []byte(text))
	if err != nil || len(ds) > 0 {
		if string(got) != text {
			t.Fatal("a note that cannot be brought up to date has changed")
		}
		return 0, 0
	}
	holdUntouched(t, text, string(got))
	want := 0
	for _, a := range report.Added {
		if a.Line > 0 {
			want++
		}
	}
	before, after := in.read(fuzzNote, []byte(text)), in.read(fuzzNote, got)
	holdEntries(t, before, after, want)
	again, same, _, err := Update(in, fuzzNote, got)
	if err != nil || len(again.Added) != len(report.Added)-want || string(same) != string(got) {
		t.Fatalf("the second time: %v\n%s\n%s\n%s\n--\n%s", err, summary(report), summary(again), text, same)
	}
	return want, len(report.Added) - want
}

func holdEntries(t *testing.T, before, after reading, more int) {
	t.Helper()
	prints := func(r reading) []string {
		var out []string
		for e := range r.note.Entries {
			out = append(out, content(e))
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

// FuzzLog adds arbitrary entries to arbitrary logs. No byte is lost or moved, every entry parses as
// before, and there is one more, of the day.
func FuzzLog(f *testing.F) {
	seeds(f, func(text string) {
		f.Add(text, "a text (k/k#114465)", uint16(20000))
		f.Add(text, "- several\n\n  lines\n```", uint16(20400))
	})
	in := desk(f, smallData(f), realWords(f), "ja", nil)
	f.Fuzz(func(t *testing.T, text, words string, n uint16) { holdLog(t, in, text, words, n) })
}

func holdLog(t *testing.T, in In, text, words string, n uint16) bool {
	t.Helper()
	day := time.Unix(int64(n)*24*60*60, 0).UTC()
	at, got, ds, err := Log(in, fuzzLog, []byte(text), day, words)
	if err != nil || len(ds) > 0 {
		return false
	}
	holdUntouched(t, text, string(got))
	after := in.read(fuzzLog, got)
	if text == "" {
		text = string(in.newLog(fuzzLog, day))
	}
	before := in.read(fuzzLog, []byte(text))
	was, now := entriesOf(before.note), entriesOf(after.note)
	if len(now) <= len(was) {
		t.Fatalf("%d entries have become %d", len(was), len(now))
	}
	if !slices.ContainsFunc(now, func(e *note.Block) bool { return e.Pos.Line == at.Line && e.Date == day.Format(time.DateOnly) }) {
		t.Fatalf("no entry of %s at line %d", day.Format(time.DateOnly), at.Line)
	}
	holdEntries(t, before, after, len(now)-len(was))
	return true
}

func entriesOf(n *note.Note) []*note.Block {
	var out []*note.Block
	for e := range n.Entries {
		out = append(out, e)
	}
	return out
}

func FuzzComment(f *testing.F) {
	for _, s := range []string{"a --> b", "a --&gt; b", "<!-->", "&lt;!--&amp;gt;", "--!>", "a\r\nb", "\x00", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { holdComment(t, text) })
}

var fragments = []string{
	"# Title", "## Feature", "### API Change", "## バグ修正", "Setext\n------", "## 所感", ":pencil:", "## 今後", "### A #2091", "### 機能 (3)",
	"- 訳 (#100101, @ann)", "- 訳 (#100102, @bob) [SIG Node]\n  - :pencil: 注", "* 訳 (#100103)\n\n  続き", "- 訳 (#100901, @ann)", "1. 訳 (#100105, @x)",
	"- グループ\n  - 訳 (#100902, @ann)\n  - ## 見出し", "text", "> quote\n> - 訳 (#100903, @ann)", "```go\n## no heading\n- (#100101, @ann)\n```",
	"```\nopen", "<!-- Added x. -->", "<!--\nseveral\n\nlines\n-->", "<!-- open", "<details>\n<summary>x</summary>", "</details>", "    indented code",
	":::message\nin it\n:::", ":::details x", "[^1]: footnote", "word[^1]", "[ref]: https://kubernetes.io/", "| a | b |\n|---|---|\n| c | d |", "---", "***",
	"追加された API:", "- a/v1/b", "## 2026-11-18", "## 2026-11-20", "## 2026年11月22日（日）", "- post\n- post (k/k#114465)", "+ post\n\n  more", "  - post",
	"", "\t", "<!-- kawaraban-skip #100105 -->", "\\", "- ", "#",
}

// TestMadeNotes updates notes and logs made of fragments that open, close, nest and interrupt
// blocks: 800 of each. An unclosed block can leave an entry without a place; then it is reported
// and nothing is written.
func TestMadeNotes(t *testing.T) {
	in := desk(t, smallData(t), realWords(t), "ja", nil)
	r := rand.New(rand.NewPCG(3, 29))
	made := func(front string) string {
		glue := []string{"\n", "\n\n", "\n\n", "\r\n", "\n\n\n"}[r.IntN(5)]
		var parts []string
		for range r.IntN(12) {
			parts = append(parts, fragments[r.IntN(len(fragments))])
		}
		return front + strings.Join(parts, glue) + []string{"", "\n"}[r.IntN(2)]
	}
	added, homeless, logged := 0, 0, 0
	for range 800 {
		some, none := holdUpdate(t, in, made("---\nsigs: [node]\nkind: changes\n---\n"))
		added, homeless = added+some, homeless+none
		if holdLog(t, in, made("---\nkind: log\n---\n"), fragments[r.IntN(len(fragments))], uint16(20770+r.IntN(10))) {
			logged++
		}
	}
	t.Logf("%d entries added, %d without a place; %d texts logged", added, homeless, logged)
	if added < 2000 || homeless > added/3 || logged < 400 {
		t.Errorf("%d entries added, %d without a place; %d texts logged", added, homeless, logged)
	}
}
