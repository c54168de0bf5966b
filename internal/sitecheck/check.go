package sitecheck

import (
	"io/fs"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Check crawls the built folder fsys. What is wrong with the site is in the result; the error
// is that of a folder that cannot be listed, of Each, or [ErrBase].
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

// only are the problems of some codes.
func only(fsys fs.FS, o Options, codes ...diag.Code) ([]diag.Diagnostic, error) {
	r, err := Check(fsys, o)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(r.Diags, func(d diag.Diagnostic) bool { return !slices.Contains(codes, d.Code) }), nil
}

// Site crawls the built site fsys as if it were served under base, which starts and
// ends in a slash. It reports links and fragments that lead nowhere, addresses that
// leave base, ids that stand twice in a page, pages without a language, and paths
// that differ only by letter case. The error is that of a folder that cannot be listed.
func Site(fsys fs.FS, base string) ([]diag.Diagnostic, error) {
	return only(fsys, Options{Base: base}, "site/broken-link", "site/missing-place", "site/outside", "site/duplicate-id", "site/no-language", "site/letter-case", "site/unreadable")
}

// Languages compares every text of every page with the language that is in force there,
// and likewise titles, descriptions, and the attributes that are read out or shown. It
// reports letters of another script than the language's, Chinese characters of which only
// the other country's standard has, and English sentences that are said to be in another
// language. With words, every word of Latin letters as well that these do not allow. The
// error is that of a folder that cannot be listed.
//
// [Check] is milder, for texts that nobody of the house has written: a word of another script
// within a sentence is no fault, a sentence in another language is.
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
