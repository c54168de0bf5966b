package fragment

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// NotePath returns the path of a note below /{l}/, not escaped.
func NotePath(id note.ID) string { return string(id) + "/" }

// Hash returns a fragment with its #, or "" for an empty anchor.
func Hash(id string) string {
	if id == "" {
		return ""
	}
	return "#" + id
}

// EscapePath escapes a path for an address.
func EscapePath(path string) string {
	if !strings.ContainsFunc(path, mayBeEscaped) { // the common case
		return path
	}
	return (&url.URL{Path: path}).EscapedPath()
}

func mayBeEscaped(r rune) bool {
	plain := 'a' <= r && r <= 'z' || '-' <= r && r <= '9' || 'A' <= r && r <= 'Z' || r == '_' || r == '~' // also - . / and digits
	return !plain
}

// IsExternal reports whether an address is on another site.
func IsExternal(href string) bool {
	return strings.Contains(href, "://") || strings.HasPrefix(href, "//") || strings.HasPrefix(href, "mailto:")
}

// Shorten cuts a text to n characters including the ellipsis. It does not cut inside a word or a
// flag, unless that takes more than half of the text.
func Shorten(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	end := 0 // of the first n characters
	for range n {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	head := []rune(s[:end])
	return strings.TrimRight(string(head[:wordEnd(head)]), " \t\n,;:、，；：") + "…"
}

// wordEnd returns the last index in the second half of the text at which no word is cut.
func wordEnd(text []rune) int {
	last := len(text) - 1
	for i := last; i > len(text)/2; i-- {
		if diag.Width(text[i]) > 0 && !(InWord(text[i-1]) && InWord(text[i])) {
			return i
		}
	}
	return last
}

// InWord reports whether text must not be cut between this character and another one like it.
// Chinese and Japanese have no spaces, so their text can be cut anywhere.
func InWord(r rune) bool { return !unicode.IsSpace(r) && diag.Width(r) < 2 }
