package sitecheck

import (
	"io/fs"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Check crawls the built site in fsys. The result lists the problems of the site. The error is
// about a directory that cannot be listed, or comes from Each, or is [ErrBase].
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

// only returns the problems with one of the codes.
func only(fsys fs.FS, o Options, codes ...diag.Code) ([]diag.Diagnostic, error) {
	r, err := Check(fsys, o)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(r.Diags, func(d diag.Diagnostic) bool { return !slices.Contains(codes, d.Code) }), nil
}

// Site checks the built site in fsys as if it were served below base, a path that begins and ends
// with a slash. It reports broken links and fragments, URLs outside of base, duplicate ids, pages
// without a language, and paths that differ only in letter case. The error is about a directory
// that cannot be listed.
func Site(fsys fs.FS, base string) ([]diag.Diagnostic, error) {
	return only(fsys, Options{Base: base}, "site/broken-link", "site/missing-place", "site/outside", "site/duplicate-id", "site/no-language", "site/letter-case", "site/unreadable")
}

// Languages compares each text of each page with its language, including titles, descriptions and
// visible attributes. It reports letters of another script, Chinese characters that only the
// other standard has, and English sentences that are marked as another language. If words is not
// nil, it also reports Latin words that words does not allow. The error is about a directory that
// cannot be listed.
//
// [Check] is less strict, because notes have many authors: it allows a word of another script in
// a sentence.
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
