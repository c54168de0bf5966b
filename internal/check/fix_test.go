package check_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestOffsets checks the conversion of offsets and positions, for all line endings.
func TestOffsets(t *testing.T) {
	for _, text := range []string{
		"", "a", "a\nb", "a\n", "\n\n", "日本\nб«в\n", "a\r\nб\r\n", "a\rb\r", "a\r\n\rb\n\r", "\uFEFFa\nb", "\uFEFF", "\uFEFF\r\nx",
	} {
		f := check.NewFile("a.md", []byte(text), nil)
		mark := len(text) - len(strings.TrimPrefix(text, "\uFEFF"))
		plain := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text[mark:])
		line, col, i := 1, 1, 0
		for _, r := range plain {
			at := mark + i
			if got := f.At(at); got.Line != line || got.Col != col {
				t.Errorf("%q: byte %d is at %d:%d, want %d:%d", text, at, got.Line, got.Col, line, col)
			}
			if got := f.Offset(diag.Position{Line: line, Col: col}); got != at {
				t.Errorf("%q: %d:%d is byte %d, want %d", text, line, col, got, at)
			}
			switch {
			case r != '\n':
				col++
				i += utf8.RuneLen(r)
			case strings.HasPrefix(text[at:], "\r\n"):
				line, col, i = line+1, 1, i+2
			default:
				line, col, i = line+1, 1, i+1
			}
		}
		if got := f.Offset(diag.Position{Line: line + 1, Col: 3}); got != len(text) {
			t.Errorf("%q: a position after the end is byte %d", text, got)
		}
	}
}

// TestMend checks which fixes are allowed, and fixes that overlap or touch.
func TestMend(t *testing.T) {
	const text = "---\na: b\n---\n\none two `code` [three](http://a.b) <b>four</b> <!-- five --> **six** &amp; seven\n\n```\neight\n```\n"
	at := func(word, to string) diag.Fix {
		i := strings.Index(text, word)
		return diag.Fix{Start: i, End: i + len(word), New: to}
	}
	one, two := at("one", "1"), at("two", "2")
	for _, c := range []struct {
		name  string
		fixes []diag.Fix
		want  string // result with the old words; "" for no change
		n     int
	}{
		{"words", []diag.Fix{two, one}, strings.NewReplacer("one", "1", "two", "2").Replace(text), 2},
		{"the same twice", []diag.Fix{one, one}, strings.Replace(text, "one", "1", 1), 1},
		{"label", []diag.Fix{at("three", "3")}, strings.Replace(text, "three", "3", 1), 1},
		{"emphasised", []diag.Fix{at("six", "6")}, strings.Replace(text, "six", "6", 1), 1},
		{"within a tag's words", []diag.Fix{at("four", "4")}, strings.Replace(text, "four", "4", 1), 1},
		{"put before", []diag.Fix{{Start: one.Start, End: one.Start, New: "("}}, strings.Replace(text, "one", "(one", 1), 1},
		{"two that overlap", []diag.Fix{one, {Start: one.Start + 1, End: two.Start, New: "x"}}, "", 0},
		{"two at one place", []diag.Fix{{Start: one.Start, End: one.Start, New: "("}, {Start: one.Start, End: one.Start, New: "["}}, "", 0},
		{"one that holds another, and a third", []diag.Fix{{Start: one.Start, End: two.Start, New: "x"}, one, at("seven", "7")}, strings.Replace(text, "seven", "7", 1), 1},
		{"a long one over two others", []diag.Fix{{Start: one.Start, End: two.End, New: "x"}, one, two}, "", 0},
		{"front matter", []diag.Fix{at("a: b", "a: c")}, "", 0},
		{"code", []diag.Fix{at("code", "x")}, "", 0},
		{"address", []diag.Fix{at("a.b", "x")}, "", 0},
		{"tag", []diag.Fix{at("b>four", "b>x")}, "", 0},
		{"comment", []diag.Fix{at("five", "x")}, "", 0},
		{"entity", []diag.Fix{at("amp", "x")}, "", 0},
		{"code block", []diag.Fix{at("eight", "x")}, "", 0},
		{"out of words into code", []diag.Fix{at("two `c", "x")}, "", 0},
		{"no change", []diag.Fix{at("one", "one")}, "", 0},
		{"a line end", []diag.Fix{at("one", "1\n")}, "", 0},
		{"no text", []diag.Fix{at("one", "\xff")}, "", 0},
		{"beyond the end", []diag.Fix{{Start: len(text) - 1, End: len(text) + 5, New: "x"}, {Start: -3, End: 2, New: "x"}, {Start: 9, End: 3, New: "x"}}, "", 0},
		{"makes code of words", []diag.Fix{at("one", "`1`")}, "", 0},
		{"makes an address of words", []diag.Fix{at("one", "http://a.b")}, "", 0},
		{"one that does and one that does not", []diag.Fix{at("one", "`1`"), two}, strings.Replace(text, "two", "2", 1), 1},
		{"makes a comment of words", []diag.Fix{at("one", "<!--")}, "", 0},
	} {
		f := check.NewFile("content/a.md", []byte(text), nil)
		var ds []diag.Diagnostic
		for _, fix := range c.fixes {
			ds = append(ds, diag.Warnf(diag.Position{File: "content/a.md", Line: 1}, "word/near", "x").WithFix(fix))
		}
		ds = append(ds, diag.Warnf(diag.Position{File: "content/other.md"}, "word/near", "x").WithFix(one))
		got, n := "", 0
		for _, m := range check.ApplyFixes([]*check.File{f}, ds) {
			got, n = string(m.After), m.Fixes
		}
		if got != c.want || n != c.n {
			t.Errorf("%s: %d fixes, want %d: %s", c.name, n, c.n, cmp.Diff(c.want, got))
		}
		if !bytes.Equal(f.Bytes, []byte(text)) {
			t.Fatalf("%s: the file itself was changed", c.name)
		}
	}
}

// TestMendAfterAddress checks that text is not fixed if it may belong to a bare address.
func TestMendAfterAddress(t *testing.T) {
	for text, want := range map[string]bool{
		"https://a.b/記事/kublet の話":           false,
		"(https://a.b/–raw?x=kublet)":        false,
		"https://a.b/ kublet":                true,
		"https://a.b/の\u3000kublet":          true,
		"[記事](https://a.b/c)の kublet":        true,
		"[記事](https://a.b/c)のkublet":         true,
		"<https://a.b/c>のkublet":             true,
		"`https://a.b/`のkublet":              true,
		"https://a.b/\nkublet":               true,
		"[記事][a]のkublet\n\n[a]: https://a.b": true,
	} {
		f := check.NewFile("content/a.md", []byte(text), nil)
		i := strings.Index(text, "kublet")
		d := diag.Warnf(diag.Position{File: f.Path}, "word/near", "x").WithFix(diag.Fix{Start: i, End: i + len("kublet"), New: "kubelet"})
		if got := len(check.ApplyFixes([]*check.File{f}, []diag.Diagnostic{d})) > 0; got != want {
			t.Errorf("%q: fixed %v, want %v", text, got, want)
		}
	}
}

// smallData is upstream data for fixes in tests that have no time for the real data.
var smallData = sync.OnceValues(func() (*upstream.Data, error) {
	d, _, err := upstream.Load(fstest.MapFS{
		"gates.json": {Data: []byte(`[{"name":"NodeLogQuery","stages":[{"stage":"alpha","from":"1.27"}]},
			{"name":"JobPodFailurePolicy","stages":[{"stage":"beta","from":"1.26"}]}]`)},
		"releases/1.27.json": {Data: []byte(`{"release":"1.27","notes":[{"pr":115331,"author":"mimowo","kind":"feature","kinds":["feature"],
			"sigs":["node"],"published":true,"text":"The kubelet flag ` + "`--node-ip` and the type `PodDisruptionBudget`" + ` changed."}]}`)},
	})
	return d, err
})

// noteFixer parses, checks and fixes one note.
type noteFixer struct {
	data  *upstream.Data
	names *ref.Names
}

func (l noteFixer) check(t testing.TB, text []byte) (*check.File, []diag.Diagnostic) {
	t.Helper()
	const path = "content/1.27/note.ja.md"
	n, ds := source.Parse(source.Input{Path: path, Bytes: text}, l.names, source.Options{})
	f := check.NewFile(path, text, n)
	in := &check.In{Names: l.names, Files: []*check.File{f}}
	var notes []*note.Note
	if n != nil {
		notes = append(notes, n)
	}
	in.Site, _ = site.Link(notes, l.data, site.Options{})
	more, err := check.Run(in, func(n int, f func(int) error) error {
		for i := range n {
			if err := f(i); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, check.Filter(append(ds, more...), nil, in.File, in.Files)
}

// FuzzMend fixes any note. Only words may change, the structure of the note must stay, and a second
// run must find no fix.
func FuzzMend(f *testing.F) {
	for _, s := range []string{
		"---\ntitle: Falling Test\n---\n\n## Falling Test\n\n- JodPodFailurePolicy は –node-ip `–node-ip` を使う #115331, @mimowo)\n",
		"# KEP«а\n\n[KEP«а](http://a/KEP«а), [KEP«е]\n\n[KEP«е]: http://b/KEP«е\n",
		"- a\r\n  - –raw=x (#115331, @mimowo))\r\n<!-- –raw=x -->\r\n| –raw=x | `–raw=x` |\r\n|-|-|\r\n| –raw=x | b |\r\n",
		":::message\n–node-ip=a <b>–node-ip</b> &ndash;node-ip https://a/–node-ip=b\n:::\n",
		"## Feature\n\n- ((#115331, @mimowo)\n- NodeLogQuerry (#115331, @mimowo\n- kk#115331, kubernetes/enhancement#3723\n",
		"\uFEFF- –node-ip\n–node-ip\n===\n–node-ip=x\n",
	} {
		f.Add([]byte(s))
	}
	data, err := smallData()
	if err != nil {
		f.Fatal(err)
	}
	l := noteFixer{data, data.Names()}
	f.Fuzz(func(t *testing.T, text []byte) {
		before, ds := l.check(t, text)
		file := before
		for round := range 9 {
			fixed := check.ApplyFixes([]*check.File{file}, ds)
			if len(fixed) == 0 {
				break
			}
			if round == 8 {
				t.Fatalf("the fixes of %q do not end, last result %q", text, fixed[0].After)
			}
			file, ds = l.check(t, fixed[0].After)
		}
		if a, b := unworded(before), unworded(file); a != b {
			t.Fatalf("%q became %q", a, b)
		}
		if before.Note != nil {
			whole := before.Note.Kind == file.Note.Kind
			if diff := cmp.Diff(shape(before.Note, whole), shape(file.Note, whole)); diff != "" {
				t.Fatalf("%q became %q: %s", text, file.Bytes, diff)
			}
		}
	})
}

// unworded returns a file without its words.
func unworded(f *check.File) string {
	var b strings.Builder
	for _, s := range f.Segments() {
		if s.Kind != source.Words {
			fmt.Fprintf(&b, "%s", f.Bytes[s.Start:s.End])
		}
	}
	return b.String()
}

// shape returns the data of a note that no fix may change. With whole set, it includes the
// structure, which changes only with the kind of note. Fixes may reveal the kind or author of a
// change, and an item then becomes an entry.
func shape(n *note.Note, whole bool) []string {
	out := []string{string(n.Lang), fmt.Sprint(n.Links, n.Assets, n.Releases, n.SIGs, n.Meta)}
	if n.Kind != note.Changes || !whole {
		return out
	}
	n.All(func(b *note.Block) bool {
		if slices.Contains([]note.BlockType{note.Heading, note.Code, note.Card, note.Picture}, b.Type) {
			out = append(out, string(b.Type), fmt.Sprint(b.Level))
		}
		return true
	})
	return out
}

// FuzzFix applies any fix to any text. Only words may change.
func FuzzFix(f *testing.F) {
	f.Add([]byte("a `b` [c](d) <e> <!-- f -->\n"), 0, 1, "`")
	f.Add([]byte("---\na: b\n---\nc\n\n    d\n"), 12, 13, "    ")
	f.Add([]byte("a\r\nb\r\n"), 3, 4, "- - -")
	f.Add([]byte("[a]\n\n[a]: b\n"), 1, 2, "c")
	f.Add([]byte("a  \nb\n"), 4, 5, "===")
	f.Add([]byte("|a|b|\n|-|-|\n|c|d|\n"), 13, 14, "|")
	f.Add([]byte("(http://a.b)\n"), 12, 12, "c")
	f.Fuzz(func(t *testing.T, text []byte, start, end int, to string) {
		file := check.NewFile("a.md", text, nil)
		d := diag.Warnf(diag.Position{File: "a.md"}, "word/near", "x").WithFix(diag.Fix{Start: start, End: end, New: to})
		for _, m := range check.ApplyFixes([]*check.File{file}, []diag.Diagnostic{d}) {
			if a, b := unworded(file), unworded(check.NewFile("a.md", m.After, nil)); a != b {
				t.Fatalf("%q became %q", text, m.After)
			}
			if want := string(text[:start]) + to + string(text[end:]); string(m.After) != want {
				t.Fatalf("%q became %q, want %q", text, m.After, want)
			}
		}
	})
}
