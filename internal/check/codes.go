package check

import (
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Entry describes the code of a problem.
type Entry struct {
	Code     diag.Code
	Severity diag.Severity // default; packages may report the code with a lower severity
	// Fixed is true if site.yaml and comments cannot change the severity, because the note or one
	// of its fields cannot be used.
	Fixed bool

	// fix returns the fix for a problem that another package reported without one.
	fix func(*File, diag.Diagnostic) diag.Fix
}

// otherCodes are the codes that lower packages report, and those that package sitecheck reports
// for a built site.
var otherCodes = []Entry{
	{Code: "address/alias", Severity: diag.Warning},
	{Code: "address/changed", Severity: diag.Warning},
	{Code: "address/gone", Severity: diag.Warning},
	{Code: "address/letter-case", Severity: diag.Error, Fixed: true},
	{Code: "address/reserved", Severity: diag.Error, Fixed: true},
	{Code: "address/twice", Severity: diag.Error, Fixed: true},
	{Code: "attribution/parenthesis", Severity: diag.Warning, fix: fixParenthesis},
	{Code: "check/unknown-code", Severity: diag.Warning},
	{Code: "check/unused-ignore", Severity: diag.Info},
	{Code: "comment/unknown-mark", Severity: diag.Warning},
	{Code: "content/bad-path", Severity: diag.Error, Fixed: true},
	{Code: "content/binary", Severity: diag.Error, Fixed: true},
	{Code: "content/empty", Severity: diag.Error, Fixed: true},
	{Code: "content/encoding", Severity: diag.Error, Fixed: true},
	{Code: "content/folder-named-as-note", Severity: diag.Warning},
	{Code: "content/link", Severity: diag.Warning},
	{Code: "content/not-a-file", Severity: diag.Warning},
	{Code: "content/not-read", Severity: diag.Info},
	{Code: "content/too-large", Severity: diag.Error, Fixed: true},
	{Code: "content/unreadable", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/alias", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/bad-value", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/duplicate-key", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/encoding", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/inferred", Severity: diag.Info},
	{Code: "front-matter/language", Severity: diag.Warning},
	{Code: "front-matter/limit", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/no-title", Severity: diag.Warning},
	{Code: "front-matter/release", Severity: diag.Warning},
	{Code: "front-matter/syntax", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/tab", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/toml", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/too-many", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/type", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/unclosed", Severity: diag.Error, Fixed: true},
	{Code: "front-matter/unknown-field", Severity: diag.Error, Fixed: true},
	{Code: "link/active-file", Severity: diag.Error},
	{Code: "link/draft", Severity: diag.Warning},
	{Code: "link/missing-file", Severity: diag.Error},
	{Code: "link/missing-note", Severity: diag.Error},
	{Code: "link/missing-place", Severity: diag.Warning},
	{Code: "link/missing-version", Severity: diag.Warning},
	{Code: "link/no-size", Severity: diag.Warning},
	{Code: "link/outside", Severity: diag.Error},
	{Code: "markdown/after-comment", Severity: diag.Warning},
	{Code: "markdown/duplicate-id", Severity: diag.Error},
	{Code: "markdown/empty-link", Severity: diag.Warning},
	{Code: "markdown/no-alternative", Severity: diag.Warning},
	{Code: "markdown/raw-html", Severity: diag.Warning},
	{Code: "markdown/remote-picture", Severity: diag.Warning},
	{Code: "markdown/too-deep", Severity: diag.Warning},
	{Code: "markdown/too-long", Severity: diag.Warning},
	{Code: "markdown/too-many-footnotes", Severity: diag.Warning},
	{Code: "markdown/unclosed-code", Severity: diag.Warning},
	{Code: "markdown/unclosed-comment", Severity: diag.Error},
	{Code: "markdown/unclosed-container", Severity: diag.Warning},
	{Code: "markdown/unknown-container", Severity: diag.Warning},
	{Code: "markdown/unknown-footnote", Severity: diag.Warning},
	{Code: "markdown/unknown-language", Severity: diag.Warning},
	{Code: "markdown/unknown-shortcode", Severity: diag.Warning},
	{Code: "markdown/unsafe-link", Severity: diag.Warning},
	{Code: "ref/unknown-kep", Severity: diag.Warning},
	{Code: "sig/unknown", Severity: diag.Warning},
	{Code: "site/absolute-link", Severity: diag.Warning},
	{Code: "site/active-file", Severity: diag.Error},
	{Code: "site/base", Severity: diag.Error},
	{Code: "site/broken-link", Severity: diag.Error},
	{Code: "site/circle", Severity: diag.Error},
	{Code: "site/cut-off", Severity: diag.Error},
	{Code: "site/duplicate-id", Severity: diag.Error},
	{Code: "site/e-mail", Severity: diag.Error},
	{Code: "site/empty", Severity: diag.Error},
	{Code: "site/encoding", Severity: diag.Error},
	{Code: "site/inline", Severity: diag.Error},
	{Code: "site/jekyll", Severity: diag.Warning},
	{Code: "site/language", Severity: diag.Warning},
	{Code: "site/large", Severity: diag.Error},
	{Code: "site/large-file", Severity: diag.Error},
	{Code: "site/large-page", Severity: diag.Warning},
	{Code: "site/letter-case", Severity: diag.Error},
	{Code: "site/machine-path", Severity: diag.Error},
	{Code: "site/missing-place", Severity: diag.Error},
	{Code: "site/no-language", Severity: diag.Error},
	{Code: "site/not-a-file", Severity: diag.Error},
	{Code: "site/outside", Severity: diag.Error},
	{Code: "site/policy", Severity: diag.Error},
	{Code: "site/refused", Severity: diag.Error},
	{Code: "site/secret", Severity: diag.Error},
	{Code: "site/third-party", Severity: diag.Error},
	{Code: "site/unreadable", Severity: diag.Error},
	{Code: "site/wrong-language", Severity: diag.Error},
	{Code: "translates/address", Severity: diag.Warning},
	{Code: "translates/circle", Severity: diag.Warning},
	{Code: "translates/itself", Severity: diag.Warning},
	{Code: "translates/missing", Severity: diag.Warning},
	{Code: "translation/untracked-mark", Severity: diag.Warning},
}

// Codes returns the descriptions of all codes for content and built sites. Callers must not
// modify them.
var Codes = sync.OnceValue(func() map[diag.Code]Entry {
	out := map[diag.Code]Entry{}
	for _, e := range otherCodes {
		out[e.Code] = e
	}
	for _, r := range Rules {
		out[r.Code] = Entry{Code: r.Code, Severity: r.Severity}
	}
	return out
})

func names() []string {
	var out []string
	for c := range Codes() {
		out = append(out, string(c))
	}
	slices.Sort(out)
	return out
}
