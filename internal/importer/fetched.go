package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fetch"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// sigRelease is the base URL of kubernetes/sig-release, for imports without a checkout.
const sigRelease = "https://raw.githubusercontent.com/kubernetes/sig-release/master"

// ErrNotThere means that upstream has no notes of a release.
var ErrNotThere = errors.New("no release notes")

// Getter downloads files. [*fetch.Client] implements it.
type Getter interface {
	Get(ctx context.Context, address string) ([]byte, fetch.Meta, error)
}

// Taken is a downloaded file.
type Taken struct {
	fetch.Meta
	Bytes int
	Blob  git.ID // git hash of the content; git log --find-object finds the commit
}

// Fetched is the downloaded part of a checkout.
type Fetched struct {
	fs.FS
	Taken []Taken // in download order
	files map[string][]byte
}

// FetchRelease downloads the notes of a release. from is the base URL of kubernetes/sig-release.
// The error wraps ErrNotThere if both files are missing; otherwise it is a [*fetch.Error] or that
// of ctx. One of the files may be missing, as in a checkout.
func FetchRelease(ctx context.Context, g Getter, from string, release note.Release) (*Fetched, error) {
	if !upstream.IsRelease(string(release)) {
		return nil, fmt.Errorf("invalid release %q: write it as 1.27", release)
	}
	f := &Fetched{files: map[string][]byte{}}
	for _, base := range draftPaths(release) {
		for _, end := range draftEnds {
			if err := f.take(ctx, g, from, base+end); err != nil {
				return nil, err
			}
		}
		if len(f.files) > 0 {
			var err error
			f.FS, err = memory(f.files)
			return f, err
		}
	}
	return nil, fmt.Errorf("%w for %s at %s", ErrNotThere, release, fetch.Redact(from))
}

// take downloads one file, if it exists.
func (f *Fetched) take(ctx context.Context, g Getter, from, name string) error {
	body, meta, err := g.Get(ctx, strings.TrimSuffix(from, "/")+"/"+name)
	if errors.Is(err, fetch.ErrGone) {
		return nil
	}
	if err != nil {
		return err
	}
	f.files[name] = body
	f.Taken = append(f.Taken, Taken{meta, len(body), git.SHA1.BlobID(body)})
	return nil
}
