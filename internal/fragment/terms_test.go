package fragment

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/glossary"
)

func TestTermsBesideNames(t *testing.T) {
	g, ds := glossary.Parse([]byte("terms:\n  - id: sidecar\n    names: {en: [sidecar container, sidecar]}\n    about: {en: It runs beside.}\n"), "glossary.yaml")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	f := filler{Maker: New(nil, Options{Glossary: g}), up: "../"}
	for in, want := range map[string]string{
		`<a href="x">Sidecar Containers</a> and sidecars`: `<a href="x">Sidecar Containers</a> and <a class="term" href="../glossary/#sidecar">sidecars</a>`,
		"sidecar": `<a class="term" href="../glossary/#sidecar">sidecar</a>`,
		"none":    "none",
		"<p":      "<p",
	} {
		if got := f.linkTerms(in, "en", map[glossary.ID]bool{"sidecar": true}); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
