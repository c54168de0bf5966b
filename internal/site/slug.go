package site

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// CompareIDs compares numbers by value and other strings alphabetically. Numbers come first.
func CompareIDs(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX == nil && errY == nil {
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	}
	return cmp.Or(cmp.Compare(isErr(errX), isErr(errY)), cmp.Compare(a, b))
}

func isErr(err error) int {
	if err != nil {
		return 1
	}
	return 0
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func compareThings(a, b note.Key) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), CompareIDs(afterHash(a.ID), afterHash(b.ID)))
}

// RepoOf returns the repository of a key, as owner/name. It is empty for keys that do not belong
// to a repository.
func RepoOf(key note.Key) string {
	switch key.Kind {
	case note.Repo:
		return key.ID
	case note.Thread, note.RepoRelease:
		repo, _, _ := strings.Cut(key.ID, "#")
		return repo
	}
	return ""
}

func afterHash(id string) string {
	_, number, ok := strings.Cut(id, "#")
	if !ok {
		return ""
	}
	return number
}

func safeRepo(repo string) bool {
	owner, name, ok := strings.Cut(repo, "/")
	return ok && safeSegment(owner) && safeSegment(name)
}

// maxSegment is the maximum length of a path segment in bytes. File systems allow 255.
const maxSegment = 200

// safeSegment reports whether a name is valid in an address and as a file name in all file
// systems.
func safeSegment(s string) bool {
	return s != "" && len(s) <= maxSegment && !strings.ContainsFunc(s, unicode.IsControl) && strings.Trim(s, ".") != "" && !strings.HasSuffix(s, ".") && !strings.ContainsAny(s, "/\\:*?\"<>|\x00 %#")
}

// PersonSlug returns the path segment for a person: the handle, or the letters of a free name. It
// contains no invisible characters, because two slugs could look equal. It contains no tilde,
// because git rejects names like git~1, the short form of .git on Windows.
func PersonSlug(id string) string {
	fields := strings.FieldsFunc(outdir.Fold(id), func(r rune) bool {
		return r <= ' ' || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune("/\\:*?\"<>|%#&+'().,[]~　", r)
	})
	slug := strings.Join(fields, "-")
	if outdir.Unwritable(slug) != "" {
		slug += "-" // no handle ends in a hyphen, so the slug is unique
	}
	return slug
}
