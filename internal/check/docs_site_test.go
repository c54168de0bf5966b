package check_test

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// isBuilt reports whether a code is found in a built site. Its examples are then files of a built
// site.
func isBuilt(code diag.Code) bool {
	return strings.HasPrefix(string(code), "site/") || code == "address/gone"
}

// publishedList is the file of an example with the addresses of the last published site.
const publishedList = "published.txt"

// builtPage is the page around the body of an example that is not a complete page.
const builtPage = `<!doctype html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'">
<title>Kubernetes</title>
</head>
<body>
%s</body>
</html>
`

// builtFS returns the site of an example.
func builtFS(in files) fstest.MapFS {
	out := fstest.MapFS{}
	for p, text := range in {
		if path.Ext(p) == ".html" && !strings.HasPrefix(text, "<!doctype") {
			lang, _, ok := strings.Cut(p, "/")
			if !ok {
				lang = "en"
			}
			text = fmt.Sprintf(builtPage, lang, text)
		}
		if p != publishedList {
			out[p] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return out
}

// runBuilt crawls the examples of a code. The bad one must cause only that code, the good one no
// problem.
func runBuilt(t *testing.T, s section) {
	t.Helper()
	var bad fs.FS = builtFS(s.bad)
	if m := madeSites[s.code]; m != nil {
		if len(s.bad) > 0 || len(s.good) > 0 {
			t.Error("has unnecessary text examples")
		}
		bad = m()
	} else if len(s.bad) == 0 || len(s.good) == 0 {
		t.Fatal("has no bad or no good example")
	}
	found := crawled(t, s.code, bad, s.bad[publishedList])
	if got := codesOf(found); !slices.Equal(got, []diag.Code{s.code}) {
		t.Errorf("the bad example gives %v:\n%s", got, lines(found))
	}
	for _, d := range found {
		if d.Hint == "" {
			t.Errorf("no hint: %s", d)
		}
	}
	if ds := crawled(t, s.code, builtFS(s.good), s.good[publishedList]); len(ds) > 0 {
		t.Errorf("the good example gives:\n%s", lines(ds))
	}
}

// crawled returns all problems that check --site finds. For site/base it uses --base /notes/.
func crawled(t *testing.T, code diag.Code, site fs.FS, published string) []diag.Diagnostic {
	t.Helper()
	o := sitecheck.Options{Own: sitecheck.Own{Folders: []string{"/home/ann/notes"}, Emails: []string{"ann@example.org"}}}
	if code == "site/base" {
		o.Base = "/notes/"
	}
	r, err := sitecheck.Check(site, o)
	if err != nil {
		t.Fatal(err)
	}
	if published != "" {
		r.Diags = append(r.Diags, sitecheck.Gone(sitecheck.ReadAddresses(published, r.Base), r.Addresses)...)
	}
	return r.Diags
}

// madeSites creates the sites for codes whose examples cannot be text.
var madeSites = map[diag.Code]func() fs.FS{
	"site/encoding":   func() fs.FS { return odd("en/index.html", "<p>Caf\xe9</p>\n") },
	"site/large":      func() fs.FS { return oddFS{MapFS: withMany(21), size: 49 << 20} },
	"site/large-file": func() fs.FS { return oddFS{MapFS: withMany(1), size: 101 << 20} },
	"site/large-page": func() fs.FS { return odd("en/index.html", strings.Repeat("<p>Text</p>\n", 1<<20/10)) },
	"site/not-a-file": func() fs.FS {
		m := odd("en/index.html", "<p>Text</p>\n")
		m.MapFS["en/other.html"] = &fstest.MapFile{Data: []byte("index.html"), Mode: fs.ModeSymlink | 0o777}
		return m
	},
	"site/secret": func() fs.FS { // in two parts, so that searches for secrets do not find it here
		return odd("en/index.html", "<p>gh"+"p_"+strings.Repeat("a1B2", 9)+"</p>\n")
	},
	"site/unreadable": func() fs.FS {
		m := odd("en/index.html", "<p>Text</p>\n")
		m.closed = "en/index.html"
		return m
	},
}

// oddFS is a directory with archives that have a size but no content, and with an unreadable file.
type oddFS struct {
	fstest.MapFS
	size   int64
	closed string
}

func odd(p, text string) oddFS { return oddFS{MapFS: builtFS(files{p: text})} }

// withMany returns a site with n archives.
func withMany(n int) fstest.MapFS {
	m := builtFS(files{"en/index.html": "<p>Text</p>\n"})
	for i := range n {
		m[fmt.Sprintf("archive-%d.zip", i)] = &fstest.MapFile{}
	}
	return m
}

func (o oddFS) Open(name string) (fs.File, error) {
	if name == o.closed {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return o.MapFS.Open(name)
}

func (o oddFS) ReadFile(name string) ([]byte, error) { return fs.ReadFile(struct{ fs.FS }{o}, name) }

func (o oddFS) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := o.MapFS.ReadDir(name)
	for i, e := range all {
		if path.Ext(e.Name()) == ".zip" {
			all[i] = sized{e, o.size}
		}
	}
	return all, err
}

// sized is an entry and its info with a given size.
type sized struct {
	fs.DirEntry
	size int64
}

func (s sized) Info() (fs.FileInfo, error) {
	info, err := s.DirEntry.Info()
	return sizedInfo{info, s.size}, err
}

type sizedInfo struct {
	fs.FileInfo
	size int64
}

func (s sizedInfo) Size() int64 { return s.size }
