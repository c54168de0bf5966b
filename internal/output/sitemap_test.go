package output

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/view"
)

func manyPages(n int) In {
	in := In{Config: config.Config{BaseURL: "https://example.org/k/", Languages: []note.Lang{"ja"}}}
	var pages listed
	for i := range n {
		at := page.Place{Address: fmt.Sprintf("https://example.org/k/%s%d/?a&'<", strings.Repeat("%E5", i%9), i)}
		at.Alternates = []view.Alternate{{Tag: "ja", Href: at.Address}, {Tag: "x-default", Href: at.Address}}
		pages = append(pages, page.Page{Path: strings.Repeat("変", i%9) + fmt.Sprint(i) + "&'</index.html", Place: func() page.Place { return at }}, page.Page{Path: "none"})
	}
	in.Plan = pages
	return in
}

func TestSitemapParts(t *testing.T) {
	for _, c := range []struct{ pages, urls, size, parts int }{
		{0, 10, 1 << 20, 0}, {1, 10, 1 << 20, 1}, {10, 10, 1 << 20, 1}, {11, 10, 1 << 20, 2}, {25, 10, 1 << 20, 3}, {40, 1000, 20_000, -1},
	} {
		files := sitemapFiles(manyPages(c.pages), c.urls, c.size)
		parts, found := 0, 0
		for i, f := range files {
			b, err := f.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			if last := i == len(files)-1; last != (f.Path == "sitemap.xml") {
				t.Errorf("file %d of %d is %s", i, len(files), f.Path)
			}
			n := bytes.Count(b, []byte("<url>"))
			if n > c.urls || len(b) > c.size {
				t.Errorf("%s has %d addresses and %d bytes", f.Path, n, len(b))
			}
			if found += n; n > 0 {
				parts++
			} else if bytes.Count(b, []byte("<sitemap>")) != parts {
				t.Errorf("the index does not list %d files: %s", parts, b)
			}
		}
		if found != c.pages || c.parts >= 0 && parts != c.parts || c.parts < 0 && parts < 2 {
			t.Errorf("%+v: %d pages in %d files", c, found, parts)
		}
	}
}
