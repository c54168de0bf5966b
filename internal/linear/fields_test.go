//go:build unix

package linear

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/source"
)

// noteFields returns the fields of the front matter, from the hint for an unknown field, and fields
// of other tools that contain lists.
func noteFields(tb testing.TB) []string {
	tb.Helper()
	_, ds := source.Parse(source.Input{Path: "content/1.27/x.en.md", Bytes: []byte("---\nqqqqqqqq: 1\n---\n\n# a\n")}, nil, source.Options{})
	for _, d := range ds {
		if list, ok := strings.CutPrefix(d.Hint, "known fields: "); ok {
			return append(strings.Split(list, ", "), "author", "topics", "tags", "categories", "reviewers", "approvers")
		}
	}
	tb.Fatalf("no hint lists the fields: %v", ds)
	return nil
}

// itemsOf is the format of an item, for fields that do not accept every word.
var itemsOf = map[string]string{
	"releases": `"1.%d"`, "release": `"1.%d"`, "keps": "%d", "prs": "%d", "gates": "Gate%d", "aliases": "old/%d",
}

// list returns n values of a format, with a separator.
func list(n int, format, between string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(format, "%d", fmt.Sprint(i+1))
	}
	return strings.Join(items, between)
}

// file is a hostile file of a site. make returns its text with n items.
type file struct {
	name, path string
	make       func(n int) string
}

// siteFiles returns the YAML files of a site, and notes, each with many items in one field.
func siteFiles(tb testing.TB) []file {
	tb.Helper()
	var out []file
	add := func(name, path, before, format, between, after string) {
		out = append(out, file{name, path, func(n int) string { return before + list(n, format, between) + after }})
	}
	for _, field := range noteFields(tb) {
		item := itemsOf[field]
		if item == "" {
			item = "a%d"
		}
		const note = "content/1.27/b.en.md"
		before := "---\ntitle: x\n" + field + ": "
		if field == "title" {
			before = "---\ntitle: "
		}
		add("note, "+field, note, before+"[", item, ", ", "]\n---\n\n# a\n")
		add("note, "+field+" again", note, before+"[", strings.ReplaceAll(item, "%d", "7"), ", ", "]\n---\n\n# a\n")
		add("note, long "+field, note, before, "a%d", " ", "\n---\n\n# a\n")
	}
	for field := range reflect.TypeFor[config.Config]().Fields() {
		if key, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); key != "-" {
			add("site.yaml, "+key, "site.yaml", key+": [", "a%d", ", ", "]\n")
			add("site.yaml, map "+key, "site.yaml", key+": {", "a%d: b", ", ", "}\n")
		}
	}
	add("site.yaml, fallback of one", "site.yaml", "fallback: {ja: [", "a%d", ", ", "]}\n")
	add("site.yaml, command", "site.yaml", "draft: {command: [", "a%d", ", ", "]}\n")
	const data = "content/_data/"
	add("claims.yaml", data+"claims.yaml", "claims:\n", "- {release: \"1.27\", sig: node, person: a%d, date: 2023-06-15}\n", "", "")
	add("claims.yaml, groups", data+"claims.yaml", "claims:\n", "- {release: \"1.27\", sig: a%d, person: b}\n", "", "")
	add("claims.yaml, releases", data+"claims.yaml", "claims:\n", "- {release: \"1.%d\", sig: node, person: b}\n", "", "")
	add("elsewhere.yaml", data+"elsewhere.yaml", "notes:\n", "- {release: \"1.27\", sig: node, title: a, lang: en, url: \"https://a.example/%d\", author: a%d}\n", "", "")
	add("elsewhere.yaml, groups", data+"elsewhere.yaml", "notes:\n", "- {release: \"1.27\", sig: a%d, title: a, lang: en, url: \"https://a.example/\"}\n", "", "")
	add("releases.yaml", data+"releases.yaml", "releases:\n", "- {release: \"1.%d\", date: 2023-06-15}\n", "", "")
	add("releases.yaml, one", data+"releases.yaml", "releases:\n", "- {release: \"1.27\", date: 2023-06-15}\n", "", "")
	add("glossary.yaml", data+"glossary.yaml", "terms:\n", "- {id: a%d, names: {en: word%d, ja: 語%d}}\n", "", "")
	add("glossary.yaml, names", data+"glossary.yaml", "terms:\n- id: a\n  names: {en: [", "word%d", ", ", "]}\n")
	add("glossary.yaml, avoid", data+"glossary.yaml", "terms:\n- id: a\n  names: {en: a}\n  avoid: {en: [", "word%d", ", ", "]}\n")
	add("glossary.yaml, languages", data+"glossary.yaml", "terms:\n- id: a\n  names: {", "a%d: word", ", ", "}\n")
	add("languages/en.yaml", "templates/languages/en.yaml", "", "a%d: b\n", "", "")
	add("languages/en.yaml, forms", "templates/languages/en.yaml", "count.remarks: {", "a%d: b", ", ", "}\n")
	return out
}

// built returns a reader that builds a whole site with one hostile file, and reads all its pages.
func built(tb testing.TB, f file) reader {
	return reader{f.name, 0, func(text string) {
		site := fstest.MapFS{
			"content/1.27/sig-node.en.md": {Data: []byte("---\nauthors: [a1]\nsigs: [node]\n---\n\n# b\n\n- a (#115331, @a1) [SIG Node]\n")},
			"content/1.27/sig-node.ja.md": {Data: []byte("# b\n\n- あ word1 (#115331, @a2) [SIG Node]\n")},
			f.path:                        {Data: []byte(text)},
		}
		r, err := build.New(build.Options{Check: true}).Build(context.Background(), site)
		if err != nil {
			return // invalid interface texts are reported, and no site is built
		}
		for _, p := range r.Files.Paths() {
			f, _ := r.Files.Get(p)
			if _, err := f.Bytes(); err != nil {
				tb.Fatal(err)
			}
		}
	}}
}

// fewItems is the number of items of the first measurement; the second has eight times as many.
const fewItems = 250

// TestLinearFields builds a whole site for each field of front matter and each YAML file that people
// write, filled with many items. It runs every fourth case, or all with -all.
func TestLinearFields(t *testing.T) {
	if testing.Short() {
		t.Skip("builds some hundred sites")
	}
	for i, f := range siteFiles(t) {
		if !*all && i%4 > 0 && !strings.Contains(f.name, "authors") && !strings.Contains(f.name, "sigs") {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			r := built(t, f)
			r.read("")
			none := costOf(r, "")
			why := ""
			for range 3 {
				one, eight := costOf(r, f.make(fewItems)), costOf(r, f.make(times*fewItems))
				if testing.Verbose() {
					t.Logf("%d items %v, %d items %v CPU; %d and %d KB", fewItems, one.cpu, times*fewItems, eight.cpu, one.bytes>>10, eight.bytes>>10)
				}
				if why = astray(none, one, eight); why == "" {
					return
				}
			}
			t.Error(why)
		})
	}
}
