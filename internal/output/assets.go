package output

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
	"github.com/tdewolff/minify/v2/svg"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

const styleSheet = "site.css"

// modules are the scripts that are joined from a folder of js/.
var modules = []string{"check.js", "search.js"}

// exported matches a line of a script with an exported declaration.
var exported = regexp.MustCompile(`(?m)^export ((?:async )?function\*?|const|class) ([A-Za-z_$][A-Za-z0-9_$]*)`)

// mediaTypes is the media type of a file in static/ for the minifier, by extension. Other files
// are copied unchanged.
var mediaTypes = map[string]string{".css": "text/css", ".js": "application/javascript", ".svg": "image/svg+xml"}

// NewAssets reads static/. It returns an error if a file cannot be read or parsed.
//
// It joins the files of css/ by name, followed by highlight, the colours of code, in a cascade
// layer. Style sheets in css/pages/ remain separate, because only some kinds of pages link to
// them. It joins js/check/ and js/search/ into one module each (see [joinModule]). Other scripts
// of js/ and the icons remain separate. It adds interface texts to those of scriptTexts (see
// [Assets.addScript]).
func NewAssets(static fs.FS, highlight []byte, words *locale.Set) (*Assets, error) {
	a := &Assets{addresses: map[string]string{}}
	m := minify.New()
	m.AddFunc("text/css", css.Minify)
	m.AddFunc("application/javascript", js.Minify)
	m.AddFunc("image/svg+xml", svg.Minify)
	sheet, err := joinCSS(static, highlight)
	if err != nil {
		return nil, err
	}
	if err := a.add(m, styleSheet, sheet); err != nil {
		return nil, err
	}
	for _, name := range modules {
		if err := a.addModule(m, static, name); err != nil {
			return nil, err
		}
	}
	for _, pattern := range []string{"css/pages/*.css", "js/*.js", "icons/*"} {
		if err := a.addAll(m, static, pattern, words); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func joinCSS(static fs.FS, highlight []byte) ([]byte, error) {
	names, err := fs.Glob(static, "css/*.css")
	if err != nil {
		return nil, fmt.Errorf("listing style sheets: %w", err)
	}
	var sheet bytes.Buffer
	for _, name := range names {
		part, err := fs.ReadFile(static, name)
		if err != nil {
			return nil, fmt.Errorf("reading style sheet %s: %w", name, err)
		}
		sheet.Write(part)
		sheet.WriteByte('\n')
	}
	fmt.Fprintf(&sheet, "@layer code {\n%s}\n", highlight)
	return sheet.Bytes(), nil
}

// joinModule joins the scripts of a folder of js/ by name into one module with all their exports.
// They are in one function, because minifiers shorten names only within functions. It returns nil
// for an empty folder.
func joinModule(static fs.FS, folder string) ([]byte, error) {
	names, err := fs.Glob(static, "js/"+folder+"/*.js")
	if err != nil {
		return nil, fmt.Errorf("listing the scripts of %s: %w", folder, err)
	}
	var all bytes.Buffer
	for _, name := range names {
		part, err := fs.ReadFile(static, name)
		if err != nil {
			return nil, fmt.Errorf("reading script %s: %w", name, err)
		}
		all.Write(part)
		all.WriteByte('\n')
	}
	if len(names) == 0 {
		return nil, nil
	}
	var offered []string
	for _, m := range exported.FindAllSubmatch(all.Bytes(), -1) {
		offered = append(offered, string(m[2]))
	}
	list := strings.Join(offered, ", ")
	body := exported.ReplaceAll(all.Bytes(), []byte("$1 $2"))
	return fmt.Appendf(nil, "export const { %s } = (() => {\n%s\nreturn { %s };\n})();\n", list, body, list), nil
}

func (a *Assets) addModule(m *minify.M, static fs.FS, name string) error {
	folder := strings.TrimSuffix(name, ".js")
	module, err := joinModule(static, folder)
	if err != nil || len(module) == 0 {
		return err
	}
	if err := a.add(m, name, module); err != nil {
		return blameScript(m, static, folder, err)
	}
	return nil
}

// blameScript finds the script that cannot be minified, and returns an error with the line number
// in that script. It returns err if each script can be minified separately.
func blameScript(m *minify.M, static fs.FS, folder string, err error) error {
	names, _ := fs.Glob(static, "js/"+folder+"/*.js")
	for _, name := range names {
		part, unread := fs.ReadFile(static, name)
		if unread != nil {
			return fmt.Errorf("reading script %s: %w", name, unread)
		}
		if _, bad := m.Bytes(mediaTypes[".js"], part); bad != nil {
			return fmt.Errorf("minifying %s: %w", strings.TrimPrefix(name, "js/"), bad)
		}
	}
	return err
}

func (a *Assets) addAll(m *minify.M, static fs.FS, pattern string, words *locale.Set) error {
	names, err := fs.Glob(static, pattern)
	if err != nil {
		return fmt.Errorf("listing %s: %w", pattern, err)
	}
	for _, name := range names {
		b, err := fs.ReadFile(static, name)
		if err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		if scriptTexts[path.Base(name)] != nil {
			err = a.addScript(m, path.Base(name), b, words)
		} else {
			err = a.add(m, path.Base(name), b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scriptTexts are the scripts with interface texts.
var scriptTexts = map[string]func(*locale.Language) map[string]string{
	"page.js": func(l *locale.Language) map[string]string {
		return map[string]string{
			"dark": l.T("site.dark"), "copy": l.T("code.copy"), "copied": l.T("code.copied"), "copyfailed": l.T("code.copyfailed"), "copymarkdown": l.T("note.copymarkdown"),
		}
	},
	"present.js": func(l *locale.Language) map[string]string {
		return map[string]string{"previous": l.T("present.previous"), "next": l.T("present.next"), "speaker": l.T("present.speaker"), "close": l.T("present.close")}
	},
}

// addScript adds a script with its interface texts in all languages, by language tag: var
// kawaraban={"ja":{"copy":"コピー",…},…}; Pages do not contain these texts, because most of them do
// not use them.
func (a *Assets) addScript(m *minify.M, name string, script []byte, words *locale.Set) error {
	texts := map[string]map[string]string{}
	for _, code := range words.Codes() {
		l := words.Get(code)
		texts[l.Tag] = scriptTexts[name](l)
	}
	list, err := json.Marshal(texts)
	if err != nil {
		return fmt.Errorf("writing the words of scripts: %w", err)
	}
	small, err := minified(m, name, script)
	if err != nil {
		return err
	}
	a.put(name, fmt.Appendf(nil, "var kawaraban=%s;%s", list, small))
	return nil
}

func (a *Assets) add(m *minify.M, name string, b []byte) error {
	small, err := minified(m, name, b)
	if err == nil {
		a.put(name, small)
	}
	return err
}

func minified(m *minify.M, name string, b []byte) ([]byte, error) {
	kind := mediaTypes[path.Ext(name)]
	if kind == "" {
		return b, nil
	}
	small, err := m.Bytes(kind, b)
	if err != nil {
		return nil, fmt.Errorf("minifying %s: %w", name, err)
	}
	return small, nil
}

func (a *Assets) put(name string, b []byte) {
	ext := path.Ext(name)
	sum := sha256.Sum256(b)
	address := "assets/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext
	a.addresses[name] = address
	a.files = append(a.files, outdir.Static(address, b))
}

// Address returns the path of a file of static/ from the root of the site:
// assets/site.1f2e3d4c.css for site.css. It returns an error for an unknown name.
func (a *Assets) Address(name string) (string, error) {
	address, ok := a.addresses[name]
	if !ok {
		return "", fmt.Errorf("static/ has no file %q", name)
	}
	return address, nil
}

type assets struct{}

func (assets) Name() string { return "assets" }

func (assets) Files(in In) ([]outdir.File, error) { return in.Assets.files, nil }

func (assets) Find(in In, path string) (outdir.File, bool, error) {
	f, ok := among(in.Assets.files, path)
	return f, ok, nil
}
