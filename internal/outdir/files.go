package outdir

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Written is the result of [WriteFiles] for one file.
type Written struct {
	Path    string
	Size    int
	Changed bool // it was written
}

// WriteFiles writes files below the directory dir, without a manifest, and creates directories.
// Files that differ are first written to temporary files next to their places and then renamed. So
// a full disk changes nothing, and each file always has its old or new content. If the process is
// killed between two renames, the same call completes the rest. Links and special files are
// replaced; a directory is an error.
func WriteFiles(dir string, files []File) ([]Written, error) {
	return disk{}.writeFiles(dir, files)
}

func (d disk) writeFiles(dir string, files []File) ([]Written, error) {
	written := make([]Written, len(files))
	place := func(i int) string { return filepath.Join(dir, filepath.FromSlash(files[i].Path)) }
	for i := range files {
		var err error
		if written[i], err = d.writeTemporary(files[i], place(i)); err != nil {
			return nil, errors.Join(fmt.Errorf("writing %s: %w", place(i), err), d.removeTemporary(dir, files[:i+1]))
		}
	}
	for i := range files {
		if !written[i].Changed {
			continue
		}
		if err := d.rename(place(i)+".new", place(i)); err != nil {
			return nil, errors.Join(fmt.Errorf("writing %s: %w", place(i), err), d.removeTemporary(dir, files[i:]))
		}
	}
	return written, nil
}

// writeTemporary writes a temporary file unless the file has that content. It also removes the temporary
// file of a killed process.
func (d disk) writeTemporary(f File, place string) (Written, error) {
	if err := checkPath(f.Path); err != nil {
		return Written{}, err
	}
	data, err := f.Bytes()
	if err != nil {
		return Written{}, err
	}
	w := Written{Path: f.Path, Size: len(data)}
	if err := d.remove(place + ".new"); err != nil {
		return w, err
	}
	info, err := os.Lstat(place)
	if err == nil && info.IsDir() {
		return w, errors.New("a directory is in its place")
	}
	if err == nil && info.Mode().IsRegular() && info.Size() == int64(len(data)) {
		have, err := os.ReadFile(place)
		if err != nil {
			return w, err
		}
		if bytes.Equal(have, data) {
			return w, nil
		}
	}
	w.Changed = true
	_, err = d.write(place+".new", data, !d.unsynced)
	return w, err
}

func (d disk) removeTemporary(dir string, files []File) error {
	var errs []error
	for _, f := range files {
		errs = append(errs, d.remove(filepath.Join(dir, filepath.FromSlash(f.Path))+".new"))
	}
	return errors.Join(errs...)
}
