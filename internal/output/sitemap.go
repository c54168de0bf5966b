package output

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
)

// Limits of the sitemap protocol (sitemaps.org).
const (
	maxSitemapURLs  = 50_000
	maxSitemapBytes = 50 << 20
)

const sitemapName = "sitemap.xml"

// sitemaps emits the list of pages for search engines, with their languages. It needs absolute
// URLs, so there is none without base_url. A large sitemap is split into several files with an
// index.
type sitemaps struct{}

func (sitemaps) Name() string { return "sitemap" }

func (sitemaps) Files(in In) ([]outdir.File, error) {
	return sitemapFiles(in, maxSitemapURLs, maxSitemapBytes), nil
}

func (o sitemaps) Find(in In, path string) (outdir.File, bool, error) {
	if !sitemapNames.MatchString(path) {
		return outdir.File{}, false, nil
	}
	files, err := o.Files(in)
	f, ok := among(files, path)
	return f, ok, err
}

var sitemapNames = regexp.MustCompile(`^sitemap(-[0-9]+)?\.xml$`)

func sitemapFiles(in In, urls, size int) []outdir.File {
	parts := sitemapParts(in, urls, size)
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return []outdir.File{sitemapFile(sitemapName, parts[0])}
	}
	var files []outdir.File
	for i, part := range parts {
		files = append(files, sitemapFile(fmt.Sprintf("sitemap-%d.xml", i+1), part))
	}
	return append(files, outdir.Static(sitemapName, sitemapIndex(in.Config.BaseURL, files)))
}

// sitemapParts divides the pages that have a Place into files within the limits. It estimates the
// sizes, because computing all places twice is expensive. The estimate is never too low.
func sitemapParts(in In, urls, size int) [][]page.Page {
	var parts [][]page.Page
	room, weight := 0, 0
	for _, p := range in.Plan.Pages() {
		if p.Place == nil {
			continue
		}
		// One URL for each language, for x-default and for the page. Each character of the path
		// may be escaped.
		heavy := (len(in.Config.Languages)+2)*(100+2*len(in.Config.BaseURL)+6*len(p.Path)) + 100
		if room == 0 || weight+heavy > size {
			parts, room, weight = append(parts, nil), urls, len(sitemapHead)+len(sitemapFoot)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], p)
		room, weight = room-1, weight+heavy
	}
	return parts
}

const (
	sitemapHead = xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n"
	sitemapFoot = "</urlset>\n"
)

func sitemapFile(name string, pages []page.Page) outdir.File {
	return outdir.File{Path: name, Bytes: func() ([]byte, error) {
		var b bytes.Buffer
		b.WriteString(sitemapHead)
		for _, p := range pages {
			sitemapURL(&b, p.Place())
		}
		b.WriteString(sitemapFoot)
		return b.Bytes(), nil
	}}
}

// sitemapURL writes a page. Search engines require that each page of a group lists all
// alternates, as in its head.
func sitemapURL(b *bytes.Buffer, at page.Place) {
	b.WriteString("<url><loc>" + inXML(at.Address) + "</loc>")
	if at.Modified != "" {
		b.WriteString("<lastmod>" + at.Modified + "</lastmod>")
	}
	for _, a := range at.Alternates {
		b.WriteString(`<xhtml:link rel="alternate" hreflang="` + inXML(a.Tag) + `" href="` + inXML(a.Href) + `"/>`)
	}
	b.WriteString("</url>\n")
}

func sitemapIndex(base string, files []outdir.File) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, f := range files {
		b.WriteString("<sitemap><loc>" + inXML(strings.TrimSuffix(base, "/")+"/"+f.Path) + "</loc></sitemap>\n")
	}
	b.WriteString("</sitemapindex>\n")
	return b.Bytes()
}

var escapeXML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

func inXML(s string) string { return escapeXML.Replace(s) }
