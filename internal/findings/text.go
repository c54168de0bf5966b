package findings

import (
	"regexp"
	"strings"
)

// Parts of a note that are not sentences.
var (
	codeBlock  = regexp.MustCompile("(?s)(?:^|\n)[ \t]*```.*?(?:\n[ \t]*```|$)")
	linkForm   = regexp.MustCompile(`\[([^\[\]]*)\]\([^()\s]*\)`)
	address    = regexp.MustCompile(`https?://\S+`)
	bulletForm = regexp.MustCompile(`^[ \t]*(?:[-*+]|[0-9]{1,2}[.)])[ \t]+`)
	// sentenceEnd matches a full stop before white space. split ignores it before a lower-case
	// letter, in versions, and in "e.g." and "i.e.".
	sentenceEnd = regexp.MustCompile(`[.!?]["')\x60*]*\s+`)
	versionDot  = regexp.MustCompile(`\b(v?[0-9]+)\.([0-9]+)(?:\.([0-9]+))?`)
)

// dot replaces the full stop of a version during splitting.
const dot = "\ue010"

// split returns the sentences of a note. Hard wraps are joined. A bullet begins with the line
// before the list if that ends with a colon.
func split(text string) (out []string) {
	text = codeBlock.ReplaceAllString(text, "\n")
	text = linkForm.ReplaceAllString(text, "$1")
	text = address.ReplaceAllString(text, "")
	var paragraphs []string
	lead, open := "", false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		bullet := bulletForm.MatchString(line)
		last := len(paragraphs) - 1
		switch {
		case trimmed == "":
			open = false
		case bullet:
			if last >= 0 && strings.HasSuffix(paragraphs[last], ":") {
				lead = paragraphs[last]
			}
			paragraphs = append(paragraphs, strings.TrimSpace(lead+" "+bulletForm.ReplaceAllString(line, "")))
			paragraphs[last+1] = strings.TrimSpace(paragraphs[last+1])
			open = true
		case open:
			paragraphs[last] += " " + trimmed
		default:
			paragraphs, lead, open = append(paragraphs, trimmed), "", true
		}
	}
	for _, p := range paragraphs {
		out = append(out, sentencesOf(p)...)
	}
	return out
}

func sentencesOf(p string) (out []string) {
	p = versionDot.ReplaceAllStringFunc(p, func(s string) string { return strings.ReplaceAll(s, ".", dot) })
	p = strings.NewReplacer("e.g. ", "e"+dot+"g"+dot+" ", "i.e. ", "i"+dot+"e"+dot+" ").Replace(p)
	start := 0
	for _, m := range sentenceEnd.FindAllStringIndex(p, -1) {
		if m[1] < len(p) && p[m[1]] >= 'a' && p[m[1]] <= 'z' && !strings.HasPrefix(p[m[1]:], "kube") {
			continue
		}
		out = append(out, p[start:m[1]])
		start = m[1]
	}
	out = append(out, p[start:])
	kept := out[:0]
	for _, s := range out {
		if s = strings.TrimSpace(strings.ReplaceAll(s, dot, ".")); s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}
