package importer

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/fetch"
	"github.com/kawaraban/kawaraban/internal/note"
)

// mirror serves a checkout and records the requests.
func mirror(t *testing.T, checkout fs.FS) (address string, asked *[]string) {
	t.Helper()
	asked = new([]string)
	files := http.FileServerFS(checkout)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.Path)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// compared compares an import over the network with one of the checkout: files, defects with their
// places, and counts must be equal.
func compared(t *testing.T, checkout fs.FS, fetched *Fetched, r note.Release) {
	t.Helper()
	want, err := Release(In{FS: checkout, Release: r})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Release(In{FS: fetched, Release: r})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(content(t, want), content(t, got)); diff != "" {
		t.Errorf("%s (-checkout +fetched):\n%s", r, diff)
	}
	if diff := cmp.Diff([]any{want.Diags, want.Counts}, []any{got.Diags, got.Counts}); diff != "" {
		t.Errorf("%s (-checkout +fetched):\n%s", r, diff)
	}
}

// TestFetchReleases fetches real releases, which were also imported from a checkout.
func TestFetchReleases(t *testing.T) {
	checkout := corpus(t, "sig-release")
	address, _ := mirror(t, checkout)
	for _, r := range []note.Release{"1.25", "1.26", "1.27", "1.28", "1.29"} {
		f, err := FetchRelease(t.Context(), new(fetch.Client), address+"/", r)
		if err != nil || len(f.Taken) != 2 {
			t.Fatal(f, err)
		}
		compared(t, checkout, f, r)
		// From git ls-tree of commit e8dfc80 of kubernetes/sig-release.
		if r == "1.29" && (f.Taken[0].Blob != "1d614941f3095ba6e80a833ac90130cc4e8bc902" || f.Taken[0].Bytes != 335409 || f.Taken[1].Blob != "f23bfde9504af478d11d09981a22bc71af13a2bf" || f.Taken[1].Bytes != 80465) {
			t.Errorf("%+v", f.Taken)
		}
	}
}

// TestFetchReleaseFiles checks which files are requested, and what happens if some do not exist. Up
// to 1.20 the notes of a release have no directory of their own.
func TestFetchReleaseFiles(t *testing.T) {
	const js, md = `{"12": {"text": "From the JSON", "author": "ann", "pr_number": 12}}`, "- From the Markdown ([#12](https://github.com/kubernetes/kubernetes/pull/12), [@ann](https://github.com/ann)) [SIG Node]\n"
	const base, old = "releases/release-1.20/release-notes/release-notes-draft", "releases/release-1.20/release-notes-draft"
	for name, c := range map[string]struct {
		files map[string]string
		taken int
		asked int
	}{
		"both":              {map[string]string{base + ".json": js, base + ".md": md}, 2, 2},
		"no Markdown yet":   {map[string]string{base + ".json": js}, 1, 2},
		"no JSON":           {map[string]string{base + ".md": md}, 1, 2},
		"in the old folder": {map[string]string{old + ".json": js, old + ".md": md}, 2, 4},
		"Markdown alone":    {map[string]string{old + ".md": md}, 1, 4},
		"in both folders":   {map[string]string{base + ".json": js, base + ".md": md, old + ".md": "other"}, 2, 2},
		"empty":             {map[string]string{base + ".json": "", base + ".md": ""}, 2, 2},
		"no JSON at all":    {map[string]string{base + ".json": "<html>", base + ".md": "\xff\x00"}, 2, 2},
		"too large":         {map[string]string{base + ".json": js, base + ".md": strings.Repeat("- x\n", maxDraft/4+1)}, 2, 2},
	} {
		t.Run(name, func(t *testing.T) {
			checkout := fstest.MapFS{}
			for name, text := range c.files {
				checkout[name] = &fstest.MapFile{Data: []byte(text)}
			}
			address, asked := mirror(t, checkout)
			f, err := FetchRelease(t.Context(), new(fetch.Client), address, "1.20")
			if err != nil || len(f.Taken) != c.taken || len(*asked) != c.asked {
				t.Fatalf("%+v, %v; asked %v", f, err, *asked)
			}
			compared(t, checkout, f, "1.20")
		})
	}
}

func TestFetchReleaseRefused(t *testing.T) {
	address, asked := mirror(t, fstest.MapFS{"README.md": {Data: []byte("x")}})
	_, err := FetchRelease(t.Context(), new(fetch.Client), strings.Replace(address, "://", "://me:hidden@", 1), "1.99")
	if want := "no release notes for 1.99 at " + address; !errors.Is(err, ErrNotThere) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if len(*asked) != 4 {
		t.Errorf("asked %v", *asked)
	}
	for _, r := range []note.Release{"../../x", "v1.29", ""} {
		if _, err := FetchRelease(t.Context(), new(fetch.Client), address, r); err == nil || len(*asked) != 4 {
			t.Errorf("%s: %v", r, err)
		}
	}
	// If one file fails, the whole import fails. Otherwise an incomplete release would be imported.
	for _, kind := range []error{fetch.ErrUnreachable, fetch.ErrBusy, context.Canceled} {
		calls := 0
		_, err := FetchRelease(t.Context(), getter(func(string) ([]byte, fetch.Meta, error) {
			if calls++; calls == 1 {
				return []byte("{}"), fetch.Meta{}, nil
			}
			return nil, fetch.Meta{}, &fetch.Error{Err: kind}
		}), address, "1.29")
		if !errors.Is(err, kind) {
			t.Errorf("%v, want %v", err, kind)
		}
	}
}

// getter is a Getter that is a function.
type getter func(address string) ([]byte, fetch.Meta, error)

func (g getter) Get(_ context.Context, address string) ([]byte, fetch.Meta, error) { return g(address) }
