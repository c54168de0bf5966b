package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

type reading struct {
	note  *note.Note
	diags []diag.Diagnostic
	flat  []*note.Block // all blocks; children follow their parent
	print []string      // content of each block, for comparison
}

func (in In) read(path string, text []byte) reading {
	r := reading{}
	r.note, r.diags = source.Parse(source.Input{Path: path, Bytes: text}, in.Names, source.Options{})
	if r.note == nil {
		return r
	}
	for b := range r.note.All {
		r.flat = append(r.flat, b)
		r.print = append(r.print, content(b))
	}
	return r
}

// content returns a key of the content of a block. It excludes the anchor and the position, which
// insertions can change.
func content(b *note.Block) string {
	return fmt.Sprintf("%s|%s|%d|%s|%s|%s|%s|%q|%q|%q|%t|%v|%d", b.Type, b.Lang, b.Level, b.Kind, b.Stage, b.Date, b.Area,
		markup(b.Text), markup(b.Source), markup(b.Was), b.Machine, b.Attr, len(b.Children))
}

// markup returns a text including its references.
func markup(t note.Text) string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.HTML)
		if s.Ref != nil {
			fmt.Fprintf(&b, "{%s %s %s}", s.Ref.Kind, s.Ref.ID, s.Ref.Written)
		}
	}
	return b.String()
}

// added returns the blocks that only the later reading has. It returns false if the later reading
// lacks a block of r, or has a different order.
func (r reading) added(later reading) ([]*note.Block, bool) {
	if r.note == nil || later.note == nil || r.note.Kind != later.note.Kind {
		return nil, false
	}
	return beyond(r.print, later.print, later.flat)
}

// beyond returns the blocks whose keys in has are not in had. It returns false if has does not
// contain all of had in the same order.
func beyond(had, has []string, blocks []*note.Block) ([]*note.Block, bool) {
	var out []*note.Block
	i := 0
	for j, p := range has {
		if i < len(had) && had[i] == p {
			i++
			continue
		}
		out = append(out, blocks[j])
	}
	return out, i == len(had)
}

func (r reading) topHeadings() []*note.Block {
	var out []*note.Block
	for i := range r.note.Blocks {
		if b := &r.note.Blocks[i]; b.Type == note.Heading {
			out = append(out, b)
		}
	}
	return out
}

// nextSection returns the line of the next heading after a line whose level is at most level.
// Without one, it returns the number of lines plus one.
func (r reading) nextSection(line, level int, l *lines) int {
	next := l.count() + 1
	for i := range r.note.Blocks {
		b := &r.note.Blocks[i]
		if b.Level > 0 && b.Level <= level && b.Pos.Line > line {
			next = min(next, b.Pos.Line)
		}
	}
	return next
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// broken returns the errors of a file that cannot be parsed. Invalid front matter is such an
// error, because the title would be lost.
func broken(r reading) []diag.Diagnostic {
	if r.note == nil {
		return r.diags
	}
	var ds []diag.Diagnostic
	for _, d := range r.diags {
		if d.Code == "front-matter/syntax" || d.Code == "front-matter/tab" {
			ds = append(ds, d)
		}
	}
	return ds
}
