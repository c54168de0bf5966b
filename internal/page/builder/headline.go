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

// actionRequired matches how urgent notes begin, with the markup around it. Their mark says it.
var actionRequired = regexp.MustCompile(`(?i)^<p>(?:<[a-z]+>)?\[?action[ _-]required\]?(?:</[a-z]+>)?(?:[:.]\s*|\s+)(?:</p>\s*<p>|<br ?/?>\s*)?`)

// tidied removes what is not text from an official sentence: quotes around all of it, which the
// drafts contain by mistake, and in urgent notes the words "action required".
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

// maxHeadline is the length in bytes up to which a first sentence is a headline.
const maxHeadline = 400

// minHeadline is the length in characters from which a sentence says something: "Action required."
// does not.
const minHeadline = 16

// Headline emphasises the first sentence of a text.
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

// Lead emphasises the first sentence of what is read first: the summary if there is one.
func Lead(text *view.Rich, summary *view.Remark) {
	if summary != nil {
		text = &summary.Rich
	}
	text.HTML = Headline(text.HTML)
}

// sentenceEnd returns the end of the first sentence of a paragraph: at the first full stop outside
// of all elements with a new sentence after it, else the end of the paragraph.
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
