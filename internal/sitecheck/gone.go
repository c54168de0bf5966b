package sitecheck

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// AddressOf returns the URL of a page relative to the site: ja/1.27/sig-node/ for
// ja/1.27/sig-node/index.html, "" for index.html. It returns false for files that nobody links to:
// other types, 404.html, and the search dialog, which a script loads.
func AddressOf(p string) (string, bool) {
	if !isPage(p) || p == "404.html" || strings.HasSuffix(p, "/search/dialog.html") {
		return "", false
	}
	if path.Base(p) == "index.html" {
		return strings.TrimSuffix(p, "index.html"), true
	}
	return p, true
}

// ReadAddresses parses a list of URLs, one on a line, relative as in [Result.Addresses] or
// absolute. Absolute URLs outside base are skipped, like empty lines and lines that begin with #.
// The text is untrusted.
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

// WriteAddresses formats a list for [ReadAddresses].
func WriteAddresses(addresses []string) []byte {
	var b strings.Builder
	for _, a := range addresses {
		if strings.HasPrefix(a, "#") || strings.ContainsAny(a, "\r\n") {
			continue // not written by a build, and not a line
		}
		b.WriteString("/" + a + "\n")
	}
	return []byte(b.String())
}

// Gone reports the pages of an earlier build that no longer exist. Both lists are as in
// [Result.Addresses]. Aliases are pages, so a page with an alias is not reported. A page missing
// in several languages is reported once. For more than 20 in a directory only their number is
// reported. The position is the missing file.
func Gone(before, now []string) []diag.Diagnostic {
	have, had := map[string]bool{}, map[string]bool{}
	for _, a := range now {
		have[a] = true
	}
	for _, a := range before {
		had[a] = true
	}
	langs := languageFolders(append(slices.Clone(before), now...))
	lost := map[string][]string{} // URLs by their part after the language
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

// maxListed is the number of URLs to report one by one for a directory.
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

// gone returns the problem for one page in all its languages.
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

// moved returns the URL, of the new ones, where a page probably is now: the same name in another
// directory, or a similar name in the same one.
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
