package build_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/static"
	"github.com/kawaraban/kawaraban/templates"
)

// editor makes random edits that a person could make.
type editor struct {
	*rand.Rand
	site   fstest.MapFS
	pool   [][]byte // texts of notes to copy
	broken map[string][]byte
	images [][]byte
}

func newEditor(t *testing.T, seed uint64) *editor {
	t.Helper()
	e := &editor{Rand: rand.New(rand.NewPCG(seed, 0)), site: sample(t), broken: map[string][]byte{}}
	for _, p := range slices.Sorted(maps.Keys(e.site)) {
		if source.IsNote(p) {
			e.pool = append(e.pool, e.site[p].Data)
		}
	}
	for _, f := range corpus.Make(corpus.Options{Notes: 6, Entries: 6, Seed: seed}, corpus.Kawaraban) {
		e.pool = append(e.pool, f.Data)
		if strings.HasSuffix(f.Path, ".ja.md") {
			e.put(f.Path, f.Data)
		}
	}
	e.images = [][]byte{picture(t, 4, 3), picture(t, 9, 9), []byte("no picture")}
	return e
}

// edit is a kind of edit with its relative frequency.
type edit struct {
	name   string
	weight int
	make   func(*editor) string // makes the edit and returns its description
}

// edits lists all kinds of edits.
var edits = []edit{
	{"add", 3, (*editor).add},
	{"change", 5, (*editor).change},
	{"front matter", 4, (*editor).front},
	{"translate", 4, (*editor).translate},
	{"rename", 3, (*editor).rename},
	{"delete", 2, (*editor).remove},
	{"break", 2, (*editor).breakNote},
	{"repair", 2, (*editor).repair},
	{"picture", 2, (*editor).picture},
	{"settings", 2, (*editor).settings},
	{"data", 3, (*editor).data},
	{"template", 1, (*editor).template},
	{"static", 1, (*editor).static},
	{"language", 2, (*editor).language},
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

func (e *editor) put(p string, data []byte) { e.site[p] = &fstest.MapFile{Data: data} }

func pick[T any](e *editor, from []T) T { return from[e.IntN(len(from))] }

// note returns a random note of the site; empty if there is none.
func (e *editor) note() string {
	var notes []string
	for _, p := range slices.Sorted(maps.Keys(e.site)) {
		if source.IsNote(p) {
			notes = append(notes, p)
		}
	}
	if len(notes) == 0 {
		return ""
	}
	return pick(e, notes)
}

// place returns a random path for a note. There are so few paths that addresses collide.
func (e *editor) place() string {
	return "content/" + pick(e, []string{"1.26/", "1.27/", "1.27/", "1.28/", "log/", "talks/", ""}) +
		pick(e, []string{"sig-node", "sig-network", "Sig-Node", "overview", "next", "changes"}) +
		pick(e, []string{".ja", ".en", ".zh", ".ru", ".ko", ""}) + ".md"
}

func (e *editor) add() string {
	p := e.place()
	e.put(p, pick(e, e.pool))
	return p
}

func (e *editor) remove() string {
	p := e.note()
	delete(e.site, p)
	return p
}

func (e *editor) rename() string {
	from, to := e.note(), e.place()
	if from == "" || from == to {
		return "nothing"
	}
	e.site[to] = e.site[from]
	delete(e.site, from)
	return from + " to " + to
}

// change replaces, repeats, removes or adds a line.
func (e *editor) change() string {
	p := e.note()
	if p == "" {
		return "nothing"
	}
	lines := bytes.SplitAfter(e.site[p].Data, []byte("\n"))
	i := e.IntN(len(lines))
	other := pick(e, bytes.SplitAfter(pick(e, e.pool), []byte("\n")))
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
	e.put(p, bytes.Join(lines, nil))
	return fmt.Sprintf("%s line %d, way %d", p, i+1, what)
}

// front adds a field to the front matter, possibly a duplicate.
func (e *editor) front() string {
	p := e.note()
	field := pick(e, []string{
		"sigs: [node, network]", "keps: [1287]", "keps: [9999]", "prs: [115331]", "gates: [LocalSlices]",
		"authors: [mona, hubot]", "authors: octo", "date: 2023-06-01", "kind: talk", "kind: changes", "kind: log",
		"translates: overview.ru.md", "aliases: [old/place, 1.27/sig-node]", "draft: true", "draft: true",
		"releases: [\"1.25\", \"1.28\"]", "lang: zh", "unknown: yes",
	})
	if p == "" {
		return "nothing"
	}
	text, has := bytes.CutPrefix(e.site[p].Data, []byte("---\n"))
	if !has {
		text = append([]byte("---\n"), text...)
	}
	e.put(p, append([]byte("---\n"+field+"\n"), text...))
	return p + " " + field
}

// translate adds a translation of a note: its lines with their source in comments. Some lines are
// omitted, stale or machine-translated.
func (e *editor) translate() string {
	p := e.note()
	if p == "" {
		return "nothing"
	}
	stem, _, _ := strings.Cut(path.Base(p), ".")
	to := path.Join(path.Dir(p), stem) + pick(e, []string{".ja", ".en", ".zh", ".ru"}) + ".md"
	if to == p {
		return "nothing"
	}
	_, body, _ := strings.Cut(string(e.site[p].Data), "\n---\n")
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: T\ntranslates: %s\n---\n", path.Base(p))
	for line := range strings.Lines(body) {
		words := strings.TrimSpace(line)
		if e.IntN(5) == 0 {
			continue
		}
		if words != "" && strings.Trim(line[:1], " |<`>:") != "" && !strings.Contains(words, "--") {
			b.WriteString("\n" + pick(e, []string{"", "<!-- " + words + " -->\n", "<!-- " + words + " -->\n<!-- kawaraban-machine -->\n", "<!-- " + words + " -->\n<!-- kawaraban-stale\nbefore\n-->\n"}))
		}
		b.WriteString(line)
	}
	e.put(to, []byte(b.String()))
	return p + " as " + to
}

func (e *editor) breakNote() string {
	p := e.note()
	if p == "" {
		return "nothing"
	}
	if _, ok := e.broken[p]; !ok {
		e.broken[p] = e.site[p].Data
	}
	e.put(p, pick(e, [][]byte{nil, {0xff, 'x'}, []byte("a\x00b"), []byte("---\ntitle: [\n"), []byte("---\n\ttitle: x\n---\n")}))
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

func (e *editor) picture() string {
	p := pick(e, []string{"content/1.27/pic.png", "content/1.27/pic.png", "content/1.26/pic.png", "content/1.27/pic.md"})
	if _, there := e.site[p]; there && e.IntN(3) == 0 {
		delete(e.site, p)
		return p + " removed"
	}
	e.put(p, pick(e, e.images))
	return p
}

// choose sets a file to one of its variants, or removes it.
func (e *editor) choose(p string, variants ...string) string {
	i := e.IntN(len(variants) + 1)
	if i == len(variants) {
		delete(e.site, p)
		return p + " removed"
	}
	e.put(p, []byte(variants[i]))
	return fmt.Sprintf("%s variant %d", p, i)
}

func (e *editor) settings() string {
	return e.choose("site.yaml", "raw_html: true\n", "languages: [ja, en]\ntitle: Two\n", "title: [\n",
		"base_url: https://example.org/any/prefix/\n", "fallback: {zh: [ja, en], ru: [], en: [ja]}\n", "repository: https://example.org/r\nraw_html: false\n")
}

func (e *editor) data() string {
	keps := `[{"number": "1287", "title": "%s", "dir": "keps/sig-node/1287-backoff", "sig": "node", "status": "implemented", "stage": "%s"}]`
	gate := `[{"name": "%s", "stages": [{"stage": "beta", "from": "1.26"}]}]`
	return pick(e, []func() string{
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
			return e.choose("content/_data/releases/1.26.json", `{"release": "1.26", "notes": [{"pr": 114000, "text": "Local endpoints, see #115331.", "published": true}]}`)
		},
		func() string {
			term := "terms:\n  - id: pod\n    names: {en: %s, ja: ノード}\n    avoid: {ja: 終了}\n"
			return e.choose("content/_data/glossary.yaml", fmt.Sprintf(term, "node"), fmt.Sprintf(term, "[the, Pod]"), "terms: [\n", "terms:\n  - id: Pod\n")
		},
		func() string {
			return e.choose("content/_data/releases.yaml", "releases:\n  - release: \"1.26\"\n    date: 2022-12-09\n", "releases: [\n")
		},
	})()
}

// builtIn returns the text of an embedded file.
func builtIn(fsys fs.FS, name string) string {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func (e *editor) template() string {
	moved := builtIn(templates.FS, "notfound.html")
	return e.choose("templates/notfound.html", moved+"<!-- -->\n<p>own</p>", moved+"{{.NoSuchField}}", moved+"{{if}}", moved)
}

func (e *editor) static() string {
	if e.IntN(3) == 0 {
		return e.choose("static/js/page.js", "function (", "document.title = 1", "")
	}
	css := builtIn(static.FS, "css/90-print.css")
	return e.choose("static/css/90-print.css", css+"\n.own { color: red }\n", css)
}

func (e *editor) language() string {
	ja := builtIn(templates.FS, "languages/ja.yaml")
	if e.IntN(3) == 0 {
		ko := strings.NewReplacer("code: ja", "code: ko", "tag: ja", "tag: ko", "self: 日本語", "self: 한국어").Replace(ja)
		return e.choose("templates/languages/ko.yaml", ko)
	}
	return e.choose("templates/languages/ja.yaml", strings.Replace(ja, "alert.warning: 注意", "alert.warning: 気をつけて", 1),
		strings.Replace(ja, "nav.notes: ノート", "nav.notes: 覚え書き", 1), strings.Replace(ja, "nav.notes", "nav.nonsense", 1))
}
