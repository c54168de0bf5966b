package fragment

import (
	"net/url"
	"strings"

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

// Shorten cuts a text to n characters including the ellipsis. It cuts at a space or punctuation
// mark in the second half, if there is one.
func Shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	count, end := 0, 0
	for i := range s {
		switch count {
		case n - 1:
			end = i
		case n:
			return strings.TrimSpace(s[:end]) + "…"
		}
		count++
	}
	return s
}
