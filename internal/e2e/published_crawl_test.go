package e2e

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// served is a published site as a file system. Each file is requested from the host; only the list
// of files comes from the directory.
type served struct {
	fs.FS
	url    string
	client *http.Client

	mu   sync.Mutex
	kept map[string][]byte // the largest page of each kind in each language, by its address
	of   map[string]string // their addresses, by kind and language
	text map[string][]byte // feeds, sitemap and robots.txt, by address
}

// Open requests a file.
func (s *served) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return f, err
	}
	f.Close()
	address := name
	if at, ok := sitecheck.AddressOf(name); ok {
		address = at
	}
	data, err := s.ask(s.url + address)
	if err != nil {
		return nil, &fs.PathError{Op: "get", Path: name, Err: err}
	}
	s.keep(name, address, data)
	return fstest.MapFS{name: &fstest.MapFile{Data: data, Mode: 0o644}}.Open(name)
}

// ask requests an address. A redirect is an error.
func (s *served) ask(address string) ([]byte, error) {
	answer, err := s.client.Get(address)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d %s", answer.StatusCode, answer.Header.Get("Location"))
	}
	return data, err
}

// pageKind matches the language and kind of a page.
var pageKind = regexp.MustCompile(`(?s)^<!doctype html>\n<html lang="([^"]*)".*?<body class="([^"]*)"`)

func (s *served) keep(name, address string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if base := path.Base(name); base == "feed.xml" || name == "sitemap.xml" || name == "robots.txt" {
		s.text[address] = data
	}
	m := pageKind.FindSubmatch(data)
	if m == nil || path.Ext(name) != ".html" {
		return
	}
	kind := string(m[1]) + " " + string(m[2])
	if before, ok := s.of[kind]; !ok || len(data) > len(s.kept[before]) {
		delete(s.kept, before)
		s.of[kind], s.kept[address] = address, data
	}
}

// crawl requests and checks every file. It also requests every address in the largest page of each
// kind and language, in feeds, in the sitemap and in robots.txt. The site must have at least least
// pages.
func (p *pagesSite) crawl(t *testing.T, least int) {
	t.Helper()
	s := &served{
		FS: os.DirFS(p.host.dir), url: p.url,
		client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Transport: &http.Transport{MaxIdleConnsPerHost: 8}},
		kept:   map[string][]byte{}, of: map[string]string{}, text: map[string][]byte{},
	}
	defer s.client.CloseIdleConnections()
	each := func(n int, f func(int) error) error { return build.Each(t.Context(), n, f) }
	r, err := sitecheck.Check(s, sitecheck.Options{Base: p.url, Each: each})
	if err != nil {
		t.Fatal(err)
	}
	report(t, r.Diags, nil)
	if r.Pages < least || r.Address != p.url {
		t.Errorf("%d pages of the site at %s, want %d at %s", r.Pages, r.Address, least, p.url)
	}
	addresses := s.addresses(t)
	err = each(len(addresses), func(i int) error {
		if _, err := s.ask(addresses[i]); err != nil {
			t.Errorf("%s: %v", addresses[i], err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pages and %d files by requests; %d addresses in %d pages and %d feeds and lists", r.Pages, r.Files, len(addresses), len(s.kept), len(s.text))
	if robots := string(s.text["robots.txt"]); !strings.Contains(robots, "\nSitemap: "+p.url+"sitemap.xml\n") {
		t.Errorf("robots.txt is\n%s", robots)
	}
}

// ownAddress matches absolute addresses in feeds and lists.
var ownAddress = regexp.MustCompile(`https?://[^\s"'<>\\&]+`)

// addresses returns the addresses of the site itself in the kept files.
func (s *served) addresses(t *testing.T) []string {
	t.Helper()
	found := map[string]bool{}
	for at, data := range s.kept {
		for _, link := range links(data) {
			to, err := url.Parse(s.url + at)
			if err == nil {
				to, err = to.Parse(link)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", at, link, err)
				continue
			}
			to.Fragment = ""
			if strings.HasPrefix(to.String(), s.url) {
				found[to.String()] = true
			} else if to.Host == strings.Split(s.url, "/")[2] {
				t.Errorf("%s links to %s, which is not part of the site", at, to)
			}
		}
	}
	for _, data := range s.text {
		for _, at := range ownAddress.FindAll(data, -1) {
			if address, _, _ := strings.Cut(string(at), "#"); strings.HasPrefix(address, s.url) {
				found[address] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// links returns the addresses that the elements of a page link to or load.
func links(page []byte) (out []string) {
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken, html.SelfClosingTagToken:
			for _, a := range z.Token().Attr {
				if a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "data-search" {
					out = append(out, a.Val)
				}
			}
		}
	}
}
