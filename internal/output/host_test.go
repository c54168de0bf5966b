package output

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/config"
)

func TestForHost(t *testing.T) {
	const all = "User-agent: *\nAllow: /\n"
	for _, c := range []struct {
		name, base string
		host       Host
		want       map[string]string
	}{
		{"nothing is known", "", Host{}, map[string]string{".nojekyll": "", "robots.txt": all}},
		{"below a prefix", "https://o.github.io/n/", Host{}, map[string]string{
			".nojekyll": "", "robots.txt": all + "\nSitemap: https://o.github.io/n/sitemap.xml\n",
		}},
		{"a prefix to be escaped", "https://example.org/ノート 1/", Host{}, map[string]string{
			".nojekyll": "", "robots.txt": all + "\nSitemap: https://example.org/%E3%83%8E%E3%83%BC%E3%83%88%201/sitemap.xml\n",
		}},
		{"a domain", "https://example.org/", Host{Domain: "example.org"}, map[string]string{
			".nojekyll": "", "CNAME": "example.org\n", "robots.txt": all + "\nSitemap: https://example.org/sitemap.xml\n",
		}},
		{"robots of its own", "https://example.org/", Host{Robots: []byte("User-agent: *\nDisallow: /\n")}, map[string]string{
			".nojekyll": "", "robots.txt": "User-agent: *\nDisallow: /\n",
		}},
		{"asks nothing", "https://example.org/", Host{Robots: []byte{}}, map[string]string{".nojekyll": "", "robots.txt": ""}},
	} {
		in := In{Config: config.Config{BaseURL: c.base}, Host: c.host}
		got := files(t, forHost{}, in)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		for _, path := range []string{".nojekyll", "CNAME", "robots.txt", "index.html"} {
			_, listed := c.want[path]
			if _, found, err := (forHost{}).Find(in, path); err != nil || found != listed {
				t.Errorf("%s: finding %s: %t, %v", c.name, path, found, err)
			}
		}
	}
}
