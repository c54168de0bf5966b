// Package analyzer cuts text into the terms by which the search finds it, and says how a
// query is cut to meet them. It knows Japanese, Chinese, Russian and English and the
// names, flags, groups and numbers of Kubernetes, without a dictionary.
//
// The browser cuts queries by a twin of this package, static/js/search/10-terms.js. Both
// give the same answer for every text: testdata/vectors.txtar is run in both, and a
// test in Chromium compares them over random strings.
//
// # Folding
//
// Fold makes what is to be taken for the same the same: NFKC, lower case, ё is е, ς is
// σ, stress (за́мок) and invisible characters go, ガベージ・コレクション is written without
// its dot. Marks stay: が is not か, й is not и.
//
// # Terms
//
// A document is looked up by prefix: a key finds every term that begins with it.
//
//   - A word of Latin, Cyrillic or another alphabet is cut into parts at - _ . and at
//     the humps of camel case; from each part on the rest, joined, is a term. So
//     --node-ip has the terms nodeip and ip, and VolumeBindingMode is found by
//     bindingmode. IPv6 and PVCs have no hump: one small letter does not make a word.
//   - A number stands alone, wherever it is: utf-8 has utf8 and 8.
//   - A number with dots is one term without its v: v1.27 has 1.27, and 127 does not
//     find it.
//   - A / parts words, but joins the group and version of an API and a domain and its
//     name: node.k8s.io/v1 is one word, and so are apps/v1 and kubernetes.io/hostname.
//   - Han, kana and Hangul have a term at each character: it and the next, of
//     katakana it and the next three. Any piece is the AND of overlapping windows.
//   - Where such a run meets another or a word, with nothing or a blank between them,
//     the two characters that meet are a term: デフォルト値 has ト値, and Pod は has dは.
//   - KEP-127, KEP 127, KEP127, keps/sig-node/127, enhancements#127, kep.k8s.io/127
//     have kep127 and 127; sig-node, sig/node and SIG Node have signode and node. The
//     words before have kep and sig alone, too: as beginnings they would be too many.
//
// # Queries
//
// Query cuts likewise, but looks only for the longest: BindingMode is bindingmode alone.
// Of an address only the number is looked for, since a text may say it otherwise: k/k#115143
// and https://github.com/kubernetes/kubernetes/pull/115143 are 115143. PR 115143 is that in
// texts, too.
package analyzer

import (
	"strings"
	"unicode/utf8"
)

// Limits of terms, in characters (code points). They are part of the format: the twin
// in the browser has the same.
const (
	maxTerm  = 40 // a longer term is cut: what is typed of it is cut, too
	wideKana = 4  // window of katakana
	wideHan  = 2  // window of Han, hiragana and Hangul
	minWord  = 4  // letters of a word in which a typing error is looked for
	minKana  = 3  // the same for katakana
	maxWord  = 40 // longer words are names that nobody types by heart
)

// Script says what kind of characters a Piece is made of, and with that how it is
// looked for.
type Script string

const (
	ScriptWord   Script = "word"   // letters, perhaps with digits: by prefix
	ScriptNumber Script = "number" // digits, perhaps with dots: exact where the exact one exists
	ScriptID     Script = "id"     // kep127: a thing by its number; as a number
	ScriptKata   Script = "kata"   // katakana
	ScriptHan    Script = "han"    // holds Han: has variants in other languages
	ScriptKana   Script = "kana"   // hiragana or Hangul only
)

// Piece is a part of a query. A document has to have all pieces.
type Piece struct {
	Text   string   // folded; of a word its parts joined
	Script Script   // how it is looked for
	Keys   []string // each has to be the beginning of a term of the document
	Parts  []string // of a word and an id: what joiners and humps cut it into, folded; else nil
}

// Terms returns the terms of a text in its order, repeats included.
func Terms(text string) []string {
	var r Reader
	terms, _ := r.Read(text)
	return terms
}

// Reader reads one text after another into the same memory. The zero value is ready.
type Reader struct {
	s            scanner
	terms, words []string
}

// Read returns Terms and Words of a text, for hardly more than one of them costs. The lists
// hold until the next text is read; what stands in them stays.
func (r *Reader) Read(text string) (terms, words []string) {
	r.s.scan(rewrite(upright(text)))
	r.terms, r.words = r.s.terms(r.terms[:0]), r.s.words(r.words[:0])
	return r.terms, r.words
}

// terms appends the terms of the text.
func (s *scanner) terms(terms []string) []string {
	for i, t := range s.spans {
		if seam := s.seam(i); seam != "" {
			terms = append(terms, seam)
		}
		switch t.kind {
		case number:
			terms = append(terms, cut(s.whole[t.start:t.end]))
		case kata:
			terms = windows(terms, s.whole[t.start:t.end], wideKana)
		case cjk:
			terms = windows(terms, s.whole[t.start:t.end], wideHan)
		case word:
			terms = s.tails(terms, t)
		}
	}
	return terms
}

// tails appends the terms of the word t.
func (s *scanner) tails(terms []string, t span) []string {
	for _, p := range s.parts[t.first:t.last] {
		end := t.end
		if p.number {
			end = p.end
		}
		terms = append(terms, cut(s.whole[p.start:end]))
	}
	switch parts := s.parts[t.first:t.last]; {
	case isKEP(s.whole[t.start:t.end]):
		terms = append(terms, "kep")
	case len(parts) > 1 && s.whole[parts[0].start:parts[0].end] == "sig":
		terms = append(terms, "sig")
	}
	return terms
}

// isKEP reports whether a word names a KEP by its number.
func isKEP(word string) bool {
	number, ok := strings.CutPrefix(word, "kep")
	return ok && isNumber(number)
}

// windows appends the window of wide characters at each character of run.
func windows(terms []string, run string, wide int) []string {
	end, ahead := 0, 0
	for i := range run {
		for ; ahead < wide && end < len(run); ahead++ {
			_, n := utf8.DecodeRuneInString(run[end:])
			end += n
		}
		terms = append(terms, run[i:end])
		ahead--
	}
	return terms
}

// cut returns the first maxTerm characters of s.
func cut(s string) string {
	if len(s) <= maxTerm {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > maxTerm {
			return s[:i]
		}
	}
	return s
}

// Words returns the words of a text in which typing errors are worth looking for: the
// terms of alphabets that have four letters or more and no digit, Russian ones without
// their endings, and whole runs of three katakana or more. Words of more than 40
// characters are left out.
func Words(text string) []string {
	var r Reader
	_, words := r.Read(text)
	return words
}

// words appends the words of the text.
func (s *scanner) words(words []string) []string {
	for _, t := range s.spans {
		switch t.kind {
		case kata:
			words = between(words, s.whole[t.start:t.end], minKana)
		case word:
			for _, p := range s.parts[t.first:t.last] {
				if w := s.whole[p.start:t.end]; len(w) <= utf8.UTFMax*maxWord && !hasDigit(w) {
					words = between(words, w, minWord)
				}
			}
		}
	}
	return words
}

func hasDigit(w string) bool {
	for i := range len(w) {
		if isDigit(rune(w[i])) {
			return true
		}
	}
	return false
}

// between appends w if it has at least low characters and not more than maxWord.
func between(words []string, w string, low int) []string {
	if n := utf8.RuneCountInString(w); n >= low && n <= maxWord {
		return append(words, stem(w))
	}
	return words
}
