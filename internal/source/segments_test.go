package source

import (
	"bytes"
	"strings"
	"testing"
)

// painted returns one letter for each byte of a text, so that a case is readable.
func painted(file string) string {
	letters := map[int]byte{
		int(Markup): '.', int(Words): 'w', int(CodeSpan): 'c', int(CodeBlock): 'C', int(Address): 'a', int(HTML): 'h',
		int(Comment): '!', int(FrontMatter): 'f',
	}
	var b strings.Builder
	for _, s := range Segments([]byte(file)) {
		b.WriteString(strings.Repeat(string(letters[int(s.Kind)]), s.End-s.Start))
	}
	return b.String()
}

func TestSegments(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"words", "# A b\n", "..www."},
		{"emphasis", "a **b** c\n", "ww..w..ww."},
		{"literal emphasis", "a ** b\n", "wwwwww."},
		{"code span", "a `b` c\n", "wwcccww."},
		{"code span of two", "a `` b`c `` d\n", "wwcccccccccww."},
		{"link", "a [b](http://x.y) c\n", "ww.waaaaaaaaaaaaaww."},
		{"link with title", "[b](x \"t ) u\") c\n", ".waaaaaaaaaaaaww."},
		{"link in brackets", "[b](<x y> 't') c\n", ".waaaaaaaaaaaaww."},
		{"link with code", "[`b`](x) c\n", ".cccaaaaww."},
		{"label is an address", "[http://x.y](z) c\n", ".aaaaaaaaaaaaaaww."},
		{"looked up by its label", "[b] c\n\n[b]: http://x.y\n", ".aaww..aaaaaaaaaaaaaaa."},
		{"looked up, a parenthesis after it", "[b](c d [b][](e\n\n[b]: x\n", ".aawwwww.aaaaww..aaaaaa."},
		{"looked up", "[b][d] c\n\n[d]: x\n", ".waaaaww..aaaaaa."},
		{"picture", "![b](x.png) c\n", "..waaaaaaaaww."},
		{"bare address", "a https://x.yz/b c\n", "wwaaaaaaaaaaaaaaww."},
		{"in angles", "a <https://x.y> c\n", "wwaaaaaaaaaaaaaww."},
		{"entity", "a &amp; b\\*\n", "ww.....ww..."},
		{"emoji code", "- :pencil: a\n", "..........ww."},
		{"tag", "a <b>c</b>\n", "wwhhhwhhhh."},
		{"comment", "a <!-- b --> c\n", "ww!!!!!!!!!!ww."},
		{"comment block", "<!-- a\n-->\nb\n", "!!!!!!!!!!hw."},
		{"fence", "```go\na\n```\nb\n", "CCCCCCCCCCCCw."},
		{"fence in a list", "- a\n\n  ```\n  b\n  ```\n", "..w...." + "CCCC" + ".." + "CC" + "CCCCCC"},
		{"indented code", "a\n\n    b\n", "w......CC"},
		{"quote", "> a `b`\n> c\n", "..wwccc...w."},
		{"table", "|a|`b`|\n|-|-|\n|c|d|\n", ".w.ccc.........w.w.."},
		{"container", ":::message\na\n:::\n", "...........w....."},
		{"front matter", "---\ntitle: a\n---\nb\n", "fffffffffffffffffw."},
		{"front matter, Windows", "---\r\ntitle: a\r\n---\r\nb `c`\r\nd\r\n", "ffffffffffffffffffffwwccc..w.."},
		{"byte order mark", "\uFEFF---\nx: y\n---\na\n", "...fffffffffffffw."},
		{"mark and words", "\uFEFFa\n", "...w."},
		{"nothing", "", ""},
		{"no text", "a\x00b", "..."},
		{"footnote", "a[^1]\n\n[^1]: b\n", "w........" + "....w."},
		{"id", "# a {#b}\n", "..w......"},
	} {
		if got := painted(c.file); got != c.want {
			t.Errorf("%s: %q\n got %s\nwant %s", c.name, c.file, got, c.want)
		}
	}
}

func FuzzSegments(f *testing.F) {
	for _, s := range []string{
		"a `b` [c](d \"e\") <!-- f\n-->g\n", "---\na: b\n---\r\n- c\n\n  ```\n  d\n  ```\n", "|a|b|\n|-|-|\n|`c\\|d`|e|\n",
		":::details a\n> [!NOTE]\n> b <c@d.e> ![f][g]\n\n[g]: h\n", "\uFEFF[![a](b)][c]\n\n[c]: <d e> 'f'\n", "<!-->\n<!--->a<!--b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		at := 0
		segments := Segments(file)
		for i, s := range segments {
			if s.Start != at || s.End <= s.Start || i > 0 && s.Kind == segments[i-1].Kind {
				t.Fatalf("%q: segment %d is %v after byte %d", file, i, s, at)
			}
			at = s.End
		}
		if at != len(file) {
			t.Fatalf("%q: %d of %d bytes covered", file, at, len(file))
		}
		if bytes.Contains(file, []byte("\r")) {
			return
		}
		windows := painted(strings.ReplaceAll(string(file), "\n", "\r\n"))
		if unwide(windows, file) != painted(string(file)) {
			t.Fatalf("%q: %s with CRLF, else %s", file, windows, painted(string(file)))
		}
	})
}

// unwide removes the letters of carriage returns.
func unwide(letters string, file []byte) string {
	var b strings.Builder
	at := 0
	for _, c := range file {
		if c == '\n' {
			at++
		}
		if at < len(letters) {
			b.WriteByte(letters[at])
		}
		at++
	}
	return b.String()
}
