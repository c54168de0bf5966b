package build

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/kawaraban/kawaraban/internal/attachment"
)

// ErrSwapped is returned if a file next to a note was replaced during the build by one that must
// not be published.
var ErrSwapped = errors.New("file changed during the build")

// readAsset reads an asset for publishing. It checks the bytes that it returns, because the file
// may have been replaced since the note was parsed.
func readAsset(root fs.FS, name string) ([]byte, error) {
	name = path.Join(contentDir, name)
	if err := noLink(root, name); err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	if why := attachment.Refusal(name, bytes.NewReader(data)); why != "" {
		return nil, swapped(name, why.String())
	}
	if err := noLink(root, name); err != nil { // a symbolic link may have replaced the file meanwhile
		return nil, err
	}
	return data, nil
}

// noLink returns an error unless the file is regular and no element of its path is a symbolic
// link.
func noLink(root fs.FS, name string) error {
	for at := name; at != contentDir; at = path.Dir(at) {
		info, err := fs.Lstat(root, at)
		switch {
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return swapped(at, "symbolic link")
		case at == name && !info.Mode().IsRegular():
			return swapped(at, "not a regular file")
		}
	}
	return nil
}

func swapped(name, why string) error {
	return &fs.PathError{Op: "copy", Path: name, Err: fmt.Errorf("%w: %s", ErrSwapped, why)}
}
