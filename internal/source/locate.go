package source

import (
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

// Root is the folder of the notes in the folder of the site.
const Root = "content/"

type parsedPath struct {
	ID       note.ID
	Lang     note.Lang // empty if the path has no language
	Release  note.Release
	Log      bool
	invalid  string      // first path segment that is invalid in an address
	reason   diag.Phrase // reason why it is invalid
	reserved string      // reserved address that the path would have, or ""
}

var noteExts = []string{".md", ".markdown"}

// IsNote reports whether the file at a path, relative to the folder of the site, is a note. Notes
// are below content/ and end in .md or .markdown. Hidden files, files in folders that begin with
// _ and READMEs are not notes.
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

// HasNoteExt reports whether a path has the extension of a note, .md or .markdown, in any letter
// case.
func HasNoteExt(p string) bool { return slices.Contains(noteExts, strings.ToLower(path.Ext(p))) }

// WithoutNoteExt returns a path without the extension of a note, if it has one.
func WithoutNoteExt(p string) string {
	if HasNoteExt(p) {
		return stem(p)
	}
	return p
}

func isReadme(p string) bool { return strings.EqualFold(stem(path.Base(p)), "README") }

func stem(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// NotRead reports a file that looks like a note but is not one. It returns false for all other
// files and for files below content/_data/.
func NotRead(p string) (diag.Diagnostic, bool) {
	rest, ok := strings.CutPrefix(p, Root)
	if !ok || !HasNoteExt(rest) || IsNote(p) || strings.HasPrefix(rest, "_data/") {
		return diag.Diagnostic{}, false
	}
	d := diag.Infof(diag.Position{File: p}, "content/not-read", "file is not a note: its name begins with _").WithHint("rename the file to publish it")
	switch dir, base := path.Split(rest); {
	case strings.HasPrefix(base, ".") || strings.Contains("/"+dir, "/."):
		return diag.Diagnostic{}, false
	case isReadme(rest):
		d = diag.Infof(d.Pos, d.Code, "file is not a note: a README is for readers of the repository").WithHint("rename the file to publish it, for example to overview.md")
	case strings.EqualFold(stem(base), "_index"):
		d = d.WithHint("rename the file to index%s to publish it", path.Ext(base))
	case !strings.HasPrefix(base, "_"):
		d = diag.Infof(d.Pos, d.Code, "file is not a note: the name of a directory in its path begins with _").WithHint("rename the directory to publish the file")
	}
	return d, true
}

// Locate parses the path of a note. The ID is in composed form (NFC), even if the file system
// decomposes names. The language is empty if neither the file name nor a folder has one. The
// release is empty if no folder has one. Locate returns false if the path is not that of a note,
// or if its address is invalid.
func Locate(p string) (note.ID, note.Lang, note.Release, bool) {
	at, ds := locate(p)
	return at.ID, at.Lang, at.Release, len(ds) == 0
}

func locate(p string) (parsedPath, []diag.Diagnostic) {
	pos := diag.Position{File: p}
	if !IsNote(p) {
		return parsedPath{}, []diag.Diagnostic{diag.Errorf(pos, "content/not-a-note", "file is not a note").
			WithHint("move it below content/ and give it a name that ends in .md")}
	}
	id, lang := locale.CutLang(stem(strings.TrimPrefix(p, Root)))
	if len(id) > maxAddress {
		return parsedPath{}, []diag.Diagnostic{diag.Errorf(pos, "content/bad-path", "path exceeds %d bytes", maxAddress).
			WithHint("use fewer or shorter directory names")}
	}
	parts := strings.Split(id, "/")
	for _, part := range parts {
		if why := impossiblePart(part); why != "" {
			return parsedPath{}, []diag.Diagnostic{diag.Errorf(pos, "content/bad-path", "invalid name %q in the path: %s", part, why).
				WithHint("use letters, digits, hyphens, dots and underscores, as in content/1.27/sig-node.ja.md")}
		}
	}
	at := parsedPath{Lang: lang, Log: parts[0] == "log" && len(parts) > 1, Release: folderRelease(parts)}
	at.address(parts)
	return at, nil
}

// address sets the ID from the segments of a path. It removes a folder of a language, and x/index
// gets the address of x. It replaces an invalid or reserved address.
func (at *parsedPath) address(parts []string) {
	parts = at.cutLangFolder(parts)
	if last := len(parts) - 1; last > 0 && strings.EqualFold(parts[last], "index") {
		parts = parts[:last]
	}
	for i, part := range parts {
		if why := invalidSegment(part); why != "" {
			parts[i] = plainPart(part)
			if at.invalid == "" {
				at.invalid, at.reason = part, why
			}
		}
	}
	id := norm.NFC.String(strings.Join(parts, "/"))
	if free := freeAddress(id); free != id {
		id, at.reserved = free, id
	}
	at.ID = note.ID(id)
}

// cutLangFolder removes the first segment that is a language. A language in the file name takes
// precedence.
func (at *parsedPath) cutLangFolder(parts []string) []string {
	for i, part := range parts[:len(parts)-1] {
		lang, ok := locale.FromSuffix(part)
		if ok && (at.Lang == "" || at.Lang == lang) {
			at.Lang = lang
			return slices.Delete(parts, i, i+1)
		}
	}
	return parts
}

// plainPart replaces invalid characters in a segment by hyphens. A segment without valid
// characters is replaced by a digest.
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

// maxAddress is the maximum length of an address in bytes. Linux allows 4096 bytes for a path,
// which includes the output folder.
const maxAddress = 800

// impossiblePart returns the reason why a segment is always invalid in an address, or "".
func impossiblePart(part string) diag.Phrase {
	switch {
	case part == "":
		return "empty"
	case strings.Trim(part, ".") == "":
		return "it refers to another directory"
	case strings.EqualFold(part, ".git"):
		return "git treats it as a repository" // git then rejects the whole site
	case len(part) > 200:
		return diag.Phrasef("longer than %s bytes", "200")
	}
	return ""
}

// invalidSegment returns the reason why a segment must be replaced in an address, or "". Letters of
// all scripts are valid.
func invalidSegment(part string) diag.Phrase {
	switch {
	case impossiblePart(part) != "":
		return impossiblePart(part)
	case strings.HasPrefix(part, "-") || strings.HasSuffix(part, "."):
		return "begins with a hyphen or ends in a dot"
	}
	for _, r := range part {
		if !inAddress(r) {
			return diag.Phrasef("contains the character %s", quote(r))
		}
	}
	return ""
}

func quote(r rune) string {
	if r == ' ' {
		return "U+0020"
	}
	return strings.Trim(strings.ToValidUTF8(string(r), "?"), "\x00")
}

// release parses a release: 1.27 or v1.27.
func release(s string) (note.Release, bool) {
	s = strings.TrimPrefix(s, "v")
	minor, ok := strings.CutPrefix(s, "1.")
	if !ok || minor == "" || len(minor) > 3 || strings.Trim(minor, "0123456789") != "" || len(minor) > 1 && minor[0] == '0' {
		return "", false
	}
	return note.Release(s), true
}

// releaseFolder and releaseFile match names of folders and files that contain a release.
var (
	releaseFolder = regexp.MustCompile(`(?i)^(?:(?:release|kubernetes|k8s)[-_ ]?)?v?1[.](\d{1,2})(?:\.\d{1,3})?$`)
	releaseFile   = regexp.MustCompile(`(?i)^(?:\d{4}[-_.]\d{1,2}[-_.]\d{1,2}[-_ ])?v?1\.(\d{1,2})(?:\.\d{1,3})?(?:$|[-_ ])|` +
		`(?:^|[-_ ])(?:release|kubernetes|k8s)[-_ ]?v?1[-._]?(\d{2})(?:\.\d{1,3})?(?:$|[-_ ])|[-_ ]v1\.(\d{1,2})(?:\.\d{1,3})?(?:$|[-_ ])`)
)

// folderRelease returns the release of the first folder in a path that has one, or "".
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

// releaseIn returns the release in a name, or "". form is releaseFolder or releaseFile.
func releaseIn(form *regexp.Regexp, name string) note.Release {
	m := form.FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	r, _ := release("1." + strings.Join(m[1:], ""))
	return r
}
