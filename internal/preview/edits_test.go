package preview

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/static"
	"github.com/kawaraban/kawaraban/templates"
)

// editor makes random edits in the directory of a site, as a person with any program could.
type editor struct {
	*rand.Rand
	t      *testing.T
	dir    string
	origin map[string]string // the site at the start
	pool   []string          // texts of notes to copy
	broken map[string]string // content of the invalid notes before they were made invalid
	images []string
	texts  []string // all texts that were ever written
}

func newEditor(t *testing.T, seed uint64) *editor {
	t.Helper()
	e := &editor{
		Rand: rand.New(rand.NewPCG(seed, 6)), t: t, dir: t.TempDir(), origin: sample(t), broken: map[string]string{},
		images: []string{picture(t, 4), picture(t, 9), "no picture"},
	}
	for _, f := range corpus.Make(corpus.Options{Notes: 5, Entries: 5, Translated: 2, Seed: seed}, corpus.Kawaraban) {
		e.origin[f.Path] = string(f.Data)
	}
	for _, p := range slices.Sorted(maps.Keys(e.origin)) {
		if source.IsNote(p) {
			e.pool = append(e.pool, e.origin[p])
		}
	}
	e.reset()
	return e
}

// reset restores the directory to its state at the start.
func (e *editor) reset() {
	e.t.Helper()
	clear(e.broken)
	for _, name := range watched {
		if err := os.RemoveAll(e.at(name)); err != nil {
			e.t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.origin)) {
		put(e.t, e.dir, name, e.origin[name])
	}
}

func (e *editor) at(name string) string { return filepath.Join(e.dir, filepath.FromSlash(name)) }

func pick[T any](e *editor, from ...T) T { return from[e.IntN(len(from))] }

// edits lists all kinds of edits with their relative frequencies. An edit returns its description, and
// does nothing if it is impossible, for example because the path is a directory.
var edits = []struct {
	name   string
	weight int
	make   func(*editor) string
}{
	{"add", 3, (*editor).add},
	{"change", 6, (*editor).change},
	{"front matter", 4, (*editor).front},
	{"break", 3, (*editor).breakNote},
	{"repair", 3, (*editor).repair},
	{"rename", 3, (*editor).rename},
	{"delete", 2, (*editor).remove},
	{"move folder", 2, (*editor).moveFolder},
	{"template", 3, (*editor).template},
	{"style", 2, (*editor).style},
	{"script or icon", 2, (*editor).static},
	{"settings", 2, (*editor).settings},
	{"language", 2, (*editor).language},
	{"data", 3, (*editor).data},
	{"picture", 2, (*editor).picture},
	{"left by an editor", 2, (*editor).leave},
}

func (e *editor) edit() string {
	total := 0
	for _, d := range edits {
		total += d.weight
	}
	at := e.IntN(total)
	for _, d := range edits {
		if at -= d.weight; at < 0 {
			return d.name + " " + d.make(e)
		}
	}
	return ""
}

// put writes a file in one of the ways in which editors do.
func (e *editor) put(name, text string) {
	at := e.at(name)
	if os.MkdirAll(filepath.Dir(at), 0o755) != nil {
		return
	}
	e.texts = append(e.texts, text)
	temp := filepath.Join(filepath.Dir(at), pick(e, ".temp", filepath.Base(at)+"~"))
	switch e.IntN(4) {
	case 0:
		_ = os.WriteFile(at, []byte(text), 0o600)
	case 1:
		if os.WriteFile(temp, []byte(text), 0o600) == nil {
			_ = os.Rename(temp, at)
		}
	case 2:
		_ = os.Rename(at, temp)
		_ = os.WriteFile(at, []byte(text), 0o600)
		_ = os.Remove(temp)
	case 3:
		_ = os.Truncate(at, 0)
		time.Sleep(time.Duration(e.IntN(30)) * time.Millisecond)
		_ = os.WriteFile(at, []byte(text), 0o600)
	}
}

// wrote reports whether a text was ever in a file.
func (e *editor) wrote(text string) bool {
	has := func(all string) bool { return strings.Contains(all, text) }
	return slices.ContainsFunc(e.texts, has) || slices.ContainsFunc(slices.Collect(maps.Values(e.origin)), has)
}

// under lists the files below a path of the site.
func (e *editor) under(name string) (files []string) {
	_ = filepath.WalkDir(e.at(name), func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasPrefix(d.Name(), ".") && !strings.HasSuffix(p, "~") {
			rel, _ := filepath.Rel(e.dir, p)
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	return files
}

// note returns a random note of the site with its text; empty if there is none.
func (e *editor) note() (name, text string) {
	notes := slices.DeleteFunc(e.under("content"), func(p string) bool { return !source.IsNote(p) })
	if len(notes) == 0 {
		return "", ""
	}
	name = pick(e, notes...)
	b, err := os.ReadFile(e.at(name))
	if err != nil {
		e.t.Fatal(err)
	}
	return name, string(b)
}

// place returns a random path for a note. There are so few paths that addresses collide.
func (e *editor) place() string {
	return "content/" + pick(e, "1.26/", "1.27/", "1.27/", "1.28/", "log/", "talks/", "1.29/new/", "") +
		pick(e, "sig-node", "sig-network", "Sig-Node", "overview", "next", "changes") +
		pick(e, ".ja", ".en", ".zh", ".ru", ".ko", "") + ".md"
}

func (e *editor) add() string {
	p := e.place()
	e.put(p, pick(e, e.pool...))
	return p
}

func (e *editor) remove() string {
	p, _ := e.note()
	if p != "" {
		_ = os.Remove(e.at(p))
	}
	return p
}

func (e *editor) rename() string {
	from, _ := e.note()
	to := e.place()
	if from != "" && os.MkdirAll(filepath.Dir(e.at(to)), 0o755) == nil {
		_ = os.Rename(e.at(from), e.at(to))
	}
	return from + " to " + to
}

// change replaces, repeats, removes or adds a line.
func (e *editor) change() string {
	p, text := e.note()
	if p == "" {
		return "nothing"
	}
	lines := strings.SplitAfter(text, "\n")
	i := e.IntN(len(lines))
	other := pick(e, strings.SplitAfter(pick(e, e.pool...), "\n")...)
	what := e.IntN(4)
	switch what {
	case 0:
		lines = slices.Replace(lines, i, i+1, other)
	case 1:
		lines = slices.Insert(lines, i, lines[i])
	case 2:
		lines = slices.Delete(lines, i, i+1)
	case 3:
		lines = slices.Insert(lines, i, other)
	}
	e.put(p, strings.Join(lines, ""))
	return fmt.Sprintf("%s line %d, way %d", p, i+1, what)
}

// front adds a field to the front matter, possibly a duplicate.
func (e *editor) front() string {
	p, text := e.note()
	field := pick(e,
		"sigs: [node, network]", "keps: [1287]", "keps: [9999]", "prs: [115331]", "gates: [LocalSlices]",
		"authors: [mona, hubot]", "authors: octo", "date: 2023-06-01", "kind: talk", "kind: changes", "kind: log",
		"translates: overview.ru.md", "aliases: [old/place, 1.27/sig-node]", "draft: true", "title: 別の題",
		"releases: [\"1.25\", \"1.28\"]", "lang: zh", "unknown: yes",
	)
	if p != "" {
		e.put(p, "---\n"+field+"\n"+strings.TrimPrefix(text, "---\n"))
	}
	return p + " " + field
}

func (e *editor) breakNote() string {
	p, text := e.note()
	if p == "" {
		return "nothing"
	}
	if _, ok := e.broken[p]; !ok {
		e.broken[p] = text
	}
	e.put(p, pick(e, "", "\xffx", "a\x00b", "---\ntitle: [\n", "---\n\ttitle: x\n---\n", "---\ntitle: x\n", "---\n- a\n---\n"+text, text+"\xf0\x28", strings.ReplaceAll(text, "\n", "\r")))
	return p
}

func (e *editor) repair() string {
	for _, p := range slices.Sorted(maps.Keys(e.broken)) {
		e.put(p, e.broken[p])
		delete(e.broken, p)
		return p
	}
	return "nothing"
}

func (e *editor) moveFolder() string {
	if e.IntN(4) == 0 { // all own files of the site are removed; a later edit adds them again
		name := pick(e, "templates", "static", "site.yaml", "content/_data")
		if os.Rename(e.at(name), e.at(".off-"+path.Base(name))) != nil {
			_ = os.Rename(e.at(".off-"+path.Base(name)), e.at(name))
		}
		return name + " and back"
	}
	from := pick(e, "content/1.26", "content/1.27", "content/1.28", "content/log", "content/1.27/in", "content/talks")
	to := pick(e, "content/1.25", "content/1.26", "content/1.27/in", "content/1.28", "content/diary", "content/log", "content/folder.ja.md", ".aside")
	if e.IntN(4) == 0 {
		_ = os.RemoveAll(e.at(to))
	}
	_ = os.Rename(e.at(from), e.at(to))
	return from + " to " + to
}

// choose sets a file to one of its variants, or removes it.
func (e *editor) choose(p string, variants ...string) string {
	i := e.IntN(len(variants) + 1)
	if i == len(variants) {
		_ = os.Remove(e.at(p))
		return p + " removed"
	}
	e.put(p, variants[i])
	return fmt.Sprintf("%s variant %d", p, i)
}

// builtInFile returns the text of an embedded file.
func builtInFile(fsys fs.FS, name string) string {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err.Error() // TestTheirs reports this error
	}
	return string(data)
}

func (e *editor) template() string {
	missing, note := builtInFile(templates.FS, "notfound.html"), builtInFile(templates.FS, "note.html")
	return pick(e,
		func() string {
			return e.choose("templates/notfound.html", missing+"<!-- -->\n<p>own</p>", missing+"{{.NoSuchField}}", missing+"{{if}}", missing)
		},
		func() string {
			return e.choose("templates/note.html", note+"<p>own</p>\n", note+"{{range .NoSuchField}}{{end}}", note+`<a href="{{"javascript:x"}}">x</a>`, note)
		},
		func() string { return e.choose("templates/partials/own.html", `{{define "own"}}own{{end}}`, "{{") },
	)()
}

func (e *editor) style() string {
	css := builtInFile(static.FS, "css/90-print.css")
	return e.choose(pick(e, "static/css/90-print.css", "static/css/95-own.css"), css+"\n.own { color: red }\n", css, ".own { color: blue }", "} { :")
}

func (e *editor) static() string {
	if e.IntN(2) == 0 {
		return e.choose("static/js/page.js", "function (", "document.title = 1", "")
	}
	return e.choose("static/icons/own.svg", "<svg><g/></svg>", "<svg>", e.images[0])
}

func (e *editor) settings() string {
	return e.choose("site.yaml", "raw_html: true\n", "languages: [ja, en]\ntitle: Two\n", "title: [\n", "title:\n  ja: 覚え書き\n  en: Notes\n",
		"base_url: https://example.org/any/prefix/\n", "fallback: {zh: [ja, en], ru: [], en: [ja]}\n", "repository: https://example.org/r\nraw_html: false\n")
}

func (e *editor) language() string {
	ja := builtInFile(templates.FS, "languages/ja.yaml")
	if e.IntN(4) == 0 {
		ko := strings.NewReplacer("code: ja", "code: ko", "tag: ja", "tag: ko", "self: 日本語", "self: 한국어").Replace(ja)
		return e.choose("templates/languages/ko.yaml", ko)
	}
	return e.choose("templates/languages/ja.yaml", strings.Replace(ja, "alert.warning: 注意", "alert.warning: 気をつけて", 1),
		strings.Replace(ja, "nav.notes: ノート", "nav.notes: 覚え書き", 1), strings.Replace(ja, "nav.notes", "nav.nonsense", 1), ja[:len(ja)/2], "words: [")
}

func (e *editor) data() string {
	const (
		keps = `[{"number": "1287", "title": "%s", "dir": "keps/sig-node/1287-backoff", "sig": "node", "status": "implemented", "stage": "%s"}]`
		gate = `[{"name": "%s", "stages": [{"stage": "beta", "from": "1.26"}]}]`
		term = "terms:\n  - id: pod\n    names: {en: %s, ja: ノード}\n    avoid: {ja: 終了}\n"
	)
	return pick(e,
		func() string {
			return e.choose("content/_data/keps.json", fmt.Sprintf(keps, "Configurable Backoff", "stable"), fmt.Sprintf(keps, "Local Slices", "beta"), "[")
		},
		func() string {
			return e.choose("content/_data/gates.json", fmt.Sprintf(gate, "OldBackoff"), fmt.Sprintf(gate, "NewBackoff"), "{}")
		},
		func() string {
			return e.choose("content/_data/sigs.json", `[{"label": "node", "name": "Knoten", "dir": "sig-node", "kind": "sig"}]`)
		},
		func() string {
			return e.choose("content/_data/releases/1.26.json", `{"release": "1.26", "notes": [{"pr": 114000, "text": "Local endpoints, see #115331.", "published": true}]}`, "\xff")
		},
		func() string {
			return e.choose("content/_data/glossary.yaml", fmt.Sprintf(term, "node"), fmt.Sprintf(term, "[the, Pod]"), "terms: [\n", "terms:\n  - id: Pod\n")
		},
		func() string {
			return e.choose("content/_data/releases.yaml", "releases:\n  - release: \"1.26\"\n    date: 2022-12-09\n", "releases: [\n")
		},
	)()
}

func (e *editor) picture() string {
	p := pick(e, "content/1.27/pic.png", "content/1.27/pic.png", "content/1.26/pic.png", "content/1.27/PIC.png", "content/log/pic.svg")
	if e.IntN(3) == 0 {
		_ = os.Remove(e.at(p))
		return p + " removed"
	}
	e.put(p, pick(e, e.images...))
	return p
}

// leave adds a file that editors create, or a symbolic link at the path of a note.
func (e *editor) leave() string {
	dir := pick(e, "content/1.27", "content", "templates", "templates/languages", "static/css", "static/icons", "content/_data", "content/_data/releases")
	name := path.Join(dir, pick(e, ".#own.css", ".ja.yaml.swp", "own.html~", ".own.html", ".own.svg", "1.27.json~", ".#1.27.json"))
	if _, err := os.Stat(e.at(dir)); err != nil {
		return "nothing"
	}
	if e.IntN(3) == 0 && strings.HasPrefix(dir, "content") && !strings.Contains(dir, "_data") {
		name = path.Join(dir, pick(e, "link.ja.md", "link.png"))
	}
	if os.Remove(e.at(name)) == nil {
		return name + " removed"
	}
	if e.IntN(2) == 0 {
		_ = os.Symlink(pick(e, "writer@machine.1234:5678", "sig-node.ja.md", "pic.png", "../../.."), e.at(name))
	} else if !strings.HasPrefix(path.Base(name), "link") {
		_ = os.WriteFile(e.at(name), []byte("( [ {{"), 0o600)
	}
	return name
}

// TestTheirs checks that the embedded files for edits exist.
func TestTheirs(t *testing.T) {
	for name, text := range map[string]string{
		"page.html": builtInFile(templates.FS, "note.html"), "missing": builtInFile(templates.FS, "notfound.html"),
		"css": builtInFile(static.FS, "css/90-print.css"), "words": builtInFile(templates.FS, "languages/ja.yaml"),
	} {
		if !bytes.ContainsAny([]byte(text), "{:") || strings.Contains(text, "file does not exist") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
