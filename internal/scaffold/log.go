package scaffold

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// Logged is the position of a new log entry.
type Logged struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Date    string `json:"date"`
	Heading bool   `json:"heading"` // whether a heading for the day was added
}

// Log adds an entry to a log, as the last entry of its day. If the day has no heading, it adds
// one. Its format and position correspond to those of the other headings, newest first or last.
// An empty text starts a new log.
//
// words is Markdown. A first character that would start another kind of block is escaped. If the
// log cannot be parsed, Log returns diagnostics. The error is a [Refusal].
func Log(in In, path string, text []byte, day time.Time, words string) (Logged, []byte, []diag.Diagnostic, error) {
	words, err := logWords(words)
	if err != nil {
		return Logged{}, text, nil, err
	}
	if len(text) == 0 {
		text = in.newLog(path, day)
	}
	r := in.read(path, text)
	switch {
	case r.note == nil:
		return Logged{}, text, r.diags, nil
	case r.note.Kind != note.Log:
		return Logged{}, text, nil, refuse("%s is not a log", path).withHint("name a log with --file content/log/%s-log.%s.md", day.Format("2006"), in.Lang)
	}
	w := &logging{In: in, path: path, reading: r, lines: newLines(text), day: day}
	for _, item := range []string{words, escapeStart(words)} {
		for _, p := range w.places() {
			if out, at, ok := w.try(p, item); ok {
				return Logged{path, at, day.Format(time.DateOnly), p.heading != ""}, out, nil, nil
			}
		}
	}
	return Logged{}, text, nil, refuse("no place for the entry in %s: it is more than one entry, or something before it is not closed", path).
		withHint("add the entry to the file by hand")
}

func (in In) newLog(path string, day time.Time) []byte {
	var b strings.Builder
	name := day.Format("2006")
	if id, _, _, ok := source.Locate(path); ok {
		name = strings.TrimSuffix(strings.TrimPrefix(string(id[strings.LastIndexByte(string(id), '/')+1:]), "log-"), "-notes")
	}
	front(&b, in.T("log.title", name), note.Log, Target{}, nil)
	return []byte(b.String())
}

func logWords(words string) (string, error) {
	if !utf8.ValidString(words) {
		return "", refuse("text is not UTF-8").withHint("set the terminal to UTF-8")
	}
	words = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(words)
	for _, r := range words {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return "", refuse("text contains a control character").withHint("remove it")
		}
	}
	if words = strings.TrimSpace(words); words == "" {
		return "", refuse("missing text").withHint(`pass the text of the entry: kawaraban log "…"`)
	}
	return words, nil
}

var numberStart = regexp.MustCompile(`^\d{1,9}([.)])`)

// escapeStart escapes a first character that would start a list, a heading, a quotation or code.
func escapeStart(words string) string {
	if m := numberStart.FindStringSubmatchIndex(words); m != nil {
		return words[:m[2]] + `\` + words[m[2]:]
	}
	if r, _ := utf8.DecodeRuneInString(words); r < utf8.RuneSelf && unicode.In(r, unicode.P, unicode.S) {
		return `\` + words
	}
	return words
}

type logging struct {
	In
	path    string
	reading reading
	lines   *lines
	day     time.Time
}

type logPlace struct {
	after   int
	heading string // heading to add; empty if the day has one
	indent  string // indentation of the list to which the entry is added
	sign    string
	tight   bool
}

// try inserts the entry. It returns the file and the line of the entry. It returns false if an
// existing block would parse differently, or if words would not parse as one entry of the day.
func (w *logging) try(p logPlace, words string) (out []byte, line int, ok bool) {
	item := p.indent + p.sign + " " + indented(words, p.indent+strings.Repeat(" ", len(p.sign)+1))
	if p.heading != "" {
		item = p.heading + "\n\n" + item
	}
	out = w.lines.insert(insertion{after: p.after, text: item, tight: p.tight})
	later := w.read(w.path, out)
	added, ok := w.reading.added(later)
	if !ok {
		return nil, 0, false
	}
	if p.heading != "" {
		if len(added) == 0 || added[0].Type != note.Heading || added[0].Date != w.date() {
			return nil, 0, false
		}
		added = added[1:]
	}
	if len(added) == 0 || added[0].Type != note.Entry || added[0].Date != w.date() || added[0].Text.Plain() == "" || below(added[0]) != len(added) {
		return nil, 0, false
	}
	return out, added[0].Pos.Line, true
}

func indented(words, by string) string {
	all := strings.Split(words, "\n")
	for i, line := range all {
		if strings.TrimSpace(line) == "" {
			all[i] = ""
		} else if i > 0 {
			all[i] = by + line
		}
	}
	return strings.Join(all, "\n")
}

func below(b *note.Block) int {
	n := 1
	for i := range b.Children {
		n += below(&b.Children[i])
	}
	return n
}

func (w *logging) date() string { return w.day.Format(time.DateOnly) }

func (w *logging) days() []*note.Block {
	var out []*note.Block
	for _, h := range w.reading.topHeadings() {
		if h.Date != "" {
			out = append(out, h)
		}
	}
	return out
}

// places returns the possible positions of the entry, best first.
func (w *logging) places() []logPlace {
	var out []logPlace
	days := w.days()
	for i := len(days) - 1; i >= 0; i-- {
		if days[i].Date == w.date() {
			out = append(out, w.under(days[i])...)
			break
		}
	}
	if len(out) > 0 {
		return out
	}
	if len(days) == 0 {
		return []logPlace{{after: w.lines.lastFilled(w.lines.count() + 1), heading: "## " + w.date(), sign: "-"}}
	}
	next, near := w.follower(days)
	was, _ := time.Parse(time.DateOnly, near.Date)
	heading := strings.Repeat("#", near.Level) + " " + like(strings.TrimSpace(near.Text.Plain()), was, w.day)
	for _, line := range []int{w.lines.lastFilled(next), w.lines.lastFilled(w.lines.count() + 1)} {
		out = append(out, logPlace{after: line, heading: heading, sign: w.signOf()})
	}
	return out
}

// follower returns the line of the heading that follows a new day. It also returns the day whose
// heading is the model for the new heading.
func (w *logging) follower(days []*note.Block) (line int, near *note.Block) {
	last := days[len(days)-1]
	falling := days[0].Date > last.Date
	near = last
	for _, h := range days {
		if falling && h.Date < w.date() || !falling && h.Date > w.date() {
			return h.Pos.Line, h
		}
	}
	return w.reading.nextSection(last.Pos.Line, last.Level, w.lines), near
}

// under returns the positions at the end of a day, with and without a blank line.
func (w *logging) under(day *note.Block) []logPlace {
	end := w.reading.nextSection(day.Pos.Line, 6, w.lines)
	after := w.lines.lastFilled(end)
	apart := logPlace{after: after, sign: w.signOf()}
	last, before := w.lastEntry(day.Pos.Line, end)
	if last == 0 {
		return []logPlace{apart}
	}
	indent, sign := marker(w.lines.line(last))
	loose := before > 0 && w.lines.blank(last-1)
	close := logPlace{after: after, indent: indent, sign: sign, tight: !loose}
	if sign == "" {
		return []logPlace{apart}
	}
	return []logPlace{close, apart}
}

// lastEntry returns the lines of the last two entries in a range. They are 0 if there are no such
// entries.
func (w *logging) lastEntry(from, to int) (last, before int) {
	for i := range w.reading.note.Blocks {
		b := &w.reading.note.Blocks[i]
		if b.Pos.Line <= from || b.Pos.Line >= to {
			continue
		}
		if b.Type != note.Entry || b.Level > 0 {
			last, before = 0, 0 // a block of another type ends the list
			continue
		}
		last, before = b.Pos.Line, last
	}
	return last, before
}

var bulletSign = regexp.MustCompile(`^( {0,3})([-*+])(?:\s|$)`)

func marker(line string) (indent, sign string) {
	if m := bulletSign.FindStringSubmatch(line); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

func (w *logging) signOf() string {
	for e := range w.reading.note.Entries {
		if _, sign := marker(w.lines.line(e.Pos.Line)); sign != "" {
			return sign
		}
	}
	return "-"
}
