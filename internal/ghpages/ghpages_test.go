package ghpages

import (
	"net/url"
	"strings"
	"testing"
)

func TestParseRemote(t *testing.T) {
	kawaraban := Remote{gitHub, "kawaraban", "kawaraban"}
	tests := map[string]Remote{
		"git@github.com:kawaraban/kawaraban.git":                       kawaraban,
		"git@github.com:kawaraban/kawaraban":                           kawaraban,
		"git@github.com:/kawaraban/kawaraban.git":                      kawaraban,
		"org-1234@github.com:kawaraban/kawaraban.git":                  kawaraban,
		"github.com:kawaraban/kawaraban":                               kawaraban,
		"ssh://git@github.com/kawaraban/kawaraban.git":                 kawaraban,
		"ssh://git@github.com:22/kawaraban/kawaraban.git":              kawaraban,
		"ssh://git@ssh.github.com:443/kawaraban/kawaraban.git":         kawaraban,
		"git+ssh://git@github.com/kawaraban/kawaraban.git":             kawaraban,
		"https://github.com/kawaraban/kawaraban":                       kawaraban,
		"https://github.com/kawaraban/kawaraban.git":                   kawaraban,
		"https://github.com/kawaraban/kawaraban.git/":                  kawaraban,
		"https://GitHub.com/kawaraban/kawaraban/":                      kawaraban,
		"https://www.github.com/kawaraban/kawaraban":                   kawaraban,
		"HTTPS://github.com/kawaraban/kawaraban":                       kawaraban,
		"https://x-access-token:secret@github.com/kawaraban/kawaraban": kawaraban,
		"git://github.com/kawaraban/kawaraban.git":                     kawaraban,
		"https://github.com/Some-One/some-one.github.io.git":           {gitHub, "Some-One", "some-one.github.io"},
		"https://github.com/user_corp/n":                               {gitHub, "user_corp", "n"},
		"git@gitlab.com:group/part/name.git":                           {"gitlab.com", "group/part", "name"},
		"https://codeberg.org:443/o/n.git":                             {"codeberg.org", "o", "n"},
		"ssh://git@git.example.org:2222/~/notes/site.git":              {},
		"/srv/git/site.git":                                            {},
		"../site.git":                                                  {},
		"site.git":                                                     {},
		"file:///srv/git/site.git":                                     {},
		"C:/git/site":                                                  {},
		`C:\git\site`:                                                  {},
		"https://github.com/":                                          {},
		"https://github.com/kawaraban":                                 {},
		"https://github.com/kawaraban/kawaraban/tree/main":             {},
		"https://github.com/kawaraban/..":                              {},
		"https://github.com/../kawaraban":                              {},
		"https://github.com/kawaraban/kawaraban?x":                     {},
		"https://github.com/kawaraban/kawa%0araban":                    {},
		"https://github.com/kawaraban/.git":                            {},
		"git@github.com:":                                              {},
		"git@github.com:kawaraban":                                     {},
		"ext::sh -c true":                                              {},
		"":                                                             {},
		"https://[::1]/o/n":                                            {},
		"http://127.0.0.1:8080/o/n.git":                                {"127.0.0.1", "o", "n"},
	}
	for raw, want := range tests {
		got, ok := ParseRemote(raw)
		if ok != (want != Remote{}) || ok && got != want {
			t.Errorf("ParseRemote(%q) = %+v, %t; want %+v", raw, got, ok, want)
		}
	}
}

func TestBase(t *testing.T) {
	tests := map[Remote]string{
		{gitHub, "kawaraban", "kawaraban"}:           "https://kawaraban.github.io/kawaraban/",
		{gitHub, "Some-One", "Notes"}:                "https://some-one.github.io/Notes/",
		{gitHub, "Some-One", "some-one.github.io"}:   "https://some-one.github.io/",
		{gitHub, "some-one", "Some-One.GitHub.io"}:   "https://some-one.github.io/",
		{gitHub, "some-one", "other.github.io"}:      "https://some-one.github.io/other.github.io/",
		{"gitlab.com", "kawaraban", "kawaraban"}:     "",
		{"github.example.org", "kawaraban", "notes"}: "",
		{}: "",
	}
	for r, want := range tests {
		if got := r.Base(); got != want {
			t.Errorf("%v: base %q, want %q", r, got, want)
		}
	}
}

func TestSource(t *testing.T) {
	r := Remote{gitHub, "o", "n"}
	for branch, want := range map[string]string{
		"main":      "https://github.com/o/n/blob/main",
		"feature/x": "https://github.com/o/n/blob/feature/x",
		"50%#1":     "https://github.com/o/n/blob/50%25%231",
		"本番":        "https://github.com/o/n/blob/%E6%9C%AC%E7%95%AA",
		"":          "",
	} {
		if got := r.Source(branch); got != want {
			t.Errorf("branch %q: %q, want %q", branch, got, want)
		}
	}
	if got := (Remote{"gitlab.com", "o", "n"}).Source("main"); got != "" {
		t.Errorf("on a different host: %q", got)
	}
	if got, want := r.Settings(), "https://github.com/o/n/settings/pages"; got != want {
		t.Errorf("settings %q, want %q", got, want)
	}
	if got := (Remote{Host: "gitlab.com"}).Settings(); got != "" {
		t.Errorf("settings on a different host: %q", got)
	}
}

func TestEdit(t *testing.T) {
	for source, want := range map[string]string{
		"https://github.com/o/n/blob/main/content/a.ja.md": "https://github.com/o/n/edit/main/content/a.ja.md",
		"https://github.com/o/n/blob/main/blob/a.md":       "https://github.com/o/n/edit/main/blob/a.md",
		"https://github.com/blob/blob/blob/main/a.md":      "https://github.com/blob/blob/edit/main/a.md",
		"https://git.example.org/o/n/blob/main/a.md":       "https://git.example.org/o/n/edit/main/a.md",
		"https://gitlab.com/group/part/n/-/blob/main/a.md": "https://gitlab.com/group/part/n/-/edit/main/a.md",
		"https://codeberg.org/o/n/src/branch/main/a.md":    "https://codeberg.org/o/n/_edit/main/a.md",
		"https://github.com/o/n/tree/main/a.md":            "",
		"https://example.org/notes/a.md":                   "",
		"https://github.com/o/n/raw/blob/a.md":             "",
		"ftp://github.com/o/n/blob/main/a.md":              "",
		"":                                                 "",
	} {
		if got := Edit(source); got != want {
			t.Errorf("Edit(%q) = %q, want %q", source, got, want)
		}
	}
}

func TestNewFile(t *testing.T) {
	for repository, want := range map[string]string{
		"https://github.com/o/n/blob/main":         "https://github.com/o/n/new/main?filename=content%2Fa.md&value=a%3A%20%22b%22%0A",
		"https://github.com/o/n/blob/main/":        "https://github.com/o/n/new/main?filename=content%2Fa.md&value=a%3A%20%22b%22%0A",
		"https://github.com/o/n/blob/main/site":    "https://github.com/o/n/new/main?filename=site%2Fcontent%2Fa.md&value=a%3A%20%22b%22%0A",
		"https://gitlab.com/group/n/-/blob/main":   "",
		"https://codeberg.org/o/n/src/branch/main": "",
		"https://github.com/o/n":                   "",
		"":                                         "",
	} {
		if got := NewFile(repository, "content/a.md", "a: \"b\"\n"); got != want {
			t.Errorf("NewFile(%q) = %q, want %q", repository, got, want)
		}
	}
}

func TestCommits(t *testing.T) {
	for source, want := range map[string]string{
		"https://github.com/o/n/blob/main/content/a.ja.md": "https://github.com/o/n/commits/main/content/a.ja.md",
		"https://gitlab.com/group/part/n/-/blob/main/a.md": "https://gitlab.com/group/part/n/-/commits/main/a.md",
		"https://codeberg.org/o/n/src/branch/main/a.md":    "https://codeberg.org/o/n/commits/branch/main/a.md",
		"https://example.org/notes/a.md":                   "",
	} {
		if got := Commits(source); got != want {
			t.Errorf("Commits(%q) = %q, want %q", source, got, want)
		}
	}
}

func TestDomain(t *testing.T) {
	good := map[string]string{
		"example.org":            "example.org",
		"Notes.Example.ORG\n":    "notes.example.org",
		"\ufeffexample.org\r\n":  "example.org",
		"example.org.":           "example.org",
		"例え.テスト":                 "xn--r8jz45g.xn--zckzah",
		"xn--r8jz45g.xn--zckzah": "xn--r8jz45g.xn--zckzah",
		"заметки.рф":             "xn--80akegjk7b.xn--p1ai",
	}
	for in, want := range good {
		if got, err := Domain(in); err != nil || got != want {
			t.Errorf("Domain(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
	for _, bad := range []string{
		"", " \n", "localhost", "https://example.org", "example.org/notes", "example.org:80", "*.example.org", "a@example.org",
		"example.org\nexample.com", "example.org example.com", "192.0.2.1", "::1", "-a.example.org", "a..org", "a_b.example.org",
		strings.Repeat("a", 64) + ".org", "someone.github.io", "github.io", "ex\x00ample.org", "<b>.org",
	} {
		if got, err := Domain(bad); err == nil {
			t.Errorf("Domain(%q) = %q, want an error", bad, got)
		}
	}
}

// FuzzParseRemote checks that the results are valid in links, without user name and password.
func FuzzParseRemote(f *testing.F) {
	for _, seed := range []string{
		"git@github.com:o/n.git", "https://u:p@github.com/o/n", "ssh://git@github.com:22/o/n.git", "C:/a/b", "git@gitlab.com:a/b/c.git", "https://github.com/%2e%2e/n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		r, ok := ParseRemote(raw)
		if !ok {
			return
		}
		for _, made := range []string{r.Base(), r.Source("main"), r.Settings(), "https://" + r.Host + "/" + r.Owner + "/" + r.Name} {
			u, err := url.Parse(made)
			if err != nil || u.User != nil || strings.ContainsAny(made, "@ \"'<>?#%\\\n") || strings.Contains(u.Path, "/../") {
				t.Errorf("%q gives %q (%v)", raw, made, err)
			}
		}
		if again, ok := ParseRemote("https://" + r.Host + "/" + r.Owner + "/" + r.Name + ".git"); !ok || again != r {
			t.Errorf("%q is parsed as %+v, and the result as %+v, %t", raw, r, again, ok)
		}
	})
}

func FuzzDomain(f *testing.F) {
	for _, seed := range []string{"example.org", "例え.テスト", "a.b.c.", "\ufeffx.y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		host, err := Domain(in)
		if err != nil {
			return
		}
		u, err := url.Parse("https://" + host + "/")
		if err != nil || u.Hostname() != host || host != strings.ToLower(host) {
			t.Errorf("%q gives %q (%v)", in, host, err)
		}
		if again, err := Domain(host); err != nil || again != host {
			t.Errorf("%q gives %q, and the result gives %q (%v)", in, host, again, err)
		}
	})
}
