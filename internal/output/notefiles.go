package output

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/attachment"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// noteFiles emits the files next to notes that notes show or link to: files/<path below content>.
// All languages share these files.
type noteFiles struct{}

const noteFilesDir = attachment.Dir + "/"

func (noteFiles) Name() string { return "files" }

func (noteFiles) Files(in In) ([]outdir.File, error) {
	var out []outdir.File
	seen := map[string]bool{}
	for _, n := range in.Site.Notes() {
		for _, a := range n.Assets {
			if seen[a.Path] {
				continue
			}
			seen[a.Path] = true
			out = append(out, outdir.File{Path: noteFilesDir + a.Path, Bytes: func() ([]byte, error) { return in.Attachment(a.Path) }})
		}
	}
	return out, nil
}

func (o noteFiles) Find(in In, path string) (outdir.File, bool, error) {
	if !strings.HasPrefix(path, noteFilesDir) {
		return outdir.File{}, false, nil
	}
	files, err := o.Files(in)
	f, ok := among(files, path)
	return f, ok, err
}
