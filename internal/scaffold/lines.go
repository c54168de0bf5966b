package scaffold

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// lines is a text with an index of its lines. As in package source, a line ends with \n, \r\n or
// \r.
type lines struct {
	text []byte
	ends []int  // ends[i] is the offset after line i+1, including its line end
	eol  string // line end of the file
}

func newLines(text []byte) *lines {
	l := &lines{text: text, eol: "\n"}
	for i := 0; i < len(text); i++ {
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
		} else if text[i] != '\n' && text[i] != '\r' {
			continue
		}
		l.ends = append(l.ends, i+1)
	}
	if n := len(l.ends); n > 0 {
		l.eol = lineEnd(text[:l.ends[0]])
	}
	if n := len(l.ends); n == 0 || l.ends[n-1] < len(text) {
		l.ends = append(l.ends, len(text))
	}
	return l
}

func lineEnd(line []byte) string {
	return string(line[len(bytes.TrimRight(line, "\r\n")):])
}

func (l *lines) count() int { return len(l.ends) }

// raw returns line n, from 1, with its line end. It returns nil if the line does not exist.
func (l *lines) raw(n int) []byte {
	if n < 1 || n > len(l.ends) {
		return nil
	}
	start := 0
	if n > 1 {
		start = l.ends[n-2]
	}
	return l.text[start:l.ends[n-1]]
}

// line returns line n without its line end and without a byte order mark.
func (l *lines) line(n int) string {
	s := strings.TrimRight(string(l.raw(n)), "\r\n")
	if n == 1 {
		s = strings.TrimPrefix(s, byteOrderMark)
	}
	return s
}

const byteOrderMark = "\uFEFF"

func (l *lines) blank(n int) bool { return strings.TrimSpace(l.line(n)) == "" }

func (l *lines) lastFilled(n int) int {
	for n--; n > 0 && l.blank(n); n-- {
	}
	return n
}

type insertion struct {
	after int // line number; 0 for the start of the file
	text  string
	tight bool // whether it gets no blank lines around it
}

// insert returns the file with the insertions. Insertions after the same line keep their order.
func (l *lines) insert(all ...insertion) []byte {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b insertion) int { return cmp.Compare(a.after, b.after) })
	var out bytes.Buffer
	at := 0
	for i, in := range all {
		end := 0
		switch {
		case in.after > 0:
			end = l.ends[min(in.after, len(l.ends))-1]
		case bytes.HasPrefix(l.text, []byte(byteOrderMark)):
			end = len(byteOrderMark)
		}
		out.Write(l.text[at:end])
		at = end
		last := i == len(all)-1 || all[i+1].after != in.after
		out.WriteString(l.fitted(in, end, last))
	}
	out.Write(l.text[at:])
	return out.Bytes()
}

// fitted adds the line ends and blank lines that an insertion requires. If the file has no final
// line end, the result has none either.
func (l *lines) fitted(in insertion, at int, last bool) string {
	text := in.text
	if in.after > 0 && !in.tight {
		text = "\n" + text
	}
	open := at > 0 && at == len(l.text) && len(bytes.TrimRight(l.text[at-1:at], "\r\n")) > 0
	if open && in.after > 0 {
		text = "\n" + text
	} else {
		text += "\n"
	}
	if last && at < len(l.text) && !in.tight && !l.blank(in.after+1) {
		text += "\n"
	}
	return strings.ReplaceAll(text, "\n", l.eol)
}
