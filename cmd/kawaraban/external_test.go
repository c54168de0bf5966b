package main

import (
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/crawl"
)

// TestWrittenAddresses: an address is found in the form in which somebody wrote it, with what
// stands behind it, and not where upstream's data hold it.
func TestWrittenAddresses(t *testing.T) {
	texts := writtenAddresses(fstest.MapFS{
		"content/a.ja.md":              {Data: []byte("見よ：https://example.org/設計。 [x](https://example.org/a(b)) `https://example.org/c%20d`.")},
		"content/_data/keps.json":      {Data: []byte(`"https://example.org/made"`)},
		"content/_data/elsewhere.yaml": {Data: []byte("- url: https://example.org/kept\n")},
		"site.yaml":                    {Data: []byte("repository: HTTPS://Example.org/me\n")},
		"templates/x.html":             {Data: []byte(`<a href="https://example.org/t?a=1&amp;b=2">`)},
	})
	for address, want := range map[string]bool{
		"https://example.org/設計": true, "https://example.org/%E8%A8%AD%E8%A8%88": true,
		"https://example.org/a(b)": true, "https://example.org/c%20d": true, "https://example.org/kept": true,
		"https://example.org/me/": true, "https://example.org/t?a=1&b=2": true,
		"https://example.org/made": false, "https://example.org/b": false, "http://example.org/me": false,
	} {
		if got := begins(texts, address); got != want {
			t.Errorf("%s: %v in %q", address, got, texts)
		}
	}
	if got := writtenAddresses(fstest.MapFS{"site.yaml": {Data: []byte("https://example.org/")}}); got != nil {
		t.Errorf("without a note: %q", got)
	}
}

// TestAsking: hosts are asked side by side, each once a second.
func TestAsking(t *testing.T) {
	for want, c := range map[string]struct {
		n    crawl.Asking
		left int
	}{
		"asking for 1 address at 1 host, less than a minute":                                                        {crawl.Asking{Addresses: 1, Hosts: 1, Most: 1}, 0},
		"asking for 3017 addresses at 2 hosts, about 50 minutes":                                                    {crawl.Asking{Addresses: 3017, Hosts: 2, Most: 3000}, 0},
		"asking for 960 addresses at 960 hosts, about 2 minutes; not for 5 that no note holds, --external=all does": {crawl.Asking{Addresses: 960, Hosts: 960, Most: 1}, 5},
	} {
		if got := asking(c.n, c.left); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}
