package build

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/kawaraban/kawaraban/internal/attachment"
)

// ErrSwapped says that a file beside a note has become what may not be published since the
// note was read.
var ErrSwapped = errors.New("it was changed while the site was built")

// besideNow reads a file beside a note, by its path below content/, to be published. Between
// the look at it that its note was read with and this one anybody may have put something else
// there: so what is judged are the very bytes that are returned, by the same rule.
func besideNow(root fs.FS, name string) ([]byte, error) {
	name = path.Join(contentDir, name)
	if err := noLink(root, name); err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	if why := attachment.Refusal(name, bytes.NewReader(data)); why != "" {
		return nil, swapped(name, why)
	}
	if err := noLink(root, name); err != nil { // a link may have come meanwhile and been followed
		return nil, err
	}
	return data, nil
}

// noLink is an error unless a file is a regular one in folders below content/ none of which is
// a link.
func noLink(root fs.FS, name string) error {
	for at := name; at != contentDir; at = path.Dir(at) {
		info, err := fs.Lstat(root, at)
		switch {
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return swapped(at, "is a link")
		case at == name && !info.Mode().IsRegular():
			return swapped(at, "is no regular file")
		}
	}
	return nil
}

func swapped(name, why string) error {
	return &fs.PathError{Op: "copy", Path: name, Err: fmt.Errorf("%w, and %s", ErrSwapped, why)}
}
