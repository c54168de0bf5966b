package e2e

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/search"
)

// query is a random query: the typed text, and the intended subject or the word before it was
// misspelled.
type query struct {
	class, text, meant string
}

// perClass is the number of queries of each class.
const perClass = 20

// drawer creates random queries from the documents of a library.
type drawer struct {
	*library
	rng    *rand.Rand
	texts  map[note.Lang][]string // notes, remarks and official English, as written
	things map[note.RefKind][]string
	words  map[string]bool // of all documents, four letters or more
}

// class is a kind of random query.
type class struct {
	name string
	draw func(*drawer) query // the text is empty if the random text has no such query
}

// classes are drawn in this order, each with its own seed.
var classes = []class{
	{"ja-word", piece("ja", katakanaOrHan, whole(2, 8))},
	{"ja-compound", piece("ja", compound, whole(5, 14))},
	{"ja-piece", piece("ja", japanese, window(2, 7))},
	{"zh-word", piece("zh", han, whole(2, 4))},
	{"zh-compound", piece("zh", han, whole(5, 12))},
	{"zh-piece", piece("zh", han, window(2, 6))},
	{"ru-form", form("ru", paradigms)},
	{"en-form", form("en", inflections)},
	{"en-word", piece("en", english, whole(4, 20))},
	{"camel", camelTail},
	{"flag", piece("", flags, whole(5, 60))},
	{"group", piece("", groups, whole(5, 80))},
	{"kep", id(note.KEP, spellKEP)},
	{"number", id(note.KEP, func(_ *drawer, id string) []string { return []string{id} })},
	{"pr", id(note.PR, spellPR)},
	{"sig", id(note.SIGRef, spellSIG)},
	{"gate", id(note.Gate, spellGate)},
	{"release", id(note.ReleaseRef, spellRelease)},
	{"mixed", piece("", mixed, joined)},
	{"two", two},
	{"typo-ja-word", typo(piece("ja", katakana, whole(5, 12)), katakanaKeys)},
	{"typo-ru-form", typo(said("ru", paradigms), cyrillicKeys)},
	{"typo-en-word", typo(piece("en", english, whole(6, 16)), latinKeys)},
	{"typo-camel", typo(camelTail, latinKeys)},
}

var (
	katakana      = regexp.MustCompile(`[ァ-ヺー]{3,}`)
	katakanaOrHan = regexp.MustCompile(`[ァ-ヺー]{3,}|\p{Han}{2,}`)
	compound      = regexp.MustCompile(`[ァ-ヺー\p{Han}]{5,}`)
	japanese      = regexp.MustCompile(`[ァ-ヺーぁ-ゖ\p{Han}]{2,}`)
	han           = regexp.MustCompile(`\p{Han}{2,}`)
	english       = regexp.MustCompile(`(?:^|[ (])[a-z]{4,}(?:$|[ ,;:).])`)
	identifier    = regexp.MustCompile(`[a-zA-Z]*[a-z](?:[A-Z]+[a-z0-9]*)+`)
	flags         = regexp.MustCompile(`--[a-z][a-z0-9]*(?:-[a-z0-9]+)*`)
	groups        = regexp.MustCompile(`\b[a-z][a-z0-9.]*\.k8s\.io(?:/v[0-9][a-z0-9]*(?:/[a-z]+)?)?\b|\b(?:apps|batch|policy|autoscaling)/v[0-9][a-z0-9]*`)
	mixed         = regexp.MustCompile(`(?:^|[^A-Za-z0-9.#/_-])[A-Za-z][A-Za-z0-9]+ ?[ァ-ヺーぁ-ゖ\p{Han}]{1,5}|[ァ-ヺーぁ-ゖ\p{Han}]{1,5} ?[A-Za-z][A-Za-z0-9]+(?:[^A-Za-z0-9.#/_-]|$)`)
)

// draw returns random queries of all classes. Each has results.
func (l *library) draw(seed uint64) (all []query) {
	d := &drawer{library: l, texts: map[note.Lang][]string{}, things: map[note.RefKind][]string{}, words: map[string]bool{}}
	d.gather()
	for i, c := range classes {
		d.rng = rand.New(rand.NewPCG(seed, uint64(i)))
		all = append(all, d.class(c)...)
	}
	return all
}

func ofClass(qs []query, name string) (of []query) {
	for _, q := range qs {
		if q.class == name {
			of = append(of, q)
		}
	}
	return of
}

// class returns distinct random queries of one class.
func (d *drawer) class(c class) (qs []query) {
	seen := map[string]bool{}
	for tries := 0; len(qs) < perClass && tries < 400*perClass; tries++ {
		q := c.draw(d)
		if q.text == "" || seen[q.text] {
			continue
		}
		seen[q.text] = true
		q.class = c.name
		if len(d.truth(q)) > 0 {
			qs = append(qs, q)
		}
	}
	return qs
}

// gather collects the sources of queries: texts by language, and named subjects. They are in the
// order of the documents, without duplicate subjects.
func (d *drawer) gather() {
	seen := map[note.Key]bool{}
	for _, doc := range d.docs {
		for _, t := range doc.Texts {
			if doc.Type == search.Entry && t.Role != search.Reference {
				d.texts[t.Lang] = append(d.texts[t.Lang], t.Text)
				d.texts[""] = append(d.texts[""], t.Text)
			}
		}
		for w := range doc.words {
			if utf8.RuneCountInString(w) >= 4 {
				d.words[w] = true
			}
		}
		for key := range doc.keys {
			if !seen[key] {
				seen[key] = true
				d.things[key.Kind] = append(d.things[key.Kind], key.ID)
			}
		}
	}
	for kind := range d.things {
		slices.Sort(d.things[kind])
	}
}

func pick[T any](rng *rand.Rand, from []T) (v T) {
	if len(from) == 0 {
		return v
	}
	return from[rng.IntN(len(from))]
}

// piece draws a part of a match of a pattern in a random text of a language; lang may be empty.
func piece(lang note.Lang, pattern *regexp.Regexp, part func(*rand.Rand, string) string) func(*drawer) query {
	return func(d *drawer) query {
		s := part(d.rng, pick(d.rng, pattern.FindAllString(pick(d.rng, d.texts[lang]), -1)))
		s = strings.Trim(s, " (),;:.\"'、。：；，（）「」“”")
		return query{text: s, meant: s}
	}
}

// whole returns a match if its number of characters is in a range.
func whole(least, most int) func(*rand.Rand, string) string {
	return func(_ *rand.Rand, s string) string {
		if n := len([]rune(s)); n < least || n > most {
			return ""
		}
		return s
	}
}

// joined returns a match without its space.
func joined(rng *rand.Rand, s string) string {
	return strings.ReplaceAll(whole(4, 16)(rng, strings.Trim(s, " ")), " ", "")
}

// window returns a random piece of a match.
func window(least, most int) func(*rand.Rand, string) string {
	return func(rng *rand.Rand, s string) string {
		runes, n := []rune(s), least+rng.IntN(most-least+1)
		if len(runes) < n {
			return ""
		}
		from := rng.IntN(len(runes) - n + 1)
		return string(runes[from : from+n])
	}
}

// form draws a word of a text that is in a table of forms, and returns a random form of its row.
func form(lang note.Lang, table []string) func(*drawer) query {
	return func(d *drawer) query {
		s := pick(d.rng, formsOf(table, said(lang, table)(d).text))
		return query{text: s, meant: s}
	}
}

// said draws a word of a text that is in a table of forms.
func said(lang note.Lang, table []string) func(*drawer) query {
	return func(d *drawer) query {
		s := pick(d.rng, wordsIn(fold(pick(d.rng, d.texts[lang]))))
		if len(formsOf(table, s)) == 0 {
			return query{}
		}
		return query{text: s, meant: s}
	}
}

// camelTail draws an identifier and returns its end from a random capital on, half of the time in
// lower case.
func camelTail(d *drawer) query {
	word := pick(d.rng, identifier.FindAllString(pick(d.rng, d.texts[""]), -1))
	humps := []int{0}
	for i := 1; i < len(word); i++ {
		if unicode.IsUpper(rune(word[i])) && unicode.IsLower(rune(word[i-1])) {
			humps = append(humps, i)
		}
	}
	s := word[pick(d.rng, humps):]
	if len(s) < 4 {
		return query{}
	}
	if d.rng.IntN(2) == 0 {
		s = strings.ToLower(s)
	}
	return query{text: s, meant: s}
}

// two draws two words of one text, in different scripts.
func two(d *drawer) query {
	text := pick(d.rng, d.texts[pick(d.rng, []note.Lang{"ja", "zh"})])
	a := strings.Trim(pick(d.rng, katakanaOrHan.FindAllString(text, -1)), " ")
	b := pick(d.rng, latinWord.FindAllString(text, -1))
	if a == "" || len(b) < 3 {
		return query{}
	}
	s := a + " " + b
	if d.rng.IntN(2) == 0 {
		s = b + " " + a
	}
	return query{text: s, meant: s}
}

var latinWord = regexp.MustCompile(`\b[A-Za-z]{3,}\b`)

// id draws a subject of a kind, and returns one of its spellings.
func id(kind note.RefKind, spell func(d *drawer, id string) []string) func(*drawer) query {
	return func(d *drawer) query {
		thing := pick(d.rng, d.things[kind])
		return query{text: pick(d.rng, spell(d, thing)), meant: thing}
	}
}

func formats(id string, all ...string) (out []string) {
	for _, f := range all {
		out = append(out, strings.ReplaceAll(f, "%", id))
	}
	return out
}

func spellKEP(d *drawer, id string) []string {
	all := formats(id, "KEP-%", "KEP %", "kep-%", "KEP #%", "kep%", "enhancements#%", "kubernetes/enhancements#%", "keps/%",
		"kep.k8s.io/%", "https://github.com/kubernetes/enhancements/issues/%", "ＫＥＰ－%")
	if dir := d.dirs[id]; dir != "" {
		all = append(all, "https://github.com/kubernetes/enhancements/tree/master/"+dir)
	}
	return all
}

func spellPR(_ *drawer, id string) []string {
	return formats(id, "%", "#%", "k/k#%", "kubernetes/kubernetes#%", "PR %", "PR #%", "pull/%", "＃%",
		"https://github.com/kubernetes/kubernetes/pull/%")
}

// spellSIG returns spellings of a SIG. The names of working groups and committees contain their kind.
func spellSIG(_ *drawer, id string) []string {
	spaced := strings.ReplaceAll(id, "-", " ")
	if name, ok := strings.CutPrefix(id, "wg-"); ok {
		return append(formats(name, "wg-%", "WG-%"), formats(strings.ReplaceAll(name, "-", " "), "WG %", "wg %")...)
	}
	if strings.HasPrefix(id, "committee-") || strings.HasPrefix(id, "ug-") {
		return []string{id, spaced}
	}
	return append(formats(id, "sig-%", "SIG-%", "sig/%"), formats(spaced, "SIG %", "sig %")...)
}

func spellGate(_ *drawer, id string) []string {
	return append(formats(id, "%", "%=true", "%"), strings.ToLower(id))
}

func spellRelease(_ *drawer, id string) []string {
	return formats(id, "%", "v%", "V%", "Kubernetes %", "kubernetes v%", "Ｖ%")
}

// typo misspells a query: a character added, removed or replaced, or two swapped. The result must
// not occur in a document, and no other word may be one such error away.
func typo(draw func(*drawer) query, keys []rune) func(*drawer) query {
	return func(d *drawer) query {
		q := draw(d)
		runes := []rune(q.text)
		if len(runes) < 5 {
			return query{}
		}
		q.text = string(misspell(d.rng, runes, keys))
		want := fold(q.text)
		if len(d.find(func(s *scanned) bool { return strings.Contains(s.fold, want) })) > 0 || d.doubtful(want, fold(q.meant)) {
			return query{}
		}
		return q
	}
}

// doubtful reports whether another word of the documents is one error away from the typed text.
// Longer words with the same start and other forms of the intended word do not count.
func (d *drawer) doubtful(typed, meant string) bool {
	forms := append(formsOf(paradigms, meant), meant)
	for w := range d.words {
		if strings.HasPrefix(w, meant) || slices.Contains(forms, w) {
			continue
		}
		if slip([]rune(typed), []rune(w)) {
			return true
		}
	}
	return false
}

// slip reports whether a and b differ by one added, removed or replaced character, or by two
// swapped ones.
func slip(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return slices.Equal(a[i:], b[i+1:])
	}
	if i == len(a) || slices.Equal(a[i+1:], b[i+1:]) {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
}

var (
	latinKeys    = []rune("abcdefghijklmnopqrstuvwxyz")
	cyrillicKeys = []rune("абвгдежзийклмнопрстуфхцчшщыьэюя")
	katakanaKeys = []rune("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンー")
)

func misspell(rng *rand.Rand, runes, keys []rune) []rune {
	out, n := slices.Clone(runes), len(runes)
	switch rng.IntN(4) {
	case 0:
		out[rng.IntN(n)] = pick(rng, keys)
	case 1:
		i := rng.IntN(n)
		out = slices.Delete(out, i, i+1)
	case 2:
		out = slices.Insert(out, rng.IntN(n+1), pick(rng, keys))
	default:
		i := rng.IntN(n - 1)
		out[i], out[i+1] = out[i+1], out[i]
	}
	return out
}

func (q query) String() string {
	if q.meant == q.text {
		return q.text
	}
	return fmt.Sprintf("%s\t%s", q.text, q.meant)
}
