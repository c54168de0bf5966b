package inspection

import (
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/kawaraban/kawaraban/internal/affects"
)

// Input reads the files of an operator, up to a limit for all of them.
type Input struct {
	Base     *affects.Base
	Readings []affects.Reading
	used     int64
}

// Tree reads a file or the files of a directory. A link, a pipe and an unreadable file are skipped.
// shown is the directory of fsys in the report.
func (in *Input) Tree(fsys fs.FS, shown, name string) error {
	return fs.WalkDir(fsys, name, func(name string, d fs.DirEntry, err error) error {
		place := path.Join(shown, name)
		switch {
		case err != nil || d.Type()&^(fs.ModeDir|fs.ModeSymlink) != 0:
			in.skip(place, "file")
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir():
		case d.Type()&fs.ModeSymlink != 0:
			in.skip(place, "link")
		default:
			return in.file(fsys, name, place)
		}
		return nil
	})
}

// file reads a regular file.
func (in *Input) file(fsys fs.FS, name, place string) error {
	f, err := fsys.Open(name)
	if err != nil {
		in.skip(place, "file")
		return nil
	}
	defer f.Close()
	return in.Read(place, f)
}

// Read reads a text. It is skipped if it exceeds the limit.
func (in *Input) Read(name string, r io.Reader) error {
	left := affects.MaxSize - in.used
	text, err := io.ReadAll(io.LimitReader(r, left+1))
	if err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(len(text)) > left {
		in.skip(name, "size")
		return nil
	}
	in.used += int64(len(text))
	in.Readings = append(in.Readings, affects.Read(name, string(text), in.Base))
	return nil
}

func (in *Input) skip(name, code string) {
	in.Readings = append(in.Readings, affects.Reading{File: name, Skipped: []affects.Skipped{{Code: code}}})
}
