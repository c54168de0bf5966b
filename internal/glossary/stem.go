package glossary

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendSingular appends the common form of an English word and its plural: lower case, without a
// plural s and an e before it. Policies equals policy, nodes node, CRDs CRD, classes class; status
// and class keep their s. b must be empty.
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

// appendLower appends a word in lower case. It returns the word with full-width letters as ASCII.
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

func narrow(word string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, word)
}

// endings lists the endings of Russian nouns and adjectives by their number of letters minus one.
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
	letter        = 2 // bytes of a Russian letter
	leastStem     = 3 // letters left before an ending: том and узел have no ending
)

// appendStem appends the common form of a Russian word: lower case without the ending, ё as е. It
// is not a dictionary: words that change inside (метка, меток) have two stems. b is as in
// appendSingular.
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
