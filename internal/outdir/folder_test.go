package outdir_test

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/outdir"
)

func TestIn(t *testing.T) {
	folder := fstest.MapFS{}
	for _, p := range []string{"index.html", "notes.txt", "ja/a.html", "ja/b.html", "ja-JP/x.html", "draft/x.html", "ru/deep/er/a.html", "ru/deep/b.html"} {
		folder[p] = &fstest.MapFile{Data: []byte(p)}
	}
	own := []string{"index.html", "ja/a.html", "ru/deep/er/a.html"}
	var files []outdir.File
	for _, p := range own {
		files = append(files, outdir.Static(p, nil))
	}
	set, err := outdir.NewSet(files)
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(set.In(folder), own...); err != nil {
		t.Error(err)
	}
	var seen []string
	err = fs.WalkDir(set.In(folder), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			seen = append(seen, p)
		}
		return err
	})
	if err != nil || !slices.Equal(seen, own) {
		t.Errorf("%v, %v", seen, err)
	}
	for _, p := range []string{"notes.txt", "draft", "draft/x.html", "ja-JP", "r", "ru/deep/b.html", "../x"} {
		if _, err := fs.Stat(set.In(folder), p); err == nil {
			t.Errorf("%s is seen", p)
		}
	}
}
