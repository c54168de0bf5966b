// Package sitecheck checks a built site as a browser reads it. [Check] reads every file of a folder
// once and returns the problems as diagnostics, whose positions are places in the built files:
//
//   - links, fragments and requests that lead nowhere, leave the site or ask another host;
//   - pages that are cut off, not in UTF-8, without a language, with a duplicate id;
//   - scripts, styles and requests that the page's own content security policy refuses, and
//     pages without a policy;
//   - redirect loops;
//   - texts in another language than the one in force;
//   - secrets, paths of the machine, e-mail addresses of people who only committed;
//   - copied files of a type that no build copies;
//   - names that differ only by letter case, links, sizes.
//
// [Site], [Languages] and [Scan] are parts of it, for tests. [Gone] compares the addresses of a
// site with those of an earlier one.
//
// The package knows nothing of how the site was made, so that it can find what the makers did
// not think of. It asks nothing of the network.
//
// A problem that many pages share, as a link of a menu, is reported once, at the first place,
// with the number of the other pages.
package sitecheck

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// hints are what it takes to say what was meant, made when something is first wrong. They are
// looked for when all problems are known.
type hints struct {
	spent  int
	folded map[string]string
	names  map[string]map[string]string // files by folder and name
}

// wanted is a link to a place in a page that was not read yet.
type wanted struct {
	target int32
	at     int32 // offset of the value, whose bytes are read anew where it leads nowhere
	id     uint32
	raw    uint32 // sum of the id as it is written, which counts too
}

// page is what a crawl keeps of a page until all are read.
type page struct {
	lang    string
	ids     []uint32 // sums, sorted
	wanted  []wanted // places in other pages
	refresh int32    // the page that it redirects to; none if it does not
}

// file is one file of the folder.
type file struct {
	path string
	size int64
	lost bool // it cannot be read as one: a link, a pipe, a file without permission
}

// reader reads one file.
type reader struct {
	c    *crawler
	i    int32
	path string
	src  []byte
	said map[string]bool // keys of what was reported
}

// What a host takes, and what readers should have to wait for. Of GitHub Pages docs.github.com
// says: a published site may be no larger than 1 GB; Git warns of files over 50 MiB and GitHub
// refuses those over 100 MiB ("About large files on GitHub").
const (
	maxSite  = 1_000_000_000
	nearSite = 900_000_000
	maxFile  = 100 << 20
	nearFile = 50 << 20
	maxPage  = 32 << 20 // is not read: no page is so large
	nearPage = 1 << 20
)

// Options says how a built folder is crawled.
type Options struct {
	// Base is where the site is served: a path that begins and ends in a slash, /notes/, or
	// a whole address. Empty means what the pages say themselves in their canonical
	// addresses, and else /.
	Base string
	// Each runs the reading of files; nil reads one after another.
	Each outdir.Each
	// Own is looked for in every file that is read, beside secrets.
	Own Own

	strict bool       // every letter counts in Languages
	words  *Interface // of Languages
}

// Result is what a crawl has found.
type Result struct {
	Diags     []diag.Diagnostic // sorted
	Address   string            // of the site, with a slash at its end; empty where it is not known
	Base      string            // the path of it
	Pages     int
	Files     int
	Bytes     int64    // of all files
	Addresses []string // of the pages, below Base: ja/1.27/sig-node/; sorted
}

// crawler is one crawl.
type crawler struct {
	fsys      fs.FS
	o         Options
	files     []file
	at        map[string]int32 // files by path
	pages     []*page          // by file; nil for what is no page that could be read
	languages []string         // folders at the top that are those of languages
	root      *url.URL         // address of the site; nil where it is not known
	base      string           // path of it

	own      *scanner
	found    findings
	policies sync.Map // by text
	buffers  sync.Pool
	hints    hints
}

// ErrBase says that the base of the options is neither a path nor an address.
var ErrBase = errors.New("the base is no path or address that ends in a slash")

// each calls f for every file.
func (c *crawler) each(f func(i int32)) error {
	do := func(i int) error {
		f(int32(i))
		return nil
	}
	if c.o.Each != nil {
		return c.o.Each(len(c.files), do)
	}
	for i := range c.files {
		f(int32(i))
	}
	return nil
}

// locate finds out where the site stands: what the options say, else what the pages do.
func (c *crawler) locate() error {
	said, first := c.canonicalRoot()
	if c.o.Base != "" {
		at, err := url.Parse(c.o.Base)
		if err != nil || !strings.HasPrefix(at.Path, "/") || !strings.HasSuffix(at.Path, "/") || at.Host == "" != (at.Scheme == "") {
			return fmt.Errorf("%w: %q", ErrBase, c.o.Base)
		}
		c.base = at.Path
		switch {
		case at.Host != "":
			c.root = at
		case said != nil && said.Path == at.Path:
			c.root = said
		case said != nil:
			c.root, c.base = said, said.Path // what would not fit the other base has this one reason
			c.found.add(diag.Errorf(first, "site/base", "the site says that it stands at %s, and is checked at %s", said, at.Path).
				WithHint("build it with the --base-url that it will have, or check it without --base, at the one that it was built for"), "")
		}
		return nil
	}
	if c.base = "/"; said != nil {
		c.root, c.base = said, said.Path
	}
	return nil
}

// canonicalRoot is the address of the site by the canonical address of its home page, or of
// the home page of a language; nil where these have none.
func (c *crawler) canonicalRoot() (*url.URL, diag.Position) {
	homes := []string{"index.html"}
	for _, f := range c.files {
		if strings.Count(f.path, "/") == 1 && path.Base(f.path) == "index.html" {
			homes = append(homes, f.path)
		}
	}
	for _, home := range homes {
		i, ok := c.at[home]
		if !ok || c.files[i].size > maxPage {
			continue
		}
		src, err := fs.ReadFile(c.fsys, home)
		if err != nil {
			continue // it is said when the page is read
		}
		address, at := canonicalOf(src)
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || !strings.HasSuffix(u.Path, "/"+strings.TrimSuffix(home, "index.html")) {
			continue
		}
		u.Path = strings.TrimSuffix(u.Path, strings.TrimSuffix(home, "index.html"))
		u.RawPath = ""
		return u, position(home, src, at)
	}
	return nil, diag.Position{}
}

// canonicalOf is the canonical address that a page names, and the offset of it.
func canonicalOf(src []byte) (string, int) {
	address, at := "", 0
	scan(src, func(t *tag) bool {
		if t.name == "link" && strings.EqualFold(t.text("rel"), "canonical") {
			address, at = t.text("href"), t.place("href")
		}
		return address == "" && t.name != "body"
	})
	return address, at
}

// hinted notes a problem whose hint is looked for when all is known.
func (r *reader) hinted(at int, d diag.Diagnostic, key string, hint func() string) {
	full := string(d.Code) + "\x00" + cmp.Or(key, d.Text)
	if r.said[full] {
		return
	}
	if r.said == nil {
		r.said = map[string]bool{}
	}
	r.said[full] = true
	if at >= 0 {
		d.Pos = position(r.path, r.src, at)
	} else {
		d.Pos = diag.Position{File: r.path}
	}
	r.c.found.hinted(d, key, hint)
}

// report notes a problem at an offset, once for each key; without one, for each text.
func (r *reader) report(at int, d diag.Diagnostic, key string) { r.hinted(at, d, key, nil) }
