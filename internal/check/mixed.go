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

// use is how notes have a word that upstream has not.
type use struct {
	text  string
	files int // how many
	count int // of its places
	first place
	last  *File // that has it
	odd   bool  // one of its humps is a word that no English text has
}

type place struct {
	file *File
	at   word
}

// mixedSpellings reports words that upstream does not know and that notes write in two
// ways: the rarer one, at each of its places. Of two that are as frequent the one whose
// humps are all words is right; where that does not tell them apart, the later is said to
// differ, with no suggestion.
func mixedSpellings(in *In) []diag.Diagnostic {
	uses := in.unknownWords()
	names := make([]*name, 0, len(uses))
	byText := map[string]*use{}
	for _, u := range uses {
		names = append(names, &name{text: u.text, trust: trustElse})
		byText[u.text] = u
	}
	near := newFamily(names)
	right := map[string]*use{} // of a word that is to be reported
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

// rival is the more usual spelling of a word, or one as usual that stands before it; nil
// where there is none.
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
		if !composed(u.text) && (other.count < fewest || other.count < fewest*u.count) {
			continue
		}
		if order := usual(other, u); (order < 0 || order == 0 && other.first.before(u.first)) && (best == nil || usual(other, best) < 0) {
			best = other
		}
	}
	return best
}

// fewest is how many times a word of one hump must be written, and how many times as often
// as another, for that to be a slip: names of people and products are often alike.
const fewest = 3

// before reports whether a place stands before another.
func (p place) before(o place) bool {
	return cmp.Or(cmp.Compare(p.file.Path, o.file.Path), cmp.Compare(p.at.start, o.at.start)) < 0
}

// usual compares two spellings: the one that the notes prefer is less.
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

// reportMixed reports a place of a word that is written as another elsewhere.
func reportMixed(u *use, at diag.Position, other *use) diag.Diagnostic {
	there := other.first.file.At(other.first.at.start)
	d := diag.Warnf(at, "word/mixed", "%s is written %s elsewhere", u.text, other.text)
	if usual(other, u) < 0 {
		return d.WithHint("did you mean %s, as at %s?", other.text, there)
	}
	return d.WithHint("both are as frequent: keep to one of them, here and at %s", there)
}

// unknownWords lists the words of all notes that [In.unknownIn] finds, by the alphabet.
func (in *In) unknownWords() []*use {
	v := in.Vocabulary()
	byText := map[string]*use{}
	for _, f := range in.Files {
		for _, w := range in.unknownIn(f) {
			byText[w.text] = v.used(byText[w.text], place{f, w})
		}
	}
	out := slices.Collect(maps.Values(byText))
	slices.SortFunc(out, func(a, b *use) int { return cmp.Compare(a.text, b.text) })
	return out
}

// unknownIn lists the words, in words and code spans of a file, that upstream does not know
// and that are near to nothing it knows. Words of one hump count where the note's language is
// not written in Latin letters, so that they are names.
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

// isUnknown judges a word, once for all files that are looked at in one run.
func (in *In) isUnknown(text string) bool {
	if known, ok := in.learned.unknown.Load(text); ok {
		return known.(bool)
	}
	v := in.Vocabulary()
	unknown := v.parts[strings.ToLower(text)] == 0 && !v.knows(text) && v.judgeAtom(text, nil) == nil
	in.learned.unknown.Store(strings.Clone(text), unknown)
	return unknown
}

// foreignName reports whether a word of one hump can only be a name in a file.
func foreignName(f *File, w string) bool {
	return len(w) > shortest && upper(w[0]) && strings.Trim(w[1:], lowerCase) == "" &&
		f.Note != nil && slices.Contains([]note.Lang{"ja", "zh", "ru"}, f.Note.Lang)
}

const lowerCase = "abcdefghijklmnopqrstuvwxyz"

// used adds a place to the uses of a word.
func (v *Vocabulary) used(u *use, p place) *use {
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

// prepare finds out about a file what the rules on all of them ask of it.
func (in *In) prepare(f *File) {
	f.cites()
	in.unknownIn(f)
}
