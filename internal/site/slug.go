package site

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// CompareIDs orders numbers by their value and before all else, words by letter.
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

// compareThings orders what is cited of one repository.
func compareThings(a, b note.Key) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), CompareIDs(afterHash(a.ID), afterHash(b.ID)))
}

// RepoOf returns the owner/name of a key that is a repository or a thing of one;
// empty for other keys.
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

// maxSegment is how many bytes a part of an address may have: file systems allow 255.
const maxSegment = 200

// safeSegment reports whether a name can be a part of an address and of a path on
// every file system.
func safeSegment(s string) bool {
	return s != "" && len(s) <= maxSegment && !strings.ContainsFunc(s, unicode.IsControl) && strings.Trim(s, ".") != "" && !strings.HasSuffix(s, ".") && !strings.ContainsAny(s, "/\\:*?\"<>|\x00 %#")
}

// PersonSlug returns the part of an address that stands for a person: the handle, or
// the letters of a free name. It has no character that cannot be seen, which would make it
// look like another's, and no tilde, with which git~1 is .git where names are shortened: git
// refuses to take a site that has it.
func PersonSlug(id string) string {
	fields := strings.FieldsFunc(outdir.Fold(id), func(r rune) bool {
		return r <= ' ' || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || strings.ContainsRune("/\\:*?\"<>|%#&+'().,[]~　", r)
	})
	slug := strings.Join(fields, "-")
	if outdir.Unwritable(slug) != "" {
		slug += "-" // a handle ends in none
	}
	return slug
}
