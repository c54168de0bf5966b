package analyzer

import "strings"

// rewrite normalises the spellings of numbers and SIGs: KEP 127 and keps/sig-node/127 become
// "kep-127 ", SIG Node "sig-node- ", PR 115143 its number. It is hand-written for speed; the
// browser uses patterns (the fourth group of [Grammar]). Word boundaries are those of ASCII.
func rewrite(s string) string {
	return rewriteWith(rewriteWith(rewriteWith(s, 'k', readKEP), 's', readSIG), 'p', readPR)
}

// rewriteWith replaces what read finds at word boundaries. All matches begin with first or with e.
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

// readKEP reads a KEP at the beginning of s.
func readKEP(s string) (as string, length int) {
	i := lead(s, "enhancements")
	if i > 0 {
		i = readFolder(s, i, "#")
	} else if i = lead(s, "kep"); i > 0 {
		i += lead(s[i:], "s")
		i = readFolder(s, i, " \n#:-")
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

// readFolder reads the text between kep and its number at i: a / with up to two directories (as
// for cloud providers), or up to three of signs. It returns the end, or 0.
func readFolder(s string, i int, signs string) int {
	start := i
	if signs != "#" {
		i += lead(s[i:], ".k8s.io")
	}
	if lead(s[i:], "/") == 0 {
		if i > start {
			return 0
		}
		for n := 0; n < 3 && i < len(s) && strings.IndexByte(signs, s[i]) >= 0; n++ {
			i++
		}
		if signs == "#" && i != start+1 {
			return 0
		}
		return i
	}
	i = skipFolder(s, i+1)
	return skipFolder(s, i)
}

// skipFolder returns the end of a directory with its /, or i.
func skipFolder(s string, i int) int {
	n := i
	for n < len(s) && (isASCIIWord(s[n]) && (n > i || !isDigit(rune(s[n])) && s[n] != '_') || n > i && s[n] == '-') {
		n++
	}
	if n > i && lead(s[n:], "/") > 0 {
		return n + 1
	}
	return i
}

// seconds are second words in the names of SIGs.
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
				return as + s[n+1:n+1+m] + " ", n + 1 + m
			}
		}
	}
	return as + " ", n
}

// readPR reads the text before the number of a pull request at the beginning of s.
func readPR(s string) (as string, length int) {
	n := lead(s, "pr")
	for n > 0 && n < len(s) && strings.IndexByte(" \n#-", s[n]) >= 0 {
		n++
	}
	if n == len(s) || !isDigit(rune(s[n])) {
		return "", 0
	}
	return "", n
}

// lead returns the length of prefix if s begins with it, ignoring ASCII case; else 0.
func lead(s, prefix string) int {
	if len(s) < len(prefix) {
		return 0
	}
	for i := range len(prefix) {
		if lowerASCII(s[i]) != prefix[i] {
			return 0
		}
	}
	return len(prefix)
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// isASCIIWord reports whether c matches \w.
func isASCIIWord(c byte) bool {
	return c < 0x80 && ascii[c] == word || c == '_'
}
