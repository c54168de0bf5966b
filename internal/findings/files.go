package findings

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Files returns one file of findings for each release that has notes.
func Files(d *upstream.Data) ([]outdir.File, error) {
	names := NamesOf(d)
	var out []outdir.File
	for _, r := range d.ReleaseList {
		if len(r.Notes) == 0 {
			continue
		}
		name := fmt.Sprintf("%s/%s.json", upstream.FindingDir, r.Release)
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(upstream.Findings{Release: r.Release, Findings: Of(r, names), Promises: Promises(r, names)}); err != nil {
			return nil, fmt.Errorf("writing %s: %w", name, err)
		}
		out = append(out, outdir.Static(name, b.Bytes()))
	}
	return out, nil
}
