package outdir

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Written is the result of [WriteFiles] for a file.
type Written struct {
	Path    string
	Size    int
	Changed bool // whether the file was written
}

// WriteFiles writes files below the directory dir, and creates directories. It writes no
// manifest. It first writes files that differ to temporary files in the same directories, and
// then renames them. A full disk therefore changes nothing, and each file always has its old or
// its new content. If the process is killed between two renames, another call with the same files
// completes the update. It replaces links and special files. The error may be about a directory
// at the path of a file.
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

// writeTemporary writes a temporary file, unless the file already has this content. It also
// removes a temporary file of a killed process.
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
