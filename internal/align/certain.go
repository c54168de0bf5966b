package align

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// keys are what a block has that may be the same in both versions.
type keys func(s *side, f *feature) []string

// unique pairs the blocks that alone have a key on either side, where fit agrees.
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

// index lists the blocks without a match by their keys, in reading order.
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

// byID pairs blocks by their ids: those that an author gave, and those that say what an
// entry is about.
func (l *aligner) byID() {
	l.unique(idKeys, l.agreeable)
	// What is left has an id on both sides that is numbered on one of them only, as its
	// author gave it there, or attributions in another order.
	l.unique(l.givenKeys, l.agreeable)
	l.unique(func(_ *side, f *feature) []string {
		b := f.block()
		return slices.Concat(b.Attr.PRs, b.Attr.Threads)
	}, l.agreeable)
}

// idKeys is the id of a block without the number that tells it from others of the same.
func idKeys(s *side, f *feature) []string {
	b := f.block()
	if b.ID == "" {
		return nil
	}
	return []string{string(b.Type) + " " + string(s.base(b.ID))}
}

// givenKeys is the id of a block where one side alone numbers it without any other of the
// same: there its author gave it, and means that block of the other side.
func (l *aligner) givenKeys(_ *side, f *feature) []string {
	b := f.block()
	if b.ID == "" || l.a.given(b.ID) == l.b.given(b.ID) {
		return nil
	}
	return []string{string(b.Type) + " " + string(b.ID)}
}

// base is pr-115331 of pr-115331-2 where the note has a block pr-115331, else the id.
func (s *side) base(id note.BlockID) note.BlockID {
	if stem, ok := numbered(id); ok && s.byID[stem] != nil {
		return stem
	}
	return id
}

// given reports whether an id with a number behind it must be its author's, since no block
// has the one without.
func (s *side) given(id note.BlockID) bool {
	stem, ok := numbered(id)
	return ok && s.byID[id] != nil && s.byID[stem] == nil
}

// numbered takes the number off an id such as pr-115331-2; false where it has none that
// a second or later block would get.
func numbered(id note.BlockID) (note.BlockID, bool) {
	at := strings.LastIndexByte(string(id), '-')
	if at <= 0 || at+1 == len(id) || len(id)-at > 5 || strings.Trim(string(id[at+1:]), "0123456789") != "" {
		return "", false
	}
	return id[:at], true
}

// agreeable reports whether two blocks of one id do not contradict each other otherwise.
// An attribution is beyond doubt; the first reference of a text is not. A section that is an
// entry and an item of a list with an attribution have one id by chance.
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

// attributed reports whether an entry says which change it tells of.
func attributed(b *note.Block) bool { return len(b.Attr.PRs)+len(b.Attr.Threads) > 0 }

// printKeys are the fingerprints of a block's text and of its recorded sources.
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

// fitsBelow reports whether two blocks can be a pair by what they are and by what they stand
// below: a remark waits for its words in the entry that its source belongs to.
func (l *aligner) fitsBelow(x, y *feature) bool {
	if x.block().Type != note.Entry && (x.parent != nil || y.parent != nil) {
		if x.parent == nil || y.parent == nil || !slices.Contains(x.parent.mates, y.parent) {
			return false
		}
	}
	return l.fits(x, y)
}

func (l *aligner) fits(x, y *feature) bool { return l.scorer.fit(x, y) != never }

// byText pairs what is the same in both versions, as code is, and what is not translated.
func (l *aligner) byText() {
	l.unique(func(_ *side, f *feature) []string {
		if f.parent != nil || f.print == "" || f.shape == rule {
			return nil
		}
		return []string{string(f.shape) + " " + f.print}
	}, l.fits)
}

// enough is how much telling tokens must weigh to pair two blocks wherever they stand.
const enough = 9

// byTokens pairs blocks that keep just the same code, references, addresses and numbers,
// and rare ones, wherever they stand.
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

// maxTwins bounds how many blocks about one thing are compared each with each.
const maxTwins = 8

// ahead is by how much the best of several must lead.
const ahead = 4.5

// byTwins tells apart entries that are about the same thing on one side or both, by what
// they are made of.
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

// clearest pairs those of two groups that are each other's best by far, and have more in
// common than not.
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

// best is which of several fits a block best, and by how much it leads; flipped says that
// the block is of the second version.
func (l *aligner) best(f *feature, among []*feature, flipped bool) (*feature, float64) {
	var found *feature
	first, second := never, never
	for _, g := range among {
		if g.matched() {
			continue
		}
		v := l.scorer.of(f, g)
		if flipped {
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
