package source

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// ownMark begins a comment for this program: one that silences a check (kawaraban-ignore),
// or that keeps a pull request out of a note (kawaraban-skip). It is no source text, and none
// that stands before it is forgotten for it.
const ownMark = "kawaraban-"

// takeComment remembers a comment for the block after it.
func (b *builder) takeComment(m *markdown.Block) {
	var kept []string
	for line := range strings.SplitSeq(m.Comment, "\n") {
		if !strings.HasPrefix(line, ownMark) {
			kept = append(kept, line)
		}
	}
	if len(kept) > 0 || m.Comment == "" {
		b.pending = strings.Join(kept, "\n")
	}
}

// takeSource gives a block the source text of the comment that stood before it.
func (b *builder) takeSource(n *note.Block) {
	text := b.pending
	b.pending = ""
	if text == "" || !b.isSource(text) {
		return
	}
	doc := markdown.Parse([]byte(text), markdown.Options{
		Names: b.names, File: b.in.Path, Prefix: "source-", Highlighter: b.opts.Highlighter, Link: b.link, Image: b.size,
	})
	if n.Type == note.Entry || n.Type == note.Heading {
		for _, m := range doc.Blocks {
			if m.Type == markdown.Heading || m.Type == markdown.Paragraph {
				n.Source = doc.Render(m, markdown.RenderOptions{Inline: true})
				return
			}
		}
	}
	n.Source = doc.RenderAll(doc.Blocks, markdown.RenderOptions{})
}

// isSource tells the text that a block was translated from from comments of other kinds:
// marks such as <!-- body -->, things to do, and remarks in the note's own language.
func (b *builder) isSource(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || b.note.Lang == "en" {
		return false
	}
	if len(words) == 1 && !strings.HasPrefix(words[0], "#") && strings.ToLower(words[0]) == words[0] {
		return false
	}
	switch strings.ToLower(strings.Trim(words[0], ":.")) {
	case "todo", "fixme", "xxx", "note", "end", "toc", "markdownlint-disable", "prettier-ignore", "textlint-disable", "textlint-enable":
		return false
	}
	latin, own := 0, 0
	for _, r := range text {
		switch {
		case r < 0x250 && unicode.IsLetter(r):
			latin++
		case unicode.IsLetter(r):
			own++
		}
	}
	return latin > 3*own
}

// twin is the body as Markdown without its comments: what stands beside the page for
// those who would rather read it so.
func twin(text []byte) string {
	var out bytes.Buffer
	fenced, comment := "", false
	blank := true
	for line := range bytes.Lines(text) {
		s := strings.TrimRight(string(line), "\n")
		had := strings.TrimSpace(s) != ""
		if !comment {
			fenced = fenceState(fenced, s)
		}
		if fenced == "" || comment {
			if rest, open := uncomment(s, comment); rest != s || open {
				s, comment = strings.TrimRight(rest, " \t"), open
			}
		}
		empty := strings.TrimSpace(s) == ""
		if empty && fenced == "" && (had || blank) {
			continue // a line that held only a comment, or a second blank one
		}
		blank = empty && fenced == ""
		out.WriteString(s)
		out.WriteByte('\n')
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// fenceState follows the fences of code: the fence that is open after the line.
func fenceState(open, line string) string {
	t := strings.TrimLeft(line, " \t>-*+0123456789.")
	run := t[:len(t)-len(strings.TrimLeft(t, "`"))]
	if run == "" {
		run = t[:len(t)-len(strings.TrimLeft(t, "~"))]
	}
	switch {
	case len(run) < 3:
		return open
	case open == "" && !(run[0] == '`' && strings.Contains(t[len(run):], "`")):
		return run
	case open != "" && run[0] == open[0] && len(run) >= len(open) && strings.TrimSpace(t[len(run):]) == "":
		return ""
	}
	return open
}

// uncomment takes the comments out of a line; inside says whether one is open before
// and after it. What stands in a code span is no comment.
func uncomment(s string, inside bool) (string, bool) {
	var b strings.Builder
	code := false
	for s != "" {
		if inside {
			_, after, closed := strings.Cut(s, "-->")
			if !closed {
				return b.String(), true
			}
			s, inside = after, false
			continue
		}
		at := strings.IndexAny(s, "`<")
		if at < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:at])
		s = s[at:]
		switch {
		case s[0] == '`':
			code = !code
		case !code && strings.HasPrefix(s, "<!--"):
			s, inside = s[len("<!--"):], true
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String(), inside
}
