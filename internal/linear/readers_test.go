package linear

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/importer"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/scaffold"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/templates"
)

// reader is a function that reads a text, and the size at which it is measured. Paragraphs are
// parsed up to 32 KB. A small size shows the growth within a paragraph, a large size the growth
// beyond.
type reader struct {
	name  string
	bytes int
	read  func(text string)
}

// readers returns the readers of all packages that parse untrusted text.
func readers(tb testing.TB) []reader {
	tb.Helper()
	data, _, err := upstream.Load(os.DirFS("../../" + upstream.DataDir))
	if err != nil {
		tb.Fatal(err)
	}
	names := data.Names()
	parse := func(path, text string) *note.Note {
		n, _ := source.Parse(source.Input{Path: path, Bytes: []byte(text)}, names, source.Options{RawHTML: true})
		return n
	}
	lead := func(front string) func(string) {
		return func(text string) { parse("content/1.27/x.ja.md", front+text) }
	}
	return append(append([]reader{
		{"note", large, lead("")},
		{"changes", large, lead("---\nkind: changes\n---\n\n## Feature\n\n")},
		{"overview", large, lead("---\nkind: overview\n---\n\n")},
		{"talk", large, lead("---\nkind: talk\n---\n\n")},
		{"log", large, lead("---\nkind: log\n---\n\n## 2023-02-23\n\n")},
		{"front matter", large, lead("---\n")},
		{"HTML", large, func(text string) {
			d := markdown.Parse([]byte(text), markdown.Options{Names: names, RawHTML: true})
			d.RenderAll(d.Blocks, markdown.RenderOptions{})
		}},
		{"layout", large, func(text string) {
			if n := parse("content/1.27/x.ja.md", text); n != nil {
				source.LayoutOf(n, []byte(text), nil)
			}
			source.Segments([]byte(text))
		}},
		{"settings", large, func(text string) {
			known := &affects.Base{Gates: map[string]string{"A": "1a0"}}
			affects.Read("a.yaml", text, known)
			affects.Read("a.yaml", "a:\n  featureGates:\n    "+text, known)
			affects.Read("kubelet", "- "+text, known)
		}},
		{"words", large, func(text string) {
			ref.Scan(text, ref.Context{Titles: true}, names)
			ref.Attribution(text, names)
			ref.ParseSIGList("sig/"+text, names)
			source.MisspeltKind(text)
			source.IsRemark(text)
			analyzer.Terms(text)
			analyzer.Query(text)
			locale.Detect(text, "en")
		}},
	}, importers()...), writers(tb, names, data)...)
}

// The sizes at which readers are measured, in bytes.
const (
	small = 4 << 10
	large = 16 << 10
)

// importers returns the readers of upstream's files and of files maintained by hand.
func importers() []reader {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	one := func(run func(importer.In) (importer.Result, error), path, front string) func(string) {
		return func(text string) {
			run(importer.In{Release: "1.27", FS: fstest.MapFS{path: file(front + text)}})
		}
	}
	const releases = "releases/release-1.27/release-notes/"
	return []reader{
		{"kep.yaml", large, one(importer.KEPs, "keps/sig-node/127-x/kep.yaml", "title: x\nkep-number: 127\n")},
		{"sigs.yaml", large, one(importer.SIGs, "sigs.yaml", "sigs:\n- name: x\n")},
		{"release notes", small, one(importer.Release, releases+"release-notes-draft.md", "# v1.27\n\n## Changes by Kind\n\n### Feature\n\n")},
		{"release notes as JSON", large, func(text string) {
			b, _ := json.Marshal(map[string]any{"115331": map[string]any{"text": text, "markdown": text, "author": "a", "pr_number": 115331}})
			one(importer.Release, releases+"release-notes-draft.json", "")(string(b))
		}},
		{"site.yaml", large, func(text string) { config.Parse([]byte("title: x\n"+text), "site.yaml") }},
		{"data by hand", large, func(text string) {
			glossary.Parse([]byte("terms:\n  - id: a\n"+text), "glossary.yaml")
			upstream.Load(fstest.MapFS{"elsewhere.yaml": file(text), "claims.yaml": file(text), "releases.yaml": file(text)})
		}},
	}
}

// writers returns the functions that read a note and write it again.
func writers(tb testing.TB, names *ref.Names, data *upstream.Data) []reader {
	tb.Helper()
	languages, err := fs.Sub(templates.FS, "languages")
	if err != nil {
		tb.Fatal(err)
	}
	words, _, err := locale.Load(languages)
	if err != nil {
		tb.Fatal(err)
	}
	linked, _ := site.Link(nil, data, site.Options{})
	none, _, _ := upstream.Load(fstest.MapFS{})
	desk := func(lang note.Lang) scaffold.In {
		return scaffold.In{Site: linked, Names: names, Words: words, Lang: lang}
	}
	const lead = "---\nkind: changes\nsigs: [node]\n---\n\n"
	return []reader{
		{"check --fix", small, func(text string) {
			const path = "content/1.27/x.ja.md"
			if n, _ := source.Parse(source.Input{Path: path, Bytes: []byte(lead + text)}, names, source.Options{}); n != nil {
				s, _ := site.Link([]*note.Note{n}, none, site.Options{})
				files := []*check.File{check.NewFile(path, []byte(lead+text), n)}
				check.ApplyFixes(files, rules(&check.In{Site: s, Names: names, Files: files}))
			}
		}},
		{"new --update", small, func(text string) { scaffold.Update(desk("ja"), "content/1.27/sig-node.ja.md", []byte(lead+text)) }},
		{"kawaraban log", small, func(text string) {
			scaffold.Log(desk("ja"), "content/log/2026.ja.md", []byte("---\nkind: log\n---\n"+text), time.Unix(1793000000, 0), "a text")
		}},
		{"translate", small, func(text string) {
			from, to := scaffold.File{Path: "content/1.29/a.ja.md", Text: []byte(text)}, scaffold.File{Path: "content/1.29/a.en.md"}
			if _, begun, _, err := scaffold.Translate(desk("en"), from, to, scaffold.Translating{}); err == nil {
				to.Text = begun
				scaffold.Translate(desk("en"), from, to, scaffold.Translating{})
			}
		}},
		{"translate what was reworded", small, func(text string) {
			paragraphs := "これは説明 " + strings.ReplaceAll(text, "\n", "\n\nこれは説明 ") // each has a comment
			from, to := scaffold.File{Path: "content/1.29/a.ja.md", Text: []byte(paragraphs)}, scaffold.File{Path: "content/1.29/a.en.md"}
			if _, begun, _, err := scaffold.Translate(desk("en"), from, to, scaffold.Translating{}); err == nil {
				from.Text, to.Text = []byte(strings.ReplaceAll(paragraphs, "\n\n", "さらに\n\n")), begun
				scaffold.Translate(desk("en"), from, to, scaffold.Translating{})
			}
		}},
	}
}

// rules runs all rules, one after another.
func rules(in *check.In) []diag.Diagnostic {
	ds, _ := check.Run(in, func(n int, f func(int) error) error {
		for i := range n {
			if err := f(i); err != nil {
				return err
			}
		}
		return nil
	})
	return ds
}
