package check

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// misspelt reports the words of a file that are nearly the name of a gate, a flag, a
// component, an API kind or another identifier. In a block of code only gates are looked
// for: programs name things of their own.
func misspelt(in *In, f *File) []diag.Diagnostic {
	v := in.Vocabulary()
	var releases []note.Release
	if f.Note != nil {
		releases = f.Note.Releases
	}
	var ds []diag.Diagnostic
	at := placer{file: f}
	judged := map[string]*typo{}
	for w, in := range f.tokens {
		key := strings.Repeat("-", w.dashes) + w.text
		s, known := judged[key]
		if !known {
			s = v.judge(w, releases)
			judged[key] = s
		}
		if s != nil && (in.Kind != source.CodeBlock || s.code == "gate/unknown") {
			ds = append(ds, s.report(&at, w, in.Kind == source.Words))
		}
	}
	return ds
}

// tokens yields the words of a file that its author wrote to be read, in code too, with
// the segment that they stand in. Handles, addresses, and repositories with a number are
// left out.
func (f *File) tokens(yield func(word, source.Segment) bool) {
	for _, s := range f.Segments() {
		if s.Kind != source.Words && s.Kind != source.CodeSpan && s.Kind != source.CodeBlock {
			continue
		}
		text := string(f.Bytes[s.Start:s.End])
		named := noNames(text)
		for w := range words(text, s.Start) {
			for len(named) > 0 && named[0].end <= w.start-s.Start {
				named = named[1:]
			}
			within := len(named) > 0 && named[0].start < w.end-s.Start
			if within || w.before == '@' || len(w.text) < shortest || len(w.text) > longestName {
				continue
			}
			if !yield(w, s) {
				return
			}
		}
	}
}

// stretch is some bytes of a text.
type stretch struct{ start, end int }

// noNames are the stretches of a text in which words are parts of something else:
// repositories, and addresses that stand so close to other words that Markdown sees none.
func noNames(text string) []stretch {
	var out []stretch
	for c := range citesOf(text) {
		out = append(out, stretch{c.start, c.end})
	}
	for from := 0; ; {
		i := strings.Index(text[from:], "://")
		if i < 0 {
			break
		}
		s := stretch{from + i, from + i}
		for s.start > from && letter(text[s.start-1]) {
			s.start--
		}
		for s.end < len(text) && text[s.end] > ' ' && text[s.end] < 0x7f {
			s.end++
		}
		out = append(out, s)
		from = s.end
	}
	slices.SortFunc(out, func(a, b stretch) int { return a.start - b.start })
	return out
}

// placer finds the positions of offsets that follow each other, each from the one before:
// many on one line take no longer than the line.
type placer struct {
	file *File
	last int
	pos  diag.Position
}

func (p *placer) place(offset int) diag.Position {
	if p.pos.Line == 0 || offset < p.last || bytes.ContainsAny(p.file.Bytes[p.last:offset], "\r\n") {
		p.pos = p.file.At(offset)
	} else {
		p.pos.Col += utf8.RuneCount(p.file.Bytes[p.last:offset])
	}
	p.last = offset
	return p.pos
}

// report makes a diagnostic of a slip.
func (s *typo) report(at *placer, w word, mend bool) diag.Diagnostic {
	p := w.part(s.from, s.to)
	kind := "name"
	switch {
	case s.code == "gate/unknown" && s.kind:
		kind = "feature gate or API kind"
	case s.code == "gate/unknown":
		kind = "feature gate"
	case w.dashes == 2 && s.from == 0:
		kind = "flag"
	}
	d := diag.Warnf(at.place(p.start), s.code, "no %s %s", kind, p.text)
	d = d.WithHint("did you mean %s?", strings.Join(append([]string{s.meant}, s.others...), " or "))
	if mend && s.certain {
		d = d.WithFix(diag.Fix{Start: p.start, End: p.end, New: s.meant})
	}
	return d
}
