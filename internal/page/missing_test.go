package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

func missing(t *testing.T, o page.Options) view.NotFoundView {
	t.Helper()
	_, pages := plan(t, site.Options{}, o)
	i := slices.IndexFunc(pages, func(p page.Page) bool { return p.Path == "404.html" })
	v, ok := pages[i].View().(view.NotFoundView)
	if !ok {
		t.Fatal("404.html has a different view")
	}
	return v
}

func TestNotFound(t *testing.T) {
	_, pages := plan(t, site.Options{}, page.Options{})
	var paths []string
	for _, p := range pages {
		paths = append(paths, strings.TrimSuffix(p.Path, "index.html"))
	}
	for base, root := range map[string]string{
		"https://example.org/": "/", "https://o.github.io/notes/": "/notes/", "https://o.github.io/ノート/": "/%E3%83%8E%E3%83%BC%E3%83%88/",
	} {
		v := missing(t, page.Options{BaseURL: base})
		var langs, lists []string
		for _, m := range v.Parts {
			langs = append(langs, m.Lang+" "+m.Tag+" "+m.Self)
			hrefs := []string{m.Home, m.Search}
			for _, l := range m.Lists {
				hrefs = append(hrefs, l.Href)
				for _, part := range l.Parts {
					hrefs = append(hrefs, part.Href)
				}
			}
			lists = append(lists, hrefs...)
		}
		if diff := cmp.Diff([]string{"en en English", "ja ja 日本語", "zh zh-Hans 简体中文", "ru ru Русский"}, langs); diff != "" {
			t.Error(diff)
		}
		if len(lists) < 4*6 || v.Root != root || v.Home != root {
			t.Errorf("%s: %d links from %s, home %s", base, len(lists), v.Root, v.Home)
		}
		for _, href := range lists {
			path, ok := strings.CutPrefix(href, root)
			if !ok || !slices.Contains(paths, path) {
				t.Errorf("%s: %s has no page", base, href)
			}
		}
	}
	v := missing(t, page.Options{})
	for _, m := range v.Parts {
		if m.Home+m.Search != "" || len(m.Lists) > 0 || m.T("notfound.title") == "" {
			t.Errorf("without an address it has a link: %+v", m)
		}
	}
	if v.Home != "" {
		t.Errorf("without an address its home is %s", v.Home)
	}
}

// TestEditLink checks the edit link of the hosting service, or the link to the source if there is
// none.
func TestEditLink(t *testing.T) {
	for repository, want := range map[string]view.Link{
		"":                                      {},
		"https://github.com/o/n/blob/main":      {Href: "https://github.com/o/n/edit/main/content/1.27/sig-node.ja.md", Text: "このページを編集", External: true},
		"https://github.com/o/n/blob/main/docs": {Href: "https://github.com/o/n/edit/main/docs/content/1.27/sig-node.ja.md", Text: "このページを編集", External: true},
		"https://example.org/src":               {Href: "https://example.org/src/content/1.27/sig-node.ja.md", Text: "このノートのソース", External: true},
	} {
		_, pages := plan(t, site.Options{}, page.Options{Repository: repository})
		i := slices.IndexFunc(pages, func(p page.Page) bool { return p.Path == "ja/1.27/sig-node/index.html" })
		v, _ := pages[i].View().(view.NoteView)
		got := view.Link{}
		if v.Edit != nil {
			got = *v.Edit
		}
		if got != want {
			t.Errorf("%q: %+v, want %+v", repository, got, want)
		}
	}
}
