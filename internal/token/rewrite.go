package token

import "strings"

// rewrite writes the spellings of KEPs and SIGs as ones that are cut alike: KEP 127 and
// keps/sig-node/127 as "kep-127 ", SIG Node as "sig-node- ". The pattern it follows is
// that of the twin, kep and sig in the test; boundaries are those of ASCII.
func rewrite(s string) string { return rewriteWith(rewriteWith(s, 'k', readKEP), 's', readSIG) }

// rewriteWith replaces what read finds at word boundaries. All that it finds begins with
// the letter first, or with e.
func rewriteWith(s string, first byte, read func(string) (as string, length int)) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; c != first && c != 'e' || i > 0 && isASCIIWord(s[i-1]) {
			continue
		}
		if as, n := read(s[i:]); n > 0 {
			b.WriteString(s[done:i])
			b.WriteString(as)
			done = i + n
			i = done - 1
		}
	}
	if done == 0 {
		return s
	}
	return b.String() + s[done:]
}

// readKEP reads a mention of a KEP at the beginning of s.
func readKEP(s string) (as string, length int) {
	i := lead(s, "enhancements")
	switch {
	case i > 0 && lead(s[i:], "#") > 0:
		i++
	case i > 0:
		i += lead(s[i:], "/issues/")
		if i == len("enhancements") {
			return "", 0
		}
	default:
		if i = lead(s, "kep.k8s.io/"); i == 0 {
			i = readKEPs(s)
		}
	}
	n := i
	for n < len(s) && isDigit(rune(s[n])) {
		n++
	}
	if i == 0 || n == i {
		return "", 0
	}
	return "kep-" + s[i:n] + " ", n
}

// readKEPs reads kep or keps and what stands between it and a number: up to three spaces
// and signs, or a / and up to two folders.
func readKEPs(s string) int {
	i := lead(s, "kep")
	if i == 0 {
		return 0
	}
	i += lead(s[i:], "s")
	if lead(s[i:], "/") == 0 {
		for n := 0; n < 3 && i < len(s) && strings.IndexByte(" \n#:-", s[i]) >= 0; n++ {
			i++
		}
		return i
	}
	i++
	for range 2 {
		n := i
		for n < len(s) && (isASCIIWord(s[n]) && (n > i || !isDigit(rune(s[n])) && s[n] != '_') || n > i && s[n] == '-') {
			n++
		}
		if n == i || lead(s[n:], "/") == 0 {
			break
		}
		i = n + 1
	}
	return i
}

// seconds are the second words of the names of SIGs.
var seconds = []string{"machinery", "lifecycle", "provider", "experience", "infra"}

// readSIG reads the name of a SIG at the beginning of s.
func readSIG(s string) (as string, length int) {
	i := lead(s, "sig")
	if i == 0 || i == len(s) || strings.IndexByte(" \n/-", s[i]) < 0 {
		return "", 0
	}
	i++
	n := i
	for n < len(s) && isASCIIWord(s[n]) && s[n] != '_' {
		n++
	}
	if n == i {
		return "", 0
	}
	as = "sig-" + s[i:n] + "-"
	for _, second := range seconds {
		if n < len(s) && strings.IndexByte(" \n-", s[n]) >= 0 {
			if m := lead(s[n+1:], second); m > 0 && (n+1+m == len(s) || !isASCIIWord(s[n+1+m])) {
				return as + second + " ", n + 1 + m
			}
		}
	}
	return as + " ", n
}

// lead returns the length of prefix if s begins with it in any case of ASCII, else 0.
func lead(s, prefix string) int {
	if len(s) < len(prefix) {
		return 0
	}
	for i := range len(prefix) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != prefix[i] {
			return 0
		}
	}
	return len(prefix)
}

func isASCIIWord(c byte) bool {
	return c < 0x80 && kindOf(rune(c)) == word || c == '_'
}
