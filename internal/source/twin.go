package source

import "strings"

// twin is the body as Markdown without its comments: what stands beside the page for
// those who would rather read it so.
func twin(text []byte) string {
	var out strings.Builder
	out.Grow(len(text) + 1)
	fenced, comment := "", false
	blank := true
	for line := range strings.Lines(string(text)) {
		s := strings.TrimRight(line, "\n")
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
	body := out.String()
	if end := len(strings.TrimRight(body, "\n")); end < len(body) {
		return body[:end+1]
	}
	return body + "\n"
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
	if !inside && !strings.Contains(s, "<!--") {
		return s, false // as nearly always
	}
	var b strings.Builder
	code := false
	for s != "" {
		if inside {
			_, after, closed := strings.Cut(s, "-->")
			if !closed {
				return b.String(), true
			}
			s, inside = after, false
			if before := b.String(); before == "" || strings.HasSuffix(before, " ") {
				s = strings.TrimLeft(s, " \t") // it parted the comment from the words
			}
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
