// Package sitecheck checks a built site as a browser reads it. [Check] is the entry point. It
// reads each file of a directory once, and returns the problems as diagnostics with positions in
// the built files:
//
//   - broken links, fragments and requests;
//   - links to another site on the same host, and requests to other hosts;
//   - pages that are truncated, not in UTF-8, without a language, or with a duplicate id;
//   - scripts, styles and requests that the content security policy of the page blocks, and pages
//     without a policy;
//   - redirect loops;
//   - text in a language that differs from that of the page;
//   - secrets, paths of the machine, e-mail addresses of committers;
//   - copied files of a type that builds do not copy;
//   - paths that differ only in letter case, symbolic links, large files.
//
// [Site], [Languages] and [Scan] run only some of these checks, for tests. [Gone] compares the
// URLs of a site with those of an earlier build.
//
// The package does not import the packages that build sites, so that it finds errors in them. It
// sends no requests. A problem of many pages, such as a broken link in a menu, is reported once
// at its first position. The report has the number of other pages.
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

type hints struct {
	spent  int
	folded map[string]string
	names  map[string]map[string]string // files by directory and case-folded name
}

// wanted is a link to a fragment of a page that may not have been read yet.
type wanted struct {
	target int32
	at     int32 // offset of the URL in the page
	id     uint32
	raw    uint32 // hash of the fragment before decoding, which may also match
}

// page is the data of a page that is kept until all pages are read.
type page struct {
	lang    string
	ids     []uint32 // sorted hashes of the ids
	wanted  []wanted // links to fragments of other pages
	refresh int32    // page to which it redirects; none without a redirect
}

type file struct {
	path string
	size int64
	lost bool // whether it is unreadable: a symbolic link, a pipe, no permission
}

type fileCheck struct {
	c        *crawler
	i        int32
	path     string
	src      []byte
	reported map[string]bool // keys of problems that were reported for this file
}

// Limits of hosts, and sizes that load slowly. A site on GitHub Pages may have at most 1 GB. Git
// warns about files over 50 MiB, and GitHub rejects files over 100 MiB ("About large files on
// GitHub").
const (
	maxSite  = 1_000_000_000
	nearSite = 900_000_000
	maxFile  = 100 << 20
	nearFile = 50 << 20
	maxPage  = 32 << 20 // larger pages are not read
	nearPage = 1 << 20
)

// Options are the options of a check.
type Options struct {
	// Base is the URL of the site, or its path on the host, with a slash at both ends: /notes/.
	// By default, it comes from the canonical URLs of the pages, else it is /.
	Base string
	// Each runs a function for all files, possibly in parallel. nil runs it sequentially.
	Each outdir.Each
	// Own is data of the user that files must not contain.
	Own Own

	strict bool       // set by Languages: check each word
	words  *Interface // set by Languages
}

// Result is the result of a check.
type Result struct {
	Diags     []diag.Diagnostic // sorted
	Address   string            // URL of the site with a slash at the end; empty if unknown
	Base      string            // path of Address
	Pages     int
	Files     int
	Bytes     int64    // size of all files
	Addresses []string // URLs of the pages relative to Base, sorted: ja/1.27/sig-node/
}

type crawler struct {
	fsys      fs.FS
	o         Options
	files     []file
	at        map[string]int32 // index in files by path
	pages     []*page          // by index of the file; nil for other files and unreadable pages
	languages []string         // top-level directories of languages
	root      *url.URL         // URL of the site; nil if unknown
	base      string           // path of root

	own      *scanner
	found    findings
	policies sync.Map // parsed policies by text
	buffers  sync.Pool
	hints    hints
}

// ErrBase is the error for an invalid Options.Base.
var ErrBase = errors.New("invalid base: expected a path or URL that ends in a slash")

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

// locate sets the base of the site. It comes from the options, else from the pages.
func (c *crawler) locate() error {
	declared, first := c.canonicalRoot()
	if c.o.Base != "" {
		at, err := url.Parse(c.o.Base)
		if err != nil || !strings.HasPrefix(at.Path, "/") || !strings.HasSuffix(at.Path, "/") || at.Host == "" != (at.Scheme == "") {
			return fmt.Errorf("%w: %q", ErrBase, c.o.Base)
		}
		c.base = at.Path
		switch {
		case at.Host != "":
			c.root = at
		case declared != nil && declared.Path == at.Path:
			c.root = declared
		case declared != nil:
			c.root, c.base = declared, declared.Path // otherwise each URL would be a problem
			c.found.add(diag.Errorf(first, "site/base", "base URL %s differs from --base %s", declared, at.Path).
				WithHint("build the site with that --base-url, or check it without --base"), "")
		}
		return nil
	}
	if c.base = "/"; declared != nil {
		c.root, c.base = declared, declared.Path
	}
	return nil
}

// canonicalRoot returns the URL of the site, from the canonical URL of a home page. It returns
// nil if there is none.
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
			continue // reported when the page is read
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

// canonicalOf returns the canonical URL of a page, and its offset.
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

// hinted adds a problem whose hint is computed at the end. at is an offset, or -1 for the whole
// file.
func (r *fileCheck) hinted(at int, d diag.Diagnostic, key string, hint func() string) {
	full := string(d.Code) + "\x00" + cmp.Or(key, d.Text)
	if r.reported[full] {
		return
	}
	if r.reported == nil {
		r.reported = map[string]bool{}
	}
	r.reported[full] = true
	if at >= 0 {
		d.Pos = position(r.path, r.src, at)
	} else {
		d.Pos = diag.Position{File: r.path}
	}
	r.c.found.hinted(d, key, hint)
}

// report adds a problem once per key. Without a key, it adds it once per text.
func (r *fileCheck) report(at int, d diag.Diagnostic, key string) { r.hinted(at, d, key, nil) }
