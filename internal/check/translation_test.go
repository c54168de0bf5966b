package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestTitles checks problems of the title of a translation: equal to the source's title or an
// earlier one, or made from a title that has changed. A title that is a name may be equal.
func TestTitles(t *testing.T) {
	for _, c := range []struct{ title, comment, source, want string }{
		{"「ノード」の変更点", `<!-- title: "「ノード」の変更点" -->`, "「ノード」の変更点", "translation/missing: untranslated title: it is the same as in content/1.29/n.ja.md"},
		{"ノードの変更", `<!-- title: "ノードの変更" -->`, "ノードの変更点", "translation/missing: untranslated title: it is the same as in content/1.29/n.ja.md"},
		{"Changes of the node", `<!-- title: "ノードの変更" -->`, "ノードの変更点", `translation/stale: title of the source changed: +"点"`},
		{"Changes of the node", `<!-- title: "ノードの変更点" -->`, "ノードの変更点", ""},
		{"Changes of the node", "", "ノードの変更点", ""},
		{"SIG Node", "", "SIG Node", ""},
	} {
		in := linked(t, files{
			"content/1.29/n.ja.md": "---\ntitle: " + c.source + "\n---\n\n本文です。\n",
			"content/1.29/n.en.md": "---\ntitle: " + c.title + "\ntranslates: n.ja.md\n---\n\n" + c.comment + "\n\n<!-- 本文です。 -->\nA text.\n",
		})
		ds, err := check.Run(in, inOrder)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range ds {
			if strings.HasPrefix(string(d.Code), "translation/") {
				got = append(got, string(d.Code)+": "+d.Text)
			}
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s, %s, %s: %s", c.title, c.comment, c.source, diff)
		}
	}
}

// TestOrdinaryWords checks that words similar to the name of a component are not reported, on a site
// without upstream data.
func TestOrdinaryWords(t *testing.T) {
	const path = "content/1.29/n.en.md"
	in := linked(t, files{path: "---\ntitle: N\n---\n\nContainers keep the connectivity that is contained in a sidecar container. The kublet does not.\n"})
	in.Words = check.NewVocabulary(&upstream.Data{})
	ds, err := check.Run(in, inOrder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range ds {
		if d.Code == "word/near" {
			got = append(got, d.Text)
		}
	}
	if diff := cmp.Diff([]string{"unknown name \"kublet\""}, got); diff != "" {
		t.Error(diff)
	}
}
