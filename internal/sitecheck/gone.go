package sitecheck

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// AddressOf returns the URL of a page relative to the site: ja/1.27/sig-node/ for
// ja/1.27/sig-node/index.html, and "" for index.html. It returns false for files that have no
// links to them: other types, 404.html, and the search dialog, which a script loads.
func AddressOf(p string) (string, bool) {
	if !isPage(p) || p == "404.html" || strings.HasSuffix(p, "/search/dialog.html") {
		return "", false
	}
	if path.Base(p) == "index.html" {
		return strings.TrimSuffix(p, "index.html"), true
	}
	return p, true
}

// ReadAddresses parses a list of URLs, one per line. They are absolute, or relative as in
// [Result.Addresses]. It skips absolute URLs outside of base, empty lines, and lines that begin
// with #. The text is untrusted.
func ReadAddresses(text, base string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		if u, err := url.Parse(line); err == nil && u.Host != "" {
			below, ok := strings.CutPrefix(u.Path, base)
			if !ok {
				continue
			}
			line = below
		}
		if p := strings.TrimPrefix(line, "/"); p == "" || isPage(p) || strings.HasSuffix(p, "/") {
			out = append(out, p)
		}
	}
	return out
}

// WriteAddresses formats a list of URLs for [ReadAddresses].
func WriteAddresses(addresses []string) []byte {
	var b strings.Builder
	for _, a := range addresses {
		if strings.HasPrefix(a, "#") || strings.ContainsAny(a, "\r\n") {
			continue // no build writes such a URL, and a line cannot contain it
		}
		b.WriteString("/" + a + "\n")
	}
	return []byte(b.String())
}

// Gone reports the pages of an earlier build that no longer exist. Both lists have the form of
// [Result.Addresses]. A page with an alias is not reported, because the alias is also a page. A
// page that is missing in several languages is reported once. If a directory lacks more than 20
// pages, only their number is reported. The position is the missing file.
func Gone(before, now []string) []diag.Diagnostic {
	have, had := map[string]bool{}, map[string]bool{}
	for _, a := range now {
		have[a] = true
	}
	for _, a := range before {
		had[a] = true
	}
	langs := languageFolders(append(slices.Clone(before), now...))
	lost := map[string][]string{} // missing URLs, by the URL without the language
	for a := range had {
		if !have[a] && !(strings.HasSuffix(a, ".html") && have[strings.TrimSuffix(a, "index.html")]) {
			key := withoutLanguage(a, langs)
			lost[key] = append(lost[key], a)
		}
	}
	var fresh []string
	for _, a := range now {
		if !had[a] {
			fresh = append(fresh, withoutLanguage(a, langs))
		}
	}
	slices.Sort(fresh)
	return describe(lost, slices.Compact(fresh))
}

func languageFolders(addresses []string) map[string]bool {
	out := map[string]bool{}
	for _, a := range addresses {
		if l, rest, ok := strings.Cut(a, "/"); ok && rest == "" && len(languageOf(l)) == 2 {
			out[l] = true
		}
	}
	return out
}

func withoutLanguage(a string, langs map[string]bool) string {
	if l, rest, ok := strings.Cut(a, "/"); ok && langs[l] && rest != "" {
		return rest
	}
	return a
}

// maxListed is the maximum number of missing pages of a directory that are reported one by one.
const maxListed = 20

func describe(lost map[string][]string, fresh []string) []diag.Diagnostic {
	folders := map[string][]string{}
	for key := range lost {
		folder := folderOf(strings.TrimSuffix(key, "/"))
		folders[folder] = append(folders[folder], key)
	}
	var ds []diag.Diagnostic
	for folder, keys := range folders {
		slices.Sort(keys)
		if len(keys) > maxListed {
			at := diag.Position{File: fileOf(slices.Min(lost[keys[0]]))}
			ds = append(ds, diag.Warnf(at, "address/gone", "%d published addresses below %s are gone without a redirect, such as %s", len(keys), "/"+folder, "/"+keys[0]).
				WithHint("if the directory was renamed, add the former path to the front matter of each note: aliases: [%s]", strings.TrimSuffix(keys[0], "/")))
			continue
		}
		for _, key := range keys {
			ds = append(ds, gone(key, lost[key], fresh))
		}
	}
	return diag.Sort(ds)
}

// gone returns the problem for a page that is missing in one or more languages.
func gone(key string, all, fresh []string) diag.Diagnostic {
	slices.Sort(all)
	at := diag.Position{File: fileOf(all[0])}
	d := diag.Warnf(at, "address/gone", "published address /%s is gone without a redirect", all[0])
	if len(all) > 1 {
		d = diag.Warnf(at, "address/gone", "published address /%s is gone without a redirect in %d languages", all[0], len(all))
	}
	former := strings.TrimSuffix(key, "/")
	if now := moved(key, fresh); now != "" {
		return d.WithHint("if /%s is the same note, add to its front matter: aliases: [%s]", now, former)
	}
	return d.WithHint("add to the front matter of the note that replaces it: aliases: [%s]", former)
}

func fileOf(a string) string {
	if a == "" || strings.HasSuffix(a, "/") {
		return a + "index.html"
	}
	return a
}

// moved returns the new URL to which a page was probably moved. It has the same name in another
// directory, or a similar name in the same directory.
func moved(key string, fresh []string) string {
	folder, name := path.Split(strings.TrimSuffix(key, "/"))
	var beside []string
	for _, f := range fresh {
		at, n := path.Split(strings.TrimSuffix(f, "/"))
		if n == name {
			return f
		}
		if at == folder {
			beside = append(beside, f)
		}
	}
	if len(beside) == 1 {
		return beside[0]
	}
	return diag.Near(key, beside)
}
