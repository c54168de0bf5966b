package fragment

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestVoiced marks code in a note of another language as English, and no other code.
func TestVoiced(t *testing.T) {
	const in = `<p><code>kubectl get</code> と <code class="x">y</code></p>`
	for lang, want := range map[note.Lang]string{
		"ja": `<p><code lang=en>kubectl get</code> と <code class="x">y</code></p>`,
		"en": in,
	} {
		if got := (filler{n: &note.Note{Lang: lang}}).voiced(in); got != want {
			t.Errorf("%s: got %s, want %s", lang, got, want)
		}
	}
	if got := (filler{}).voiced(in); got != in {
		t.Errorf("upstream's text became %s", got)
	}
}
