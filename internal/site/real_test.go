package site_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

var realNotes = testcorpus.Path("notes")

func realData(t *testing.T) *upstream.Data {
	t.Helper()
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func officialNotes(d *upstream.Data) []*note.Note {
	var notes []*note.Note
	for _, r := range d.ReleaseList {
		if len(r.Notes) > 0 {
			notes = append(notes, source.Official(r, d.Names()))
		}
	}
	return notes
}

func realSite(t *testing.T) *site.Site {
	t.Helper()
	if _, err := os.Stat(realNotes); err != nil {
		t.Skipf("the real notes are not at %s", realNotes)
	}
	return linkFolder(t, realNotes)
}

var linkedFolders memo.Map[string, *site.Site]

// linkFolder returns the site of the notes below a directory. It links each directory once.
func linkFolder(t *testing.T, dir string) *site.Site {
	t.Helper()
	return linkedFolders.Make(dir, func() *site.Site { return readFolder(t, dir) })
}

func readFolder(t *testing.T, dir string) *site.Site {
	t.Helper()
	d := realData(t)
	var notes []*note.Note
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		name := path.Join("content", filepath.ToSlash(rel))
		if err != nil || e.IsDir() || !source.IsNote(name) {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		n, ds := source.Parse(source.Input{Path: name, Bytes: src}, d.Names(), source.Options{})
		if n == nil {
			return fmt.Errorf("%s: %v", p, ds)
		}
		notes = append(notes, n)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := site.Link(append(notes, officialNotes(d)...), d, site.Options{})
	return s
}
