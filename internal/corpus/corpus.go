// Package corpus generates any number of notes for benchmarks and tests. [Make] returns the files of
// a site, the same for the same [Options] on every machine.
//
// A note covers one SIG in one release, in one of three languages. An entry has an attribution, and
// every fifth one a remark. A pull request is in 2.3 notes on average, as in Kubernetes 1.27, whose
// 325 official notes name 753 SIGs. Some notes have a translation: nine in ten entries are
// translated, and one in ten translations is stale.
//
// Sentences consist of a few clauses. Tests of a search index need real word frequencies: [Material]
// provides sentences of real notes.
package corpus

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Options determines what Make returns.
type Options struct {
	Notes      int // number of notes
	Entries    int // entries in each
	Translated int // every n-th note has a translation, as an additional file; 0 for none
	Seed       uint64
	From       *Material // source of sentences; nil for generated clauses
}

// Dialect is the site generator for which the notes are written.
type Dialect int

const (
	Kawaraban Dialect = iota // minimal front matter
	Hugo                     // the same text, with references as Hugo taxonomies
)

// File is one file of a generated site; its path is relative to the site.
type File struct {
	Path string
	Data []byte
}

// memberships is the average number of notes on a pull request (see the package comment).
const memberships = 2.3

// Make returns the notes in order, each translation after its source. With Options.From and the
// dialect Kawaraban, files of upstream data with the official note of each pull request follow.
func Make(o Options, d Dialect) []File {
	files := make([]File, 0, o.Notes)
	w := o.From.prepare()
	cited := map[string]map[int][]string{}
	for i := range o.Notes {
		n := makeNote(o, w, i)
		files = append(files, n.file(d))
		if o.Translated > 0 && i%o.Translated == 0 {
			files = append(files, n.translated(o, w, i).file(d))
		}
		n.cite(cited)
	}
	if w == nil || d != Kawaraban {
		return files
	}
	for _, release := range slices.Sorted(maps.Keys(cited)) {
		files = append(files, w.official(release, cited[release]))
	}
	return files
}

func (m *made) cite(cited map[string]map[int][]string) {
	if cited[m.release] == nil {
		cited[m.release] = map[int][]string{}
	}
	of := cited[m.release]
	for _, e := range m.entries {
		for _, s := range e.sigs {
			if !slices.Contains(of[e.pr], s) {
				of[e.pr] = append(of[e.pr], s)
			}
		}
	}
}

type made struct {
	lang         *language
	of           *language // of the original; nil if the note is not a translation
	release, sig string
	entries      []entry
}

type entry struct {
	pr, kep int
	author  string
	gate    string
	sigs    []string
	text    string
	remark  string

	source, remarked string // the source of text and remark in a translation; else empty
}

// makeNote makes the i-th note. Notes of one release are consecutive and differ first in SIG, then
// in language.
func makeNote(o Options, w *woven, i int) *made {
	perRelease := len(sigs)
	release := releaseOf(i)
	sig := sigs[i%perRelease]
	lang := languages[i%len(languages)]
	rng := rand.New(rand.NewPCG(o.Seed, uint64(i)))
	pool := max(1, int(float64(o.Entries*perRelease)/memberships))
	entries := make([]entry, o.Entries)
	for j := range entries {
		nth := i/perRelease*pool + rng.IntN(pool)
		if w != nil {
			entries[j] = w.entry(rng, lang, sig, w.number(nth))
		} else {
			entries[j] = makeEntry(rng, lang, sig, 50000+nth)
		}
	}
	return &made{lang: lang, release: release, sig: sig, entries: entries}
}

func releaseOf(i int) string { return fmt.Sprintf("1.%d", 14+i/len(sigs)) }

func (m *made) translated(o Options, w *woven, i int) *made {
	rng := rand.New(rand.NewPCG(o.Seed+1, uint64(i)))
	sentence := sentence
	if w != nil {
		sentence = w.text
	}
	t := &made{lang: english, of: m.lang, release: m.release, sig: m.sig}
	for _, e := range m.entries {
		if rng.IntN(10) == 0 {
			continue
		}
		was := e.text
		if rng.IntN(10) == 0 {
			was = sentence(rng, m.lang, e)
		}
		e.source, e.remarked = was, e.remark
		e.text = sentence(rng, english, e)
		if e.remark != "" {
			e.remark = sentence(rng, english, entry{kep: e.kep})
		}
		t.entries = append(t.entries, e)
	}
	return t
}

func (m *made) name(lang *language) string { return "sig-" + m.sig + "." + lang.code + ".md" }

func (m *made) file(d Dialect) File {
	return File{Path: "content/" + m.release + "/" + m.name(m.lang), Data: []byte(m.write(d))}
}

// makeEntry makes an entry on a pull request. The author, KEP and gate depend only on the pull
// request's number.
func makeEntry(rng *rand.Rand, lang *language, sig string, pr int) entry {
	own := rand.New(rand.NewPCG(1, uint64(pr)))
	e := entry{pr: pr, author: authors[own.IntN(len(authors))], sigs: []string{sig}}
	if own.IntN(3) == 0 {
		e.kep = keps[own.IntN(len(keps))]
	}
	if own.IntN(4) == 0 {
		e.gate = gates[own.IntN(len(gates))]
	}
	for range own.IntN(3) {
		e.sigs = append(e.sigs, sigs[own.IntN(len(sigs))])
	}
	e.text = sentence(rng, lang, e)
	if rng.IntN(5) == 0 {
		e.remark = sentence(rng, lang, entry{kep: e.kep})
	}
	return e
}

func sentence(rng *rand.Rand, lang *language, e entry) string {
	var b strings.Builder
	for n := 1 + rng.IntN(2); n >= 0; n-- {
		b.WriteString(clause(rng, lang))
		b.WriteString(lang.stop)
	}
	e.name(&b, lang)
	return strings.TrimSpace(b.String())
}

func clause(rng *rand.Rand, lang *language) string {
	clause := pick(rng, lang.clauses)
	clause = strings.Replace(clause, "{c}", pick(rng, components), 1)
	return strings.Replace(clause, "{f}", "`"+pick(rng, fields)+"`", 1)
}

func (e *entry) name(b *strings.Builder, lang *language) {
	if e.gate != "" {
		fmt.Fprintf(b, lang.gate, "`"+e.gate+"`")
		b.WriteString(lang.stop)
	}
	if e.kep != 0 {
		fmt.Fprintf(b, lang.kep, fmt.Sprintf("KEP-%d", e.kep))
		b.WriteString(lang.stop)
	}
}

func pick(rng *rand.Rand, from []string) string { return from[rng.IntN(len(from))] }

func (m *made) write(d Dialect) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %q\n", fmt.Sprintf(m.lang.title, m.release, m.sig))
	if m.of != nil {
		fmt.Fprintf(&b, "translates: %s\n", m.name(m.of))
	}
	if d == Hugo {
		writeTaxonomies(&b, m.release, m.sig, m.entries)
	} else {
		fmt.Fprintf(&b, "sigs: [%s]\n", m.sig)
	}
	b.WriteString("---\n\n")
	for j, e := range m.entries {
		if at := j * len(m.lang.kinds) / len(m.entries); j == 0 || at != (j-1)*len(m.lang.kinds)/len(m.entries) {
			m.writeHeading(&b, at)
		}
		e.write(&b)
	}
	return b.String()
}

func (m *made) writeHeading(b *strings.Builder, at int) {
	b.WriteByte('\n')
	if m.of != nil {
		fmt.Fprintf(b, "<!-- ## %s -->\n", m.of.kinds[at])
	}
	fmt.Fprintf(b, "## %s\n\n", m.lang.kinds[at])
}

func (e *entry) write(b *strings.Builder) {
	if e.source != "" {
		fmt.Fprintf(b, "<!-- %s -->\n", e.source)
	}
	fmt.Fprintf(b, "- %s (#%d, @%s) [sig/%s]\n", e.text, e.pr, e.author, strings.Join(e.sigs, ",sig/"))
	if e.remarked != "" {
		fmt.Fprintf(b, "  <!-- :pencil: %s -->\n", e.remarked)
	}
	if e.remark != "" {
		fmt.Fprintf(b, "  - :pencil: %s\n", e.remark)
	}
}

func writeTaxonomies(b *strings.Builder, release, sig string, entries []entry) {
	prs, kepIDs, gateNames, people := &list{}, &list{}, &list{}, &list{}
	for _, e := range entries {
		prs.add(fmt.Sprint(e.pr))
		people.add(e.author)
		if e.kep != 0 {
			kepIDs.add(fmt.Sprint(e.kep))
		}
		if e.gate != "" {
			gateNames.add(e.gate)
		}
	}
	fmt.Fprintf(b, "releases: [%q]\nsigs: [%s]\nprs: [%s]\nkeps: [%s]\ngates: [%s]\npeople: [%s]\n",
		release, sig, prs, kepIDs, gateNames, people)
}

type list struct {
	words []string
	seen  map[string]bool
}

func (l *list) add(w string) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	if !l.seen[w] {
		l.seen[w] = true
		l.words = append(l.words, w)
	}
}

func (l *list) String() string {
	quoted := make([]string, len(l.words))
	for i, w := range l.words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(quoted, ", ")
}
