package sitecheck

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// read lists the extensions of files that are read.
var read = map[string]bool{
	".html": true, ".css": true, ".js": true, ".mjs": true, ".json": true, ".svg": true, ".xml": true, ".txt": true,
	".md": true, ".webmanifest": true,
}

// list lists all files. It reports those that are not regular files, and does not open them.
func (c *crawler) list() error {
	err := fs.WalkDir(c.fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && p == ".":
			return err
		case err != nil:
			c.found.add(diag.Errorf(diag.Position{File: p}, "site/unreadable", "unreadable: %v", bare(err)).
				WithHint("restore the permissions of the directory, or rebuild the site"), p)
			return nil
		case d.IsDir():
			return nil
		}
		c.files = append(c.files, c.entry(p, d))
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(c.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	total := int64(0)
	for i, f := range c.files {
		c.at[f.path] = int32(i)
		total += f.size
	}
	for _, f := range c.files {
		if l, rest, _ := strings.Cut(f.path, "/"); rest == "index.html" && c.isLanguage(l) {
			c.languages = append(c.languages, l)
		}
	}
	c.checkTotal(total)
	c.sameButCase()
	c.jekyll()
	return nil
}

func (c *crawler) entry(p string, d fs.DirEntry) file {
	pos := diag.Position{File: p}
	if d.Type()&fs.ModeSymlink != 0 {
		c.found.add(diag.Errorf(pos, "site/not-a-file", "symbolic link: hosts do not follow it").
			WithHint("replace the link by the file"), p)
		return file{path: p, lost: true}
	}
	if !d.Type().IsRegular() {
		c.found.add(diag.Errorf(pos, "site/not-a-file", "not a regular file: %s", d.Type()).WithHint("remove it from the directory"), p)
		return file{path: p, lost: true}
	}
	info, err := d.Info()
	if err != nil {
		c.unreadable(p, err)
		return file{path: p, lost: true}
	}
	c.checkSize(p, info.Size())
	return file{path: p, size: info.Size()}
}

func (c *crawler) unreadable(p string, err error) {
	c.found.add(diag.Errorf(diag.Position{File: p}, "site/unreadable", "unreadable: %v", bare(err)).
		WithHint("restore the permissions of the file, or rebuild the site"), p)
}

func bare(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	return err
}

func (c *crawler) checkSize(p string, size int64) {
	pos := diag.Position{File: p}
	switch {
	case size > maxFile:
		c.found.add(diag.Errorf(pos, "site/large-file", "file of %s exceeds the GitHub limit of %s", megabytes(size), megabytes(maxFile)).
			WithHint("host it elsewhere and link to it"), p)
	case size > nearFile:
		c.found.add(diag.Warnf(pos, "site/large-file", "large file of %s: GitHub warns above %s and refuses above %s", megabytes(size), megabytes(nearFile), megabytes(maxFile)).
			WithHint("make it smaller, or host it elsewhere and link to it"), p)
	case size > nearPage && isPage(p):
		c.found.add(diag.Warnf(pos, "site/large-page", "large page of %s, slow on mobile networks", megabytes(size)).
			WithHint("split the note"), p)
	case size == 0 && (read[path.Ext(p)] || path.Ext(p) == ".bin"):
		c.found.add(diag.Errorf(pos, "site/empty", "empty file").WithHint("rebuild the site: a full disk can cause empty files"), p)
	}
}

func (c *crawler) checkTotal(total int64) {
	pos := diag.Position{File: "."}
	switch {
	case total > maxSite:
		c.found.add(diag.Errorf(pos, "site/large", "site of %s exceeds the GitHub Pages limit of %s", gigabytes(total), gigabytes(maxSite)).
			WithHint("remove images and archives, or build releases as separate sites"), "")
	case total > nearSite:
		c.found.add(diag.Warnf(pos, "site/large", "large site of %s: the GitHub Pages limit is %s", gigabytes(total), gigabytes(maxSite)).
			WithHint("remove images and archives, or build releases as separate sites"), "")
	}
}

// sameButCase reports paths that differ only in letter case or Unicode form.
func (c *crawler) sameButCase() {
	seen := map[string]string{}
	check := func(p string) bool {
		folded := outdir.Fold(p)
		other, ok := seen[folded]
		if !ok {
			seen[folded] = p
			return true
		}
		if other != p {
			c.found.add(diag.Errorf(diag.Position{File: p}, "site/letter-case", "path differs from %s only in letter case or Unicode form", other).
				WithHint("rename one of the two: many file systems and hosts treat them as equal"), p)
		}
		return other == p
	}
	for _, f := range c.files {
		good := true
		for i := 0; i < len(f.path) && good; i++ {
			if f.path[i] == '/' {
				good = check(f.path[:i])
			}
		}
		if good {
			check(f.path)
		}
	}
}

// jekyll reports a site that Jekyll would change on GitHub Pages, because .nojekyll is missing.
func (c *crawler) jekyll() {
	if _, ok := c.at[".nojekyll"]; ok {
		return
	}
	for _, f := range c.files {
		if strings.HasPrefix(f.path, "_") || strings.Contains(f.path, "/_") {
			c.found.add(diag.Warnf(diag.Position{File: f.path}, "site/jekyll", "GitHub Pages omits names that start with _, because the file .nojekyll is missing").
				WithHint("add an empty file .nojekyll, as a build does"), "")
			return
		}
	}
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
func gigabytes(n int64) string { return fmt.Sprintf("%.2f GB", float64(n)/1e9) }

func isPage(p string) bool { return path.Ext(p) == ".html" }
