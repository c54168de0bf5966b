package check

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// trust is how much it says for a spelling that a name has it. A gate is known for
// certain; what stands in English notes of other releases than the note's is the least.
type trust uint8

const (
	trustGate    trust = iota // name or former title of a feature gate
	trustName                 // component, API kind; identifier in the notes of the release
	trustElse                 // identifier in the notes of another release, or of a KEP
	trustNothing              // only in a text on a gate, where many words are no names
)

// name is a word that is spelt right.
type name struct {
	text     string
	trust    trust
	kind     bool           // names a kind of the API, so that it has a plural
	releases []note.Release // whose English notes have it
}

// in returns the trust in a name for a note on some releases.
func (n *name) in(releases []note.Release) trust {
	if n.trust == trustElse && slices.ContainsFunc(releases, func(r note.Release) bool { return slices.Contains(n.releases, r) }) {
		return trustName
	}
	return n.trust
}

// Vocabulary holds the names of the field as upstream spells them: feature gates,
// components, API kinds, flags, and what is written as an identifier in English release
// notes, in KEPs and in the descriptions of gates. It is immutable.
type Vocabulary struct {
	names map[string]*name
	bent  map[string]*name // by the form of it that letter case at the beginning does not change
	flags map[string]bool  // without hyphens
	parts map[string]int   // how often a word or a hump of one stands in English texts, in lower case
	pulls map[string]bool  // numbers of pull requests of kubernetes/kubernetes that are known

	composed family // names of several humps
	plain    family // gates, components and kinds of one word, or with hyphens
	dashed   family // flags
}

// family is names among which a word is looked for.
type family struct {
	names []*name
	index *nearIndex
}

func newFamily(names []*name) family {
	texts := make([]string, len(names))
	for i, n := range names {
		texts[i] = n.text
	}
	return family{names, newNearIndex(texts)}
}

// NewVocabulary collects the names from upstream data. Equal data give equal vocabularies.
func NewVocabulary(d *upstream.Data) *Vocabulary {
	v := &Vocabulary{
		names: map[string]*name{}, bent: map[string]*name{},
		flags: map[string]bool{}, parts: map[string]int{}, pulls: map[string]bool{},
	}
	for _, g := range d.GateList {
		v.add(g.Name, trustGate)
		for _, former := range g.FormerTitles {
			v.add(former, trustGate)
		}
		v.read(g.Description["en"], trustNothing, "")
	}
	for _, c := range components {
		v.add(c, trustName)
	}
	v.read(ordinary, trustElse, "")
	for _, k := range apiKinds {
		v.add(k, trustName).kind = true
	}
	for _, f := range commonFlags {
		v.flags[f] = true
	}
	for _, k := range d.KEPList {
		v.read(k.Title, trustElse, "")
		for _, g := range k.Gates {
			v.read(g.Name, trustElse, "")
		}
	}
	for _, r := range d.ReleaseList {
		v.readRelease(r)
	}
	v.index()
	return v
}

// readRelease collects the names in the English notes of a release.
func (v *Vocabulary) readRelease(r *upstream.Release) {
	v.read(r.WhatsNew, trustElse, r.Release)
	v.read(r.KnownIssues, trustElse, r.Release)
	for i := range r.Notes {
		n := &r.Notes[i]
		v.read(n.Text, trustElse, r.Release)
		for _, text := range n.Texts {
			v.read(text, trustElse, r.Release)
		}
		if n.Repo == "" {
			for _, pr := range append([]int{n.PR}, n.Also...) {
				v.pulls[strconv.Itoa(pr)] = true
			}
		}
	}
}

// read collects the names in an English text.
func (v *Vocabulary) read(text string, t trust, r note.Release) {
	for w := range words(text, 0) {
		for h := range humps(w.text) {
			v.parts[strings.ToLower(h)]++
		}
		if w.dashes == 2 {
			v.flags[w.text] = true
		}
		for atom := range strings.SplitSeq(w.text, "-") {
			if len(atom) > 1 && letter(atom[0]) {
				v.addIn(atom, t, r)
			}
		}
		if strings.Contains(w.text, "-") {
			v.addIn(w.text, t, r)
		}
	}
}

// add makes a name known, or better trusted than it was.
func (v *Vocabulary) add(text string, t trust) *name {
	n := v.names[text]
	if n == nil {
		n = &name{text: text, trust: t}
		v.names[text] = n
		for h := range humps(text) {
			if t < trustElse {
				v.parts[strings.ToLower(h)] += seldom
			}
		}
	}
	n.trust = min(n.trust, t)
	return n
}

func (v *Vocabulary) addIn(text string, t trust, r note.Release) {
	n := v.add(text, t)
	if r != "" && !slices.Contains(n.releases, r) {
		n.releases = append(n.releases, r)
	}
}

// seldom is how often a word must stand in English texts to be one that is spelt right:
// what stands there only once is often a slip itself.
const seldom = 2

// index sorts the names into families, after all are known.
func (v *Vocabulary) index() {
	var identifiers, plain, dashed []*name
	for _, text := range slices.Sorted(maps.Keys(v.names)) {
		n := v.names[text]
		if b := bent(text); v.bent[b] == nil || n.trust < v.bent[b].trust {
			v.bent[b] = n
		}
		switch {
		case !strings.Contains(text, "-") && composed(text):
			if n.trust < trustNothing {
				identifiers = append(identifiers, n)
			}
		case n.trust < trustElse:
			plain = append(plain, n)
		}
	}
	for _, flag := range slices.Sorted(maps.Keys(v.flags)) {
		dashed = append(dashed, &name{text: flag, trust: trustName})
	}
	v.composed, v.plain, v.dashed = newFamily(identifiers), newFamily(plain), newFamily(dashed)
	v.dropSlips()
}

// dropSlips removes words of one hump that the notes of one release have once and that are one
// letter away from a component, gate or kind: upstream's own slips, as kublet in 1.24.
func (v *Vocabulary) dropSlips() {
	for text, n := range v.names {
		once := n.trust == trustElse && len(n.releases) == 1 && v.parts[strings.ToLower(text)] < seldom
		if !once || composed(text) || strings.Contains(text, "-") || strings.HasSuffix(text, "s") {
			continue
		}
		near := func(i int32) bool {
			return diag.Edits(strings.ToLower(text), strings.ToLower(v.plain.names[i].text)) == 1
		}
		if slices.ContainsFunc(v.plain.index.find(text), near) {
			delete(v.names, text)
			delete(v.parts, strings.ToLower(text))
			if v.bent[bent(text)] == n {
				delete(v.bent, bent(text))
			}
		}
	}
}

// bent is a word with a small first letter: fields and kinds of the API are named alike.
func bent(w string) string {
	if w != "" && upper(w[0]) {
		return string(w[0]|0x20) + w[1:]
	}
	return w
}

// IsFlag reports whether a name, without its hyphens, is that of a flag of Kubernetes's
// programs: one that English notes write, or one of those that everybody uses.
func (v *Vocabulary) IsFlag(name string) bool { return v.flags[name] }

// knows reports whether a word is spelt as upstream spells a name, the case of its first
// letter, a plural of what can have one, and a number at its end aside.
func (v *Vocabulary) knows(w string) bool {
	if v.names[w] != nil || v.bent[bent(w)] != nil {
		return true
	}
	for _, ending := range [...]string{"s", "es"} {
		if stem, ok := strings.CutSuffix(w, ending); ok {
			if n := v.bent[bent(stem)]; n != nil && (n.kind || n.trust != trustGate) {
				return true
			}
		}
	}
	return false
}

// spelt reports whether a hump is a word that English texts have, or no word at all.
func (v *Vocabulary) spelt(hump string) bool {
	low := strings.TrimRight(strings.ToLower(hump), "0123456789")
	if low == "" || v.parts[low] >= seldom || v.parts[strings.ToLower(hump)] >= seldom {
		return len(low) != 1
	}
	stem, plural := strings.CutSuffix(low, "s")
	return plural && !strings.HasSuffix(stem, "s") && v.parts[stem] >= seldom || v.parts[low+"s"] >= seldom
}

// candidate is a name that a word may have been meant to be.
type candidate struct {
	*name
	edits int
	trust trust
}

// near returns the names of a family that are at most limit edits away from a word, the
// nearest first, of several the most trusted.
func (f family) near(w string, limit int, releases []note.Release) []candidate {
	if f.index == nil {
		return nil
	}
	var out []candidate
	low := strings.ToLower(w)
	for _, i := range f.index.find(w) {
		if e := edits(low, f.index.names[i], limit); e <= limit {
			out = append(out, candidate{f.names[i], e, f.names[i].in(releases)})
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(a.trust, b.trust))
	})
	return out
}
