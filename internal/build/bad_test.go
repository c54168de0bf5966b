package build_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// entry is the body of a valid note.
const entry = "# 題\n\n- 直しました。 (#115600, @octo) [SIG Node] [sig/node]\n"

// bomb returns YAML whose aliases expand to a billion words.
func bomb() string {
	var b strings.Builder
	b.WriteString("---\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range 9 {
		alias := "*a" + string(rune('0'+i))
		b.WriteString("a" + string(rune('1'+i)) + ": &a" + string(rune('1'+i)) + " [" + strings.Repeat(alias+",", 9) + alias + "]\n")
	}
	return b.String() + "title: *a9\n---\n" + entry
}

// bombed returns the problems of bomb: unsupported aliases and unknown fields.
func bombed() []string {
	out := []string{"content/1.27/bad.ja.md:2:1 [front-matter/unknown-field]", "content/1.27/bad.ja.md:2:5 [front-matter/alias]"}
	for line := 3; line <= 11; line++ {
		out = append(out, fmt.Sprintf("content/1.27/bad.ja.md:%d:1 [front-matter/unknown-field]", line),
			fmt.Sprintf("content/1.27/bad.ja.md:%d:5 [front-matter/alias]", line))
	}
	return append(out, "content/1.27/bad.ja.md:12:8 [front-matter/alias]")
}

// notePage matches the pages of the sample's notes in a language that every site has.
var notePage = regexp.MustCompile(`^ja/(1\.2[67]|talks|log)/[a-z-]+/index\.html$`)

// TestBadInput checks that an error in a file is reported with its position and does not affect other
// files.
func TestBadInput(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  []string // file:line:col [code] of every problem of these files
		out   bool     // the files are not published: the site is the same as without them
	}{
		{"readers of nothing", fstest.MapFS{"site.yaml": file("fallback: {xx: [en], de: [ja]}\n")}, []string{"site.yaml [config/language]", "site.yaml [config/language]"}, false},
		{"empty", fstest.MapFS{"content/1.27/bad.ja.md": file("")}, []string{"content/1.27/bad.ja.md [content/empty]"}, true},
		{"only blanks", fstest.MapFS{"content/1.27/bad.ja.md": file(" \n\t\n")}, []string{"content/1.27/bad.ja.md [content/empty]"}, true},
		{"binary", fstest.MapFS{"content/1.27/bad.ja.md": file("a\nb\x00c")}, []string{"content/1.27/bad.ja.md:2:2 [content/binary]"}, true},
		{"Shift JIS", fstest.MapFS{"content/1.27/bad.ja.md": file("a\n\x83\x65\x83\x58")}, []string{"content/1.27/bad.ja.md:2:1 [content/encoding]"}, true},
		{"UTF-16", fstest.MapFS{"content/1.27/bad.ja.md": file("\xff\xfea\x00")}, []string{"content/1.27/bad.ja.md [content/encoding]"}, true},
		{"50 MB", fstest.MapFS{"content/1.27/bad.ja.md": file(strings.Repeat("long ", 10<<20))}, []string{"content/1.27/bad.ja.md [content/too-large]"}, true},
		{"Windows line ends", fstest.MapFS{"content/1.27/good.ja.md": file("---\r\ntitle: x\r\n---\r\n" + strings.ReplaceAll(entry, "\n", "\r\n"))}, nil, false},
		{"byte order mark", fstest.MapFS{"content/1.27/good.ja.md": file("\ufeff---\ntitle: x\n---\n" + entry)}, nil, false},
		{"front matter unclosed", fstest.MapFS{"content/1.27/bad.ja.md": file("---\ntitle: x\n" + entry)}, []string{"content/1.27/bad.ja.md:1 [front-matter/unclosed]"}, false},
		{"front matter with a tab", fstest.MapFS{"content/1.27/bad.ja.md": file("---\ntitle: x\nsigs:\n\t- node\n---\n" + entry)}, []string{"content/1.27/bad.ja.md:4:1 [front-matter/tab]"}, false},
		{"unknown field", fstest.MapFS{"content/1.27/bad.ja.md": file("---\ntitle: x\nauthor_s: y\n---\n" + entry)}, []string{"content/1.27/bad.ja.md:3:1 [front-matter/unknown-field]"}, false},
		{"duplicate key", fstest.MapFS{"content/1.27/bad.ja.md": file("---\ntitle: x\ntitle: y\n---\n" + entry)}, []string{"content/1.27/bad.ja.md:3:1 [front-matter/duplicate-key]"}, false},
		{"YAML bomb", fstest.MapFS{"content/1.27/bad.ja.md": file(bomb())}, bombed(), false},
		{"folder named as a note", fstest.MapFS{"content/1.27/x.md/pic.png": file("x")}, []string{"content/1.27/x.md [content/folder-named-as-note]"}, true},
		{"one address twice", fstest.MapFS{"content/1.27/sig-node.JA.md": file(entry)}, []string{"content/1.27/sig-node.JA.md [address/twice]"}, true},
		{"but for letter case", fstest.MapFS{"content/1.27/sig-nodE.zh.md": file(entry)}, []string{"content/1.27/sig-nodE.zh.md [address/letter-case]"}, true},
		{"but for Unicode's letter case", fstest.MapFS{"content/1.27/straße.ja.md": file(entry), "content/1.27/STRASSE.ja.md": file(entry)}, []string{"content/1.27/STRASSE.ja.md [address/twice]"}, false},
		{"but for normal form", fstest.MapFS{"content/1.27/caf\u00e9.ja.md": file(entry), "content/1.27/cafe\u0301.ja.md": file(entry)}, []string{"content/1.27/caf\u00e9.ja.md [address/twice]"}, false},
		{"slug with ..", fstest.MapFS{"content/1.27/...md": file("x"), "content/1.27/x...ja.md": file("x")}, []string{"content/1.27/...md [content/bad-path]", "content/1.27/x...ja.md [address/changed]", "content/1.27/x...ja.md:1 [front-matter/no-title]"}, false},
		{"slug with a character", fstest.MapFS{"content/1.27/a b.ja.md": file(entry)}, []string{"content/1.27/a b.ja.md [address/changed]"}, false},
		{"reserved address", fstest.MapFS{"content/keps/x.ja.md": file(entry)}, []string{"content/keps/x.ja.md [address/changed]"}, false},
		{"names of devices", fstest.MapFS{
			"content/1.27/CON.ja.md": file(entry), "content/lpt1/x.ja.md": file(entry), "content/1.27/aux.png": file("x"),
		}, []string{"content/1.27/CON.ja.md [address/reserved]", "content/1.27/aux.png [address/reserved]", "content/lpt1/x.ja.md [address/reserved]"}, true},
		{"address of a release", fstest.MapFS{"content/1.27.ja.md": file(entry)}, []string{"content/1.27.ja.md [address/changed]"}, false},
		{"address of data", fstest.MapFS{"content/1.27/sig-node.en.ja.md": file(entry), "content/1.27/sig-node.json/x.ja.md": file(entry)}, []string{
			"content/1.27/sig-node.en.ja.md [address/changed]", "content/1.27/sig-node.json/x.ja.md [address/changed]"}, false},
		{"address of a file", fstest.MapFS{"content/1.27/sig-node/index.html.ja.md": file(entry), "content/1.27/sig-node/index.md.ja.md": file(entry)}, []string{
			"content/1.27/sig-node/index.html.ja.md [address/changed]", "content/1.27/sig-node/index.md.ja.md [address/changed]"}, false},
		{"former addresses that cannot be", fstest.MapFS{"content/1.27/good.ja.md": file("---\ntitle: x\naliases: [\"../../x\", \"a\\nb\", \"1.27/sig-node/index.md\", \"/\", \"" + strings.Repeat("x", 300) + "\"]\n---\n" + entry)}, []string{
			"content/1.27/good.ja.md:3:11 [front-matter/bad-value]", "content/1.27/good.ja.md:3:22 [front-matter/bad-value]", "content/1.27/good.ja.md:3:30 [front-matter/bad-value]",
			"content/1.27/good.ja.md:3:56 [front-matter/bad-value]", "content/1.27/good.ja.md:3:61 [front-matter/bad-value]"}, false},
		{"hostile names", fstest.MapFS{"content/1.27/good.ja.md": file("---\ntitle: x\nauthors: [../../x, \"a/b\", \"a b\", 山田, \"javascript:x\", \".\"]\ngates: [../x, A/b]\nsigs: [../x, \"a b\"]\nprs: [" + strings.Repeat("9", 300) + "]\ntranslates: ../../../x\n---\n" + entry)}, []string{
			"content/1.27/good.ja.md [translates/missing]", "content/1.27/good.ja.md:4:9 [gate/unknown]", "content/1.27/good.ja.md:4:15 [gate/unknown]",
			"content/1.27/good.ja.md:5:8 [front-matter/bad-value]", "content/1.27/good.ja.md:5:14 [sig/unknown]", "content/1.27/good.ja.md:6:7 [front-matter/bad-value]"}, false},
		{"hostile data", fstest.MapFS{
			"content/_data/releases.yaml":      file("releases:\n  - release: \"1.27\"\n    name: <script>\n    source: javascript:alert(1)\n"),
			"content/_data/sigs.json":          file(`[{"label": "../x", "name": "<b>", "dir": "../x", "charter": "javascript:x", "slack": "\"", "mailingList": "javascript:x"}]`),
			"content/_data/keps.json":          file(`[{"number": "1287", "title": "</title>", "dir": "../../x", "sig": "../x", "stage": "gamma", "authors": ["@a/b", "@a b"], "gates": [{"name": "../x"}]}, {"number": "../1", "dir": "x"}]`),
			"content/_data/gates.json":         file(`[{"name": "../x"}, {"name": "NewBackoff"}, {"name": "newbackoff"}, {"name": "NewBackoff"}]`),
			"content/_data/releases/1.27.json": file(`{"release": "1.27", "whatsNew": "[x](javascript:x) <script>", "notes": [{"pr": -1, "text": "x", "published": true}, {"pr": 115331, "repo": "../..", "text": "<script>", "author": "../x", "sigs": ["../x"], "keps": ["../x"], "published": true, "docs": [{"url": "javascript:x", "type": "KEP"}]}]}`),
		}, []string{
			"content/1.26/sig-network.zh.md:4:8 [ref/unknown-kep]", "content/1.27/overview.ru.md:17:1 [ref/unknown-kep]",
			"content/_data/gates.json [data/name]", "content/_data/gates.json [data/twice]", "content/_data/gates.json [data/twice]",
			"content/_data/releases.yaml:4:13 [releases/source]", "content/_data/sigs.json [data/name]"}, false},
		{"hostile glossary", fstest.MapFS{"content/_data/glossary.yaml": file("terms:\n  - id: ../x\n    names: {en: a}\n  - id: good\n    names: {en: [Pod, \"<script>\"], \"../x\": b}\n    about: {en: \"</dd><script>\", ja: \"&amp;\"}\n  - id: \"index.html\"\n    names: {en: c}\n")}, []string{
			"content/_data/glossary.yaml:2:9 [glossary/id]", "content/_data/glossary.yaml:5:23 [glossary/name]", "content/_data/glossary.yaml:5:44 [glossary/language]",
			"content/_data/glossary.yaml:7:9 [glossary/id]"}, false},
		{"hostile settings", fstest.MapFS{"site.yaml": file("title: <b>\nrepository: javascript:alert(1)\nbase_url: data:x\nlanguages: [../x, ja]\n")}, []string{
			"site.yaml [config/unlisted]", "site.yaml:2:13 [config/address]", "site.yaml:3:11 [config/address]", "site.yaml:4:13 [config/language]"}, false},
		{"a link", fstest.MapFS{"content/1.27/out.ja.md": {Data: []byte("../../../etc/passwd"), Mode: fs.ModeSymlink | 0o777}}, []string{"content/1.27/out.ja.md [content/link]"}, true},
		{"pictures that differ by letter case", fstest.MapFS{
			"content/1.27/good.ja.md": file("---\ntitle: x\n---\n\n![a](a.png) ![b](A.png)\n"), "content/1.27/a.png": file("x"), "content/1.27/A.png": file("y"),
		}, []string{"content/1.27/a.png [address/letter-case]", "content/1.27/good.ja.md:5:1 [link/missing-file]", "content/1.27/good.ja.md:5:13 [link/no-size]"}, false},
		{"hostile text", fstest.MapFS{"content/1.27/good.ja.md": file("---\ntitle: <script>alert(1)</script>\n---\n\n[x](javascript:alert(1)) ![y](data:text/html,x) #ZgotmplZ \"#ZgotmplZ\n" + entry)}, []string{
			"content/1.27/good.ja.md:5:1 [markdown/unsafe-link]", "content/1.27/good.ja.md:5:26 [markdown/unsafe-link]"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			clean := sample(t)
			site := maps.Clone(clean)
			maps.Copy(site, c.files)
			got := built(t, build.Options{}, site)
			if got.Err != "" {
				t.Fatalf("the build stopped: %s", got.Err)
			}
			for p, text := range got.Files {
				if strings.HasPrefix(text, "error: ") {
					t.Errorf("%s: %s", p, text)
				}
			}
			before := built(t, build.Options{}, clean)
			if diff := cmp.Diff(c.want, news(before.Diags, got.Diags)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			for p := range before.Files {
				if _, ok := got.Files[p]; !ok && notePage.MatchString(p) {
					t.Errorf("%s is missing", p)
				}
			}
			if c.out {
				if diff := cmp.Diff(before.Files, got.Files); diff != "" {
					t.Errorf("the rest of the site has changed:\n%s", shorten(diff))
				}
			}
		})
	}
}

// news returns the new warnings and errors, in short form.
func news(before, after []diag.Diagnostic) []string {
	var out []string
	for _, d := range after {
		if d.Severity != diag.Info && !slices.Contains(before, d) {
			out = append(out, d.Pos.String()+" ["+string(d.Code)+"]")
		}
	}
	return out
}

// unreadable is a site in which some files exist but cannot be read.
type unreadable struct {
	fstest.MapFS
	refused []string
}

func (u unreadable) Open(name string) (fs.File, error) {
	if slices.Contains(u.refused, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.MapFS.Open(name)
}

func (u unreadable) ReadFile(name string) ([]byte, error) {
	if slices.Contains(u.refused, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.MapFS.ReadFile(name)
}

func (u unreadable) ReadDir(name string) ([]fs.DirEntry, error) {
	if slices.Contains(u.refused, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.MapFS.ReadDir(name)
}

// TestNoPermission checks that an unreadable note, image or directory does not affect the rest of the
// site.
func TestNoPermission(t *testing.T) {
	clean := sample(t)
	want := built(t, build.Options{}, clean)
	site := unreadable{maps.Clone(clean), []string{"content/1.27/locked.ja.md", "content/1.27/pic.png", "content/locked"}}
	site.MapFS["content/1.27/locked.ja.md"] = &fstest.MapFile{Data: []byte(entry)}
	site.MapFS["content/locked/x.ja.md"] = &fstest.MapFile{Data: []byte(entry)}
	r, err := build.New(build.Options{}).Build(t.Context(), site)
	got := outcomeOf(t, r, err)
	if got.Err != "" {
		t.Fatal(got.Err)
	}
	problems := news(want.Diags, got.Diags)
	for _, p := range site.refused {
		if !slices.Contains(problems, p+" [content/unreadable]") {
			t.Errorf("missing problem for unreadable %s: %v", p, problems)
		}
	}
	for p := range want.Files {
		if _, ok := got.Files[p]; !ok && p != "files/1.27/pic.png" {
			t.Errorf("%s is missing", p)
		}
	}
}

// TestNoPermissionForData checks that unreadable upstream data ends the build with an error that has
// its path in the site.
func TestNoPermissionForData(t *testing.T) {
	for _, p := range []string{"content/_data", "content/_data/releases", "content/_data/keps.json", "content/_data/releases/1.27.json"} {
		site := unreadable{maps.Clone(sample(t)), []string{p}}
		site.MapFS["content/_data/keps.json"] = &fstest.MapFile{Data: []byte("[]")}
		site.MapFS["content/_data/releases/1.27.json"] = &fstest.MapFile{Data: []byte("{}")}
		_, err := build.New(build.Options{}).Build(t.Context(), struct{ fs.FS }{site})
		e, ok := errors.AsType[*fs.PathError](err)
		if !ok || e.Path != p || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v", p, err)
		}
	}
}

// TestBrokenTemplate checks that the error has file, line and column, and is the same in each build.
func TestBrokenTemplate(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"templates/note.html", "x\n日本{{.Heading}} {{.NoSuch}}", "templates/note.html:2:18: {{.NoSuch}}: can't evaluate field NoSuch in type view.NoteView [template/broken]"},
		{"templates/home.html", "{{if}}", "templates/home.html:1: missing value for if [template/broken]"},
		{"templates/home.html", "{{template \"nowhere\"}}", "templates/home.html:1:12: no such template \"nowhere\" [template/broken]"},
		{"templates/partials/policy.html", "{{define \"top\"}}{{.Nonsense}}{{end}}", "templates/partials/policy.html:1:19: {{.Nonsense}}: can't evaluate field Nonsense in type view.Frame [template/broken]"},
		{"templates/home.html", "{{$x := \"javascript:x\"}}<a href=\"{{$x}}\">", "templates/home.html: printing en/index.html: an address is not safe: …<a href= [template/broken]"},
		{"static/js/page.js", "function (", "static/js/page.js: expected Identifier instead of ( in function declaration on line 1 and column 10 1: function ( ^ [static/broken]"},
		{"static/icons/own.svg", "<svg>\x00", "static/icons/own.svg: unexpected NULL character on line 1 and column 6 1: <svg>· ^ [static/broken]"},
		{"static/js/search/90-own.js", "\nfunction (", "static/js/search/90-own.js: expected Identifier instead of ( in function declaration on line 2 and column 10 2: function ( ^ [static/broken]"},
	} {
		site := sample(t)
		site[c.file] = &fstest.MapFile{Data: []byte(c.text)}
		for range 2 {
			_, err := build.New(build.Options{}).Build(t.Context(), site)
			var broken build.Broken
			if !errors.As(err, &broken) {
				t.Errorf("%s with %q: %v", c.file, c.text, err)
			} else if broken.Error() != c.want || broken.Diag.Hint == "" {
				t.Errorf("%s with %q:\n got %s\nwant %s", c.file, c.text, broken, c.want)
			}
		}
	}
}
