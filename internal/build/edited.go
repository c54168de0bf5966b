package build

import (
	"bytes"
	"errors"
	"io/fs"
)

// Edited is a file system with new content for some files.
type Edited struct {
	Under fs.FS
	Files map[string][]byte // by path; the files exist in Under
}

// Open implements [fs.FS].
func (o *Edited) Open(name string) (fs.File, error) {
	f, err := o.Under.Open(name)
	data, ok := o.Files[name]
	if err != nil || !ok {
		return f, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &overlaid{File: f, Reader: bytes.NewReader(data), info: overlaidInfo{info, int64(len(data))}}, nil
}

type overlaid struct {
	fs.File
	*bytes.Reader
	info overlaidInfo
}

func (f *overlaid) Read(p []byte) (int, error) { return f.Reader.Read(p) }

func (f *overlaid) Stat() (fs.FileInfo, error) { return f.info, nil }

type overlaidInfo struct {
	fs.FileInfo
	size int64
}

func (i overlaidInfo) Size() int64 { return i.size }
