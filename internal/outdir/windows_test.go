package outdir_test

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/outdir"
)

// TestUnwritable checks device names in any letter case, extension and position, and similar names.
func TestUnwritable(t *testing.T) {
	for p, want := range map[string]string{
		"1.27/CON": "CON", "aux/sig-node": "aux", "1.27/aux.en.md": "aux.en.md", "a/nul .png": "nul .png", "com1": "com1", "Lpt².txt": "Lpt².txt", "CONIN$": "CONIN$",
		"1.27/note.": "note.", "1.27 /note": "1.27 ", "com10": "", "console": "", "auxiliary/con-1": "", "1.27/sig-node": "", "log/2023": "", "comé": "", "com": "",
	} {
		if got := outdir.Unwritable(p); got != want {
			t.Errorf("%q: %q, want %q", p, got, want)
		}
	}
}
