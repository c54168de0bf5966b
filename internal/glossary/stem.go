package glossary

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendSingular writes what an English word has in common with its plural: small letters,
// without the s of the plural and an e before it. Policies and policy are equal, nodes and
// node, CRDs and CRD, classes and class; status and class keep their s. What b holds before is
// not to be read: a caller has an empty one.
func appendSingular(b []byte, word string) []byte {
	b, word = appendLower(b, word)
	if n := len(word); n > 2 && word[n-1] == 's' && 'A' <= word[n-2] && word[n-2] <= 'Z' {
		b = b[:len(b)-1]
	}
	switch {
	case len(b) <= 3 || bytes.HasSuffix(b, []byte("ss")) || bytes.HasSuffix(b, []byte("us")) || len(b) > 4 && bytes.HasSuffix(b, []byte("is")):
		return b
	case bytes.HasSuffix(b, []byte("ies")):
		return append(b[:len(b)-3], 'y')
	}
	b = bytes.TrimSuffix(b, []byte("s"))
	if len(b) > 3 {
		b = bytes.TrimSuffix(b, []byte("e"))
	}
	return b
}

func isASCII(word string) bool {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendLower writes a word in small letters, and returns it as it was but for wide letters,
// which become ASCII.
func appendLower(b []byte, word string) ([]byte, string) {
	if !isASCII(word) {
		word = narrow(word)
		return append(b, strings.ToLower(word)...), word
	}
	for i := range len(word) {
		c := word[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return b, word
}

// narrow puts ASCII letters in the place of their wide forms.
func narrow(word string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, word)
}

// endings are those of Russian nouns and adjectives, by how many letters they have less one.
var endings = [longestEnding]map[string]bool{
	{
		"а": true, "я": true, "о": true, "е": true, "ы": true, "и": true, "у": true, "ю": true, "ь": true, "й": true,
	}, {
		"ях": true, "ах": true, "ый": true, "ий": true, "ой": true, "ей": true, "ая": true, "яя": true, "ое": true,
		"ее": true, "ые": true, "ие": true, "ую": true, "юю": true, "ия": true, "ию": true, "ии": true, "ью": true,
		"ом": true, "ем": true, "ам": true, "ям": true, "ов": true, "ев": true, "ых": true, "их": true, "ым": true, "им": true,
	}, {
		"ями": true, "ами": true, "иях": true, "ией": true, "иям": true, "ием": true, "ого": true, "его": true,
		"ому": true, "ему": true, "ыми": true, "ими": true,
	}, {
		"иями": true,
	},
}

const (
	longestEnding = 4
	letter        = 2 // bytes of a letter of Russian
	leastStem     = 3 // how many letters an ending leaves: том and узел have none
)

// appendStem writes what the forms of a Russian word have in common: small letters without
// the ending, ё read as е. It is no dictionary: a word whose letters change before the ending
// (метка, меток) has two stems. b is as in appendSingular.
func appendStem(b []byte, word string) []byte {
	for _, r := range word {
		switch {
		case 'А' <= r && r <= 'Я':
			r += 'а' - 'А'
		case r < 'а' || r > 'я':
			r = unicode.ToLower(r)
		}
		if r == 'ё' {
			r = 'е'
		}
		b = utf8.AppendRune(b, r)
	}
	for n := longestEnding; n > 0; n-- {
		if rest := len(b) - n*letter; rest > 0 && endings[n-1][string(b[rest:])] && utf8.RuneCount(b[:rest]) >= leastStem {
			return b[:rest]
		}
	}
	return b
}
