package sitecheck

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// AddressOf is the address, below the site's, of the page in a file: ja/1.27/sig-node/ of
// ja/1.27/sig-node/index.html, and the empty one of index.html. It is false for files that
// nobody has an address of: those that are no pages, 404.html, and the dialog of the search,
// which a script fetches.
func AddressOf(p string) (string, bool) {
	if !isPage(p) || p == "404.html" || strings.HasSuffix(p, "/search/dialog.html") {
		return "", false
	}
	if path.Base(p) == "index.html" {
		return strings.TrimSuffix(p, "index.html"), true
	}
	return p, true
}

// ReadAddresses reads a list of addresses, one a line, as [Result.Addresses] has them or whole;
// of whole ones those below a base count. Blank lines, and lines that begin with #, say
// nothing. The text may be anybody's.
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

// WriteAddresses is the list of addresses that [ReadAddresses] reads.
func WriteAddresses(addresses []string) []byte {
	var b strings.Builder
	for _, a := range addresses {
		if strings.HasPrefix(a, "#") || strings.ContainsAny(a, "\r\n") {
			continue // no address that a build makes, and no line
		}
		b.WriteString("/" + a + "\n")
	}
	return []byte(b.String())
}

// Gone compares the addresses of the pages that an earlier site had with those of today, as
// [Result.Addresses] has both, and says which lead nowhere any more. An alias is a page that
// leads on, so what has one is not gone. What is gone in several languages is said once; of a
// folder from which more than 20 are gone, how many. The position is that of the file that is
// no longer there.
func Gone(before, now []string) []diag.Diagnostic {
	have, had := map[string]bool{}, map[string]bool{}
	for _, a := range now {
		have[a] = true
	}
	for _, a := range before {
		had[a] = true
	}
	langs := languageFolders(append(slices.Clone(before), now...))
	lost := map[string][]string{} // addresses by what stands behind the language
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

// languageFolders are the folders at the top that are those of languages.
func languageFolders(addresses []string) map[string]bool {
	out := map[string]bool{}
	for _, a := range addresses {
		if l, rest, ok := strings.Cut(a, "/"); ok && rest == "" && len(languageOf(l)) == 2 {
			out[l] = true
		}
	}
	return out
}

// withoutLanguage is an address without the folder of its language.
func withoutLanguage(a string, langs map[string]bool) string {
	if l, rest, ok := strings.Cut(a, "/"); ok && langs[l] && rest != "" {
		return rest
	}
	return a
}

// crowd is how many addresses of a folder are named one by one.
const crowd = 20

// describe makes the problems of what is lost.
func describe(lost map[string][]string, fresh []string) []diag.Diagnostic {
	folders := map[string][]string{}
	for key := range lost {
		folder := folderOf(strings.TrimSuffix(key, "/"))
		folders[folder] = append(folders[folder], key)
	}
	var ds []diag.Diagnostic
	for folder, keys := range folders {
		slices.Sort(keys)
		if len(keys) > crowd {
			at := diag.Position{File: fileOf(slices.Min(lost[keys[0]]))}
			ds = append(ds, diag.Warnf(at, "address/gone", "%d addresses below %s of the last published site are gone, %s among them, and no alias leads on", len(keys), "/"+folder, "/"+keys[0]).
				WithHint("if the folder was renamed, name the former path of each note in its front matter: aliases: [%s]", strings.TrimSuffix(keys[0], "/")))
			continue
		}
		for _, key := range keys {
			ds = append(ds, gone(key, lost[key], fresh))
		}
	}
	return diag.Sort(ds)
}

// gone is the problem of one address in all its languages.
func gone(key string, all, fresh []string) diag.Diagnostic {
	slices.Sort(all)
	what := "the address /" + all[0] + " of the last published site is gone"
	if len(all) > 1 {
		what += fmt.Sprintf(", in %d languages", len(all))
	}
	d := diag.Warnf(diag.Position{File: fileOf(all[0])}, "address/gone", "%s, and no alias leads on", what)
	former := strings.TrimSuffix(key, "/")
	if now := moved(key, fresh); now != "" {
		return d.WithHint("/%s is new: if it is the same note, write into its front matter: aliases: [%s]", now, former)
	}
	return d.WithHint("name it in the front matter of the note that tells of it now: aliases: [%s]", former)
}

// fileOf is the file of the page at an address.
func fileOf(a string) string {
	if a == "" || strings.HasSuffix(a, "/") {
		return a + "index.html"
	}
	return a
}

// moved is the address, of those that are new, at which a page probably stands now: one of the
// same name in another folder, or of a name like it in the same one.
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
