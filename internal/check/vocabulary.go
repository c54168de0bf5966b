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

// trust is the rank of the source of a name. The most reliable source comes first.
type trust uint8

const (
	trustGate    trust = iota // name or former name of a feature gate
	trustName                 // component or API kind; identifier in the official notes of the release
	trustElse                 // identifier in the official notes of another release, or in a KEP
	trustNothing              // only in the description of a gate, which has many words that are not names
)

// name is a correct name.
type name struct {
	text     string
	trust    trust
	kind     bool           // whether it is an API kind, which has a plural
	releases []note.Release // releases whose English notes contain it
}

func (n *name) in(releases []note.Release) trust {
	if n.trust == trustElse && slices.ContainsFunc(releases, func(r note.Release) bool { return slices.Contains(n.releases, r) }) {
		return trustName
	}
	return n.trust
}

// Vocabulary is the set of names in upstream data: feature gates, components, API kinds and
// flags. It includes identifiers in English release notes, KEPs and descriptions of gates. It is
// immutable.
type Vocabulary struct {
	names      map[string]*name
	lowerFirst map[string]*name // by the name with its first letter in lower case
	flags      map[string]bool  // without hyphens
	parts      map[string]int   // number of uses of words and humps in English texts, in lower case
	pulls      map[string]bool  // known pull requests of kubernetes/kubernetes

	composed family // names with several humps
	plain    family // gates, components and kinds with one hump, or with hyphens
	dashed   family // flags
}

// family is a group of names that can be searched for similar names.
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

// NewVocabulary collects the names in upstream data. Equal data result in equal vocabularies.
func NewVocabulary(d *upstream.Data) *Vocabulary {
	v := &Vocabulary{
		names: map[string]*name{}, lowerFirst: map[string]*name{},
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

func (v *Vocabulary) add(text string, t trust) *name {
	n := v.names[text]
	if n == nil {
		n = &name{text: text, trust: t}
		v.names[text] = n
		for h := range humps(text) {
			if t < trustElse {
				v.parts[strings.ToLower(h)] += minCount
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

// minCount is the minimum number of uses of a correct word in English texts. A word with a single
// use is often a typo.
const minCount = 2

func (v *Vocabulary) index() {
	var identifiers, plain, dashed []*name
	for _, text := range slices.Sorted(maps.Keys(v.names)) {
		n := v.names[text]
		if b := lowerFirst(text); v.lowerFirst[b] == nil || n.trust < v.lowerFirst[b].trust {
			v.lowerFirst[b] = n
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

// dropSlips removes typos of upstream, such as kublet in 1.24. These are words with one hump that
// the notes of only one release contain, once. They differ by one letter from a component, gate
// or kind.
func (v *Vocabulary) dropSlips() {
	for text, n := range v.names {
		once := n.trust == trustElse && len(n.releases) == 1 && v.parts[strings.ToLower(text)] < minCount
		if !once || composed(text) || strings.Contains(text, "-") || strings.HasSuffix(text, "s") {
			continue
		}
		near := func(i int32) bool {
			return diag.Edits(strings.ToLower(text), strings.ToLower(v.plain.names[i].text)) == 1
		}
		if slices.ContainsFunc(v.plain.index.find(text), near) {
			delete(v.names, text)
			delete(v.parts, strings.ToLower(text))
			if v.lowerFirst[lowerFirst(text)] == n {
				delete(v.lowerFirst, lowerFirst(text))
			}
		}
	}
}

// lowerFirst returns a word with its first letter in lower case. Fields and kinds of the API
// differ only in this case.
func lowerFirst(w string) string {
	if w != "" && upper(w[0]) {
		return string(w[0]|0x20) + w[1:]
	}
	return w
}

// IsFlag reports whether a name without hyphens is a flag of a Kubernetes program.
func (v *Vocabulary) IsFlag(name string) bool { return v.flags[name] }

// knows reports whether a word is a name. It ignores the case of the first letter, the plural of
// a kind, and a number at the end.
func (v *Vocabulary) knows(w string) bool {
	if v.names[w] != nil || v.lowerFirst[lowerFirst(w)] != nil {
		return true
	}
	for _, ending := range [...]string{"s", "es"} {
		if stem, ok := strings.CutSuffix(w, ending); ok {
			if n := v.lowerFirst[lowerFirst(stem)]; n != nil && (n.kind || n.trust != trustGate) {
				return true
			}
		}
	}
	return false
}

// spelt reports whether a hump is in English texts, or is not a word at all, such as a number.
func (v *Vocabulary) spelt(hump string) bool {
	low := strings.TrimRight(strings.ToLower(hump), "0123456789")
	if low == "" || v.parts[low] >= minCount || v.parts[strings.ToLower(hump)] >= minCount {
		return len(low) != 1
	}
	stem, plural := strings.CutSuffix(low, "s")
	return plural && !strings.HasSuffix(stem, "s") && v.parts[stem] >= minCount || v.parts[low+"s"] >= minCount
}

type candidate struct {
	*name
	edits int
	trust trust
}

// near returns the names within limit edits of a word, sorted by distance and then by trust.
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
