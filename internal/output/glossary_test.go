package output

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func worded(t *testing.T) In {
	t.Helper()
	data, ds, err := upstream.Load(fstest.MapFS{"glossary.yaml": {Data: []byte(`terms:
  - id: sidecar
    names: {en: [sidecar container, sidecar], ja: サイドカー}
    avoid: {ja: [横車]}
    about: {en: It runs <beside>., ja: 隣で動く。}
  - id: pod
    names: {en: Pod}
    link: false
  - id: taint
    names: {ja: Taint}
`)}})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	s, _ := site.Link(nil, data, site.Options{})
	return In{Site: s, Plan: listed{
		{Path: "ja/index.html", Lang: "ja", Kind: "home"},
		{Path: "ja/glossary/index.html", Lang: "ja", Kind: "glossary"},
		{Path: "zh/glossary/index.html", Lang: "zh", Kind: "glossary"},
	}}
}

func TestTermCards(t *testing.T) {
	want := map[string]string{
		"ja/glossary/terms.json": `{"sidecar":{"names":{"en":"sidecar container","ja":"サイドカー"},"about":"隣で動く。"},"taint":{"names":{"ja":"Taint"}}}` + "\n",
		"zh/glossary/terms.json": `{"sidecar":{"names":{"en":"sidecar container","ja":"サイドカー"},"about":"It runs <beside>.","lang":"en"},"taint":{"names":{"ja":"Taint"}}}` + "\n",
	}
	if diff := cmp.Diff(want, files(t, terms{}, worded(t))); diff != "" {
		t.Error(diff)
	}
}

func TestAPIGlossary(t *testing.T) {
	got := files(t, api{}, worded(t))[apiRoot+"glossary.json"]
	want := `{"terms":[{"id":"pod","names":{"en":["Pod"]},"avoid":{},"about":{}},` +
		`{"id":"sidecar","names":{"en":["sidecar container","sidecar"],"ja":["サイドカー"]},"avoid":{"ja":["横車"]},"about":{"en":"It runs <beside>.","ja":"隣で動く。"}},` +
		`{"id":"taint","names":{"ja":["Taint"]},"avoid":{},"about":{}}]}` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, problem := range validate(t, "glossary", got) {
		t.Error(problem)
	}
	for _, wrong := range []string{strings.Replace(got, "pod", "Pod!", 1), strings.Replace(got, `"avoid":{},`, "", 1)} {
		if len(validate(t, "glossary", wrong)) == 0 {
			t.Errorf("the schema takes %s", wrong)
		}
	}
}
