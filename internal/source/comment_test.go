package source

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// ownPages are the notes of this repository that have their English source in comments. The counts
// were made by hand in the file without comments: blocks by type, including children, and blocks
// with a source. Code is the same in both languages, and the titles of the overview's seven KEPs
// are English.
var ownPages = []struct {
	path   string
	title  string
	blocks map[note.BlockType]int
	source map[note.BlockType]int
}{
	{
		"content/1.27/sig-scheduling.zh.md", "What changed for SIG Scheduling in Kubernetes 1.27",
		map[note.BlockType]int{note.Heading: 7, note.Entry: 18, note.Remark: 10, note.Prose: 7, note.Code: 1},
		map[note.BlockType]int{note.Heading: 7, note.Entry: 18, note.Remark: 10, note.Prose: 7},
	}, {
		"content/1.28/overview.ja.md", "What changed in Kubernetes 1.28",
		map[note.BlockType]int{note.Heading: 10, note.Entry: 7, note.Remark: 2, note.Prose: 14, note.Code: 1},
		map[note.BlockType]int{note.Heading: 10, note.Remark: 2, note.Prose: 14},
	}, {
		"content/1.29/sig-network.ru.md", "What changed for SIG Network in Kubernetes 1.29",
		map[note.BlockType]int{note.Heading: 4, note.Entry: 9, note.Remark: 7, note.Prose: 5, note.Code: 1},
		map[note.BlockType]int{note.Heading: 4, note.Entry: 9, note.Remark: 7, note.Prose: 5, note.Code: 1},
	},
}

// TestOwnPages checks that every block of these notes has its source, in English, and that the
// comments do not affect the note itself.
func TestOwnPages(t *testing.T) {
	for _, c := range ownPages {
		text, err := os.ReadFile("../../" + c.path)
		if err != nil {
			t.Fatal(err)
		}
		n, ds := Parse(Input{Path: c.path, Bytes: text}, testNames(), Options{})
		if n == nil {
			t.Fatal(ds)
		}
		if n.SourceTitle != c.title || n.SourceTitleLang != "en" {
			t.Errorf("%s: the title was %q (%s)", c.path, n.SourceTitle, n.SourceTitleLang)
		}
		blocks, source := map[note.BlockType]int{}, map[note.BlockType]int{}
		for b := range n.All {
			blocks[b.Type]++
			if len(b.Source) == 0 {
				continue
			}
			source[b.Type]++
			if b.SourceLang != "en" || strings.ContainsAny(b.Source.Plain(), "。，、的はжи") || b.SourceAbove || b.Machine || len(b.Was) > 0 {
				t.Errorf("%s:%d: source %s %q", c.path, b.Pos.Line, b.SourceLang, b.Source.Plain())
			}
		}
		if d := cmp.Diff(c.blocks, blocks); d != "" {
			t.Errorf("%s, blocks:\n%s", c.path, d)
		}
		if d := cmp.Diff(c.source, source); d != "" {
			t.Errorf("%s, sources:\n%s", c.path, d)
		}
		without(t, n, text)
	}
}

// without checks that a note is the same without its comments, except for the data from comments.
func without(t *testing.T, n *note.Note, text []byte) {
	t.Helper()
	if strings.Contains(n.Markdown, "<!--") {
		t.Errorf("%s: a comment in the Markdown", n.Path)
	}
	front, _, _ := bytes.Cut(text[len("---\n"):], []byte("\n---\n"))
	bare, _ := Parse(Input{Path: n.Path, Bytes: []byte("---\n" + string(front) + "\n---\n\n" + n.Markdown)}, testNames(), Options{})
	if d := cmp.Diff(ownContent(bare), ownContent(n)); d != "" {
		t.Errorf("%s, with and without comments:\n%s", n.Path, d)
	}
}

// ownContent returns a note without data from comments and without positions.
func ownContent(n *note.Note) *note.Note {
	c := *n
	c.SourceTitle, c.SourceTitleLang = "", ""
	c.Blocks, c.Front = ownWords(n.Blocks), placeless(n.Front)
	c.Links = nil
	for _, l := range n.Links {
		l.Pos = diag.Position{}
		c.Links = append(c.Links, l)
	}
	return &c
}

func ownWords(blocks []note.Block) []note.Block {
	var out []note.Block
	for _, b := range blocks {
		b = note.Block{
			Type: b.Type, ID: b.ID, Lang: b.Lang, Level: b.Level, Trail: b.Trail, Kind: b.Kind, Stage: b.Stage, Date: b.Date,
			Area: b.Area, Text: holes(b.Text), Attr: b.Attr, Refs: placeless(b.Refs), Children: ownWords(b.Children),
		}
		out = append(out, b)
	}
	return out
}

// holes returns a text whose references have no positions.
func holes(t note.Text) note.Text {
	var out note.Text
	for _, s := range t {
		if s.Ref != nil {
			r := *s.Ref
			r.Pos = diag.Position{}
			s.Ref = &r
		}
		out = append(out, s)
	}
	return out
}

func placeless(refs []note.Ref) []note.Ref {
	var out []note.Ref
	for _, r := range refs {
		r.Pos = diag.Position{}
		out = append(out, r)
	}
	return out
}

// TestCommentLineEnds checks that comments with CRLF line endings are parsed like those with LF.
func TestCommentLineEnds(t *testing.T) {
	for _, in := range notesOfRepository(t) {
		if bytes.IndexByte(in.Bytes, '\r') >= 0 {
			continue
		}
		want, _ := Parse(in, testNames(), Options{})
		got, _ := Parse(Input{Path: in.Path, Bytes: bytes.ReplaceAll(in.Bytes, []byte("\n"), []byte("\r\n"))}, testNames(), Options{})
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s:\n%s", in.Path, d)
		}
	}
}

// TestForComment checks that a text in a comment is parsed unchanged and does not end the comment.
func TestForComment(t *testing.T) {
	for _, text := range []string{
		"", "a --> b", "a --&gt; b", "a --&amp;gt; b", "<!-- c -->", "&lt;!-- c --!>", "--", "-->", "<!--", "a -- b > c", "`-->`",
	} {
		in := ForComment(text)
		if strings.Contains(in, "-->") || strings.Contains(in, "--!>") || strings.Contains(in, "<!--") {
			t.Errorf("%q closes or opens a comment", in)
		}
		if got := FromComment(in); got != text {
			t.Errorf("%q became %q and was parsed as %q", text, in, got)
		}
	}
}

// commentSeeds adds notes with comments in all positions.
func commentSeeds(f *testing.F) {
	for _, in := range notesOfRepository(f) {
		if bytes.Contains(in.Bytes, []byte("<!--")) && len(in.Bytes) < 8<<10 {
			f.Add(in.Bytes)
		}
	}
	for _, s := range []string{
		"<!-- a -->b", "- <!-- a\n\nb -->\n  c\n- <!-- kawaraban-stale x --> d", "<!--\n- a\n  - b\n-->\n- c\n\n  - d", "> <!-- a -->\n> b\n<!-- c",
		"<!--\n# a\n\nb\n-->\n# c\n\nd", "<!---->a", "<!-->a-->b", "1. <!-- a[^1] --> b\n\n[^1]: <!-- c --> d", "<!-- title: a -->\n<!-- title: [ -->\nb",
		":::message\n<!-- A b -->\n甲\n:::\n<!-- kawaraban-machine -->", "|a|\n|-|\n|<!-- B c -->乙|",
	} {
		f.Add([]byte(s))
	}
}

// FuzzComments checks that comments do not affect the note itself: other text in them must not
// change a block, id or reference. The source of a block must be well formed, without anchors, and
// in another language than the note.
func FuzzComments(f *testing.F) {
	commentSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, path := range []string{"content/1.27/sig-node.zh.md", "content/log/a.en.md", "content/1.27/overview.ja.md"} {
			n, _ := Parse(Input{Path: path, Bytes: text}, testNames(), Options{})
			if n == nil {
				continue
			}
			for b := range n.All {
				sound(t, n, b)
			}
			other, _ := Parse(Input{Path: path, Bytes: otherWords(text)}, testNames(), Options{})
			if other == nil {
				t.Fatal("the note is invalid with other text in comments")
			}
			if d := cmp.Diff(ownContent(n), ownContent(other)); d != "" {
				t.Fatalf("%s: a comment affects the note:\n%s", path, d)
			}
		}
	})
}

func sound(t *testing.T, n *note.Note, b *note.Block) {
	t.Helper()
	for _, x := range []note.Text{b.Source, b.Was} {
		if err := wellFormed(x); err != nil {
			t.Fatalf("%s: %v", b.ID, err)
		}
		for _, s := range x {
			if strings.Contains(s.HTML, idAttribute) {
				t.Fatalf("an anchor in a source: %s", s.HTML)
			}
		}
	}
	if (len(b.Source) > 0) != (b.SourceLang != "") || b.SourceAbove && len(b.Source) > 0 {
		t.Fatalf("source %q in %q, above %t", b.Source.Plain(), b.SourceLang, b.SourceAbove)
	}
}

// otherWords returns a file whose comments have other letters. The Markdown version omits comments,
// so it is the same.
func otherWords(text []byte) []byte {
	out := bytes.Clone(text)
	for _, s := range Segments(text) {
		if s.Kind != Comment {
			continue
		}
		for i := s.Start; i < s.End; i++ {
			if c := out[i]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				out[i] = 'q'
			}
		}
	}
	return out
}
