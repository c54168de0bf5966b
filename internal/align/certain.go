package align

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

type keys func(s *side, f *feature) []string

// unique pairs blocks that have a key which no other block of their version has, if fit returns
// true.
func (l *aligner) unique(of keys, fit func(x, y *feature) bool) {
	in := l.index(l.b, of)
	mine := l.index(l.a, of)
	for _, x := range l.a.all {
		if x.matched() {
			continue
		}
		for _, k := range of(l.a, x) {
			ys := in[k]
			if len(mine[k]) == 1 && len(ys) == 1 && !ys[0].matched() && fit(x, ys[0]) {
				l.match(x, ys[0])
				break
			}
		}
	}
}

func (l *aligner) index(s *side, of keys) map[string][]*feature {
	out := map[string][]*feature{}
	for _, f := range s.all {
		if f.matched() {
			continue
		}
		for _, k := range of(s, f) {
			out[k] = append(out[k], f)
		}
	}
	return out
}

// byID pairs blocks by ID. An ID is explicit, or made from the subject of the entry.
func (l *aligner) byID() {
	l.unique(idKeys, l.agreeable)
	// The remaining cases are an explicit ID that looks numbered in only one version, and
	// attributions in a different order.
	l.unique(l.givenKeys, l.agreeable)
	l.unique(func(_ *side, f *feature) []string {
		b := f.block()
		return slices.Concat(b.Attr.PRs, b.Attr.Threads)
	}, l.agreeable)
}

// idKeys returns the ID of a block without its sequence number as its key.
func idKeys(s *side, f *feature) []string {
	b := f.block()
	if b.ID == "" {
		return nil
	}
	return []string{string(b.Type) + " " + string(s.base(b.ID))}
}

// givenKeys returns the ID of a block as its key if the ID looks numbered in only one version. In
// that version it is an explicit ID, and the other version has the same block.
func (l *aligner) givenKeys(_ *side, f *feature) []string {
	b := f.block()
	if b.ID == "" || l.a.given(b.ID) == l.b.given(b.ID) {
		return nil
	}
	return []string{string(b.Type) + " " + string(b.ID)}
}

// base returns pr-115331 for pr-115331-2 if the note has a block pr-115331, else the ID.
func (s *side) base(id note.BlockID) note.BlockID {
	if stem, ok := numbered(id); ok && s.byID[stem] != nil {
		return stem
	}
	return id
}

// given reports whether a numbered ID is explicit. It is if no block has the ID without the
// number.
func (s *side) given(id note.BlockID) bool {
	stem, ok := numbered(id)
	return ok && s.byID[id] != nil && s.byID[stem] == nil
}

// numbered removes the sequence number from an ID such as pr-115331-2. It returns false if the ID
// has none.
func numbered(id note.BlockID) (note.BlockID, bool) {
	at := strings.LastIndexByte(string(id), '-')
	if at <= 0 || at+1 == len(id) || len(id)-at > 5 || strings.Trim(string(id[at+1:]), "0123456789") != "" {
		return "", false
	}
	return id[:at], true
}

// agreeable reports whether two blocks with the same ID may correspond. An attribution is
// reliable, but the first reference of a text is not. A section that is an entry and a list item
// with an attribution have the same ID only by chance.
func (l *aligner) agreeable(x, y *feature) bool {
	fit := l.scorer.fit(x, y)
	if fit == never {
		return false
	}
	p, q := x.block(), y.block()
	if p.Type != note.Entry || attributed(p) && attributed(q) {
		return true
	}
	if (p.Level == 0) != (q.Level == 0) && attributed(p) != attributed(q) {
		return false
	}
	return l.scorer.of(x, y) > -10
}

func attributed(b *note.Block) bool { return len(b.Attr.PRs)+len(b.Attr.Threads) > 0 }

// printKeys returns the fingerprints of a block as its keys: of its text, and of its recorded
// sources.
func printKeys(_ *side, f *feature) []string {
	var out []string
	if f.print != "" {
		out = append(out, f.print)
	}
	for _, t := range f.source {
		if p := Fingerprint(t); p != "" && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// fitsBelow reports whether the types and the parents of two blocks match. The parents must match
// because a remark may be in the entry of its source until it is translated.
func (l *aligner) fitsBelow(x, y *feature) bool {
	if x.block().Type != note.Entry && (x.parent != nil || y.parent != nil) {
		if x.parent == nil || y.parent == nil || !slices.Contains(x.parent.mates, y.parent) {
			return false
		}
	}
	return l.fits(x, y)
}

func (l *aligner) fits(x, y *feature) bool { return l.scorer.fit(x, y) != never }

func (l *aligner) byText() {
	l.unique(func(_ *side, f *feature) []string {
		if f.parent != nil || f.print == "" || f.shape == rule {
			return nil
		}
		return []string{string(f.shape) + " " + f.print}
	}, l.fits)
}

// enough is the minimum sum of scores of shared tokens for a pair at any position in the note.
const enough = 9

// byTokens pairs blocks at any position whose code, references and numbers are equal and rare.
func (l *aligner) byTokens() {
	l.unique(func(_ *side, f *feature) []string {
		if f.parent != nil || f.block().Type == note.Heading || len(f.tokens) < 2 {
			return nil
		}
		var b strings.Builder
		b.WriteString(string(f.shape))
		for _, t := range f.tokens {
			b.WriteString("\x00" + l.vocabulary.names[t])
		}
		return []string{b.String()}
	}, func(x, y *feature) bool {
		var shared []float64
		for _, t := range x.tokens {
			shared = append(shared, l.vocabulary.shared(t))
		}
		return fading(shared) >= enough && l.scorer.of(x, y) >= enough
	})
}

// maxTwins is the maximum number of blocks with the same subject that are compared with each
// other.
const maxTwins = 8

// ahead is the minimum lead of the best candidate over the second best, in score.
const ahead = 4.5

// byTwins pairs entries by their content if several entries have the same subject.
func (l *aligner) byTwins() {
	groups, in := l.index(l.a, twinKeys), l.index(l.b, twinKeys)
	for _, k := range slices.Sorted(maps.Keys(groups)) {
		if xs, ys := groups[k], in[k]; len(ys) > 0 && len(xs) <= maxTwins && len(ys) <= maxTwins {
			l.clearest(xs, ys)
		}
	}
}

func twinKeys(s *side, f *feature) []string {
	if f.block().Type != note.Entry {
		return nil
	}
	return idKeys(s, f)
}

// clearest pairs blocks of two groups if each is clearly the best match of the other.
func (l *aligner) clearest(xs, ys []*feature) {
	for _, x := range xs {
		y, lead := l.best(x, ys, false)
		if y == nil || lead < ahead || l.scorer.of(x, y) < 0 {
			continue
		}
		if back, lead := l.best(y, xs, true); back == x && lead >= ahead {
			l.match(x, y)
		}
	}
}

// best returns the best match of a block, and its lead over the second best. reversed means that
// the block is in the second version.
func (l *aligner) best(f *feature, among []*feature, reversed bool) (*feature, float64) {
	var found *feature
	first, second := never, never
	for _, g := range among {
		if g.matched() {
			continue
		}
		v := l.scorer.of(f, g)
		if reversed {
			v = l.scorer.of(g, f)
		}
		if v > first {
			found, first, second = g, v, first
		} else if v > second {
			second = v
		}
	}
	if found == nil || first == never {
		return nil, 0
	}
	return found, first - max(second, -20)
}
