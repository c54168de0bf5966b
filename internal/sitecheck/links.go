package sitecheck

import (
	"bytes"
	"io"
	"maps"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// use is the purpose for which a browser loads a URL, as the directive of a content security
// policy. It is empty for a link.
type use string

type kind uint8

const (
	inside   kind = iota // a path on the site
	outside              // another host, or a path outside of the site
	beyond               // a path above the root of the site
	embedded             // a data: URL
	running              // a javascript: URL
	other                // another scheme without a page, such as mailto:
	wrong                // invalid
)

type target struct {
	kind     kind
	raw      string
	path     string // if inside, the decoded path on the site
	place    string // decoded fragment
	written  string // fragment as written
	absolute bool   // whether it begins with a slash or the host of the site
	why      string // reason why it is invalid
}

func (t target) key() string {
	if t.kind == inside {
		return "\x01" + t.path
	}
	return t.raw
}

func (c *crawler) resolve(from, raw string) target {
	t := target{raw: raw}
	rest, fragment, _ := strings.Cut(raw, "#")
	t.written = fragment
	t.place = decoded(fragment)
	scheme, _, named := strings.Cut(rest, ":")
	switch {
	case strings.HasPrefix(rest, "//") || named && isScheme(scheme):
		return c.whole(t, strings.ToLower(scheme))
	case strings.ContainsAny(rest, "\\\n\r\t"):
		t.kind, t.why = wrong, "has an invalid character"
		return t
	}
	rest, _, _ = strings.Cut(rest, "?")
	if strings.HasPrefix(rest, "/") {
		return c.absolute(t, rest)
	}
	return t.join(path.Dir(from), strings.TrimPrefix(from, folderOf(from)), rest)
}

func folderOf(p string) string { return p[:strings.LastIndexByte(p, '/')+1] }

func isScheme(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '+' && r != '-' && r != '.'
	}) < 0 && (s[0] < '0' || s[0] > '9')
}

// whole resolves a URL that has a scheme or a host.
func (c *crawler) whole(t target, scheme string) target {
	switch {
	case strings.HasPrefix(t.raw, "//"), scheme == "http", scheme == "https":
	case scheme == "data":
		t.kind = embedded
		return t
	case scheme == "javascript" || scheme == "vbscript":
		t.kind = running
		return t
	case scheme == "file":
		t.kind, t.why = wrong, "refers to a local file"
		return t
	default:
		t.kind = other
		return t
	}
	u, err := url.Parse(t.raw)
	if err != nil || u.Host == "" {
		t.kind, t.why = wrong, "is an invalid URL"
		return t
	}
	if c.root == nil || !strings.EqualFold(u.Host, c.root.Host) || u.Scheme != "" && u.Scheme != c.root.Scheme {
		t.kind = outside
		return t
	}
	rest, ok := strings.CutPrefix(u.EscapedPath(), (&url.URL{Path: c.base}).EscapedPath())
	if !ok && u.Path+"/" != c.base {
		t.kind = outside
		return t
	}
	t.absolute = true
	return t.join(".", "", rest)
}

// absolute resolves a URL that begins with a slash.
func (c *crawler) absolute(t target, rest string) target {
	t.absolute = true
	below, ok := strings.CutPrefix(rest, c.base)
	if !ok {
		if below, ok = strings.CutPrefix(decoded(rest), c.base); !ok {
			t.kind = beyond
			return t
		}
		below = (&url.URL{Path: below}).EscapedPath()
	}
	return t.join(".", "", below)
}

// join resolves a relative path. An empty path means the page itself.
func (t target) join(folder, page, rest string) target {
	var at []string
	if folder != "." {
		at = strings.Split(folder, "/")
	}
	if rest == "" {
		t.path = strings.Join(append(at, page), "/")
		if page == "" {
			t.path = "index.html"
		}
		return t
	}
	steps := strings.Split(rest, "/")
	for i, step := range steps {
		step, err := url.PathUnescape(step)
		switch {
		case err != nil:
			t.kind, t.why = wrong, "has an invalid percent-encoding"
			return t
		case !utf8.ValidString(step):
			t.kind, t.why = wrong, "is not UTF-8"
			return t
		case strings.ContainsRune(step, '/'):
			t.kind, t.why = wrong, "has an encoded slash in a name"
			return t
		case step == "..":
			if len(at) == 0 {
				t.kind = beyond
				return t
			}
			at = at[:len(at)-1]
		case step != "." && (step != "" || i == len(steps)-1):
			at = append(at, step)
			continue
		case step == "":
			t.kind, t.why = wrong, "has two consecutive slashes"
			return t
		}
		if i == len(steps)-1 {
			at = append(at, "")
		}
	}
	t.path = strings.Join(at, "/")
	if t.path == "" || strings.HasSuffix(t.path, "/") {
		t.path += "index.html"
	}
	return t
}

func decoded(s string) string {
	if d, err := url.PathUnescape(s); err == nil {
		return d
	}
	return s
}

// leads returns the index of the file of a target. It reports an invalid target and a missing
// file. It returns -1 for these, and for targets outside of the site.
func (r *fileCheck) leads(a attr, to target, u use) int32 {
	bad := func(code diag.Code, format string, args ...any) diag.Diagnostic {
		return diag.Errorf(diag.Position{}, code, "%s=%q "+format, append([]any{a.name, shortened(to.raw)}, args...)...)
	}
	switch to.kind {
	case outside:
		return -1
	case beyond:
		d := bad("site/outside", "is outside the site at %s", r.c.base)
		r.report(a.at, d.WithHint("write a relative URL within the site"), to.key())
		return -1
	case running:
		r.report(a.at, bad("site/inline", "is a script, refused by a strict policy").WithHint("move it to a file in static/"), "javascript:")
		return -1
	case wrong:
		r.report(a.at, bad("site/broken-link", "%s", to.why).WithHint("write the URL of a page, with valid percent-encoding"), to.key())
		return -1
	case embedded, other:
		return -1
	}
	if to.absolute && !strings.Contains(to.raw, "://") && path.Base(r.path) != "404.html" {
		d := bad("site/absolute-link", "is absolute, so it breaks if the site moves")
		d.Severity = diag.Warning
		r.report(a.at, d.WithHint("write a relative URL"), to.key())
	}
	if r.c.root != nil && !to.absolute && r.path == "404.html" && !strings.HasPrefix(to.raw, "#") {
		d := bad("site/broken-link", "is relative, but hosts show this page at every depth")
		r.report(a.at, d.WithHint("write the full path, starting with %s", r.c.base), to.key())
	}
	if file, ok := r.c.at[to.path]; ok {
		return file
	}
	r.hinted(a.at, bad("site/broken-link", "refers to a missing file"), to.key(), func() string { return r.c.hint(to) })
	return -1
}

// missingPlace reports a link to a fragment that does not exist on its page.
func (r *fileCheck) missingPlace(at int, raw, id string, in int32) {
	d := diag.Errorf(diag.Position{}, "site/missing-place", "missing id in the target of link %q", shortened(raw))
	r.hinted(at, d, r.c.files[in].path+"#"+id, func() string {
		if near := r.c.nearPlace(in, id); near != "" {
			return "did you mean " + strconv.Quote(near) + "?"
		}
		return "link to the page without an id, or restore the id"
	})
}

// maxHints is the maximum number of hints. A site that lacks one of its directories has many
// broken links.
const maxHints = 200

func (h *hints) use() bool {
	h.spent++
	return h.spent <= maxHints
}

// hint returns a hint for a broken URL, if possible with a similar file.
func (c *crawler) hint(to target) string {
	at := strings.TrimSuffix(to.path, "index.html")
	switch {
	case c.is(to.path + "/index.html"):
		return "add a slash at the end: hosts redirect there, local files do not"
	case c.is(to.path + ".html"):
		return "add .html at the end: not every host does"
	case strings.HasSuffix(at, "/") && c.is(strings.TrimSuffix(at, "/")):
		return "remove the slash at the end: the target is a file"
	case strings.Contains(to.path, "%") && c.is(decoded(to.path)):
		return "decode the URL once: it is percent-encoded twice"
	case c.is(norm.NFC.String(to.path)), c.is(norm.NFD.String(to.path)):
		return "use Unicode form NFC in both the link and the file name"
	}
	if near := c.nearFile(to.path); near != "" {
		return "did you mean " + near + "?"
	}
	return "remove the link, or redirect the address with aliases"
}

func (c *crawler) is(p string) bool {
	_, ok := c.at[p]
	return ok
}

func (c *crawler) nearFile(p string) string {
	if !c.hints.use() {
		return ""
	}
	if c.hints.folded == nil {
		c.hints.folded, c.hints.names = map[string]string{}, map[string]map[string]string{}
		for _, f := range c.files {
			c.hints.folded[outdir.Fold(f.path)] = f.path
			dir, name := path.Split(strings.TrimSuffix(f.path, "/index.html"))
			if c.hints.names[dir] == nil {
				c.hints.names[dir] = map[string]string{}
			}
			c.hints.names[dir][name] = f.path
		}
	}
	if other := c.hints.folded[outdir.Fold(p)]; other != "" {
		return other
	}
	dir, name := path.Split(strings.TrimSuffix(p, "/index.html"))
	beside := c.hints.names[dir]
	return beside[diag.Near(name, slices.Collect(maps.Keys(beside)))]
}

// nearPlace returns an id of a page that is similar to id. It reads the page again.
func (c *crawler) nearPlace(in int32, id string) string {
	if !c.hints.use() {
		return ""
	}
	var names []string
	err := c.open(in, func(src []byte) {
		scan(src, func(t *tag) bool {
			if a, ok := t.get("id"); ok && len(a.raw) > 0 && !slices.Contains(names, string(a.raw)) {
				names = append(names, a.text())
			}
			return true
		})
	})
	if err != nil {
		return ""
	}
	return diag.Near(id, names)
}

func shortened(address string) string {
	if runes := []rune(address); len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return address
}

// open calls f with the content of a file. f must not keep the slice.
func (c *crawler) open(i int32, f func(src []byte)) error {
	file, err := c.fsys.Open(c.files[i].path)
	if err != nil {
		return err
	}
	defer file.Close()
	b, _ := c.buffers.Get().(*bytes.Buffer)
	if b == nil {
		b = &bytes.Buffer{}
	}
	defer c.buffers.Put(b)
	b.Reset()
	if _, err := b.ReadFrom(io.LimitReader(file, maxPage+1)); err != nil {
		return err
	}
	f(b.Bytes())
	return nil
}
