package starter

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/modfile"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/note"
)

var someRepository = ghpages.Remote{Host: "github.com", Owner: "octo", Name: "notes"}

var choices = [][]note.Lang{{"en"}, {"ja"}, {"ru"}, {"zh"}, {"ja", "en"}, {"zh", "en"}, {"ru", "en"}, {"en", "ja"}, {"zh", "ja", "ru", "en"}}

func made(t *testing.T, o Options) fstest.MapFS {
	t.Helper()
	list, err := Files(o)
	if err != nil {
		t.Fatal(err)
	}
	out := fstest.MapFS{}
	for _, f := range list {
		if _, twice := out[f.Path]; twice || !fs.ValidPath(f.Path) {
			t.Errorf("duplicate or invalid path: %s", f.Path)
		}
		out[f.Path] = &fstest.MapFile{Data: f.Data, Mode: 0o644}
	}
	return out
}

func problems(t *testing.T, site fs.FS) []string {
	t.Helper()
	r, err := build.New(build.Options{Check: true}).Build(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range r.Diags {
		out = append(out, d.String())
	}
	return out
}

// TestNewSitesAreFaultless checks that a new site has no diagnostics in any languages. This
// includes a title and an author that are special in YAML or HTML.
func TestNewSitesAreFaultless(t *testing.T) {
	for _, langs := range choices {
		o := Options{Langs: langs, Date: "2026-11-21", Repository: someRepository}
		if problemsFound := problems(t, made(t, o)); len(problemsFound) > 0 {
			t.Errorf("%v:\n%s", langs, strings.Join(problemsFound, "\n"))
		}
	}
	odd := Options{Langs: []note.Lang{"ja", "en"}, Title: "読む: \"会\" <b> # & 'x'\n- y", Author: "o'b: #1"}
	if problemsFound := problems(t, made(t, odd)); len(problemsFound) > 0 {
		t.Errorf("with special characters:\n%s", strings.Join(problemsFound, "\n"))
	}
}

// TestNotesAreTrue checks the notes with upstream data: numbers, authors, SIGs, stages and names.
func TestNotesAreTrue(t *testing.T) {
	data := filepath.Join("..", "..", "content", "_data")
	for _, langs := range [][]note.Lang{{"ja", "en"}, {"zh", "ru"}} {
		site := made(t, Options{Langs: langs, Date: "2026-11-21"})
		err := fs.WalkDir(os.DirFS(data), ".", func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(filepath.Join(data, filepath.FromSlash(p)))
			if p == "releases.yaml" { // each release as the starter lists it
				_, ours, _ := strings.Cut(string(site[releasesPath].Data), "releases:\n")
				for r := range strings.SplitAfterSeq(ours, "-release/\n") {
					if !strings.Contains(string(text), r) {
						t.Errorf("the dates differ from %s: %s", p, r)
					}
				}
			}
			site["content/_data/"+p] = &fstest.MapFile{Data: text}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems(t, site) {
			if strings.Contains(p, "content/1.29/") || strings.Contains(p, "content/log/") {
				t.Errorf("%v: %s", langs, p)
			}
		}
	}
}

// facts matches numbers, people, code, dates and figures.
var facts = regexp.MustCompile("`[^`]+`|#[0-9]+|@[\\w-]+|KEP-[0-9]+|\\[SIG [^]]+\\]|[0-9]+\\.[0-9]+|[0-9]{4}|:pencil:|\\b[0-9]{1,2}\\b")

// TestNotesAreParallel checks that a note has the same facts in every language, block by block.
func TestNotesAreParallel(t *testing.T) {
	for _, s := range samples {
		english, err := s.text("en")
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range Languages() {
			text, err := s.text(l)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) != len(english) {
				t.Errorf("%s has %d blocks in %s, and %d in English", s.name, len(text), l, len(english))
				continue
			}
			for i := range text {
				if diff := cmp.Diff(factsOf(english[i]), factsOf(text[i])); diff != "" {
					t.Errorf("%s, block %d in %s (-en +%s):\n%s", s.name, i, l, l, diff)
				}
			}
		}
	}
}

func factsOf(block string) []string {
	block = strings.NewReplacer("一次五分钟", "5 ", "five minutes", "5", "Пятиминутный", "5", "twelve", "12", "December", "12", "декабря", "12").Replace(block)
	out := facts.FindAllString(block, -1)
	slices.Sort(out)
	return out
}

func TestTranslationsKeepTheirSource(t *testing.T) {
	site := made(t, Options{Langs: []note.Lang{"ja", "en"}})
	text := string(site["content/1.29/sig-storage.en.md"].Data)
	for _, want := range []string{
		"translates: sig-storage.ja.md\n",
		"---\n\n<!-- title: \"Kubernetes 1.29 の SIG Storage\" -->\n",
		"<!-- ## バグまたはリグレッション -->\n## Bug or Regression\n",
		"<!--\n- `ReadWriteOncePod` が GA になりました。(#121077,",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the English note lacks %q:\n%s", want, text)
		}
	}
	if log := string(site["content/log/log-2024.en.md"].Data); strings.Contains(log, "<!-- ## 2024") {
		t.Error("a heading that is the same in both languages is written as a source")
	}
	if ja := string(site["content/1.29/sig-storage.ja.md"].Data); strings.Contains(ja, "<!--") || strings.Contains(ja, "translates") {
		t.Errorf("the original is written as a translation:\n%s", ja)
	}
}

func TestSettings(t *testing.T) {
	site := made(t, Options{Langs: []note.Lang{"zh", "en"}, Repository: someRepository})
	text := string(site["site.yaml"].Data)
	c, ds := config.Parse([]byte(text), "site.yaml")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if c.TitleIn("zh") != titles["zh"] || c.TitleIn("en") != titles["en"] || c.Default != "zh" || !slices.Equal(c.Languages, []note.Lang{"zh", "en"}) || c.BaseURL != "" {
		t.Errorf("the settings are %+v", c)
	}
	key := regexp.MustCompile(`(?m)^# ((?:  )?[a-z_/-]+:(?: .*)?)$`)
	c, ds = config.Parse(key.ReplaceAll([]byte(text), []byte("$1")), "site.yaml")
	if len(ds) > 0 {
		t.Errorf("with all keys: %v", ds)
	}
	if c.BaseURL != "https://octo.github.io/notes/" || len(c.Checks) != 1 || len(c.Fallback) != 1 {
		t.Errorf("the keys in comments are not read: %+v", c)
	}
	one := made(t, Options{Langs: []note.Lang{"ru"}, Title: "A: \"b\"\n #c"})
	c, ds = config.Parse(one["site.yaml"].Data, "site.yaml")
	if len(ds) > 0 || c.TitleIn("ru") != `A: "b" #c` || c.TitleIn("en") != `A: "b" #c` {
		t.Errorf("the title is %q: %v", c.TitleIn("ru"), ds)
	}
}

// TestModule checks that go.mod is valid, has this module's Go version, and pins the tool.
func TestModule(t *testing.T) {
	own, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	ours, err := modfile.Parse("go.mod", own, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o          Options
		name, pins string
	}{
		{Options{Repository: someRepository, Version: "v0.1.0"}, "github.com/octo/notes", "v0.1.0"},
		{Options{}, "notes", ""},
		{Options{Repository: ghpages.Remote{Host: "github.com", Owner: "octo", Name: ".github"}}, "notes", ""},
		{Options{Repository: ghpages.Remote{Host: "github.com", Owner: "kawaraban", Name: "kawaraban"}}, "notes", ""},
	} {
		c.o.Langs = []note.Lang{"en"}
		f, err := modfile.Parse("go.mod", made(t, c.o)[ModulePath].Data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f.Module.Mod.Path != c.name || f.Go.Version != ours.Go.Version || len(f.Tool) != 1 || f.Tool[0].Path != Tool {
			t.Errorf("%+v gives module %s, go %s (this one %s), tools %v", c.o, f.Module.Mod.Path, f.Go.Version, ours.Go.Version, f.Tool)
		}
		pins := ""
		for _, r := range f.Require {
			pins += r.Mod.Version
		}
		if pins != c.pins {
			t.Errorf("%+v requires %q", c.o, pins)
		}
	}
	if ours.Module.Mod.Path != Module {
		t.Errorf("this module is %s", ours.Module.Mod.Path)
	}
}

// TestReadme checks the languages of the README, and the chosen options in it.
func TestReadme(t *testing.T) {
	for _, c := range []struct {
		o        Options
		has, not []string
	}{
		{Options{Langs: []note.Lang{"ja", "en"}, Repository: someRepository, Branch: "trunk"},
			[]string{"# Kubernetes リリースを読む\n", "## 公開する", "## Publishing", "--lang ja\n", "--to en\n", "<https://octo.github.io/notes/>", "<https://github.com/octo/notes/settings/pages>", "`trunk`"},
			[]string{"tool kawaraban publish"}},
		{Options{Langs: []note.Lang{"en"}, NoWorkflow: true},
			[]string{"# Kubernetes releases, read together\n", "go tool kawaraban publish\n"},
			[]string{"\n---\n", "translate 1.29", "GitHub Actions", "<>"}},
		{Options{Langs: []note.Lang{"ru"}, Title: "Мы"}, []string{"# Мы\n", "## Публикация", "\n---\n"}, []string{"<>"}},
	} {
		text := string(made(t, c.o)["README.md"].Data)
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: the README lacks %q:\n%s", c.o, want, text)
			}
		}
		for _, not := range append(c.not, "[[", "]]", "<no value>", "\n\n\n") {
			if strings.Contains(text, not) {
				t.Errorf("%+v: the README has %q:\n%s", c.o, not, text)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	bare := made(t, Options{Langs: []note.Lang{"en"}, NoNotes: true, NoWorkflow: true})
	if len(bare) != 4 {
		t.Errorf("without notes and workflow there are %d files", len(bare))
	}
	full := made(t, Options{Langs: []note.Lang{"en", "ja"}})
	if len(full) != 7+2*len(samples) {
		t.Errorf("with them there are %d files", len(full))
	}
	for _, langs := range [][]note.Lang{nil, {"de"}, {"en", "en"}, {""}} {
		if _, err := Files(Options{Langs: langs}); err == nil {
			t.Errorf("a site in %v is created", langs)
		}
	}
	for name, want := range map[string]string{"": "main", "2.x/y": "2.x/y", "a'b": "main", "é": "main", "a b": "main"} {
		if got := branchOf(name); got != want {
			t.Errorf("branch %q is %q", name, got)
		}
	}
}

func TestSameOptionsSameFiles(t *testing.T) {
	o := Options{Langs: []note.Lang{"ja", "en", "ru", "zh"}, Repository: someRepository, Author: "octo", Date: "2026-11-21", Version: "v1.2.3"}
	a, b := made(t, o), made(t, o)
	for p := range a {
		if !bytes.Equal(a[p].Data, b[p].Data) {
			t.Errorf("%s differs", p)
		}
	}
	if got := fmt.Sprint(len(a)); got != fmt.Sprint(len(b)) {
		t.Error("the number of files differs")
	}
}

// TestHome checks that a new home page has title, description and the sample notes.
func TestHome(t *testing.T) {
	r, err := build.New(build.Options{}).Build(t.Context(), made(t, Options{Langs: []note.Lang{"ja", "en"}, Date: "2026-11-21"}))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []note.Lang{"ja", "en"} {
		page, ok := r.Files.Get(string(l) + "/index.html")
		if !ok {
			t.Fatalf("missing home page in %s", l)
		}
		html, err := page.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"<h1>" + titles[l] + "</h1>", descriptions[l] + "</p>", `href="1.29/sig-storage/">`, `href="log/log-2024/">`} {
			if !strings.Contains(string(html), want) {
				t.Errorf("the home in %s lacks %s", l, want)
			}
		}
	}
}
