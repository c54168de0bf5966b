package build_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
)

// equalNames returns the sample with groups, people, notes, KEPs, gates, terms and releases that have
// equal names, titles and dates.
func equalNames(t *testing.T) fstest.MapFS {
	t.Helper()
	site := addressed(sample(t))
	const labels = 8
	var sigs, keps, gates, changes, terms, releases, people []string
	for i := range labels {
		sigs = append(sigs, fmt.Sprintf(`{"label": "g%d", "name": "Node", "dir": "g%d", "kind": "sig", "leads": [{"person": "p%d", "name": "One Name", "role": "chair"}]}`, i, i, i))
		keps = append(keps, fmt.Sprintf(`{"number": "%d", "title": "One Title", "dir": "keps/g/%d", "sig": "g%d", "status": "implemented", "stage": "stable", "authors": ["@p%d"], "latestMilestone": "1.27"}`, 500+i, 500+i, i, i))
		gates = append(gates, fmt.Sprintf(`{"name": "Gate%d", "stages": [{"stage": "beta", "default": true, "from": "1.27"}], "description": {"en": "One text."}}`, i))
		changes = append(changes, fmt.Sprintf(`{"pr": %d, "text": "One text.", "author": "p%d", "kind": "deprecation", "kinds": ["deprecation"], "sigs": ["g%d"], "keps": ["%d"], "published": true}`, 90000+i, i, i, 500+i))
		terms = append(terms, fmt.Sprintf("  - {id: t%d, names: {en: word, ja: 語}}\n", i))
		releases = append(releases, fmt.Sprintf("  - {release: \"1.%d\", date: 2023-04-11, name: One Name}\n", 20+i))
		people = append(people, fmt.Sprintf("p%d", i))
		for _, lang := range []string{"en", "ja"} {
			site[fmt.Sprintf("content/1.27/n%d.%s.md", i, lang)] = &fstest.MapFile{Data: fmt.Appendf(nil,
				"---\ntitle: One Title\ndate: 2023-04-11\nsigs: [g%d]\nauthors: [One Name, %s]\n---\n\n## Deprecation\n\n- A word. (#%d, @p%d) [SIG Node]\n", i, strings.Join(people, ", "), 90000+i, i)}
		}
	}
	list := func(items []string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("[" + strings.Join(items, ",") + "]")}
	}
	site["content/_data/sigs.json"], site["content/_data/keps.json"], site["content/_data/gates.json"] = list(sigs), list(keps), list(gates)
	site["content/_data/releases/1.27.json"] = &fstest.MapFile{Data: []byte(`{"release": "1.27", "notes": [` + strings.Join(changes, ",") + "]}")}
	site["content/_data/releases.yaml"] = &fstest.MapFile{Data: []byte("releases:\n" + strings.Join(releases, ""))}
	site["content/_data/glossary.yaml"] = &fstest.MapFile{Data: []byte("terms:\n" + strings.Join(terms, ""))}
	return site
}

// TestEqualNamesSameBytes checks that a site with equal names, titles and dates is the same in each
// build.
func TestEqualNamesSameBytes(t *testing.T) {
	site := equalNames(t)
	of := func() outcome {
		r, err := build.New(build.Options{Check: true}).Build(context.Background(), site)
		return outcomeOf(t, r, err)
	}
	first := of()
	if page := first.Files["en/upgrade/1.26-1.27/index.html"]; strings.Count(page, ">Node<")+strings.Count(page, ">Node ") < 8 {
		t.Errorf("the page of an upgrade does not list the groups:\n%.3000s", page)
	}
	for range 3 {
		again := of()
		for p, text := range first.Files {
			if diff := cmp.Diff(strings.Split(text, "\n"), strings.Split(again.Files[p], "\n")); diff != "" {
				t.Errorf("%s differs (-first +again):\n%.600s", p, diff)
			}
		}
		if diff := cmp.Diff(first.Diags, again.Diags); diff != "" || len(first.Files) != len(again.Files) {
			t.Errorf("%d and %d files; problems (-first +again):\n%s", len(first.Files), len(again.Files), diff)
		}
	}
}
