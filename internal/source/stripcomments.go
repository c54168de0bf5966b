package source

import "strings"

// withoutComments returns the body without comments, for the Markdown version of the page.
func withoutComments(text []byte) string {
	out := lineFilter{body: string(text)}
	fenced, comment := "", false
	blank := true
	for line := range strings.Lines(out.body) {
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
			out.drop(line) // a line with only a comment, or a repeated blank line
			continue
		}
		blank = empty && fenced == ""
		out.add(line, s)
	}
	body := out.text()
	if end := len(strings.TrimRight(body, "\n")); end < len(body) {
		return body[:end+1]
	}
	return body + "\n"
}

// lineFilter collects the lines to keep. It copies nothing while these lines are a contiguous
// range of the body.
type lineFilter struct {
	body     string
	from, to int // range of body to keep
	changed  strings.Builder
	is       bool // whether the result is in changed
}

// drop omits the next line.
func (t *lineFilter) drop(line string) {
	switch {
	case t.is:
	case t.from == t.to:
		t.from += len(line)
		t.to = t.from
	default:
		t.change()
	}
}

// add adds the next line. s is its new text without a line break.
func (t *lineFilter) add(line, s string) {
	if !t.is && len(line) == len(s)+1 && strings.HasPrefix(line, s) {
		t.to += len(line)
		return
	}
	t.change()
	t.changed.WriteString(s)
	t.changed.WriteByte('\n')
}

// change copies the lines so far to changed.
func (t *lineFilter) change() {
	if !t.is {
		t.is = true
		t.changed.Grow(len(t.body) - t.from + 1)
		t.changed.WriteString(t.body[t.from:t.to])
	}
}

func (t *lineFilter) text() string {
	if t.is {
		return t.changed.String()
	}
	return t.body[t.from:t.to]
}

// fenceState returns the code fence that is open after a line, or "".
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

// uncomment removes the comments from a line. inside and the result report whether a comment is
// open before and after the line. Comment markup in a code span is text.
func uncomment(s string, inside bool) (string, bool) {
	if !inside && !strings.Contains(s, "<!--") {
		return s, false // the common case
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
				s = strings.TrimLeft(s, " \t") // removes white space after the comment
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
