package output

import (
	"embed"
	"io/fs"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// schemas are the JSON Schemas of the API documents.
//
//go:embed schema/*.json
var schemas embed.FS

// api emits the JSON API (releases, notes, KEPs, gates, SIGs, coverage) and its schemas.
type api struct{}

func (api) Name() string { return "api" }

func schemaFiles() []outdir.File {
	names, err := fs.Glob(schemas, "schema/*.json")
	if err != nil {
		return nil
	}
	var files []outdir.File
	for _, name := range names {
		files = append(files, outdir.Once(apiRoot+name, func() ([]byte, error) { return schemas.ReadFile(name) }))
	}
	return files
}

func (api) Files(in In) ([]outdir.File, error) {
	a := apiMaker{in.Site, in}
	files := []outdir.File{
		document("index.json", a.index),
		document("notes.json", a.notes),
		document("sigs.json", a.sigs),
		document("gates.json", a.gates),
		document("glossary.json", a.glossary),
		document("status.json", a.status),
	}
	for _, n := range in.Site.Notes() {
		files = append(files, document(noteDocument(in.Site.Original(n.ID), n), func() apiNote { return a.note(n) }))
	}
	for _, r := range in.Site.Releases() {
		files = append(files, document("releases/"+string(r)+".json", func() apiRelease { return a.release(r) }))
	}
	for _, pair := range in.Site.UpgradePairs() {
		files = append(files, document(upgradeDocument(pair[0], pair[1]), func() apiUpgrade { return a.upgrade(pair[0], pair[1]) }))
	}
	for _, number := range in.Site.Keys(note.KEP) {
		files = append(files, document("keps/"+number+".json", func() apiKEP { return a.kep(number) }))
	}
	return append(files, schemaFiles()...), nil
}

func (o api) Find(in In, path string) (outdir.File, bool, error) {
	if !strings.HasPrefix(path, apiRoot) {
		return outdir.File{}, false, nil
	}
	files, err := o.Files(in)
	f, ok := among(files, path)
	return f, ok, err
}
