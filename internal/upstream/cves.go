package upstream

import (
	"regexp"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// CVEsOf returns the vulnerabilities in the official feed that affect a release, newest first.
// Their lists of versions must name the release. An open or unfixed one also affects each release
// that "all versions" or ">= v1.3" includes. A vulnerability without lists affects the releases
// in its sentence.
func (f *Facts) CVEsOf(r note.Release) []CVE {
	var out []CVE
	for _, c := range f.CVEs {
		affected, fixed := c.VersionsOf(r)
		said := c.Core && len(c.Affected)+len(c.Fixed) == 0 && names(c.Text, r)
		if len(affected)+len(fixed) > 0 || said {
			out = append(out, c)
		}
	}
	return out
}

// VersionsOf returns the elements of the lists that name a release. It returns none for
// vulnerabilities of other projects.
func (c CVE) VersionsOf(r note.Release) (affected, fixed []string) {
	if !c.Core {
		return nil, nil
	}
	for _, item := range c.Affected {
		if names(item, r) || c.isOpen() && reaches(item, r) {
			affected = append(affected, item)
		}
	}
	for _, item := range c.Fixed {
		if names(item, r) {
			fixed = append(fixed, item)
		}
	}
	return affected, fixed
}

func (c CVE) isOpen() bool { return c.Status == "open" || c.Status == "unfixed" }

var (
	versionIn   = regexp.MustCompile(`\b[vV]?(1\.[0-9]{1,3})(?:\.[0-9]+)?`)
	allVersions = regexp.MustCompile(`(?i)^all (?:kubernetes )?versions\b(?: of kubernetes)?[^<>=0-9]*$`)
	fromOn      = regexp.MustCompile(`>=|(?i:later)`)
	rangeSign   = regexp.MustCompile(`[0-9]\s*(?:-|–|to)\s*v?[0-9]`)
)

// names reports whether an element of a list names a version of a release, or a range of versions
// that includes the release: v1.16.0 - v1.18.18.
func names(item string, r note.Release) bool {
	found := versionIn.FindAllStringSubmatch(item, -1)
	if len(found) == 2 && rangeSign.MatchString(item) {
		first, last := note.Release(found[0][1]), note.Release(found[len(found)-1][1])
		return CompareReleases(first, r) <= 0 && CompareReleases(r, last) <= 0
	}
	return slices.ContainsFunc(found, func(m []string) bool { return note.Release(m[1]) == r })
}

// reaches reports whether an element of a list without an end includes a release.
func reaches(item string, r note.Release) bool {
	if allVersions.MatchString(item) {
		return true
	}
	m := versionIn.FindStringSubmatch(item)
	return m != nil && fromOn.MatchString(item) && CompareReleases(note.Release(m[1]), r) <= 0
}
