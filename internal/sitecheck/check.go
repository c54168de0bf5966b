package sitecheck

import (
	"io/fs"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Check crawls the built site in fsys. The result lists problems of the site. The error is that of
// a directory that cannot be listed, of Each, or [ErrBase].
func Check(fsys fs.FS, o Options) (*Result, error) {
	c := &crawler{fsys: fsys, o: o, at: map[string]int32{}, own: newScanner(o.Own)}
	if err := c.list(); err != nil {
		return nil, err
	}
	if err := c.locate(); err != nil {
		return nil, err
	}
	c.pages = make([]*page, len(c.files))
	if err := c.each(c.readFile); err != nil {
		return nil, err
	}
	if err := c.each(c.judgeFile); err != nil {
		return nil, err
	}
	return c.result(), nil
}

// only returns the problems with some codes.
func only(fsys fs.FS, o Options, codes ...diag.Code) ([]diag.Diagnostic, error) {
	r, err := Check(fsys, o)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(r.Diags, func(d diag.Diagnostic) bool { return !slices.Contains(codes, d.Code) }), nil
}

// Site crawls the built site in fsys as if it were served under base, which begins and ends with a
// slash. It reports broken links and fragments, URLs that leave base, duplicate ids, pages without
// a language, and paths that differ only in case. The error is that of a directory that cannot be
// listed.
func Site(fsys fs.FS, base string) ([]diag.Diagnostic, error) {
	return only(fsys, Options{Base: base}, "site/broken-link", "site/missing-place", "site/outside", "site/duplicate-id", "site/no-language", "site/letter-case", "site/unreadable")
}

// Languages compares every text of every page, including titles, descriptions and visible
// attributes, with its language. It reports letters of another script, Chinese characters that
// exist only in the other standard, and English sentences marked as another language. With words
// it also reports Latin words that these do not allow. The error is that of a directory that
// cannot be listed.
//
// [Check] is less strict, for notes by any author: it allows a word of another script within a
// sentence.
func Languages(fsys fs.FS, words *Interface) ([]diag.Diagnostic, error) {
	return only(fsys, Options{words: words, strict: true}, "site/language", "site/unreadable")
}

func (c *crawler) result() *Result {
	r := &Result{Diags: c.found.sorted(), Base: c.base, Files: len(c.files)}
	if c.root != nil {
		r.Address = c.root.String()
	}
	for i, f := range c.files {
		r.Bytes += f.size
		if c.pages[i] != nil {
			r.Pages++
		}
		if a, ok := AddressOf(f.path); ok {
			r.Addresses = append(r.Addresses, a)
		}
	}
	slices.Sort(r.Addresses)
	return r
}
