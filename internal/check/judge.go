package check

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// typo is a word that is not spelt as anything, and what it was meant to be.
type typo struct {
	code     diag.Code
	from, to int      // bytes of the word
	meant    string   // the first of the candidates
	others   []string // as near as the first
	kind     bool     // also names a kind of the API
	certain  bool
}

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
	for a := range atoms(word{text: w.text}) {
		if s := v.judgeAtom(a.text, releases); s != nil {
			s.from += a.start
			s.to += a.start
			return s
		}
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
	return v.newTypo(w, near)
}

// likely reports whether a word is rather a slip for a name than a name of its own: a hump
// that the name has not is no word of English notes.
func (v *Vocabulary) likely(w string, c candidate) bool {
	if !sameShape(w, c.text, len(w) < long && c.trust != trustGate) {
		return false
	}
	return v.odd(w, c.text) || c.trust == trustGate && c.edits == 1 && len(w) >= long || inflected(w, c)
}

// sameShape reports whether a word that is near a name is put together as the name is: no
// hump is wholly another or one too many, and numbers are the same.
func sameShape(w, name string, short bool) bool {
	if strings.Contains(w, "_") != strings.Contains(name, "_") || otherNumber(w, name) || longer(w, name) || longer(name, w) {
		return false
	}
	mine, theirs := slices.Collect(humps(w)), slices.Collect(humps(name))
	if len(mine) != len(theirs) {
		return true
	}
	for i, h := range mine {
		if otherHump(h, theirs[i], short) {
			return false
		}
	}
	return true
}

// odd reports whether a word has a hump that a name has not, and that is no word of English
// notes either.
func (v *Vocabulary) odd(w, name string) bool {
	theirs := slices.Collect(humps(name))
	for h := range humps(w) {
		if !v.spelt(h) && !slices.ContainsFunc(theirs, func(other string) bool { return strings.EqualFold(h, other) }) {
			return true
		}
	}
	return false
}

// otherHump reports whether a hump differs from another by more than a slip of the hand;
// in a short word so does one of two or three letters that has another letter.
func otherHump(a, b string, short bool) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	n := max(len(a), len(b))
	if short && n <= 3 && len(a) == len(b) && !swapped(a, b) {
		return a != b
	}
	limit := max(1, n/4)
	return edits(a, b, limit) > limit && stem(a) != stem(b)
}

// long is the length from which on a word of spelt humps, one letter away from a gate, is
// a slip for it all the same: WindowHostNetwork.
const long = 12

// otherNumber reports whether a word has digits that a name has not: OpenAPIV2 is no slip
// for OpenAPIV3.
func otherNumber(w, name string) bool {
	a, b := digits(w), digits(name)
	return a != b && len(a) >= len(b)
}

func digits(w string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, w)
}

// longer reports whether a word is a name with more put before or after it than one letter:
// QueueingHintFn is no slip for QueueingHint.
func longer(w, name string) bool {
	if len(w) < len(name)+2 {
		return false
	}
	w, name = strings.ToLower(w), strings.ToLower(name)
	return strings.HasPrefix(w, name) || strings.HasSuffix(w, name)
}

// inflected reports whether a word differs from a long name by the ending of its last hump
// alone: maxParallelImagePulling for maxParallelImagePulls. Only a gate has no plural.
func inflected(w string, c candidate) bool {
	a, n := lastHump(w)
	b, m := lastHump(c.text)
	if n != m || n < 3 || !strings.EqualFold(w[:len(w)-len(a)], c.text[:len(c.text)-len(b)]) {
		return false
	}
	if plural(a, b) {
		return c.trust == trustGate
	}
	root := stem(a)
	return root == stem(b) && len(root) < len(a) && len(root) < len(b)
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
	if len(a) > len(b) {
		a, b = b, a
	}
	return b == a+"s" || b == strings.TrimSuffix(a, "y")+"ies"
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

// judgePlain judges a word of one hump, or of several with hyphens: only components, long
// API kinds and gates are looked for, and a word that stands in any English text is no
// slip.
func (v *Vocabulary) judgePlain(w string, releases []note.Release) *typo {
	if len(w) < shortest+1 || v.parts[strings.ToLower(w)] > 0 || v.knows(w) {
		return nil
	}
	near := v.plain.near(w, 1, releases)
	if len(w) >= 8 && upper(w[0]) && !strings.Contains(w, "-") {
		near = append(near, slices.DeleteFunc(v.composed.near(w, 1, releases), func(c candidate) bool { return c.trust != trustGate && !c.kind })...)
	}
	return v.newTypo(w, slices.DeleteFunc(near, func(c candidate) bool {
		named := upper(c.text[0])
		return c.edits == 0 || named && (!upper(w[0]) || len(c.text) < 8 && c.trust != trustGate) || plural(w, c.text) || otherNumber(w, c.text)
	}))
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
	return v.newTypo(w, near)
}

// newTypo makes a typo of what is near a word, nearest first; nil of nothing.
func (v *Vocabulary) newTypo(w string, near []candidate) *typo {
	if len(near) == 0 {
		return nil
	}
	s := &typo{code: "word/near", to: len(w), meant: asBegun(w, near[0]), kind: near[0].kind}
	if near[0].trust == trustGate {
		s.code = "gate/unknown"
	}
	for _, c := range near[1:] {
		if c.edits == near[0].edits && c.trust == near[0].trust && !strings.EqualFold(c.text, s.meant) {
			s.others = append(s.others, asBegun(w, c))
		}
	}
	s.certain = s.code == "gate/unknown" && near[0].edits <= 2 && len(s.others) == 0 && v.surely(w, s.meant)
	return s
}

// surely reports whether a word of several humps can be meant for a gate alone: it begins
// as the gate does, and one of its humps is no word. A gate without its last s is not
// surely a slip.
func (v *Vocabulary) surely(w, gate string) bool {
	return composed(w) && upper(w[0]) == upper(gate[0]) && v.odd(w, gate)
}

// asBegun is a name with a small or capital letter first, as the word that was meant to be
// it: fields and kinds of the API are named alike. What is certain keeps its letters.
func asBegun(w string, c candidate) string {
	if c.trust != trustGate && composed(c.text) && lower(c.text[1]) && letter(w[0]) && upper(w[0]) != upper(c.text[0]) {
		return string(c.text[0]^0x20) + c.text[1:]
	}
	return c.text
}
