package fragment

import (
	"net/url"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// NotePath is the page of a note below /{l}/, not escaped.
func NotePath(id note.ID) string { return string(id) + "/" }

// Hash returns an anchor as the end of an address; nothing for no anchor.
func Hash(id string) string {
	if id == "" {
		return ""
	}
	return "#" + id
}

// EscapePath escapes a path for an address.
func EscapePath(path string) string {
	if !strings.ContainsFunc(path, mayBeEscaped) { // as nearly always
		return path
	}
	return (&url.URL{Path: path}).EscapedPath()
}

func mayBeEscaped(r rune) bool {
	plain := 'a' <= r && r <= 'z' || '-' <= r && r <= '9' || 'A' <= r && r <= 'Z' || r == '_' || r == '~' // - . / and digits
	return !plain
}

// IsExternal reports whether an address leads away from this site.
func IsExternal(href string) bool {
	return strings.Contains(href, "://") || strings.HasPrefix(href, "//") || strings.HasPrefix(href, "mailto:")
}

// Shorten cuts a text to n characters.
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
