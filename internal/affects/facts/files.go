package facts

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Files lists the files in dir that the page /upgrade/check/ loads: base.json, and one for each
// release. made returns the facts of the data; it is called when the bytes of a file are needed.
func Files(dir string, d *upstream.Data, made func() affects.Facts) []outdir.File {
	out := []outdir.File{jsonFile(dir+"base.json", func() any { return made().Base })}
	for i, r := range newBase(d).Releases {
		out = append(out, jsonFile(dir+string(r)+".json", func() any { return made().Steps[i] }))
	}
	return out
}

func jsonFile(name string, value func() any) outdir.File {
	return outdir.File{Path: name, Bytes: func() ([]byte, error) {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(value()); err != nil {
			return nil, fmt.Errorf("writing %s: %w", name, err)
		}
		return b.Bytes(), nil
	}}
}
