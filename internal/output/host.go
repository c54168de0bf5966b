package output

import (
	"bytes"
	"net/url"

	"github.com/kawaraban/kawaraban/internal/outdir"
)

// Names of files at the root of a site that hosts and search engines read.
const (
	noJekyll = ".nojekyll"
	cname    = "CNAME"
	robots   = "robots.txt"
)

// forHost emits .nojekyll, which disables Jekyll on GitHub Pages, CNAME for a custom domain, and
// robots.txt.
type forHost struct{}

func (forHost) Name() string { return "host" }

func (forHost) Files(in In) ([]outdir.File, error) {
	files := []outdir.File{outdir.Static(noJekyll, nil), outdir.Static(robots, robotsOf(in))}
	if in.Host.Domain != "" {
		files = append(files, outdir.Static(cname, []byte(in.Host.Domain+"\n")))
	}
	return files, nil
}

func (o forHost) Find(in In, path string) (outdir.File, bool, error) {
	files, err := o.Files(in)
	f, ok := among(files, path)
	return f, ok, err
}

// robotsOf returns robots.txt, which allows everything and links to the sitemap (RFC 9309,
// sitemaps.org). Crawlers read it only at the root of a host. In a subfolder it has no effect.
func robotsOf(in In) []byte {
	if in.Host.Robots != nil {
		return in.Host.Robots
	}
	var b bytes.Buffer
	b.WriteString("User-agent: *\nAllow: /\n")
	if base, err := url.Parse(in.Config.BaseURL); err == nil && base.Host != "" {
		b.WriteString("\nSitemap: " + base.JoinPath(sitemapName).String() + "\n")
	}
	return b.Bytes()
}
