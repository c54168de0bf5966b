package check

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// typo is a misspelt word with its possible corrections.
type typo struct {
	code     diag.Code
	from, to int      // offsets of the word
	meant    string   // best candidate
	others   []string // candidates with the same distance
	kind     bool     // whether the best candidate is also an API kind
	certain  bool
}

// correct checks a word of a note about some releases. It returns nil if the word is correct, or if
// there is no correction.
func (v *Vocabulary) correct(w word, releases []note.Release) *typo {
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
			if s := v.correctJoined(stem, field, releases); s != nil {
				return s
			}
		}
	}
	return nil
}

// correctJoined checks a kind and a field that are joined without the full stop between them:
// PodDisruptionBudgetspec.
func (v *Vocabulary) correctJoined(kind, field string, releases []note.Release) *typo {
	if n := v.names[kind]; n != nil && n.kind {
		return &typo{code: "word/near", to: len(kind) + len(field), meant: kind + "." + field}
	}
	s := v.judgeComposed(kind, releases)
	if s != nil {
		s.certain = false
	}
	return s
}

// judgeComposed checks a word that has several humps. Humps are the parts of a camel-case word.
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

// likely reports whether a word is a misspelt name instead of a name of its own. At least one
// hump must be neither in the name nor an English word.
func (v *Vocabulary) likely(w string, c candidate) bool {
	if !sameShape(w, c.text, len(w) < long && c.trust != trustGate) {
		return false
	}
	return v.hasUnknownPart(w, c.text) || c.trust == trustGate && c.edits == 1 && len(w) >= long || inflected(w, c)
}

// sameShape reports whether a word has the structure of a name. No hump may be replaced or added,
// and numbers must be equal.
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

// hasUnknownPart reports whether a word has a hump that is neither in the name nor in English
// upstream texts.
func (v *Vocabulary) hasUnknownPart(w, name string) bool {
	theirs := slices.Collect(humps(name))
	for h := range humps(w) {
		if !v.spelt(h) && !slices.ContainsFunc(theirs, func(other string) bool { return strings.EqualFold(h, other) }) {
			return true
		}
	}
	return false
}

// otherHump reports whether two humps differ by more than a typo. In a short word, humps of two
// or three letters must be equal.
func otherHump(a, b string, short bool) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	n := max(len(a), len(b))
	if short && n <= 3 && len(a) == len(b) && !swapped(a, b) {
		return a != b
	}
	limit := max(1, n/4)
	return edits(a, b, limit) > limit && stem(a) != stem(b)
}

// long is the minimum length of a word with only known humps that is reported. It must differ
// from a gate by one letter: WindowHostNetwork.
const long = 12

// otherNumber reports whether a word has digits that a name lacks. OpenAPIV2 is not a typo of
// OpenAPIV3.
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

// longer reports whether a word consists of a name and at least two more letters. QueueingHintFn
// is not a typo of QueueingHint.
func longer(w, name string) bool {
	if len(w) < len(name)+2 {
		return false
	}
	w, name = strings.ToLower(w), strings.ToLower(name)
	return strings.HasPrefix(w, name) || strings.HasSuffix(w, name)
}

// inflected reports whether a word differs from a long name only in the ending of its last hump:
// maxParallelImagePulling instead of maxParallelImagePulls. A plural s counts only for gates,
// which have no plural.
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

func lastHump(w string) (last string, n int) {
	for h := range humps(w) {
		last = h
		n++
	}
	return last, n
}

func plural(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return b == a+"s" || b == strings.TrimSuffix(a, "y")+"ies"
}

func stem(w string) string {
	w = strings.ToLower(w)
	for _, ending := range [...]string{"ing", "ed", "er", "es", "s", "e"} {
		if s, ok := strings.CutSuffix(w, ending); ok && len(s) >= 3 {
			return s
		}
	}
	return w
}

// judgePlain checks a word with one hump or with hyphens. It compares the word only with
// components, long API kinds and gates. A word in an English upstream text is correct.
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

func (v *Vocabulary) newTypo(w string, near []candidate) *typo {
	if len(near) == 0 {
		return nil
	}
	s := &typo{code: "word/near", to: len(w), meant: matchCase(w, near[0]), kind: near[0].kind}
	if near[0].trust == trustGate {
		s.code = "gate/unknown"
	}
	for _, c := range near[1:] {
		if c.edits == near[0].edits && c.trust == near[0].trust && !strings.EqualFold(c.text, s.meant) {
			s.others = append(s.others, matchCase(w, c))
		}
	}
	s.certain = s.code == "gate/unknown" && near[0].edits <= 2 && len(s.others) == 0 && v.certain(w, s.meant)
	return s
}

// certain reports whether a word with several humps can only be a typo of a gate. Its first
// letter must have the same case, and one of its humps must be unknown. A missing plural s is not
// certain.
func (v *Vocabulary) certain(w, gate string) bool {
	return composed(w) && upper(w[0]) == upper(gate[0]) && v.hasUnknownPart(w, gate)
}

// matchCase returns a name with the case of the first letter of the word. Fields and kinds of the
// API differ only in this case. It does not change the name of a gate.
func matchCase(w string, c candidate) string {
	if c.trust != trustGate && composed(c.text) && lower(c.text[1]) && letter(w[0]) && upper(w[0]) != upper(c.text[0]) {
		return string(c.text[0]^0x20) + c.text[1:]
	}
	return c.text
}

func swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
