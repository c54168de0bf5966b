package check

import (
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// learned is what rules on spelling make of all there is, each part once, when it is
// first asked for.
type learned struct {
	wordsOnce   sync.Once
	vocabulary  *Vocabulary
	threadsOnce sync.Once
	threads     *cited
}

// Vocabulary returns the names of the field by the upstream data of the site.
func (in *In) Vocabulary() *Vocabulary {
	in.learned.wordsOnce.Do(func() {
		d := &upstream.Data{}
		if in.Site != nil {
			d = in.Site.Data()
		}
		in.learned.vocabulary = NewVocabulary(d)
	})
	return in.learned.vocabulary
}

// typo is a word that is not spelt as anything, and what it was meant to be.
type typo struct {
	code     diag.Code
	from, to int      // bytes of the word
	meant    string   // the first of the candidates
	others   []string // as near as the first
	kind     bool     // also names a kind of the API
	certain  bool
}

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
	judged := map[string]*typo{}
	for w, in := range f.tokens {
		key := strings.Repeat("-", w.dashes) + w.text
		s, known := judged[key]
		if !known {
			s = v.judge(w, releases)
			judged[key] = s
		}
		if s != nil && (in.Kind != source.CodeBlock || s.code == "gate/unknown") {
			ds = append(ds, s.report(f, w, in.Kind == source.Words))
		}
	}
	return ds
}

// tokens yields the words of a file that its author wrote to be read, in code too, with
// the segment that they stand in. Handles, and the owners and names of repositories, are
// left out.
func (f *File) tokens(yield func(word, source.Segment) bool) {
	for _, s := range f.Segments() {
		if s.Kind != source.Words && s.Kind != source.CodeSpan && s.Kind != source.CodeBlock {
			continue
		}
		for w := range words(string(f.Bytes[s.Start:s.End]), s.Start) {
			if w.before == '@' || w.after == '#' || len(w.text) < shortest || len(w.text) > longestName {
				continue
			}
			if !yield(w, s) {
				return
			}
		}
	}
}

// report makes a diagnostic of a slip.
func (s *typo) report(f *File, w word, mend bool) diag.Diagnostic {
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
	d := diag.Warnf(f.At(p.start), s.code, "no %s %s", kind, p.text)
	d = d.WithHint("did you mean %s?", strings.Join(append([]string{s.meant}, s.others...), " or "))
	if mend && s.certain {
		d = d.WithFix(diag.Fix{Start: p.start, End: p.end, New: s.meant})
	}
	return d
}
