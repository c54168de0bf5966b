package check

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// shortest is the length from which on a word can be misspelt: below it everything is near
// to something.
const shortest = 5

// judge says what is wrong with a word of a note on some releases; nil where nothing is,
// or nothing better is known.
func (v *Vocabulary) judge(w word, releases []note.Release) *typo {
	if w.dashes == 2 {
		return v.judgeFlag(w.text, releases)
	}
	if strings.Contains(w.text, "-") {
		if v.names[w.text] != nil {
			return nil
		}
		if s := v.judgePlain(w.text, releases); s != nil {
			return s
		}
	}
	at := 0
	for atom := range strings.SplitSeq(w.text, "-") {
		if s := v.judgeAtom(atom, releases); s != nil {
			s.from += at
			s.to += at
			return s
		}
		at += len(atom) + 1
	}
	return nil
}

func (v *Vocabulary) judgeAtom(w string, releases []note.Release) *typo {
	if len(w) < shortest || v.knows(w) {
		return nil
	}
	if !composed(w) {
		return v.judgePlain(w, releases)
	}
	if s := v.judgeComposed(w, releases); s != nil {
		return s
	}
	for _, field := range [...]string{"spec", "status"} {
		if stem, ok := strings.CutSuffix(w, field); ok && len(stem) >= shortest {
			if s := v.judgeGlued(stem, field, releases); s != nil {
				return s
			}
		}
	}
	return nil
}

// judgeGlued judges a kind to which the field of its objects is glued, the full stop
// between them lost: PodDisruptionBudgetspec.
func (v *Vocabulary) judgeGlued(kind, field string, releases []note.Release) *typo {
	if n := v.names[kind]; n != nil && n.kind {
		return &typo{code: "word/near", to: len(kind) + len(field), meant: kind + "." + field}
	}
	s := v.judgeComposed(kind, releases)
	if s != nil {
		s.certain = false
	}
	return s
}

// judgeComposed judges a word of several humps.
func (v *Vocabulary) judgeComposed(w string, releases []note.Release) *typo {
	limit := 1
	switch {
	case len(w) >= 18:
		limit = 3
	case len(w) >= 10:
		limit = 2
	}
	near := v.composed.near(w, limit, releases)
	for len(near) > 0 && !v.likely(w, near[0]) {
		near = near[1:]
	}
	return newTypo(w, near)
}

// likely reports whether a word is rather a slip for a name than a name of its own.
func (v *Vocabulary) likely(w string, c candidate) bool {
	for h := range humps(w) {
		if !v.spelt(h) {
			return true
		}
	}
	return inflected(w, c)
}

// inflected reports whether a word differs from a name by the ending of its last hump
// alone, where such a name is a long one: maxParallelImagePulling.
func inflected(w string, c candidate) bool {
	a, n := lastHump(w)
	b, m := lastHump(c.text)
	if n != m || n < 3 || !strings.EqualFold(w[:len(w)-len(a)], c.text[:len(c.text)-len(b)]) {
		return false
	}
	if c.trust != trustGate && plural(a, b) {
		return false
	}
	return stem(a) == stem(b)
}

// lastHump returns the last hump of a word, and how many there are.
func lastHump(w string) (last string, n int) {
	for h := range humps(w) {
		last = h
		n++
	}
	return last, n
}

// plural reports whether of two words one is the plural of the other.
func plural(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return a+"s" == b || b+"s" == a
}

// stem is an English word in lower case without its ending.
func stem(w string) string {
	w = strings.ToLower(w)
	for _, ending := range [...]string{"ing", "ed", "er", "es", "s", "e"} {
		if s, ok := strings.CutSuffix(w, ending); ok && len(s) >= 3 {
			return s
		}
	}
	return w
}

// judgePlain judges a word of one hump, or of several with hyphens: only components, API
// kinds and gates are looked for, and a word that stands in any English text is no slip.
func (v *Vocabulary) judgePlain(w string, releases []note.Release) *typo {
	if len(w) < shortest+1 || v.parts[strings.ToLower(w)] > 0 || v.knows(w) {
		return nil
	}
	near := v.plain.near(w, 1, releases)
	for len(near) > 0 && (plural(w, near[0].text) || near[0].edits == 0) {
		near = near[1:]
	}
	return newTypo(w, near)
}

// judgeFlag judges a word with two hyphens before it.
func (v *Vocabulary) judgeFlag(w string, releases []note.Release) *typo {
	if v.flags[w] {
		return nil
	}
	limit := 1
	if len(w) >= 12 {
		limit = 2
	}
	near := v.dashed.near(w, limit, releases)
	for len(near) > 0 && !v.likely(w, near[0]) {
		near = near[1:]
	}
	return newTypo(w, near)
}

// newTypo makes a typo of what is near a word, nearest first; nil of nothing.
func newTypo(w string, near []candidate) *typo {
	if len(near) == 0 {
		return nil
	}
	s := &typo{code: "word/near", to: len(w), meant: near[0].text}
	if near[0].trust == trustGate {
		s.code = "gate/unknown"
	}
	for _, c := range near[1:] {
		if c.edits == near[0].edits && c.trust == near[0].trust {
			s.others = append(s.others, c.text)
		}
	}
	s.certain = s.code == "gate/unknown" && near[0].edits <= 2 && len(s.others) == 0
	return s
}
