package build_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
)

// TestWhere checks the sources of a site's address and their order.
func TestWhere(t *testing.T) {
	const anyway, remote, repo = "https://any.example.org/x/", "https://o.github.io/n/", "https://github.com/o/n/blob/main"
	all := build.Options{Anyway: anyway, BaseURL: remote, Repository: repo}
	known := build.Options{BaseURL: remote, Repository: repo}
	for _, c := range []struct {
		name           string
		o              build.Options
		settings       string
		cname          string // "-" means no file
		base, repo     string
		emitted, diags string
	}{
		{"nothing", build.Options{}, "", "-", "", "", "", ""},
		{"the remote", known, "", "-", remote, repo, "", ""},
		{"a domain", known, "", "Notes.example.org\n", "https://notes.example.org/", repo, "notes.example.org\n", ""},
		{"settings", known, "base_url: https://example.org/k8s\nrepository: https://example.org/src/", "-", "https://example.org/k8s/", "https://example.org/src", "", ""},
		{"settings that say nothing", known, "base_url: ''\nrepository: ''", "-", "", "", "", ""},
		{"settings that say nothing, and a domain", known, "base_url: ''", "example.org", "", repo, "example.org\n", ""},
		{"a flag", all, "base_url: https://example.org/k8s", "-", anyway, repo, "", ""},
		{"a flag and settings that say nothing", all, "base_url: ''", "-", anyway, repo, "", ""},
		{"settings and the same domain", known, "base_url: https://例え.テスト", "xn--r8jz45g.xn--zckzah", "https://例え.テスト/", repo, "xn--r8jz45g.xn--zckzah\n", ""},
		{
			"settings and another domain", known, "base_url: https://example.org/notes/", "example.org", "https://example.org/notes/", repo, "example.org\n",
			"static/CNAME:1:1: domain example.org differs from base_url https://example.org/notes/ [config/domain]",
		},
		{"no domain", known, "", "https://example.org", remote, repo, "", "static/CNAME:1:1: invalid domain: the file has a URL, not only its host: example.org [config/domain]"},
	} {
		site := fstest.MapFS{
			"content/1.27/a.ja.md": {Data: []byte("---\ntitle: あ\n---\n\n- い (#1)\n")},
			"site.yaml":            {Data: []byte(c.settings)},
		}
		if c.cname != "-" {
			site["static/CNAME"] = &fstest.MapFile{Data: []byte(c.cname)}
		}
		r, err := build.New(c.o).Build(t.Context(), site)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var ds []string
		for _, d := range r.Diags {
			ds = append(ds, d.String())
		}
		emitted := ""
		if f, ok := r.Files.Get("CNAME"); ok {
			b, _ := f.Bytes()
			emitted = string(b)
		}
		want := []string{c.base, c.repo, c.emitted, c.diags}
		if diff := cmp.Diff(want, []string{r.Config.BaseURL, r.Config.Repository, emitted, strings.Join(ds, "\n")}); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestHostFiles checks that changes of CNAME and robots.txt appear in the next state.
func TestHostFiles(t *testing.T) {
	site := fstest.MapFS{"content/1.27/a.ja.md": {Data: []byte("---\ntitle: あ\n---\n\n- い (#1)\n")}}
	b := build.New(build.Options{})
	for _, step := range []struct{ name, text, want string }{
		{"static/CNAME", "a.example.org", "a.example.org\n"},
		{"static/CNAME", "b.example.org", "b.example.org\n"},
		{"static/CNAME", "b c", ""},
		{"static/CNAME", "", ""},
		{"static/robots.txt", "User-agent: x\n", "User-agent: x\n"},
	} {
		site[step.name] = &fstest.MapFile{Data: []byte(step.text)}
		r, err := b.Build(t.Context(), site)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if f, ok := r.Files.Get(strings.TrimPrefix(step.name, "static/")); ok {
			text, _ := f.Bytes()
			got = string(text)
		}
		if got != step.want {
			t.Errorf("after %s with %q: %q, want %q", step.name, step.text, got, step.want)
		}
	}
}

// TestAliases checks that a former address redirects to its note in each language. An alias that is
// the address of a page or belongs to another note has no effect. No redirect has another redirect
// as its target.
func TestAliases(t *testing.T) {
	note := func(title, aliases string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("---\ntitle: " + title + "\naliases: [" + aliases + "]\n---\n\n- い (#1)\n")}
	}
	site := fstest.MapFS{
		"site.yaml":            {Data: []byte("languages: [en, ja]\nbase_url: https://example.org/repo/")},
		"content/1.27/a.ja.md": note("あ", "1.26/a, /ja/1.25/a/, posts/a.html, 1.27/a, 1.27/b"), // its own address, and that of a page
		"content/1.27/b.ja.md": note("い", "1.26/a, 1.25/b, 1.27"),                              // an alias of a, the page of a release
		"content/1.27/b.en.md": note("b", "1.24/b"),
	}
	r, err := build.New(build.Options{}).Build(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, p := range r.Pages {
		if p.Kind != "moved" {
			continue
		}
		f, _ := r.Files.Get(p.Path)
		b, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		to, _, _ := strings.Cut(text[strings.Index(text, ` data-to="`)+len(` data-to="`):], `"`)
		got[p.Path] = to
		if !strings.Contains(text, `content="0; url=`+to+`"`) || !regexp.MustCompile(`<a [^>]*href="`+regexp.QuoteMeta(to)+`">`).MatchString(text) {
			t.Errorf("only the script of %s redirects to %s", p.Path, to)
		}
	}
	want := map[string]string{}
	for _, l := range []string{"en/", "ja/"} {
		want[l+"1.26/a/index.html"] = "../../1.27/a/"
		want[l+"1.25/a/index.html"] = "../../1.27/a/"
		want[l+"posts/a.html/index.html"] = "../../1.27/a/"
		want[l+"1.25/b/index.html"] = "../../1.27/b/"
		want[l+"1.24/b/index.html"] = "../../1.27/b/"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var codes []string
	for _, d := range r.Diags {
		codes = append(codes, d.String())
	}
	if diff := cmp.Diff([]string{
		"content/1.27/a.ja.md: alias 1.27/a is the address of a page, ignored [address/alias]",
		"content/1.27/a.ja.md: alias 1.27/b is the address of a page, ignored [address/alias]",
		"content/1.27/b.ja.md: alias 1.27 is the address of a page, ignored [address/alias]",
		"content/1.27/b.ja.md: duplicate alias 1.26/a: also in content/1.27/a.ja.md [address/alias]",
	}, codes); diff != "" {
		t.Error(diff)
	}
}
