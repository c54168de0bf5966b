package check

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
)

// use is where notes have a word that upstream has not.
type use struct {
	text   string
	files  int // how many
	places []place
	odd    bool // one of its humps is a word that no English text has
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
	var ds []diag.Diagnostic
	for _, u := range uses {
		if best := rightSpelling(u, near, byText); best != nil {
			ds = append(ds, reportMixed(u, best)...)
		}
	}
	return ds
}

// rightSpelling is the word that a rarer one was meant to be, or nil.
func rightSpelling(u *use, near family, byText map[string]*use) *use {
	if !u.odd {
		return nil
	}
	limit := 1
	if len(u.text) >= 10 {
		limit = 2
	}
	var best *use
	for _, c := range near.near(u.text, limit, nil) {
		other := byText[c.text]
		if c.edits == 0 || otherNumber(u.text, c.text) || longer(u.text, c.text) || longer(c.text, u.text) || plural(u.text, c.text) {
			continue
		}
		if moreUsual(other, u) && (best == nil || moreUsual(other, best)) {
			best = other
		}
	}
	return best
}

// moreUsual reports whether the notes prefer spelling a to b.
func moreUsual(a, b *use) bool {
	odd := func(u *use) int {
		if u.odd {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(b.files, a.files),
		cmp.Compare(len(b.places), len(a.places)),
		cmp.Compare(odd(a), odd(b)),
	) < 0
}

// reportMixed reports every place of a word that is better written as another.
func reportMixed(u, right *use) []diag.Diagnostic {
	first := right.places[0]
	var ds []diag.Diagnostic
	for _, p := range u.places {
		ds = append(ds, diag.Warnf(p.file.At(p.at.start), "word/mixed", "%s is written %s elsewhere", u.text, right.text).
			WithHint("did you mean %s, as at %s?", right.text, first.file.At(first.at.start)))
	}
	return ds
}

// unknownWords lists the words of several humps, in words and code spans of all notes,
// that upstream does not know and that are near to nothing it knows; by the alphabet.
func (in *In) unknownWords() []*use {
	v := in.Vocabulary()
	byText := map[string]*use{}
	foreign := map[string]bool{}
	for _, f := range in.Files {
		for w, s := range f.tokens {
			if s.Kind == source.CodeBlock || w.dashes > 0 {
				continue
			}
			for a := range atoms(w) {
				if !composed(a.text) || foreign[a.text] {
					continue
				}
				if byText[a.text] == nil && (v.knows(a.text) || v.judgeAtom(a.text, nil) != nil) {
					foreign[a.text] = true
					continue
				}
				byText[a.text] = v.used(byText[a.text], place{f, a})
			}
		}
	}
	out := slices.Collect(maps.Values(byText))
	slices.SortFunc(out, func(a, b *use) int { return cmp.Compare(a.text, b.text) })
	return out
}

// used adds a place to the uses of a word.
func (v *Vocabulary) used(u *use, p place) *use {
	if u == nil {
		u = &use{text: p.at.text}
		for h := range humps(u.text) {
			u.odd = u.odd || !v.spelt(h)
		}
	}
	if len(u.places) == 0 || u.places[len(u.places)-1].file != p.file {
		u.files++
	}
	u.places = append(u.places, p)
	return u
}
