// Package analyzer cuts text and queries into search terms. It supports Japanese, Chinese, Russian
// and English, and the names, flags, SIGs and numbers of Kubernetes. It needs no dictionary.
//
// The browser cuts queries with a port of this package, static/js/search/10-terms.js. Both give
// the same result for every text: both run testdata/vectors.txtar, and a test in Chromium compares
// them on random strings.
//
// # Folding
//
// Fold normalises text: NFKC, lower case, ё to е, ς to σ. It removes stress marks (за́мок),
// invisible characters, and the dot in ガベージ・コレクション. Other marks stay: が is not か, й is not и.
//
// # Terms
//
// A search is by prefix: a key finds every term that begins with it.
//
//   - A word of Latin, Cyrillic or another alphabet is split at - _ . and at camel-case
//     humps. Each suffix that begins at a part is a term. So --node-ip has the terms
//     nodeip and ip, and bindingmode finds VolumeBindingMode. IPv6 and PVCs have no
//     hump: a single lower-case letter is not a word.
//   - A number is also a term of its own: utf-8 has utf8 and 8.
//   - A number with dots is one term without its v: v1.27 has 1.27, and 127 does not
//     find it.
//   - A / separates words, but joins the group and version of an API, and a domain and
//     its name: node.k8s.io/v1, apps/v1 and kubernetes.io/hostname are one word each. The two
//     parts at any other / are a term, too: pods/exec has pods, exec and pods/exec.
//   - Han, hiragana and Hangul have a term at each character: it and the next one. For
//     katakana it is the character and the next three. A longer text is the AND of
//     overlapping windows.
//   - Where two runs, or a run and a word, meet directly or with one space, the two
//     adjacent characters are a term: デフォルト値 has ト値, and Pod は has dは.
//   - KEP-127, KEP 127, KEP127, keps/sig-node/127, enhancements#127 and kep.k8s.io/127
//     have kep127 and 127. sig-node, sig/node and SIG Node have signode and node. The
//     words before these have only kep and sig: they would be prefixes of too many.
//
// # Queries
//
// Query cuts in the same way, but uses the longest terms only: BindingMode is bindingmode. Of a
// URL it uses the number, because texts may have another form: k/k#115143 and
// https://github.com/kubernetes/kubernetes/pull/115143 are 115143. In texts, too, PR 115143 is
// 115143.
package analyzer

import (
	"strings"
	"unicode/utf8"
)

// Limits of terms in characters (code points). They are part of the format and equal in the
// browser.
const (
	maxTerm  = 40 // longer terms are truncated, in queries too
	wideKana = 4  // window of katakana
	wideHan  = 2  // window of Han, hiragana and Hangul
	minWord  = 4  // minimum length of a word for typing errors
	minKana  = 3  // the same for katakana
	maxWord  = 40 // longer words are names that nobody types
)

// Script is the kind of characters of a Piece, which decides how it is searched for.
type Script string

const (
	ScriptWord   Script = "word"   // letters and digits: by prefix
	ScriptNumber Script = "number" // digits and dots: exact match if there is one
	ScriptID     Script = "id"     // kep127: an item with a number; like a number
	ScriptKata   Script = "kata"   // katakana
	ScriptHan    Script = "han"    // contains Han: has variants in other languages
	ScriptKana   Script = "kana"   // hiragana or Hangul only
)

// Piece is a part of a query. A document must match all pieces.
type Piece struct {
	Text   string // folded; the parts of a word are joined
	Script Script
	Keys   []string // each must be a prefix of a term of the document
	Parts  []string // parts of a word or id, folded; else nil
}

// Terms returns the terms of a text in order, with duplicates.
func Terms(text string) []string {
	var r Reader
	terms, _ := r.Read(text)
	return terms
}

// Reader analyses texts and reuses its memory. The zero value is ready.
type Reader struct {
	s            scanner
	terms, words []string
}

// Read returns Terms and Words of a text in one pass. The slices are valid until the next call;
// their strings stay valid.
func (r *Reader) Read(text string) (terms, words []string) {
	r.s.scan(rewrite(upright(text)))
	r.terms, r.words = r.s.terms(r.terms[:0]), r.s.words(r.words[:0])
	return r.terms, r.words
}

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

// tails appends the terms of a word: the suffixes that begin at a part.
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

func isKEP(word string) bool {
	number, ok := strings.CutPrefix(word, "kep")
	return ok && isNumber(number)
}

// windows appends the window at each character of run.
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

// Words returns the words of a text that queries with typing errors are compared with: words of at
// least four letters and no digit, Russian ones without endings, and runs of at least three
// katakana. Words of more than 40 characters are omitted.
func Words(text string) []string {
	var r Reader
	_, words := r.Read(text)
	return words
}

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

// between appends w if its length is at least low and at most maxWord.
func between(words []string, w string, low int) []string {
	if n := utf8.RuneCountInString(w); n >= low && n <= maxWord {
		return append(words, stem(w))
	}
	return words
}
