package check

import (
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Entry is what is known of a code.
type Entry struct {
	Code     diag.Code
	Severity diag.Severity // by default; what a room says itself counts where it says less
	// Fixed means that neither site.yaml nor a comment changes its weight: a note, or a
	// field of it, is lost to the site.
	Fixed bool
}

// others are the codes that rooms below this one find in a site's content.
var others = []Entry{
	{"address/alias", diag.Warning, false},
	{"address/letter-case", diag.Error, true},
	{"address/reserved", diag.Error, true},
	{"address/twice", diag.Error, true},
	{"attribution/parenthesis", diag.Warning, false},
	{"check/unknown-code", diag.Warning, false},
	{"check/unused-ignore", diag.Info, false},
	{"content/bad-path", diag.Error, true},
	{"content/binary", diag.Error, true},
	{"content/empty", diag.Error, true},
	{"content/encoding", diag.Error, true},
	{"content/folder-named-as-note", diag.Warning, false},
	{"content/link", diag.Warning, false},
	{"content/not-a-file", diag.Warning, false},
	{"content/not-a-note", diag.Error, true},
	{"content/too-large", diag.Error, true},
	{"content/unreadable", diag.Error, true},
	{"front-matter/alias", diag.Error, true},
	{"front-matter/bad-value", diag.Error, true},
	{"front-matter/duplicate-key", diag.Error, true},
	{"front-matter/encoding", diag.Error, true},
	{"front-matter/language", diag.Warning, false},
	{"front-matter/limit", diag.Error, true},
	{"front-matter/no-title", diag.Warning, false},
	{"front-matter/release", diag.Warning, false},
	{"front-matter/syntax", diag.Error, true},
	{"front-matter/tab", diag.Error, true},
	{"front-matter/toml", diag.Error, true},
	{"front-matter/type", diag.Error, true},
	{"front-matter/unclosed", diag.Error, true},
	{"front-matter/unknown-field", diag.Error, true},
	{"link/draft", diag.Warning, false},
	{"link/missing-file", diag.Error, false},
	{"link/missing-note", diag.Error, false},
	{"link/missing-place", diag.Warning, false},
	{"link/missing-version", diag.Warning, false},
	{"link/no-size", diag.Warning, false},
	{"link/outside", diag.Error, false},
	{"markdown/after-comment", diag.Warning, false},
	{"markdown/duplicate-id", diag.Error, false},
	{"markdown/empty-link", diag.Warning, false},
	{"markdown/no-alternative", diag.Warning, false},
	{"markdown/raw-html", diag.Warning, false},
	{"markdown/remote-picture", diag.Warning, false},
	{"markdown/too-deep", diag.Warning, false},
	{"markdown/too-long", diag.Warning, false},
	{"markdown/too-many-footnotes", diag.Warning, false},
	{"markdown/unclosed-code", diag.Warning, false},
	{"markdown/unclosed-comment", diag.Error, false},
	{"markdown/unclosed-container", diag.Warning, false},
	{"markdown/unknown-container", diag.Warning, false},
	{"markdown/unknown-footnote", diag.Warning, false},
	{"markdown/unknown-language", diag.Warning, false},
	{"markdown/unsafe-link", diag.Warning, false},
	{"ref/unknown-kep", diag.Warning, false},
	{"sig/unknown", diag.Warning, false},
	{"translates/address", diag.Warning, false},
	{"translates/missing", diag.Warning, false},
}

// Codes is what is known of every code that content can raise, in this room or below. The
// caller must not change it.
var Codes = sync.OnceValue(func() map[diag.Code]Entry {
	out := map[diag.Code]Entry{}
	for _, e := range others {
		out[e.Code] = e
	}
	for _, r := range Rules {
		out[r.Code] = Entry{Code: r.Code, Severity: r.Severity}
	}
	return out
})

// names are all codes, sorted.
func names() []string {
	var out []string
	for c := range Codes() {
		out = append(out, string(c))
	}
	slices.Sort(out)
	return out
}
