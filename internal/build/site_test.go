package build_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// sample returns the site of testdata/site.txtar, with a picture.
func sample(t *testing.T) fstest.MapFS {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("testdata", "site.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	site := fstest.MapFS{"content/1.27/pic.png": {Data: picture(t, 4, 3)}}
	for _, f := range ar.Files {
		site[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return site
}

func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, width, height))
	m.SetGray(0, 0, color.Gray{Y: uint8(width)})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// outcome is all observable data of a Result.
type outcome struct {
	Err    string
	Files  map[string]string
	Diags  []diag.Diagnostic
	Counts build.Counts
}

// outcomeOf makes every file of a result, in parallel like a build.
func outcomeOf(t *testing.T, r *build.Result, err error) outcome {
	t.Helper()
	if err != nil {
		return outcome{Err: err.Error()}
	}
	out := outcome{Files: map[string]string{}, Diags: r.Diags, Counts: r.Counts}
	paths := r.Files.Paths()
	var mu sync.Mutex
	err = build.Each(context.Background(), len(paths), func(i int) error {
		f, _ := r.Files.Get(paths[i])
		data, err := f.Bytes()
		text := string(data)
		if err != nil {
			text = "error: " + err.Error()
		}
		mu.Lock()
		defer mu.Unlock()
		out.Files[paths[i]] = text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// built builds a site with a new Builder.
func built(t *testing.T, o build.Options, site fs.FS) outcome {
	t.Helper()
	r, err := build.New(o).Build(context.Background(), site)
	return outcomeOf(t, r, err)
}

// withProcs runs f with n processors.
func withProcs(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
}

// ownSite returns this repository's site, with less upstream data.
func ownSite(t testing.TB) fs.FS { return testcorpus.Site(t) }
