package sitecheck_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// TestMemory checks that a crawl keeps 1 KB of a page, even if its texts are long. A problem on all
// pages must not need more memory than one on a single page.
func TestMemory(t *testing.T) {
	const n = 2_000
	var least runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&least)
	peak := uint64(0)
	calls := 0
	r, err := sitecheck.Check(madeSite{n}, sitecheck.Options{Base: "/", Each: func(n int, f func(int) error) error {
		for i := range n {
			if err := f(i); err != nil {
				return err
			}
		}
		if calls++; calls == 1 { // all files are read, and no problem is reported yet
			var m runtime.MemStats
			runtime.GC()
			runtime.GC()
			runtime.ReadMemStats(&m)
			peak = m.HeapAlloc - min(least.HeapAlloc, m.HeapAlloc)
		}
		return nil
	}})
	if err != nil || len(r.Diags) > 0 {
		t.Fatal(err, listed(r.Diags))
	}
	t.Logf("%d bytes by page, of %d", peak/n, r.Bytes/n)
	if peak/n > 1024 {
		t.Errorf("%d bytes are kept by page", peak/n)
	}
}

// madeSite is a directory with this number of pages. Their content is generated when it is read.
type madeSite struct{ n int }

// perFolder is the number of pages in a directory.
const perFolder = 100

func (s madeSite) Open(name string) (fs.File, error) {
	if i, ok := s.number(name); ok {
		return &madeFile{Reader: bytes.NewReader(s.page(i)), name: name}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// number returns the number of the page at a path.
func (s madeSite) number(name string) (int, bool) {
	var folder, i int
	if n, err := fmt.Sscanf(name, "en/%d/%d/index.html", &folder, &i); n != 2 || err != nil || i >= s.n {
		return 0, false
	}
	return i, name == address(i)
}

func address(i int) string { return fmt.Sprintf("en/%d/%d/index.html", i/perFolder, i) }

func (s madeSite) Stat(name string) (fs.FileInfo, error) {
	if i, ok := s.number(name); ok {
		return madeInfo{"index.html", int64(len(s.page(i)))}, nil
	}
	return madeInfo{name, -1}, nil
}

func (s madeSite) ReadDir(name string) ([]fs.DirEntry, error) {
	var out []fs.DirEntry
	add := func(name string, size int64) { out = append(out, fs.FileInfoToDirEntry(madeInfo{name, size})) }
	parts := strings.Split(name, "/")
	switch {
	case name == ".":
		add("en", -1)
	case len(parts) == 1:
		for i := range (s.n + perFolder - 1) / perFolder {
			add(strconv.Itoa(i), -1)
		}
	case len(parts) == 2:
		folder, _ := strconv.Atoi(parts[1])
		for i := folder * perFolder; i < min(s.n, (folder+1)*perFolder); i++ {
			add(strconv.Itoa(i), -1)
		}
	default:
		i, _ := strconv.Atoi(parts[2])
		add("index.html", int64(len(s.page(i))))
	}
	return out, nil
}

// page returns the content of a page.
func (s madeSite) page(i int) []byte {
	b := bytes.NewBuffer(make([]byte, 0, 16<<10))
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>Page</title></head><body>`)
	for p := range 50 {
		fmt.Fprintf(b, `<h2 id="pr-%d">A heading with some words</h2><p>And a paragraph that is longer, as paragraphs are: <a href="#pr-%d">here</a>, `, p, (p+7)%50)
		if other := (i*31 + p*977) % s.n; p%2 == 0 {
			fmt.Fprintf(b, `<a href="../../%d/%d/#pr-%d">there</a>.</p>`, other/perFolder, other, p)
		} else {
			fmt.Fprintf(b, `<a href="../../%d/%d/">there</a>.</p>`, other/perFolder, other)
		}
	}
	b.WriteString("</body></html>")
	return b.Bytes()
}

// madeFile is an open generated page.
type madeFile struct {
	*bytes.Reader
	name string
}

func (f *madeFile) Stat() (fs.FileInfo, error) { return madeInfo{f.name, f.Size()}, nil }
func (f *madeFile) Close() error               { return nil }
func (f *madeFile) Read(p []byte) (int, error) { return f.Reader.Read(p) }

var _ io.Reader = (*madeFile)(nil)

// madeInfo is the name and size of a file; the size of a directory is -1.
type madeInfo struct {
	name string
	size int64
}

func (m madeInfo) Name() string       { return m.name }
func (m madeInfo) Size() int64        { return max(m.size, 0) }
func (m madeInfo) ModTime() time.Time { return time.Time{} }
func (m madeInfo) IsDir() bool        { return m.size < 0 }
func (m madeInfo) Sys() any           { return nil }

func (m madeInfo) Mode() fs.FileMode {
	if m.size < 0 {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
