package check

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// Weights are the severities of codes that a site sets.
type Weights map[diag.Code]config.Level

// Settings reads the section checks of site.yaml. It reports and ignores unknown codes, and codes
// whose severity cannot be changed.
func Settings(checks []config.Check) (Weights, []diag.Diagnostic) {
	out := Weights{}
	var ds []diag.Diagnostic
	for _, c := range checks {
		e, known := Codes()[c.Code]
		switch {
		case !known:
			d := diag.Errorf(c.Pos, "config/unknown-check", "unknown check %q", c.Code)
			if near := diag.Near(string(c.Code), names()); near != "" {
				d = d.WithHint("did you mean %s?", near)
			}
			ds = append(ds, d)
		case e.Fixed:
			ds = append(ds, diag.Errorf(c.Pos, "config/fixed-check", "the severity of %s cannot be changed: it is always an error", c.Code).
				WithHint("remove the line"))
		default:
			out[c.Code] = c.Level
		}
	}
	return out, ds
}

// Filter sets the severity of each problem. It removes problems whose code is off, or that a
// comment ignores. It removes fixes that change bytes outside of words. file returns the file at
// a path, or nil if it is not a note. For the files in unused, it also reports ignore comments
// that have no effect or have an unknown code.
func Filter(ds []diag.Diagnostic, w Weights, file func(path string) *File, unused []*File) []diag.Diagnostic {
	s := filter{weights: w, file: file, ignores: map[string]*ignores{}}
	out := make([]diag.Diagnostic, 0, len(ds))
	for _, d := range ds {
		if d, ok := s.apply(s.certain(d)); ok {
			out = append(out, d)
		}
	}
	for _, f := range unused {
		for _, d := range s.of(f.Path).unused(f) {
			if d, ok := s.apply(d); ok {
				out = append(out, d)
			}
		}
	}
	return diag.Sort(out)
}

type filter struct {
	weights Weights
	file    func(string) *File
	ignores map[string]*ignores // by path of the file
}

// apply returns a problem with its severity. It returns false if its code is off, or if a
// comment ignores it.
func (s *filter) apply(d diag.Diagnostic) (diag.Diagnostic, bool) {
	e, known := Codes()[d.Code]
	if !known || e.Fixed {
		return d, true
	}
	if s.of(d.Pos.File).suppress(d) {
		return d, false
	}
	switch s.weights[d.Code] {
	case config.Off:
		return d, false
	case config.Info:
		d.Severity = diag.Info
	case config.Warning:
		d.Severity = diag.Warning
	case config.Error:
		d.Severity = diag.Error
	}
	return d, true
}

// certain adds the fix and the exact position to a problem without a fix, if a fix is known. It
// removes a fix that changes bytes outside of words.
func (s *filter) certain(d diag.Diagnostic) diag.Diagnostic {
	e := Codes()[d.Code]
	if d.Fix.IsZero() && e.fix == nil {
		return d
	}
	f := s.file(d.Pos.File)
	if f == nil {
		d.Fix = diag.Fix{}
		return d
	}
	found := d.Fix.IsZero()
	if found {
		d.Fix = e.fix(f, d)
	}
	switch {
	case !f.mayFix(d.Fix):
		d.Fix = diag.Fix{}
	case found:
		d.Pos = f.At(d.Fix.Start)
	}
	return d
}

func (s *filter) of(path string) *ignores {
	if g, ok := s.ignores[path]; ok {
		return g
	}
	g := &ignores{}
	if f := s.file(path); f != nil {
		g = readIgnores(f)
	}
	s.ignores[path] = g
	return g
}

type ignore struct {
	code diag.Code
	at   int // offset in the file
	used bool
}

// scope is a code and a line to which a comment applies.
type scope struct {
	code diag.Code
	line int // 0 for the front matter and the whole file
}

type ignores struct {
	list   []*ignore
	places map[scope][]*ignore
	front  int   // last line of front matter
	empty  []int // offsets of comments without a code
}

const ignoreMark = "kawaraban-ignore"

var ignoreComment = regexp.MustCompile(`<!--[ \t]*kawaraban-ignore\b([^<>]*?)-->`)

// readIgnores reads the ignore comments of a file. A comment on a line of its own also applies to
// the next line with other content. A comment directly after the front matter applies to the
// whole file.
func readIgnores(f *File) *ignores {
	g := &ignores{places: map[scope][]*ignore{}}
	if !f.silences() {
		return g
	}
	alone, top := g.lines(f)
	at := placer{file: f}
	for _, s := range f.Segments() {
		if s.Kind != source.Comment {
			continue
		}
		for _, m := range ignoreComment.FindAllSubmatchIndex(f.Bytes[s.Start:s.End], -1) {
			own := at.place(s.Start + m[0]).Line
			lines := []int{own}
			if next := alone[own]; next != 0 {
				lines = append(lines, next)
			}
			if own <= top {
				lines = append(lines, 0)
			}
			g.add(f, s.Start+m[0], s.Start+m[2], s.Start+m[3], lines)
		}
	}
	return g
}

// lines returns, for each line with only ignore comments, the next line with other content. top
// is the last line of the range at the start of the file that has only front matter and ignore
// comments.
func (g *ignores) lines(f *File) (alone map[int]int, top int) {
	for _, s := range f.Segments()[:min(2, len(f.Segments()))] { // the first segment may be a byte order mark
		if s.Kind == source.FrontMatter {
			g.front = f.At(s.End).Line - 1
		}
	}
	alone = map[int]int{}
	for n, next := len(f.starts()), 0; n > g.front; n-- {
		if line := f.Line(n); onlyIgnores(line) {
			alone[n] = next
		} else {
			next = n
		}
	}
	for top = g.front; top < len(f.starts()); top++ {
		if _, ok := alone[top+1]; !ok && len(bytes.TrimSpace(f.Line(top+1))) > 0 {
			break
		}
	}
	return alone, top
}

func (g *ignores) add(f *File, comment, start, end int, lines []int) {
	codes := string(f.Bytes[start:end])
	fields := strings.FieldsFunc(codes, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' || r == '\n' || r == '\r' })
	if len(fields) == 0 {
		g.empty = append(g.empty, comment)
	}
	at := 0
	for _, code := range fields {
		at += strings.Index(codes[at:], code)
		i := &ignore{code: diag.Code(code), at: start + at}
		at += len(code)
		g.list = append(g.list, i)
		for _, line := range lines {
			key := scope{i.code, line}
			g.places[key] = append(g.places[key], i)
		}
	}
}

// onlyIgnores reports whether a line has only ignore comments.
func onlyIgnores(line []byte) bool {
	if !bytes.Contains(line, []byte(ignoreMark)) {
		return false
	}
	rest := ignoreComment.ReplaceAll(line, nil)
	return len(rest) < len(line) && len(bytes.Trim(rest, " \t>")) == 0
}

func (g *ignores) suppress(d diag.Diagnostic) bool {
	by := g.places[scope{d.Code, d.Pos.Line}]
	if d.Pos.Line <= g.front {
		by = append(by[:len(by):len(by)], g.places[scope{d.Code, 0}]...)
	}
	for _, i := range by {
		i.used = true
	}
	return len(by) > 0
}

// unused reports ignore comments that have no effect or have an unknown code.
func (g *ignores) unused(f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	place := placer{file: f}
	for _, at := range g.empty {
		ds = append(ds, diag.Warnf(place.place(at), "check/unknown-code", "ignore comment without a code").
			WithHint("add the code that is in brackets after the message"))
	}
	for _, i := range g.list {
		e, known := Codes()[i.code]
		pos := place.place(i.at)
		switch {
		case i.used:
		case !known:
			d := diag.Warnf(pos, "check/unknown-code", "unknown check %q", i.code)
			if near := diag.Near(string(i.code), names()); near != "" {
				d = d.WithHint("did you mean %s?", near)
			}
			ds = append(ds, d)
		case e.Fixed:
			ds = append(ds, diag.Warnf(pos, "check/unused-ignore", "%s cannot be ignored", i.code).WithHint("fix the note"))
		default:
			d := diag.Warnf(pos, "check/unused-ignore", "unused ignore comment: %s is not reported here", i.code).WithHint("remove it")
			d.Severity = diag.Info
			ds = append(ds, d)
		}
	}
	return ds
}

// NewFile returns a file with its content and its parsed note. The note may be nil.
func NewFile(path string, b []byte, n *note.Note) *File {
	f := &File{Path: path, Bytes: b, Note: n}
	f.cites = sync.OnceValue(f.readCites)
	f.silences = sync.OnceValue(func() bool { return bytes.Contains(b, []byte(ignoreMark)) })
	return f
}
