package search_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/search"
)

var update = flag.Bool("update", false, "write the documents of testdata/documents.txtar anew; read them before committing")

// TestDocuments checks the documents of a small site: their types, paths and words. Comments must
// not be included.
func TestDocuments(t *testing.T) {
	const name = "testdata/documents.txtar"
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	site := fstest.MapFS{}
	for _, f := range ar.Files {
		if path, ok := strings.CutPrefix(f.Name, "site/"); ok {
			site[path] = &fstest.MapFile{Data: f.Data}
		}
	}
	r, err := build.New(build.Options{}).Link(context.Background(), site)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, from := range search.Sources(r.Site, address.New(r.Site, r.Words, address.Options{})) {
		for _, d := range from.Docs() {
			describe(&got, d)
		}
	}
	last := &ar.Files[len(ar.Files)-1]
	if *update {
		last.Data = []byte(got.String())
		if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(strings.Split(string(last.Data), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestNamedPullRequests checks that an entry has the official sentences of the first eight
// published pull requests that it names in any version, each once.
func TestNamedPullRequests(t *testing.T) {
	var notes, named []string
	for i := range 12 {
		published := i != 2 // the third was not
		notes = append(notes, fmt.Sprintf(`{"pr": %d, "text": "Sentence %d.", "author": "octo", "kind": "bug", "published": %v}`, 115000+i, i, published))
		named = append(named, fmt.Sprintf("k/k#%d", 115000+i))
	}
	site := fstest.MapFS{
		"content/_data/releases/1.27.json": {Data: []byte(`{"release": "1.27", "notes": [` + strings.Join(notes, ",") + `]}`)},
		"content/1.27/a.ja.md": {Data: []byte("---\ntitle: 変更\n---\n\n- まとめ " + strings.Join(named, " ") + " k/k#115000\n" +
			"- 一つ (#115001, @octo) [sig/node]\n  - k/k#115011 と k/k#115001\n")},
		"content/1.27/a.en.md": {Data: []byte("---\ntitle: Changes\ntranslates: a.ja.md\n---\n\n<!-- 一つ (#115001, @octo) [sig/node] -->\n- One (#115001, @octo) [sig/node]\n  - k/k#115011, k/k#115010\n")},
	}
	r, err := build.New(build.Options{}).Link(context.Background(), site)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, from := range search.Sources(r.Site, address.New(r.Site, r.Words, address.Options{})) {
		for _, d := range from.Docs() {
			for _, text := range d.Texts {
				if d.Type == search.Entry && text.Role == search.Official {
					got[d.Name] = append(got[d.Name], text.Text)
				}
			}
		}
	}
	want := map[string][]string{
		"#115000": {"Sentence 0.", "Sentence 1.", "Sentence 3.", "Sentence 4.", "Sentence 5.", "Sentence 6.", "Sentence 7.", "Sentence 8."},
		"#115001": {"Sentence 1.", "Sentence 11.", "Sentence 10."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// describe prints a document: a line for its fields, and one for each text.
func describe(b *strings.Builder, d search.Doc) {
	fmt.Fprintf(b, "%s %s %q %s\n", d.Type, d.Path, d.Name, d.NameLang)
	if d.Of != "" {
		fmt.Fprintf(b, "    of: %q %s\n", d.Of, d.OfLang)
	}
	for _, fact := range []struct{ name, value string }{
		{"is", strings.Join(d.IDs, " ")}, {"names", strings.Join(d.Refs, " ")}, {"release", string(d.Release)},
		{"sigs", listed(d.SIGs)}, {"kind", string(d.Kind)}, {"stage", string(d.Stage)}, {"langs", listed(d.Langs)}, {"out", d.Out}, {"concept", string(d.Concept)},
	} {
		if fact.value != "" {
			fmt.Fprintf(b, "    %s: %s\n", fact.name, fact.value)
		}
	}
	for _, t := range d.Texts {
		role := []string{"own", "remark", "official", "reference", "code", "title"}[t.Role]
		fmt.Fprintf(b, "  %s %s: %s\n", t.Lang, role, t.Text)
	}
}

func listed[T ~string](list []T) string {
	var out []string
	for _, s := range list {
		out = append(out, string(s))
	}
	return strings.Join(out, " ")
}
