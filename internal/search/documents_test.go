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
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/search"
)

var update = flag.Bool("update", false, "write the documents of testdata/documents.txtar anew; read them before committing")

// TestDocuments holds what is found on a small site: what its documents are, where they
// stand, whose words they have, and that no comment is among these.
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
	for _, from := range search.Sources(r.Site, page.NewPlanner(r.Site, r.Words, page.Options{})) {
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

// describe prints a document: a line for what it is, one for each text.
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
