package output

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/static"
	"github.com/kawaraban/kawaraban/templates"
)

func folder(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func words(t *testing.T) *locale.Set {
	t.Helper()
	languages, err := fs.Sub(templates.FS, "languages")
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := locale.Load(languages)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func bytesOf(t *testing.T, a *Assets, name string) (string, string) {
	t.Helper()
	address, err := a.Address(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.files {
		if f.Path == address {
			b, err := f.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			return string(b), address
		}
	}
	t.Fatalf("%s has the address %s, where no file is", name, address)
	return "", ""
}

func TestNewAssets(t *testing.T) {
	files := map[string]string{
		"css/20-b.css": "b { color: red }", "css/10-a.css": "a { margin: 0 }", "css/notes.txt": "no",
		"js/x.js": "let a = 1;\n\n", "icons/i.svg": "<svg>  <g/>  </svg>", "icons/p.png": "\x89PNG  ",
	}
	a, err := NewAssets(folder(files), []byte(".hl-k { color: blue }"), words(t))
	if err != nil {
		t.Fatal(err)
	}
	sheet, address := bytesOf(t, a, "site.css")
	if want := "a{margin:0}b{color:red}@layer code{.hl-k{color:blue}}"; sheet != want {
		t.Errorf("the style sheet is %q, want %q", sheet, want)
	}
	if !regexp.MustCompile(`^assets/site\.[0-9a-f]{8}\.css$`).MatchString(address) {
		t.Errorf("the style sheet is at %s", address)
	}
	if png, _ := bytesOf(t, a, "p.png"); png != files["icons/p.png"] {
		t.Errorf("a picture was changed: %q", png)
	}
	files["css/20-b.css"] += " "
	same, err := NewAssets(folder(files), []byte(".hl-k { color: blue }"), words(t))
	if err != nil {
		t.Fatal(err)
	}
	files["css/20-b.css"] = "b { color: green }"
	other, err := NewAssets(folder(files), nil, words(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, again := bytesOf(t, same, "site.css"); again != address {
		t.Errorf("the same style sheet moved from %s to %s", address, again)
	}
	if _, moved := bytesOf(t, other, "site.css"); moved == address {
		t.Errorf("another style sheet stayed at %s", address)
	}
	if _, err := a.Address("none.css"); err == nil {
		t.Error("an unknown file has an address")
	}
}

// Scripts are joined by name into a module with all their exports. Other names are minified.
func TestModule(t *testing.T) {
	files := map[string]string{
		"js/search/20-b.js":  "const secretThing = twice(2);\nexport const four = () => secretThing;\n",
		"js/search/10-a.js":  "// Twice.\nexport function twice(number) { return 2 * number; }\nexport async function later() { return 1; }\nexport class Box {}",
		"js/search/notes.md": "no",
	}
	a, err := NewAssets(folder(files), nil, words(t))
	if err != nil {
		t.Fatal(err)
	}
	module, address := bytesOf(t, a, "search.js")
	if !regexp.MustCompile(`^assets/search\.[0-9a-f]{8}\.js$`).MatchString(address) {
		t.Errorf("the module is at %s", address)
	}
	if !strings.HasPrefix(module, "export const{twice,later,Box,four}=(()=>{function ") {
		t.Errorf("the module exports something else: %s", module)
	}
	if strings.Contains(module, "secretThing") || strings.Count(module, "export") != 1 {
		t.Errorf("the module is %s", module)
	}
	if _, err := a.Address("20-b.js"); err == nil {
		t.Error("a script of the module has an address of its own")
	}
	if none, err := NewAssets(folder(map[string]string{"js/x.js": "let a"}), nil, words(t)); err != nil || none.addresses["search.js"] != "" {
		t.Errorf("no script of a search gives %v, %v", none, err)
	}
}

func TestNewAssetsFails(t *testing.T) {
	if _, err := NewAssets(folder(map[string]string{"js/x.js": "function ("}), nil, words(t)); err == nil || !strings.Contains(err.Error(), "x.js") {
		t.Errorf("a broken script gives %v", err)
	}
}

func gzipped(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// Size limits after gzip: 20 KB each for the style sheet and scripts, 9.8 KB for the search
// module. Minifying must keep modern CSS.
func TestWeight(t *testing.T) {
	a, err := NewAssets(static.FS, markdown.HighlightCSS(), words(t))
	if err != nil {
		t.Fatal(err)
	}
	sheet, _ := bytesOf(t, a, "site.css")
	scripts := ""
	for _, name := range []string{"theme.js", "page.js", "list.js", "checklist.js", "views.js"} {
		script, _ := bytesOf(t, a, name)
		scripts += script
	}
	module, _ := bytesOf(t, a, "search.js")
	for _, of := range []struct {
		what, text string
		most       int
	}{{"style sheet", sheet, 20_000}, {"scripts", scripts, 20_000}, {"search", module, 9_800}} {
		if n := gzipped(t, of.text); n > of.most {
			t.Errorf("%s: %d bytes after gzip", of.what, n)
		} else {
			t.Logf("%s: %d bytes after gzip", of.what, n)
		}
	}
	for _, want := range []string{"light-dark(", "@container", "@layer tokens", "text-autospace", "word-break:auto-phrase", "@media print"} {
		if !strings.Contains(sheet, want) {
			t.Errorf("the style sheet lost %s", want)
		}
	}
	for _, motion := range []string{"scroll-behavior:smooth", "animation:", "@keyframes"} { // no motion, so that users need not disable it
		if strings.Contains(sheet, motion) {
			t.Errorf("the style sheet has %s: put it under prefers-reduced-motion", motion)
		}
	}
}

func TestRenderRefusesAddresses(t *testing.T) {
	type view struct{ Href string }
	templates, err := Templates(folder(map[string]string{"x.html": `<a href="{{.Href}}">x</a>`, "broken.html": `{{.Nope}}`}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for href, ok := range map[string]bool{"../keps/1/": true, "https://k8s.io/": true, "javascript:alert(1)": false} {
		_, err := render(nil, templates.Page("x.html"), page.Page{Path: "x/index.html", View: func() any { return view{href} }})
		if (err == nil) != ok {
			t.Errorf("%s: %v", href, err)
		}
	}
	if _, err := render(nil, templates.Page("broken.html"), page.Page{Path: "x/index.html", View: func() any { return view{} }}); err == nil || !strings.Contains(err.Error(), "x/index.html") {
		t.Errorf("a field that is missing gives %v", err)
	}
}

func TestTemplatesFail(t *testing.T) {
	if _, err := Templates(folder(map[string]string{"note.html": "{{.Title"}), nil); err == nil || !strings.Contains(err.Error(), "note.html") {
		t.Errorf("a broken template gives %v", err)
	}
}
