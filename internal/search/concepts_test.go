//go:build unix

package search_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/search"
)

// TestConcepts checks which documents name a sidecar, and where: in any language and form, but not
// within another word, as a part of an address, or by an avoided word.
func TestConcepts(t *testing.T) {
	const src = `terms:
  - {id: pod, names: {en: Pod}}
  - id: sidecar
    names: {en: [sidecar container, sidecar], ja: サイドカー, ru: сайдкар, zh: 边车}
    forms: {ru: сайдкарчика}
    avoid: {ja: 補助コンテナ}
`
	g, diags := glossary.Parse([]byte(src), "glossary.yaml")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	text := func(lang note.Lang, role search.Role, text string) search.Doc {
		return search.Doc{Texts: []search.Text{{Lang: lang, Text: text, Role: role}}}
	}
	both := text("en", search.Official, "Sidecar containers start first.")
	both.Texts = append(both.Texts, search.Text{Lang: "ru", Text: "Порядок сайдкаров.", Role: search.Remark})
	docs := map[string]search.Doc{
		"own":       {Concept: "sidecar", Name: "sidecar container", NameLang: "en"},
		"name":      {Name: "サイドカーの起動順", NameLang: "ja"},
		"title":     text("zh", search.Title, "关于边车的说明"),
		"words":     text("ja", search.Own, "English のまま sidecars と書く。"),
		"form":      text("ru", search.Remark, "Запуск сайдкарчика."),
		"upstream":  text("en", search.Official, "Sidecar containers start first."),
		"reference": text("en", search.Reference, "KEP-753 Sidecar Containers"),
		"both":      both,
		"longer":    text("ja", search.Own, "サイドカーモードは別の語。"),
		"within":    text("en", search.Own, "SidecarSet, --sidecar-image and api/sidecar.go"),
		"wrong":     text("ja", search.Own, "補助コンテナ"),
		"foreign":   text("zh", search.Own, "サイドカー is Japanese."),
		"single":    {Concept: "pod", Name: "Pod", NameLang: "en"},
		"unknown":   {Concept: "nothing", Name: "nothing", NameLang: "en"},
	}
	var all []search.Doc
	for path, d := range docs {
		d.Type, d.Path = search.Entry, path
		all = append(all, d)
	}
	want := map[string]search.Named{"sidecar": {
		Names: []string{"sidecar container", "sidecar", "サイドカー", "сайдкар", "边车", "сайдкарчика"},
		Docs: map[string]int{
			"own": 8, "name": 4, "title": 4, "words": 2, "form": 2, "upstream": 1, "reference": 1, "both": 2,
		},
	}}
	c := search.ConceptsOf(g)
	got, err := search.ReadNamed(search.New([]*search.Chunk{search.Digest(all, c)}, c).Files())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestConceptsOfAllDocuments compares the documents of each concept with a plain search in all
// texts, on this repository's site and on a generated one.
func TestConceptsOfAllDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all texts of two sites")
	}
	r, err := build.New(build.Options{}).Link(context.Background(), os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	var own [][]search.Doc
	for _, s := range search.Sources(r.Site, address.New(r.Site, r.Words, address.Options{Languages: r.Config.Languages})) {
		own = append(own, s.Docs())
	}
	g := r.Site.Data().Glossary
	made, _ := madeDocs(t, 1500)
	for name, docs := range map[string][][]search.Doc{"own": own, "made": made} {
		c := search.ConceptsOf(g)
		chunks, _ := digests(docs, c)
		got, err := search.ReadNamed(search.New(chunks, c).Files())
		if err != nil {
			t.Fatal(err)
		}
		want := plainlyNamed(g, slices.Concat(docs...))
		for id, n := range got {
			if diff := cmp.Diff(want[id], n.Docs); diff != "" {
				t.Errorf("%s site, %s (-want +got)\n%s", name, id, diff)
			}
			delete(want, id)
		}
		for id := range want {
			if !several(g.Term(glossary.ID(id))) {
				delete(want, id)
			}
		}
		if len(want) > 0 || len(got) < 100 {
			t.Errorf("%s site: %d concepts found, not found: %v", name, len(got), want)
		}
	}
}

// several reports whether a term has more than one name.
func several(t *glossary.Term) bool {
	names := map[string]bool{}
	for _, of := range []map[note.Lang][]string{t.Names, t.Forms} {
		for _, list := range of {
			for _, name := range list {
				names[name] = true
			}
		}
	}
	return len(names) > 1
}

var hump = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// plainlyNamed returns for each concept the paths of the documents that name it, with the bit of
// the best place: 8 the thing itself, 4 its names, 2 own words, 1 others.
func plainlyNamed(g *glossary.Glossary, docs []search.Doc) map[string]map[string]int {
	out := map[string]map[string]int{}
	for _, d := range docs {
		put := func(id glossary.ID, bit int) {
			if out[string(id)] == nil {
				out[string(id)] = map[string]int{}
			}
			out[string(id)][d.Path] = max(out[string(id)][d.Path], bit)
		}
		if d.Concept != "" {
			put(d.Concept, 8)
		}
		for _, h := range g.Find(d.Name, d.NameLang) {
			put(h.Term.ID, 4)
		}
		feature := "" // MemoryManager, KEP-3570 CPU Manager
		switch d.Type {
		case search.Gate:
			feature = hump.ReplaceAllString(d.Name, "$1 $2")
		case search.KEP:
			_, feature, _ = strings.Cut(d.Name, " ")
		}
		for _, h := range g.Find(feature, d.NameLang) {
			put(h.Term.ID, map[bool]int{true: 8, false: 4}[h.End-h.Start == len(feature)])
		}
		for _, text := range d.Texts {
			for _, h := range g.Find(text.Text, text.Lang) {
				bit := map[search.Role]int{search.Title: 4, search.Own: 2, search.Remark: 2}[text.Role]
				put(h.Term.ID, max(bit, 1))
			}
		}
	}
	return out
}
