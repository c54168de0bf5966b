package source

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Root is the folder of the notes below the site's root.
const Root = "content/"

// place is what a path says.
type place struct {
	ID      note.ID
	Lang    note.Lang // empty when the file name does not say
	Release note.Release
	Log     bool
}

// IsNote reports whether a path below the site's root is that of a note: a file that
// ends in .md, below content/, not in a folder for data (_…) nor hidden. README.md is
// for those who look at the repository.
func IsNote(p string) bool {
	rest, ok := strings.CutPrefix(p, Root)
	if !ok || !strings.EqualFold(path.Ext(rest), ".md") || strings.EqualFold(path.Base(rest), "README.md") {
		return false
	}
	for part := range strings.SplitSeq(rest, "/") {
		if strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") && part != ".." && part != "." {
			return false
		}
	}
	return true
}

// Locate takes the path of a note apart. The ID is composed (NFC), as people type it, also
// where a file system takes the letters of a name apart. The language is empty when the file name does
// not say it, the release when the first folder is none. It reports false when the path
// is no note's or cannot be part of an address.
func Locate(p string) (note.ID, note.Lang, note.Release, bool) {
	at, ds := locate(p)
	return at.ID, at.Lang, at.Release, len(ds) == 0
}

func locate(p string) (place, []diag.Diagnostic) {
	pos := diag.Position{File: p}
	if !IsNote(p) {
		return place{}, []diag.Diagnostic{diag.Errorf(pos, "content/not-a-note", "is no note").
			WithHint("a note lies below content/ and ends in .md")}
	}
	id, lang := locale.CutLang(strings.TrimPrefix(p[:len(p)-len(".md")], Root))
	if why := tooLong(id); why != "" {
		return place{}, []diag.Diagnostic{diag.Errorf(pos, "content/bad-path", "the path cannot be an address: %s", why).
			WithHint("use fewer or shorter folder names")}
	}
	at := place{Lang: lang}
	parts := strings.Split(id, "/")
	for _, part := range parts {
		if why := oddPart(part); why != "" {
			return place{}, []diag.Diagnostic{diag.Errorf(pos, "content/bad-path", "%q cannot be part of an address: %s", part, why).
				WithHint("use letters, digits, hyphens, dots and underscores, as in content/1.27/sig-node.ja.md")}
		}
	}
	at.ID = note.ID(norm.NFC.String(id))
	if len(parts) > 1 {
		at.Log = parts[0] == "log"
		if r, ok := release(parts[0]); ok {
			at.Release = r
		}
	}
	return at, nil
}

// maxAddress bounds the bytes of an address. Linux allows 4096 bytes for a path, and the paths
// of the output folder and of the staging folder come before the address.
const maxAddress = 800

// tooLong returns the reason why an address is too long, "" where it is not.
func tooLong(address string) string {
	if len(address) > maxAddress {
		return fmt.Sprintf("it is longer than %d bytes", maxAddress)
	}
	return ""
}

// oddPart says what is wrong with a part of a path, "" when nothing is. Letters of every
// script are fine.
func oddPart(part string) string {
	switch {
	case part == "":
		return "it is empty"
	case strings.Trim(part, ".") == "":
		return "it leads out of its folder"
	case strings.HasPrefix(part, "-") || strings.HasSuffix(part, "."):
		return "it begins with a hyphen or ends in a dot"
	case strings.EqualFold(part, ".git"):
		return "git takes it for a repository of its own" // and refuses the whole site that has it
	case len(part) > 200:
		return "it is longer than 200 bytes"
	}
	for _, r := range part {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_.+", r) {
			return "it has the character " + quote(r)
		}
	}
	return ""
}

func quote(r rune) string {
	if r == ' ' {
		return "space"
	}
	return strings.Trim(strings.ToValidUTF8(string(r), "?"), "\x00")
}

// release reads 1.27 or v1.27.
func release(s string) (note.Release, bool) {
	s = strings.TrimPrefix(s, "v")
	minor, ok := strings.CutPrefix(s, "1.")
	if !ok || minor == "" || len(minor) > 3 || strings.Trim(minor, "0123456789") != "" || len(minor) > 1 && minor[0] == '0' {
		return "", false
	}
	return note.Release(s), true
}
