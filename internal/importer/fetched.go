package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

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

// Fetched is the downloaded part of a checkout. It is the [fs.FS] of [In].
type Fetched struct {
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
			return f, nil
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

// Open opens a downloaded file.
func (f *Fetched) Open(name string) (fs.File, error) {
	b, ok := f.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &takenFile{takenInfo{name, len(b)}, bytes.NewReader(b)}, nil
}

type takenFile struct {
	info fs.FileInfo
	io.Reader
}

func (f *takenFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *takenFile) Close() error               { return nil }

type takenInfo struct {
	name string
	size int
}

func (i takenInfo) Name() string       { return i.name[strings.LastIndexByte(i.name, '/')+1:] }
func (i takenInfo) Size() int64        { return int64(i.size) }
func (i takenInfo) Mode() fs.FileMode  { return 0o444 }
func (i takenInfo) ModTime() time.Time { return time.Time{} }
func (i takenInfo) IsDir() bool        { return false }
func (i takenInfo) Sys() any           { return nil }
