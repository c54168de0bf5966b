package importer

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Parts of the notes, by their headings of level 2.
var (
	whatsNewHeading    = regexp.MustCompile(`(?i)^(?:what['’]s new|major themes)`)
	knownIssuesHeading = regexp.MustCompile(`(?i)^known issues`)
	urgentHeading      = regexp.MustCompile(`(?i)^(?:urgent upgrade notes|before upgrading|action required)`)
	changesHeading     = regexp.MustCompile(`(?i)^changes by kind`)

	noUrgent = regexp.MustCompile(`(?i)^there are no urgent`) // in 1.32 instead of urgent notes
)

// sectionKinds maps headings of level 3 below "Changes by Kind", in lower case.
var sectionKinds = map[string]note.EntryKind{
	"deprecation": note.Deprecation, "api change": note.APIChange, "feature": note.Feature,
	"design": note.Design, "documentation": note.Documentation, "failing test": note.FailingTest,
	"bug or regression": note.Bug, "other (cleanup or flake)": note.Other,
	"uncategorized": note.Uncategorized, "dependency": note.Dependency,
}

// parseDraft reads the Markdown of a release. An entry ends with its CommonMark container, so an
// unclosed fence in an entry ends with it.
func parseDraft(src []byte, file string) (draft, []diag.Diagnostic) {
	text := strings.ToValidUTF8(strings.TrimPrefix(string(src), "\ufeff"), "\ufffd")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	p := &draftReader{file: file, lines: strings.SplitAfter(text, "\n")}
	blocks := markdown.Parse([]byte(text), markdown.Options{File: file}).Blocks
	at := 0
	for i, b := range blocks {
		if b.Type == markdown.Footnotes {
			continue
		}
		from := p.line(b, at)
		to := len(p.lines)
		if i+1 < len(blocks) && blocks[i+1].Type != markdown.Footnotes {
			to = p.line(blocks[i+1], from)
		}
		p.block(b, from, to)
		at = from
	}
	p.flush()
	p.prose()
	return p.out, p.ds
}

// draftReader reads a draft block by block. Line numbers start at 0.
type draftReader struct {
	file  string
	lines []string
	out   draft
	ds    []diag.Diagnostic

	part    string // last heading of level 1 or 2
	section string // last heading of level 3, else part
	begin   int    // first line after the heading of a part of prose
	end     int
	open    *span // an item without an attribution so far
	above   bool  // an entry precedes in the same section
}

// line returns the first line of a block, but at least the end of the block above.
func (p *draftReader) line(b *markdown.Block, least int) int {
	return min(max(b.Pos.Line-1, least), len(p.lines))
}

func (p *draftReader) raw(from, to int) string { return strings.Join(p.lines[from:max(from, to)], "") }

// block reads one top-level block, which ends before line to.
func (p *draftReader) block(b *markdown.Block, from, to int) {
	switch {
	case b.Type == markdown.Heading:
		p.heading(b, from, to)
	case whatsNewHeading.MatchString(p.part), knownIssuesHeading.MatchString(p.part):
		p.end = to
	case b.Type == markdown.List:
		for i, item := range b.Children {
			end := to
			first := p.line(item, from)
			if i+1 < len(b.Children) {
				end = p.line(b.Children[i+1], first)
			}
			p.listItem(first, end)
			from = first
		}
	case b.Type == markdown.Comment && p.open == nil:
	default:
		p.stray(from, to)
	}
}

// Limits of an entry with several blocks. The longest real one has 40 lines. Without limits, a
// hostile file would take quadratic time.
const (
	maxLines = 200
	maxEntry = 64 << 10
)

// listItem reads an item of a top-level list. Entries start in the first or second column. Others
// belong to the item above.
func (p *draftReader) listItem(from, to int) {
	if from < len(p.lines) && leading(p.lines[from]) >= toolIndent {
		p.stray(from, to)
		return
	}
	p.flush()
	p.item(from, to)
}

// stray reads a block outside the lists. The tool indents the parts of an item by two spaces, even
// if its bullet is indented by one. CommonMark then sees a separate paragraph. So a block continues
// an item without an attribution, else the entry above, unless it is itself an entry.
func (p *draftReader) stray(from, to int) {
	if p.open != nil && to-p.open.from <= maxLines {
		p.item(p.open.from, to)
		return
	}
	p.flush()
	last := len(p.out.entries) - 1
	if p.above && last >= 0 && len(p.out.entries[last].text) <= maxEntry && len(attributed(p.raw(from, to)).entries) == 0 {
		e := &p.out.entries[last]
		e.text = strings.TrimSpace(e.text + "\n\n" + clean(p.raw(from, to)))
		return
	}
	p.item(from, to)
}

// flush ends an item without an attribution. Where notes are expected, it is a note without a pull
// request. Otherwise it is omitted.
func (p *draftReader) flush() {
	if p.open == nil {
		return
	}
	raw := comment.ReplaceAllString(p.raw(p.open.from, p.open.to), "")
	pos := diag.Position{File: p.file, Line: p.open.from + 1}
	if words := strings.Trim(raw, "-*+#> \t\n"); words != "" {
		if p.expected() && !noUrgent.MatchString(words) {
			p.ds = append(p.ds, diag.Warnf(pos, "release/no-attribution", "no pull request reference in entry: %s", cut(strings.Join(strings.Fields(words), " "))))
			p.unnumbered(raw, pos)
		} else {
			p.leaveOut(pos)
		}
	}
	p.open, p.above = nil, false
}

// unnumbered keeps a note without a pull request. A bullet with only a heading is not a note.
func (p *draftReader) unnumbered(raw string, pos diag.Position) {
	if asHeader.MatchString(raw[len(marker.FindString(raw)):]) {
		p.leaveOut(pos)
		return
	}
	p.out.unnumbered = append(p.out.unnumbered, p.placed(draftEntry{text: clean(raw), pos: pos}))
}

func (p *draftReader) expected() bool {
	return urgentHeading.MatchString(p.part) || changesHeading.MatchString(p.part)
}

// leaveOut counts an omitted item of a part.
func (p *draftReader) leaveOut(pos diag.Position) {
	last := len(p.out.left) - 1
	if last < 0 || p.out.left[last].part != p.part {
		p.out.left = append(p.out.left, leftOut{part: p.part, pos: pos})
		last++
	}
	p.out.left[last].items++
}

// span is a half-open range of lines.
type span struct{ from, to int }

func (p *draftReader) heading(b *markdown.Block, from, to int) {
	words := strings.TrimSpace(b.Plain)
	p.flush()
	p.above = false
	if b.Level <= 2 {
		p.prose()
		p.part, p.section, p.begin, p.end = words, words, to, to
		return
	}
	p.end = to
	if b.Level == 3 {
		p.section = words
	}
}

// prose ends a part that is kept unchanged.
func (p *draftReader) prose() {
	text := strings.TrimSpace(comment.ReplaceAllString(p.raw(p.begin, p.end), ""))
	switch {
	case whatsNewHeading.MatchString(p.part):
		p.out.whatsNew = text
	case knownIssuesHeading.MatchString(p.part):
		p.out.knownIssues = text
	}
}

// item reads one list item, usually one entry.
func (p *draftReader) item(from, to int) {
	found := attributed(p.raw(from, to))
	if len(found.entries) == 0 {
		p.open = &span{from, to}
		return
	}
	p.open, p.above = nil, true
	pos := diag.Position{File: p.file, Line: from + 1}
	if found.damaged {
		p.ds = append(p.ds, diag.Warnf(pos, "release/damaged", "malformed attribution: unbalanced parenthesis, or handle without @"))
	}
	if len(found.entries) > 1 {
		p.ds = append(p.ds, diag.Warnf(pos, "release/several", "%d entries in one list item", len(found.entries)))
	}
	for _, e := range found.entries {
		e.pos = pos
		p.out.entries = append(p.out.entries, p.placed(e))
	}
}

// placed returns an entry with the values from the headings above it.
func (p *draftReader) placed(e draftEntry) draftEntry {
	e.urgent, e.section = urgentHeading.MatchString(p.part), p.section
	if e.urgent {
		e.section = p.part // the heading below only says that it must be read
	}
	e.kind = sectionKinds[strings.ToLower(p.section)]
	return e
}
