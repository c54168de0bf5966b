package fragment

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

func TestVoiced(t *testing.T) {
	const in = `<p><code>kubectl get</code> と <code class="x">y</code></p>`
	for lang, want := range map[note.Lang]string{
		"ja": `<p><code lang=en>kubectl get</code> と <code class="x">y</code></p>`,
		"en": in,
	} {
		if got := (filler{n: &note.Note{Lang: lang}}).markCode(in); got != want {
			t.Errorf("%s: got %s, want %s", lang, got, want)
		}
	}
	if got := (filler{}).markCode(in); got != in {
		t.Errorf("upstream's text became %s", got)
	}
}
