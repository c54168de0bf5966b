package source

import "strings"

// twin is the body as Markdown without its comments: what stands beside the page for
// those who would rather read it so.
func twin(text []byte) string {
	out := twinText{body: string(text)}
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
			out.drop(line) // a line that held only a comment, or a second blank one
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

// twinText is what of a body is kept: as long as it is a part of it, as nearly always, that part
// and no copy.
type twinText struct {
	body     string
	from, to int // the part
	changed  strings.Builder
	is       bool // changed
}

// drop leaves out the next line.
func (t *twinText) drop(line string) {
	switch {
	case t.is:
	case t.from == t.to:
		t.from += len(line)
		t.to = t.from
	default:
		t.change()
	}
}

// add adds the next line, as it is to be without its end.
func (t *twinText) add(line, s string) {
	if !t.is && len(line) == len(s)+1 && strings.HasPrefix(line, s) {
		t.to += len(line)
		return
	}
	t.change()
	t.changed.WriteString(s)
	t.changed.WriteByte('\n')
}

// change goes on in a copy.
func (t *twinText) change() {
	if !t.is {
		t.is = true
		t.changed.Grow(len(t.body) - t.from + 1)
		t.changed.WriteString(t.body[t.from:t.to])
	}
}

func (t *twinText) text() string {
	if t.is {
		return t.changed.String()
	}
	return t.body[t.from:t.to]
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
