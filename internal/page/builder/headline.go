package builder

import (
	"html/template"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// actionRequired matches the words "action required" at the beginning of an urgent note, with
// their markup. The page shows a mark instead.
var actionRequired = regexp.MustCompile(`(?i)^<p>(?:<[a-z]+>)?\[?action[ _-]required\]?(?:</[a-z]+>)?(?:[:.]\s*|\s+)(?:</p>\s*<p>|<br ?/?>\s*)?`)

// tidied removes quotes around the whole of an official text, which some drafts contain by
// mistake. In urgent notes it also removes the words "action required".
func tidied(html string, urgent bool) string {
	for _, q := range []string{"'", "&#39;", "’", "‘"} {
		if inner, ok := strings.CutPrefix(html, "<p>"+q); ok {
			for _, end := range []string{"'", "&#39;", "’"} {
				if body, ok := strings.CutSuffix(inner, end+"</p>"); ok {
					html = "<p>" + body + "</p>"
				}
			}
		}
	}
	if urgent {
		if at := actionRequired.FindStringIndex(html); at != nil && !strings.HasPrefix(html[at[1]:], "for ") {
			html = "<p>" + capitalised(html[at[1]:])
		}
	}
	return html
}

// rawAction is actionRequired for Markdown.
var rawAction = regexp.MustCompile(`(?i)^[*\[]*action[ _-]required[*\]]*(?:[:.]\s*|\s+)`)

// Source returns the official text of a change in Markdown, without the words "action required" at
// its beginning.
func Source(n *upstream.ReleaseNote) string {
	text := strings.TrimSpace(n.Text)
	if at := rawAction.FindStringIndex(text); n.Urgent && at != nil && !strings.HasPrefix(text[at[1]:], "for ") {
		return capitalised(text[at[1]:])
	}
	return text
}

// Plain is tidied for a text without markup.
func Plain(text string, urgent bool) string {
	out := tidied("<p>"+text+"</p>", urgent)
	return strings.TrimSuffix(strings.TrimPrefix(out, "<p>"), "</p>")
}

func capitalised(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// maxHeadline is the maximum length in bytes of a first sentence that is emphasised.
const maxHeadline = 400

// minHeadline is the minimum length in characters of a first sentence. Shorter ones, such as
// "Action required.", have no content.
const minHeadline = 16

// Headline emphasises the first sentence of a text. It returns the text unchanged if that
// sentence is longer than maxHeadline.
func Headline(html template.HTML) template.HTML {
	rest, ok := strings.CutPrefix(string(html), "<p>")
	end := strings.Index(rest, "</p>")
	if !ok || end < 0 {
		return html
	}
	end = sentenceEnd(rest[:end])
	if end > maxHeadline {
		return html
	}
	return template.HTML("<p><b>" + rest[:end] + "</b>" + rest[end:])
}

// Lead emphasises the first sentence of the summary, or of the text if there is no summary.
func Lead(text *view.Rich, summary *view.Remark) {
	if summary != nil {
		text = &summary.Rich
	}
	text.HTML = Headline(text.HTML)
}

// sentenceEnd returns the offset of the end of the first sentence of a paragraph. A sentence ends
// at a full stop outside of all elements, before a new sentence. Without one it ends with the
// paragraph.
func sentenceEnd(p string) int {
	depth := 0
	for i, r := range p {
		switch {
		case strings.HasPrefix(p[i:], "</"):
			depth--
		case r == '<' && !strings.HasPrefix(p[i:], "<br") && !strings.HasPrefix(p[i:], "<wbr"):
			depth++
		case depth > 0 || utf8.RuneCountInString(p[:i]) < minHeadline:
		case r == '.' && endsSentence(p[:i], p[i+1:]):
			return i + 1
		case r == '。':
			return i + len("。")
		}
	}
	return len(p)
}

func endsSentence(before, after string) bool {
	next := strings.TrimLeft(after, " \n")
	if next == after || strings.HasSuffix(before, "e.g") || strings.HasSuffix(before, "i.e") || strings.HasSuffix(before, "vs") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(next)
	return r == '<' || r == '(' || unicode.IsUpper(r)
}
