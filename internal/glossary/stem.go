package glossary

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// singular is what an English word has in common with its plural: small letters, without the
// s of the plural and an e before it. Policies and policy are equal, nodes and node, CRDs and
// CRD, classes and class; status and class keep their s.
func singular(word string) string {
	word = narrow(word)
	if n := len(word); n > 2 && word[n-1] == 's' && unicode.IsUpper(rune(word[n-2])) {
		word = word[:n-1]
	}
	w := strings.ToLower(word)
	switch {
	case len(w) <= 3 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || len(w) > 4 && strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	}
	w = strings.TrimSuffix(w, "s")
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
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

// endings are those of Russian nouns and adjectives, longest first.
var endings = []string{
	"иями", "ями", "ами", "иях", "ией", "иям", "ием", "ого", "его", "ому", "ему", "ыми", "ими",
	"ях", "ах", "ый", "ий", "ой", "ей", "ая", "яя", "ое", "ее", "ые", "ие", "ую", "юю", "ия", "ию", "ии", "ью",
	"ом", "ем", "ам", "ям", "ов", "ев", "ых", "их", "ым", "им",
	"а", "я", "о", "е", "ы", "и", "у", "ю", "ь", "й",
}

// leastStem is how many letters an ending leaves: том and узел have none.
const leastStem = 3

// stem is what the forms of a Russian word have in common: small letters without the
// ending, ё read as е. It is no dictionary: a word whose letters change before the ending
// (метка, меток) has two stems.
func stem(word string) string {
	w := strings.Map(func(r rune) rune {
		if r = unicode.ToLower(r); r == 'ё' {
			return 'е'
		}
		return r
	}, word)
	for _, e := range endings {
		if rest, ok := strings.CutSuffix(w, e); ok && utf8.RuneCountInString(rest) >= leastStem {
			return rest
		}
	}
	return w
}
