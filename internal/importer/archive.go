package importer

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// wanted matches the files to keep from a repository's archive.
var wanted = regexp.MustCompile(`^(?:keps/.*kep\.yaml|content/(?:en|ja|ru|zh-cn)/` + gatePages + `/[^/]*\.md)$`)

// Limits of unpacking.
const (
	maxUnpacked = 4 << 30  // bytes read
	maxPicked   = 48 << 20 // bytes kept
)

var errArchive = errors.New("invalid archive")

// Pick reduces a repository's archive, a tar.gz with one top directory, to a zip archive of the
// files that an import reads. Its comment is the commit with its date, if known.
func Pick(archive []byte) ([]byte, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	files, commit, day, kept := map[string][]byte{}, "", "", 0
	t := tar.NewReader(io.LimitReader(unpacked, maxUnpacked))
	for {
		h, err := t.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errArchive, err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			commit = h.PAXRecords["comment"]
			continue
		}
		_, name, _ := strings.Cut(h.Name, "/")
		if h.Typeflag != tar.TypeReg || h.Size > maxSmall || !fs.ValidPath(name) || !wanted.MatchString(name) {
			continue
		}
		b, err := io.ReadAll(t)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errArchive, err)
		}
		if kept += len(b); kept > maxPicked {
			return nil, fmt.Errorf("%w: more than %d MB of files", errArchive, maxPicked>>20)
		}
		files[name] = b
		if h.ModTime.Year() > 2000 {
			day = h.ModTime.UTC().Format(time.DateOnly) // every file has the time of the commit
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: no files to import", errArchive)
	}
	return pack(files, strings.TrimSpace(commit+" "+day))
}

// pack writes files as a zip archive, sorted by name.
func pack(files map[string][]byte, comment string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := errors.Join(z.SetComment(comment), z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func openPack(b []byte) (*zip.Reader, error) {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	return z, nil
}

func memory(files map[string][]byte) (fs.FS, error) {
	b, err := pack(files, "")
	if err != nil {
		return nil, err
	}
	return openPack(b)
}
