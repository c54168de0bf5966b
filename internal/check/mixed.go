package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

type use struct {
	text  string
	files int
	count int
	first occurrence
	last  *File // last file that contains it
	odd   bool  // whether one of its humps is in no English upstream text
}

type occurrence struct {
	file *File
	at   word
}

// mixedSpellings reports unknown words that notes spell in two ways. It reports each use of the
// rarer spelling. If both are equally frequent, it prefers the spelling with known humps. If both
// have known humps, it reports the later one.
func mixedSpellings(in *In) []diag.Diagnostic {
	uses := in.unknownWords()
	names := make([]*name, 0, len(uses))
	byText := map[string]*use{}
	for _, u := range uses {
		names = append(names, &name{text: u.text, trust: trustElse})
		byText[u.text] = u
	}
	near := newFamily(names)
	right := map[string]*use{} // preferred spelling of each misspelt word
	for _, u := range uses {
		if best := rival(u, near, byText); best != nil {
			right[u.text] = best
		}
	}
	var ds []diag.Diagnostic
	for _, f := range in.Files {
		for _, w := range in.unknownIn(f) {
			if best := right[w.text]; best != nil {
				ds = append(ds, reportMixed(byText[w.text], f.At(w.start), best))
			}
		}
	}
	return ds
}

// rival returns a more frequent spelling of a word, or an equally frequent one that occurs
// earlier. It returns nil if there is none.
func rival(u *use, near family, byText map[string]*use) *use {
	if !u.odd {
		return nil
	}
	limit := 1
	if len(u.text) >= 10 && composed(u.text) {
		limit = 2
	}
	var best *use
	for _, c := range near.near(u.text, limit, nil) {
		other := byText[c.text]
		if c.edits == 0 || !sameShape(u.text, c.text, len(u.text) < long) || plural(u.text, c.text) {
			continue
		}
		if !composed(u.text) && (other.count < minUses || other.count < minUses*u.count) {
			continue
		}
		if order := usual(other, u); (order < 0 || order == 0 && other.first.before(u.first)) && (best == nil || usual(other, best) < 0) {
			best = other
		}
	}
	return best
}

// minUses is the minimum number of uses of the preferred spelling of a word with one hump. It is
// also the minimum ratio to the uses of the other spelling. Names of people and products are
// often similar.
const minUses = 3

func (p occurrence) before(o occurrence) bool {
	return cmp.Or(cmp.Compare(p.file.Path, o.file.Path), cmp.Compare(p.at.start, o.at.start)) < 0
}

// usual compares two spellings. The preferred one comes first.
func usual(a, b *use) int {
	odd := func(u *use) int {
		if u.odd {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(b.files, a.files),
		cmp.Compare(b.count, a.count),
		cmp.Compare(odd(a), odd(b)),
	)
}

func reportMixed(u *use, at diag.Position, other *use) diag.Diagnostic {
	there := other.first.file.At(other.first.at.start)
	d := diag.Warnf(at, "word/mixed", "%q is spelled %q elsewhere", u.text, other.text)
	if usual(other, u) < 0 {
		return d.WithHint("did you mean %s, as at %s?", other.text, there)
	}
	return d.WithHint("use one spelling, here and at %s", there)
}

// unknownWords returns the words that [In.unknownIn] returns for all notes, sorted.
func (in *In) unknownWords() []*use {
	v := in.Vocabulary()
	byText := map[string]*use{}
	for _, f := range in.Files {
		for _, w := range in.unknownIn(f) {
			byText[w.text] = v.used(byText[w.text], occurrence{f, w})
		}
	}
	out := slices.Collect(maps.Values(byText))
	slices.SortFunc(out, func(a, b *use) int { return cmp.Compare(a.text, b.text) })
	return out
}

// unknownIn returns the words in text and inline code that are not in upstream data and not
// similar to a name there. Words with one hump count only in languages without Latin script,
// where they must be names.
func (in *In) unknownIn(f *File) []word {
	v := in.Vocabulary()
	f.unknown.mu.Lock()
	defer f.unknown.mu.Unlock()
	if f.unknown.by == v {
		return f.unknown.words
	}
	var out []word
	for w, s := range f.tokens {
		if s.Kind == source.CodeBlock || w.dashes > 0 {
			continue
		}
		for a := range atoms(w) {
			if (composed(a.text) || foreignName(f, a.text)) && in.isUnknown(a.text) {
				a.text = strings.Clone(a.text)
				out = append(out, a)
			}
		}
	}
	f.unknown.by, f.unknown.words = v, out
	return out
}

func (in *In) isUnknown(text string) bool {
	if known, ok := in.spellingData.unknown.Load(text); ok {
		return known.(bool)
	}
	v := in.Vocabulary()
	unknown := v.parts[strings.ToLower(text)] == 0 && !v.knows(text) && v.judgeAtom(text, nil) == nil
	in.spellingData.unknown.Store(strings.Clone(text), unknown)
	return unknown
}

// foreignName reports whether a word with one hump must be a name, because the language of the
// note has no Latin script.
func foreignName(f *File, w string) bool {
	return len(w) > shortest && upper(w[0]) && strings.Trim(w[1:], lowerCase) == "" &&
		f.Note != nil && slices.Contains([]note.Lang{"ja", "zh", "ru"}, f.Note.Lang)
}

const lowerCase = "abcdefghijklmnopqrstuvwxyz"

func (v *Vocabulary) used(u *use, p occurrence) *use {
	if u == nil {
		u = &use{text: p.at.text, first: p}
		for h := range humps(u.text) {
			u.odd = u.odd || !v.spelt(h)
		}
	}
	if u.last != p.file {
		u.files++
	}
	u.count++
	u.last = p.file
	return u
}

func (in *In) prepare(f *File) {
	f.cites()
	in.unknownIn(f)
}
