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

// misspelt reports words that are nearly equal to a gate, a flag, a component, an API kind or
// another identifier. In code blocks it checks only gates, because programs define names of their
// own.
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
			s = v.correct(w, releases)
			judged[key] = s
		}
		if s != nil && (in.Kind != source.CodeBlock || s.code == "gate/unknown") {
			ds = append(ds, s.report(&at, w, in.Kind == source.Words))
		}
	}
	return ds
}

// tokens yields the words of a file with their segments, including words in code. It skips
// handles, URLs, and repositories with a number.
func (f *File) tokens(yield func(word, source.Segment) bool) {
	for _, s := range f.Segments() {
		if s.Kind != source.Words && s.Kind != source.CodeSpan && s.Kind != source.CodeBlock {
			continue
		}
		text := string(f.Bytes[s.Start:s.End])
		named := partsOfNames(text)
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

type span struct{ start, end int }

// partsOfNames returns the ranges of repositories with a number, and of URLs that Markdown does
// not recognise.
func partsOfNames(text string) []span {
	var out []span
	for c := range citesOf(text) {
		out = append(out, span{c.start, c.end})
	}
	for from := 0; ; {
		i := strings.Index(text[from:], "://")
		if i < 0 {
			break
		}
		s := span{from + i, from + i}
		for s.start > from && letter(text[s.start-1]) {
			s.start--
		}
		for s.end < len(text) && text[s.end] > ' ' && text[s.end] < 0x7f {
			s.end++
		}
		out = append(out, s)
		from = s.end
	}
	slices.SortFunc(out, func(a, b span) int { return a.start - b.start })
	return out
}

// placer converts increasing offsets to positions. Each conversion continues from the previous
// one, so many offsets on one line take linear time.
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

func (s *typo) report(at *placer, w word, fixable bool) diag.Diagnostic {
	p := w.part(s.from, s.to)
	d := diag.Warnf(at.place(p.start), s.code, "unknown name %q", p.text)
	switch {
	case s.code == "gate/unknown" && s.kind:
		d = d.WithText("unknown feature gate or API kind %q", p.text)
	case s.code == "gate/unknown":
		d = d.WithText("unknown feature gate %q", p.text)
	case w.dashes == 2 && s.from == 0:
		d = d.WithText("unknown flag %q", p.text)
	}
	d = didYouMean(d, append([]string{s.meant}, s.others...))
	if fixable && s.certain {
		d = d.WithFix(diag.Fix{Start: p.start, End: p.end, New: s.meant})
	}
	return d
}

func didYouMean(d diag.Diagnostic, words []string) diag.Diagnostic {
	if len(words) == 1 {
		return d.WithHint("did you mean %s?", words[0])
	}
	return d.WithHint("did you mean one of %s?", listed(words))
}
