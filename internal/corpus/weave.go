package corpus

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Material is text of a real site for generated notes: whole sentences instead of clauses, and
// names. [Gather] reads it.
//
// An entry has one to three sentences. Some sentences are frequent and some rare, like words of real
// notes. A name in a code span may be replaced by a similar one, so that there are as many names as
// in real notes. Each pull request has an official English note in the upstream data of its release.
type Material struct {
	Sentences map[string][]string // Markdown without full stop, by language code; a language without any uses clauses
	Names     []string            // content of code spans: flags, fields, groups, metrics
	KEPs      []int               // numbers to be cited; empty: the built-in ones
	Gates     []string            // names to be cited; empty: the built-in ones
}

type woven struct {
	*Material
	sentences map[string][]string // shuffled, so that frequency does not depend on the position
	byShape   map[shape][]string
}

// prepare returns nil for nil.
func (m *Material) prepare() *woven {
	if m == nil {
		return nil
	}
	w := &woven{Material: m, sentences: map[string][]string{}, byShape: map[shape][]string{}}
	for code, from := range m.Sentences {
		all := slices.Clone(from)
		rand.New(rand.NewPCG(4, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		w.sentences[code] = all
	}
	for _, n := range m.Names {
		w.byShape[shapeOf(n)] = append(w.byShape[shapeOf(n)], n)
	}
	return w
}

// shape is a class of interchangeable names.
type shape int

const (
	word shape = iota // camel case or plain
	flag
	group
	dotted
	snake
)

func shapeOf(name string) shape {
	switch {
	case strings.HasPrefix(name, "-"):
		return flag
	case strings.Contains(name, "/"):
		return group
	case strings.Contains(name, "."):
		return dotted
	case strings.Contains(name, "_"):
		return snake
	}
	return word
}

// apart is the average distance between the numbers of pull requests with a note: the 325 notes of
// 1.27 are between about 114,000 and 117,000.
const apart = 9

func (w *woven) number(n int) int {
	return 60000 + n*apart + rand.New(rand.NewPCG(2, uint64(n))).IntN(apart)
}

func (w *woven) entry(rng *rand.Rand, lang *language, sig string, pr int) entry {
	e := w.about(pr, sig)
	e.text = w.text(rng, lang, e)
	if rng.IntN(5) == 0 {
		e.remark = w.text(rng, lang, entry{kep: e.kep})
	}
	return e
}

// about returns an entry on a pull request for the note of a SIG. Entries on the same pull request
// in the notes of other SIGs differ only in their SIG.
func (w *woven) about(pr int, sig string) entry {
	own := rand.New(rand.NewPCG(1, uint64(pr)))
	e := entry{pr: pr, author: authors[own.IntN(len(authors))], sigs: []string{sig}}
	if own.IntN(3) == 0 {
		e.kep = oneOf(own, w.KEPs, keps)
	}
	if own.IntN(4) == 0 {
		e.gate = oneOf(own, w.Gates, gates)
	}
	for range own.IntN(3) {
		e.sigs = append(e.sigs, sigs[own.IntN(len(sigs))])
	}
	return e
}

func oneOf[T any](rng *rand.Rand, from, otherwise []T) T {
	if len(from) == 0 {
		from = otherwise
	}
	return from[rng.IntN(len(from))]
}

func (w *woven) text(rng *rand.Rand, lang *language, e entry) string {
	var b strings.Builder
	for n := rng.IntN(3) * rng.IntN(2); n >= 0; n-- {
		b.WriteString(w.sentence(rng, lang))
		b.WriteString(lang.stop)
	}
	e.name(&b, lang)
	return strings.TrimSpace(b.String())
}

// sentence returns a random sentence. The square makes the frequencies uneven: of a thousand
// sentences, the first has a frequency of 3 in 100, the last of 1 in 2,000.
func (w *woven) sentence(rng *rand.Rand, lang *language) string {
	from := w.sentences[lang.code]
	if len(from) == 0 {
		return clause(rng, lang)
	}
	at := rng.Float64()
	s := from[int(at*at*float64(len(from)))]
	return span.ReplaceAllStringFunc(s, func(name string) string {
		others := w.byShape[shapeOf(strings.Trim(name, "`"))]
		if len(others) == 0 || rng.IntN(2) == 0 {
			return name
		}
		return "`" + pick(rng, others) + "`"
	})
}

func (w *woven) official(release string, sigs map[int][]string) File {
	r := upstream.Release{Release: note.Release(release)}
	for _, pr := range slices.Sorted(maps.Keys(sigs)) {
		rng := rand.New(rand.NewPCG(3, uint64(pr)))
		e := w.about(pr, "")
		n := upstream.ReleaseNote{PR: pr, Text: w.text(rng, english, entry{gate: e.gate}), Author: note.Person(e.author),
			Kind: kinds[rng.IntN(len(kinds))], Published: true}
		n.Kinds = []note.EntryKind{n.Kind}
		for _, s := range sigs[pr] {
			n.SIGs = append(n.SIGs, note.SIG(s))
		}
		if e.kep != 0 {
			n.KEPs = []string{fmt.Sprint(e.kep)}
		}
		r.Notes = append(r.Notes, n)
	}
	data, _ := json.Marshal(r) // cannot fail: strings and numbers
	return File{Path: path.Join(upstream.DataDir, upstream.ReleaseDir, release+".json"), Data: data}
}

var kinds = []note.EntryKind{note.APIChange, note.Feature, note.Bug, note.Other}
