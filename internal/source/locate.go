package source

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"path"
	"regexp"
	"slices"
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
	Lang    note.Lang // empty when the path does not say
	Release note.Release
	Log     bool
	changed string // why the ID is not simply the path, "" where it is
}

// noteExts are the endings of the names of notes.
var noteExts = []string{".md", ".markdown"}

// IsNote reports whether a path below the site's root is that of a note: a file that
// ends in .md or .markdown, below content/, not in a folder for data (_…) nor hidden. README.md
// is for readers of the repository.
func IsNote(p string) bool {
	rest, ok := strings.CutPrefix(p, Root)
	if !ok || !HasNoteExt(rest) || isReadme(rest) {
		return false
	}
	for part := range strings.SplitSeq(rest, "/") {
		if strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") && part != ".." && part != "." {
			return false
		}
	}
	return true
}

// HasNoteExt reports whether a path ends like that of a note: .md or .markdown, in any letter case.
func HasNoteExt(p string) bool { return slices.Contains(noteExts, strings.ToLower(path.Ext(p))) }

// WithoutNoteExt returns a path without the ending of a note, if it has one.
func WithoutNoteExt(p string) string {
	if HasNoteExt(p) {
		return stem(p)
	}
	return p
}

func isReadme(p string) bool { return strings.EqualFold(stem(path.Base(p)), "README") }

// stem is a path without the ending of its name.
func stem(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// NotRead says why a file that looks like a note is not read as one; false for all other files.
// Markdown files among the data are no notes.
func NotRead(p string) (diag.Diagnostic, bool) {
	rest, ok := strings.CutPrefix(p, Root)
	if !ok || !HasNoteExt(rest) || IsNote(p) || strings.HasPrefix(rest, "_data/") {
		return diag.Diagnostic{}, false
	}
	why, hint := "its name begins with _", "rename it to publish it"
	switch dir, base := path.Split(rest); {
	case strings.HasPrefix(base, ".") || strings.Contains("/"+dir, "/."):
		return diag.Diagnostic{}, false
	case isReadme(rest):
		why, hint = "it is for readers of the repository", "rename it to publish it, for example to overview.md"
	case strings.EqualFold(stem(base), "_index"):
		hint = "rename it to " + "index" + path.Ext(base) + " to publish it"
	case !strings.HasPrefix(base, "_"):
		why, hint = "a folder that it is in begins with _", "rename the folder to publish the file"
	}
	return diag.Infof(diag.Position{File: p}, "content/not-read", "is not read as a note: %s", why).WithHint("%s", hint), true
}

// Locate takes the path of a note apart. The ID is composed (NFC), as people type it, also
// where a file system takes the letters of a name apart. The language is empty when neither the
// file name nor a folder says it, the release when no folder is one. It reports false when the
// path is not that of a note or cannot be made an address.
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
	id, lang := locale.CutLang(stem(strings.TrimPrefix(p, Root)))
	if why := tooLong(id); why != "" {
		return place{}, []diag.Diagnostic{diag.Errorf(pos, "content/bad-path", "the path cannot be an address: %s", why).
			WithHint("use fewer or shorter folder names")}
	}
	parts := strings.Split(id, "/")
	for _, part := range parts {
		if why := impossiblePart(part); why != "" {
			return place{}, []diag.Diagnostic{diag.Errorf(pos, "content/bad-path", "%q cannot be part of an address: %s", part, why).
				WithHint("use letters, digits, hyphens, dots and underscores, as in content/1.27/sig-node.ja.md")}
		}
	}
	at := place{Lang: lang, Log: parts[0] == "log" && len(parts) > 1, Release: folderRelease(parts)}
	at.address(parts)
	return at, nil
}

// address finds the ID for the parts of a path. A folder that is a language is none of it, and
// x/index has the address of x. Where an address cannot be, or is that of a page of the site,
// the note gets another.
func (at *place) address(parts []string) {
	parts = at.cutLangFolder(parts)
	if last := len(parts) - 1; last > 0 && strings.EqualFold(parts[last], "index") {
		parts = parts[:last]
	}
	for i, part := range parts {
		if why := oddPart(part); why != "" {
			parts[i] = plainPart(part)
			at.changed = cmp.Or(at.changed, fmt.Sprintf("%q cannot be part of an address: %s", part, why))
		}
	}
	id := norm.NFC.String(strings.Join(parts, "/"))
	if free := freeAddress(id); free != id {
		at.changed = cmp.Or(at.changed, fmt.Sprintf("the address %s/ belongs to a page of the site", id))
		id = free
	}
	at.ID = note.ID(id)
}

// cutLangFolder takes the first folder that is a language out of the parts of a path. A language
// in the file name counts more.
func (at *place) cutLangFolder(parts []string) []string {
	for i, part := range parts[:len(parts)-1] {
		lang, ok := locale.FromSuffix(part)
		if ok && (at.Lang == "" || at.Lang == lang) {
			at.Lang = lang
			return slices.Delete(parts, i, i+1)
		}
	}
	return parts
}

// plainPart puts a hyphen where a part of a path has characters that an address cannot have. A
// part that has no others gets a name from a digest.
func plainPart(part string) string {
	var b strings.Builder
	gap := false
	for _, r := range part {
		if !inAddress(r) || r == '-' {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(r)
	}
	if plain := strings.Trim(b.String(), ".-"); plain != "" && plain != "\uFE0F" {
		return plain
	}
	return "note-" + fmt.Sprintf("%x", sha256.Sum256([]byte(part)))[:8]
}

func inAddress(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("-_.+", r)) && r != '\uFE0F'
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

// impossiblePart says why no address can be made of a part of a path, "" where one can.
func impossiblePart(part string) string {
	switch {
	case part == "":
		return "it is empty"
	case strings.Trim(part, ".") == "":
		return "it leads out of its folder"
	case strings.EqualFold(part, ".git"):
		return "git takes it for a repository of its own" // and refuses the whole site that has it
	case len(part) > 200:
		return "it is longer than 200 bytes"
	}
	return ""
}

// oddPart says what is wrong with a part of a path, "" when nothing is. Letters of every
// script are fine.
func oddPart(part string) string {
	switch {
	case impossiblePart(part) != "":
		return impossiblePart(part)
	case strings.HasPrefix(part, "-") || strings.HasSuffix(part, "."):
		return "it begins with a hyphen or ends in a dot"
	}
	for _, r := range part {
		if !inAddress(r) {
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

// The names of folders and files that say a release.
var (
	releaseFolder = regexp.MustCompile(`(?i)^(?:(?:release|kubernetes|k8s)[-_ ]?)?v?1[.](\d{1,2})(?:\.\d{1,3})?$`)
	releaseFile   = regexp.MustCompile(`(?i)^(?:\d{4}[-_.]\d{1,2}[-_.]\d{1,2}[-_ ])?v?1\.(\d{1,2})(?:\.\d{1,3})?(?:$|[-_ ])|` +
		`(?:^|[-_ ])(?:release|kubernetes|k8s)[-_ ]?v?1[-._]?(\d{2})(?:\.\d{1,3})?(?:$|[-_ ])|[-_ ]v1\.(\d{1,2})(?:\.\d{1,3})?(?:$|[-_ ])`)
)

// folderRelease is the release that the first folder of a path says which says one.
func folderRelease(parts []string) note.Release {
	for _, part := range parts[:len(parts)-1] {
		if r, ok := release(part); ok {
			return r
		}
		if r := releaseIn(releaseFolder, part); r != "" {
			return r
		}
	}
	return ""
}

// releaseIn is the release that a name says in a form.
func releaseIn(form *regexp.Regexp, name string) note.Release {
	m := form.FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	r, _ := release("1." + strings.Join(m[1:], ""))
	return r
}
