package e2e

import (
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/search"
)

// The expected results of a query come from a plain scan of the documents, which shares no code
// with package analyzer or the script. They are defined by class:
//
// 	ja-*, zh-*    the query, folded (see fold), is part of the folded text
// 	ru-form       the text has a form of the same word, by paradigms, as a whole word
// 	en-form       likewise, by inflections, also as a part of an identifier; or the rule of en-word
// 	en-word,      the query, without letter case and - _ . within a word, is in the text and
// 	camel, flag,  starts where a word or a part of an identifier starts; it may be a prefix
// 	group
// 	kep, pr, sig, the document is the subject, or names it: by a reference that was parsed with
// 	gate, release the note (so titles and links count), or in its text; or its metadata have the
// 	              release
// 	number        the document is or names the KEP or the pull request of the number, or the
// 	              number is in its text and not part of another number, a version or a word
// 	mixed         the query, which changes its script without a space, is part of the text,
// 	              with or without a space at this position
// 	two           each word of the query is found separately
// 	typo-*        the expected results of the word before it was misspelled
//
// A hit in addition to these is right if the scan finds each word of the query exactly or as the
// hit's tier allows: from tier 1 on with another ending, from tier 3 on by other Han characters or
// by another name in the glossary. For the word KEP, any document that names one is right.

// scanned is a document prepared for the scan.
type scanned struct {
	search.Doc
	lines []string // name and texts, NFKC
	fold  string   // the same, folded, separated by line breaks
	tight string   // fold without spaces
	loose loose
	words map[string]bool   // whole words of fold
	meta  []string          // words for its release, stage and kind, which the row shows, and for earlier ones
	keys  map[note.Key]bool // subject of the document, and subjects that it names
}

// fold removes differences that readers do not see: width, letter case, ё and е, a dot between the
// parts of a katakana word.
func fold(s string) string {
	return same.Replace(strings.ToLower(norm.NFKC.String(s)))
}

var same = strings.NewReplacer("ё", "е", "・", "")

func scanOf(doc search.Doc, keys map[note.Key]bool) *scanned {
	s := &scanned{Doc: doc, keys: keys, words: map[string]bool{}, lines: []string{norm.NFKC.String(doc.Name)}}
	for _, t := range doc.Texts {
		s.lines = append(s.lines, norm.NFKC.String(t.Text))
	}
	all := strings.Join(s.lines, "\n")
	s.fold = fold(all)
	for _, m := range search.Metadata {
		if values := append([]string{m.Value}, m.Also...); slices.ContainsFunc(append([]string{string(doc.Stage), string(doc.Kind)}, doc.Meta...), func(v string) bool { return slices.Contains(values, v) }) {
			s.meta = append(s.meta, m.Names...)
		}
	}
	s.meta = append(append(s.meta, doc.Meta...), string(doc.Release))
	s.tight = strings.Join(strings.Fields(s.fold), "")
	s.loose = loosen(all)
	for _, w := range wordsIn(s.fold) {
		s.words[w] = true
	}
	return s
}

// wordsIn returns the runs of letters of one script: Latin, Cyrillic, katakana.
func wordsIn(text string) (words []string) {
	var script *unicode.RangeTable
	start := 0
	for i, r := range text + "\n" {
		now := scriptOf(r)
		if now == script {
			continue
		}
		if script != nil {
			words = append(words, text[start:i])
		}
		script, start = now, i
	}
	return words
}

func scriptOf(r rune) *unicode.RangeTable {
	switch {
	case r < utf8.RuneSelf && unicode.IsLetter(r), unicode.Is(unicode.Latin, r):
		return unicode.Latin
	case unicode.Is(unicode.Cyrillic, r):
		return unicode.Cyrillic
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return unicode.Katakana
	}
	return nil
}

// loose is a text in lower case without the - _ . within words, and the positions where a word or a
// part of an identifier starts.
type loose struct {
	text  string
	begin map[int]bool // offsets in bytes
}

func loosen(s string) loose {
	runes := []rune(s)
	var b strings.Builder
	begin := map[int]bool{}
	for i, r := range runes {
		before, after := at(runes, i-1), at(runes, i+1)
		if joins(r) && alnum(before) && alnum(after) {
			continue
		}
		hump := unicode.IsUpper(r) && (!unicode.IsUpper(before) || unicode.IsLower(after))
		if alnum(r) && (!alnum(before) || hump) {
			begin[b.Len()] = true
		}
		b.WriteString(fold(string(r)))
	}
	return loose{b.String(), begin}
}

func at(runes []rune, i int) rune {
	if i < 0 || i >= len(runes) {
		return ' '
	}
	return runes[i]
}

// joins reports whether a character separates parts of an identifier. Typography replaces hyphens
// by dashes.
func joins(r rune) bool { return strings.ContainsRune("-_.‐‑–", r) }

// alnum reports whether r is a Latin or Cyrillic letter or a digit. Other scripts have no words.
func alnum(r rune) bool {
	return unicode.IsDigit(r) || unicode.In(r, unicode.Latin, unicode.Cyrillic)
}

// whole reports whether a loosened word is in the text from a start of a word to an end.
func (l loose) whole(word string) bool {
	for from := 0; ; {
		i := strings.Index(l.text[from:], word)
		if i < 0 {
			return false
		}
		end := from + i + len(word)
		next, _ := utf8.DecodeRuneInString(l.text[end:])
		if l.begin[from+i] && (l.begin[end] || !alnum(next)) {
			return true
		}
		from += i + 1
	}
}

// has reports whether a loosened query is in the text at a start of a word.
func (l loose) has(query string) bool {
	for from := 0; query != ""; {
		i := strings.Index(l.text[from:], query)
		if i < 0 {
			return false
		}
		if l.begin[from+i] {
			return true
		}
		from += i + 1
	}
	return false
}

// number reports whether a number is in a folded text, and not part of another number, of a version
// or of a word.
func number(text, n string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], n)
		if i < 0 {
			return false
		}
		before, after := text[:from+i], text[from+i+len(n):]
		if !numberBefore.MatchString(before) && !numberAfter.MatchString(after) {
			return true
		}
		from += i + len(n)
	}
}

var (
	numberBefore = regexp.MustCompile(`(?:[0-9a-z]|\d[.,])$`)
	numberAfter  = regexp.MustCompile(`^(?:[0-9a-z]|[.,]\d)`)
)

// library is all documents of a site, prepared for the scan.
type library struct {
	docs   []*scanned
	byPath map[string][]int  // one document, or several for a day of several logs
	dirs   map[string]string // directory of a KEP, by its number
	terms  [][]string        // names of each term of the glossary, folded
	known  map[query]found   // cached results of truth
}

// find returns the documents for which ok returns true.
func (l *library) find(ok func(*scanned) bool) found {
	f := found{}
	for i, d := range l.docs {
		if ok(d) {
			f[i] = true
		}
	}
	return f
}

// found is a set of documents.
type found map[int]bool

// truth returns the expected results of a query. The caller must not modify it.
func (l *library) truth(q query) found {
	q.text = ""
	f, ok := l.known[q]
	if !ok {
		f = l.look(q)
		l.known[q] = f
	}
	return f
}

func (l *library) look(q query) found {
	class, meant := q.class, q.meant
	if word, ok := strings.CutPrefix(class, "typo-"); ok {
		class = word
	}
	switch class {
	case "ja-word", "ja-compound", "ja-piece", "zh-word", "zh-compound", "zh-piece":
		want := fold(meant)
		return l.find(func(d *scanned) bool { return strings.Contains(d.fold, want) })
	case "mixed":
		want := strings.Join(strings.Fields(fold(meant)), "")
		return l.find(func(d *scanned) bool { return strings.Contains(d.tight, want) })
	case "ru-form":
		return l.forms(paradigms, fold(meant))
	case "en-form":
		f := l.forms(inflections, fold(meant))
		for doc := range l.truth(query{class: "en-word", meant: meant}) {
			f[doc] = true
		}
		return f
	case "two":
		return l.both(strings.Fields(meant))
	case "kep", "pr", "sig", "gate", "release":
		return l.named(note.RefKind(class), meant)
	case "number":
		kep, pr := note.Key{Kind: note.KEP, ID: meant}, note.Key{Kind: note.PR, ID: meant}
		return l.find(func(d *scanned) bool { return d.keys[kep] || d.keys[pr] || number(d.fold, meant) })
	}
	want := strings.TrimLeft(loosen(norm.NFKC.String(meant)).text, "-")
	return l.find(func(d *scanned) bool { return d.loose.has(want) })
}

// forms finds documents with a form of the word, by a table.
func (l *library) forms(table []string, word string) found {
	forms := formsOf(table, word)
	return l.find(func(d *scanned) bool {
		return slices.ContainsFunc(forms, func(f string) bool { return d.words[f] || d.loose.whole(f) })
	})
}

// formsOf returns the forms in all rows that contain the word.
func formsOf(table []string, word string) (forms []string) {
	for _, row := range table {
		if row := strings.Fields(fold(row)); slices.Contains(row, word) {
			forms = append(forms, row...)
		}
	}
	return forms
}

// both finds documents with all words, each by the rule of its script.
func (l *library) both(words []string) found {
	var all found
	for _, w := range words {
		class := "en-word"
		if !alnum([]rune(w)[0]) {
			class = "ja-word"
		}
		f, last := l.truth(query{class: class, meant: w}), all
		all = found{}
		for doc := range f {
			if last == nil || last[doc] {
				all[doc] = true
			}
		}
	}
	return all
}

// named finds documents that are a subject or name it.
func (l *library) named(kind note.RefKind, id string) found {
	key := note.Key{Kind: kind, ID: id}
	spelt := spelling(kind, id)
	return l.find(func(d *scanned) bool {
		return d.keys[key] || spelt(d) || kind == note.ReleaseRef && (string(d.Release) == id || slices.Contains(d.Meta, id))
	})
}

// spelling returns a function that finds the spellings of a subject in a text.
func spelling(kind note.RefKind, id string) func(*scanned) bool {
	switch kind {
	case note.KEP:
		return matching(id, `\bkep[ #–-]*0*`+id+`(?:\D|$)|\benhancements?#`+id+`(?:\D|$)`)
	case note.PR:
		return matching(id, `(?:^|[^/\w.-])(?:k/k|kubernetes/kubernetes|pr ?|pull/)?#?`+id+`(?:\D|$)`)
	case note.SIGRef:
		kind, name := "sig", id
		for _, other := range []string{"wg", "ug", "committee"} {
			if rest, ok := strings.CutPrefix(id, other+"-"); ok {
				kind, name = other, rest
			}
		}
		return matching(kind, `\b`+kind+`[-/ ]`+strings.ReplaceAll(name, "-", `[- ]`)+`\b`)
	case note.ReleaseRef:
		return matching(id, `(?:^|[^\d.a-z]|[^a-z]v)`+regexp.QuoteMeta(id)+`(?:\D|$)`)
	}
	want := strings.ToLower(id)
	return func(d *scanned) bool { return d.loose.has(want) }
}

// matching searches for the literal first, because most texts do not contain it.
func matching(literal, pattern string) func(*scanned) bool {
	re := regexp.MustCompile(`(?m)` + pattern)
	return func(d *scanned) bool { return strings.Contains(d.fold, literal) && re.MatchString(d.fold) }
}

// holds reports whether a document at an address is in the set.
func (l *library) holds(f found, address string) bool {
	return slices.ContainsFunc(l.byPath[address], func(doc int) bool { return f[doc] })
}

// otherwise reports whether the document at an address has the words of a query in another form, as
// far as a tier allows.
func (l *library) otherwise(text, address string, tier int) bool {
	for _, doc := range l.byPath[address] {
		d := l.docs[doc]
		if tier >= otherWords && l.renamed(d, fold(text)) {
			return true
		}
		lacks := func(w string) bool { return !l.fits(d, w, tier) }
		if words := strings.FieldsFunc(fold(text), parts); len(words) > 0 && !slices.ContainsFunc(words, lacks) {
			return true
		}
	}
	return false
}

// parts reports whether a character separates the words of a query.
func parts(r rune) bool { return r == '/' || unicode.IsSpace(r) }

func (l *library) fits(d *scanned, word string, tier int) bool {
	switch {
	case strings.Contains(d.fold, word), d.loose.has(loosen(word).text), slices.Contains(d.meta, strings.TrimPrefix(word, "v")):
		return true
	case word == "kep":
		return slices.ContainsFunc(slices.Collect(maps.Keys(d.keys)), func(k note.Key) bool { return k.Kind == note.KEP })
	case tier >= otherForm && ending.MatchString(word) && d.loose.has(loosen(ending.ReplaceAllString(word, "")).text):
		return true
	}
	return tier >= otherWords && l.renamed(d, word)
}

// The lowest tiers of hits by another form of a word, and by other words: another character or
// name, or the nearest word.
const otherForm, otherWords = 1, 3

// ending matches the endings that change when English words of three letters or more are inflected.
var ending = regexp.MustCompile(`(?:ies|es|ed|ing|s|e|y)$`)

// renamed reports whether a document has a text in other characters, or another name of a term that
// the text names, together with the rest of the text.
func (l *library) renamed(d *scanned, text string) bool {
	if strings.Contains(simplified.Replace(d.fold), simplified.Replace(text)) {
		return true
	}
	for _, names := range l.terms {
		for _, name := range names {
			before, after, ok := strings.Cut(text, name)
			if ok && strings.Contains(d.fold, strings.TrimSpace(before)) && strings.Contains(d.fold, strings.TrimSpace(after)) &&
				slices.ContainsFunc(names, func(other string) bool { return other != name && d.mentions(other) }) {
				return true
			}
		}
	}
	return false
}

// mentions reports whether a name is in the text. A Latin or Cyrillic name must be at a start of a
// word.
func (s *scanned) mentions(name string) bool {
	if alnum([]rune(name)[0]) && !strings.Contains(name, " ") {
		return s.loose.has(loosen(name).text)
	}
	return strings.Contains(s.fold, name)
}

// sorted returns a set in the order of documents.
func (f found) sorted() (ids []int) {
	for i := range f {
		ids = append(ids, i)
	}
	sort.Ints(ids)
	return ids
}
