package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// changelogPath returns the path of a release's changelog in kubernetes/kubernetes.
func changelogPath(r note.Release) string { return fmt.Sprintf("CHANGELOG/CHANGELOG-%s.md", r) }

// Headings of a changelog, and the parts of a vulnerability.
var (
	patchHeading = regexp.MustCompile(`(?m)^# v(1\.[0-9]{1,3}\.[0-9]{1,3}(?:-[a-z]+\.[0-9]+)?)[ \t]*$`)
	sinceHeading = regexp.MustCompile(`(?m)^## Changelog since v(\S+)`)
	cveHeading   = regexp.MustCompile(`(?m)^#{2,6} (CVE-[0-9]{4}-[0-9]{4,7})(?:[:,]? *(.*))?$`)
	anyHeading   = regexp.MustCompile(`(?m)^#{1,6} `)
	affectedText = regexp.MustCompile(`(?m)^\*\*Affected Versions\*\*:?[ \t]*\n((?:\s*[-*] .*\n?)+)`)
	fixedText    = regexp.MustCompile(`(?m)^\*\*Fixed Versions\*\*:?[ \t]*\n((?:\s*[-*] .*\n?)+)`)
	bulletStart  = regexp.MustCompile(`^\s*[-*] +`)
)

// Changelog imports the patch releases of one release from its changelog in kubernetes/kubernetes.
// It omits the first release (1.34.0) and pre-releases: package release has their notes.
func Changelog(in In) (Result, error) {
	name := changelogPath(in.Release)
	src, ds, err := read(in.FS, name, maxDraft)
	if err != nil {
		return Result{}, err
	}
	if src == nil && len(ds) == 0 {
		return Result{}, errCheckout(name, "kubernetes/kubernetes")
	}
	patches, entries, more := parseChangelog(string(src), name, in.Release)
	ds = append(ds, more...)
	file, err := encode(fmt.Sprintf("%s/%s.json", upstream.PatchDir, in.Release), upstream.Patches{Release: in.Release, Patches: patches})
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Damaged: damage(ds, codeEmpty, codeUnreadable),
		Counts: []Count{{"patch releases", len(patches)}, {"entries", entries}},
	}, nil
}

// parseChangelog reads the patch releases in a changelog, newest first, in the order of the file.
func parseChangelog(src, file string, release note.Release) (out []upstream.Patch, entries int, ds []diag.Diagnostic) {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	heads := patchHeading.FindAllStringSubmatchIndex(src, -1)
	for i, h := range heads {
		end := len(src)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		version := src[h[2]:h[3]]
		if !strings.HasPrefix(version, string(release)+".") || strings.HasSuffix(version, ".0") || strings.Contains(version, "-") {
			continue
		}
		p, more := parsePatch(src[h[1]:end], file, strings.Count(src[:h[1]], "\n"))
		p.Version = version
		entries += len(p.Entries)
		out, ds = append(out, p), append(ds, more...)
	}
	return out, entries, ds
}

// parsePatch reads one patch release. Its changes have the form of release notes.
func parsePatch(src, file string, above int) (p upstream.Patch, ds []diag.Diagnostic) {
	if m := sinceHeading.FindStringSubmatch(src); m != nil {
		p.Since = m[1]
	}
	p.CVEs = parseCVEs(src)
	body := src
	if i := strings.Index(src, "\n## Changes by Kind"); i >= 0 {
		if at := strings.Index(src, "\n## Urgent Upgrade Notes"); at >= 0 && at < i {
			i = at
		}
		body = src[i:]
		above += strings.Count(src[:i], "\n")
	}
	d, ds := parseDraft([]byte(body), file)
	for i := range ds {
		ds[i].Pos.Line += above
	}
	for _, e := range append(slices.Clone(d.entries), d.unnumbered...) {
		entry := upstream.PatchEntry{Kind: e.kind, SIGs: e.sigs, Urgent: e.urgent, Text: e.text}
		if len(e.prs) > 0 {
			entry.PR = e.prs[0]
		}
		if len(e.people) > 0 {
			entry.Author = e.people[0]
		}
		p.Entries = append(p.Entries, entry)
	}
	return p, ds
}

// parseCVEs reads the vulnerabilities of a patch release: a heading with the number, then text with
// lists of affected and fixed versions.
func parseCVEs(src string) (out []upstream.CVE) {
	for _, h := range cveHeading.FindAllStringSubmatchIndex(src, -1) {
		body := src[h[1]:]
		if m := anyHeading.FindStringIndex(body); m != nil {
			body = body[:m[0]]
		}
		c := upstream.CVE{ID: src[h[2]:h[3]], Affected: listUnder(affectedText, body), Fixed: listUnder(fixedText, body)}
		if h[4] >= 0 {
			c.Title = strings.TrimSpace(src[h[4]:h[5]])
		}
		if text, _, _ := strings.Cut(strings.TrimSpace(body), "\n\n**"); !strings.HasPrefix(text, "**") {
			c.Text = strings.TrimSpace(text)
		}
		out = append(out, c)
	}
	return out
}

func listUnder(heading *regexp.Regexp, body string) (out []string) {
	m := heading.FindStringSubmatch(body)
	if m == nil {
		return nil
	}
	for line := range strings.Lines(m[1]) {
		if item := strings.TrimSpace(bulletStart.ReplaceAllString(line, "")); item != "" {
			out = append(out, item)
		}
	}
	return out
}
