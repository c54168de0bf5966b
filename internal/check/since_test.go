package check

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// ownSite returns this repository's notes with its upstream data.
func ownSite(t *testing.T) *In {
	t.Helper()
	root := os.DirFS("../..")
	data, _, err := upstream.Load(os.DirFS("../../" + upstream.DataDir))
	if err != nil {
		t.Fatal(err)
	}
	in := &In{Names: data.Names(), Words: NewVocabulary(data)}
	var notes []*note.Note
	err = fs.WalkDir(root, "content", func(path string, e fs.DirEntry, err error) error {
		if err != nil || !source.IsNote(path) {
			return err
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		n, _ := source.Parse(source.Input{Path: path, Bytes: text}, in.Names, source.Options{})
		notes = append(notes, n)
		in.Files = append(in.Files, NewFile(path, text, n))
		return nil
	})
	if err != nil || len(notes) < 8 {
		t.Fatalf("%d notes, %v", len(notes), err)
	}
	in.Site, _ = site.Link(notes, data, site.Options{})
	return in
}

// TestRunsCutShort checks that an interrupted run keeps its results and those of the last run. Several
// interrupted runs together must find the same problems as one complete run.
func TestRunsCutShort(t *testing.T) {
	in := ownSite(t)
	want, err := Run(in, oneByOne)
	if err != nil || len(want) == 0 {
		t.Fatalf("%d problems, %v", len(want), err)
	}
	enough := errors.New("enough")
	var last *Last
	for i := range in.Files {
		_, left, err := RunSince(last, in, func(_ int, f func(int) error) error { return errors.Join(f(i), enough) })
		if !errors.Is(err, enough) {
			t.Fatalf("the interrupted run returns %v", err)
		}
		if left == nil || len(left.files) != i+1 {
			t.Fatalf("after %d of %d files the result is %v", i+1, len(in.Files), left)
		}
		last = left
	}
	got, _, err := RunSince(last, in, oneByOne)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-at once +in pieces):\n%s", err, diff)
	}
}

func oneByOne(n int, f func(int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}
