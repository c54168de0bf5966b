package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/starter"
)

// TestPinned checks that versions in go.mod are valid for the go command.
func TestPinned(t *testing.T) {
	for input, want := range map[string]struct {
		version string
		dirty   bool
	}{
		"v1.2.3":                                   {"v1.2.3", false},
		"v0.0.0-20261121013532-71cb57f00000":       {"v0.0.0-20261121013532-71cb57f00000", false},
		"v0.0.0-20261121013532-71cb57f00000+dirty": {"v0.0.0-20261121013532-71cb57f00000", true},
		"v1.2.4-0.20261121013532-71cb57f00000":     {"v1.2.4-0.20261121013532-71cb57f00000", false},
		"(devel)":                                  {"", false},
		"":                                         {"", false},
	} {
		if version, dirty := pinned(input); version != want.version || dirty != want.dirty {
			t.Errorf("%q is %q, dirty %v", input, version, dirty)
		}
	}
}

// TestProposedLanguages checks that the language of the environment and English are proposed.
func TestProposedLanguages(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "ja_JP.UTF-8", "ja,en"}, {"zh_TW.Big5", "", "ja_JP.UTF-8", "zh,en"}, {"", "ru_RU", "en_US", "ru,en"},
		{"C", "", "ja_JP", "en"}, {"", "", "", "en"}, {"", "", "de_DE.UTF-8", "en"}, {"", "", "en_GB.UTF-8", "en"}, {"", "", "POSIX", "en"},
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_MESSAGES": c.messages, "LANG": c.lang}
		if got := proposedLanguages(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%v proposes %s", c, got)
		}
	}
}

func TestLanguagesOf(t *testing.T) {
	for list, want := range map[string]string{"ja": "ja", "ja,en": "ja,en", " ZH , en,zh": "zh,en", "ja,": "ja", "ja en": "ja,en", "ja、ru": "ja,ru"} {
		got, err := languagesOf(list)
		if err != nil || joinLanguages(got) != want {
			t.Errorf("%q is %v: %v", list, got, err)
		}
	}
	for _, list := range []string{"", ",", "de", "ja en de"} {
		if got, err := languagesOf(list); err == nil {
			t.Errorf("%q is %v", list, got)
		}
	}
}

func TestRepositoryOf(t *testing.T) {
	for name, want := range map[string]string{
		"octo/notes": "octo/notes", "https://github.com/octo/notes.git": "octo/notes", "git@github.com:octo/notes": "octo/notes",
		"https://user:secret@gitlab.com/octo/notes": "gitlab.com/octo/notes",
	} {
		if got, err := repositoryOf(name); err != nil || got.String() != want {
			t.Errorf("%q is %s: %v", name, got, err)
		}
	}
	for _, name := range []string{"", "octo", "a/b/c", "../x", "octo/", "o o/n"} {
		if got, err := repositoryOf(name); err == nil {
			t.Errorf("%q is %s", name, got)
		}
	}
}

// TestInShell checks that a quoted name is one word of a shell.
func TestInShell(t *testing.T) {
	for name, want := range map[string]string{"my-notes": "my-notes", "ノート": "ノート", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'"} {
		if got := shellQuote(name); got != want {
			t.Errorf("%q is written %s", name, got)
		}
	}
}

// TestModuleStepIsLeft checks that init succeeds without go.sum, and prints the remaining step. The
// cases are: no proxy has the version, Go is missing, and the version is unknown.
func TestModuleStepIsLeft(t *testing.T) {
	for _, c := range []struct{ name, version, path, next, stderr string }{
		{"no such version", "v0.0.0-20200101000000-000000000000", os.Getenv("PATH"), "go mod tidy    # writes go.sum", "kawaraban: go mod tidy: "},
		{"no Go", "v1.0.0", t.TempDir(), "go mod tidy    # needs Go: https://go.dev/dl/", ""},
		{"no version", "", os.Getenv("PATH"), "go mod tidy    # development build: this pins the latest release", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOPROXY", "off")
			t.Setenv("GOMODCACHE", t.TempDir())
			t.Setenv("GOFLAGS", "")
			t.Setenv("PATH", c.path)
			var stderr bytes.Buffer
			n := &newSite{dir: filepath.Join(t.TempDir(), "site"), options: starter.Options{Langs: []note.Lang{"en"}, Version: c.version}}
			if err := n.write(false); err != nil {
				t.Fatal(err)
			}
			initCmd{&app{stderr: &stderr}}.tidyModule(context.Background(), n)
			if !strings.Contains(n.String(), "\n    "+c.next+"\n") || !strings.HasPrefix(stderr.String(), c.stderr) || (c.stderr == "") != (stderr.Len() == 0) {
				t.Errorf("the report is\n%s\nand standard error %q", n, stderr.String())
			}
		})
	}
}

// TestAsksOnlyAtTerminals checks that other inputs and outputs are not interactive.
func TestAsksOnlyAtTerminals(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isInteractive(&bytes.Buffer{}) || isInteractive(null) {
		t.Error("a buffer or the null device is interactive")
	}
}
