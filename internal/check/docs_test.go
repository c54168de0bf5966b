package check_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
)

// section is the section of a code in docs/checks.md.
type section struct {
	code      diag.Code
	severity  string
	fix       bool
	bad, good files
}

// files are the files of an example, by path.
type files map[string]string

const examplePath = "content/1.27/example.en.md"

var (
	sectionHead = regexp.MustCompile(`(?m)^### ([a-z-]+/[a-z-]+)\n`)
	weightLine  = regexp.MustCompile("^\\n\\*\\*(error|warning|info)\\*\\*( · `--fix` corrects it)?\n")
	example     = regexp.MustCompile("(?m)^(`{3,})[a-z]+(?: (\\S+))?\n")
)

// guide parses docs/checks.md.
func guide(t *testing.T) []section {
	t.Helper()
	data, err := os.ReadFile("../../docs/checks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "\n-->\n") // the template of a section is in a comment
	heads := sectionHead.FindAllStringSubmatchIndex(text, -1)
	var out []section
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		out = append(out, readSection(t, diag.Code(text[h[2]:h[3]]), text[h[1]:end]))
	}
	return out
}

func readSection(t *testing.T, code diag.Code, text string) section {
	t.Helper()
	s := section{code: code}
	m := weightLine.FindStringSubmatch(text)
	if m == nil {
		t.Errorf("%s: its section does not begin with its severity", code)
		return s
	}
	s.severity, s.fix = m[1], m[2] != ""
	before, good, _ := strings.Cut(text, "\nGood:\n")
	_, bad, _ := strings.Cut(before, "\nBad:\n")
	path := examplePath
	s.bad, path = examples(bad, path)
	s.good, _ = examples(good, path)
	return s
}

// examples returns the files in a text, and the path of the first.
func examples(text, path string) (files, string) {
	out, first := files{}, ""
	for {
		m := example.FindStringSubmatch(text)
		if m == nil {
			return out, first
		}
		_, text, _ = strings.Cut(text, m[0])
		body, rest, _ := strings.Cut("\n"+text, "\n"+m[1]+"\n")
		if m[2] != "" {
			path = m[2]
		}
		if first == "" {
			first = path
		}
		out[path], text = strings.TrimPrefix(body+"\n", "\n"), rest
	}
}

// exampleSites builds small sites with this repository's upstream data.
type exampleSites struct {
	builder *build.Builder
	data    fs.FS
	known   map[string][]diag.Diagnostic // results of find, by the files
}

func newExampleSites() *exampleSites {
	return &exampleSites{
		builder: build.New(build.Options{Check: true}), data: os.DirFS("../.."), known: map[string][]diag.Diagnostic{},
	}
}

// shared is used by all tests that build the guide's examples.
var shared = sync.OnceValue(newExampleSites)

// siteFS is a directory with some files, and this repository's upstream data.
type siteFS struct {
	fstest.MapFS
	data fs.FS
}

// below reports whether a path belongs to upstream data, if the example has none itself.
func (s siteFS) below(name string) bool {
	if name != dataFolder && !strings.HasPrefix(name, dataFolder+"/") {
		return false
	}
	for path := range s.MapFS {
		if strings.HasPrefix(path, dataFolder+"/") {
			return false
		}
	}
	return true
}

const dataFolder = "content/_data"

func (s siteFS) Open(name string) (fs.File, error) {
	if s.below(name) {
		return s.data.Open(name)
	}
	return s.MapFS.Open(name)
}

func (s siteFS) ReadFile(name string) ([]byte, error) {
	if s.below(name) {
		return fs.ReadFile(s.data, name)
	}
	if f := s.MapFS[name]; f != nil && string(f.Data) == unreadable {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return s.MapFS.ReadFile(name)
}

func (s siteFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if s.below(name) {
		return fs.ReadDir(s.data, name)
	}
	return s.MapFS.ReadDir(name)
}

func (s siteFS) Stat(name string) (fs.FileInfo, error) {
	if s.below(name) {
		return fs.Stat(s.data, name)
	}
	return s.MapFS.Stat(name)
}

func (s siteFS) Sub(dir string) (fs.FS, error) {
	if s.below(dir) {
		return fs.Sub(s.data, dir)
	}
	return s.MapFS.Sub(dir)
}

// find builds a site of some files and returns its problems.
func (l *exampleSites) find(t *testing.T, in files) []diag.Diagnostic {
	t.Helper()
	key := fmt.Sprintf("%q", in) // Sprintf sorts the keys of maps
	if ds, ok := l.known[key]; ok {
		return ds
	}
	m := fstest.MapFS{}
	for path, text := range in {
		m[path] = &fstest.MapFile{Data: []byte(text)}
	}
	l.known[key] = l.findFS(t, m)
	return l.known[key]
}

func (l *exampleSites) findFS(t *testing.T, m fstest.MapFS) []diag.Diagnostic {
	t.Helper()
	m["content"] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
	s, err := l.builder.State(context.Background(), siteFS{m, l.data})
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if (siteFS{m, nil}).below(dataFolder) { // problems of this repository's data do not count
		return slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return strings.HasPrefix(d.Pos.File, dataFolder+"/") })
	}
	return found
}

func codesOf(ds []diag.Diagnostic) []diag.Code {
	seen := map[diag.Code]bool{}
	for _, d := range ds {
		seen[d.Code] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

func lines(ds []diag.Diagnostic) string {
	var out []string
	for _, d := range ds {
		out = append(out, d.String())
	}
	return strings.Join(out, "\n")
}

// TestGuide checks docs/checks.md. Every code must have a section and every section a code. The bad
// example must cause only that code, the good one no problem.
func TestGuide(t *testing.T) {
	l := shared()
	seen := map[diag.Code]bool{}
	for _, s := range guide(t) {
		if seen[s.code] {
			t.Errorf("%s has two sections", s.code)
		}
		seen[s.code] = true
		t.Run(string(s.code), func(t *testing.T) {
			e, ok := check.Codes()[s.code]
			if !ok {
				t.Fatal("unknown code")
			}
			if e.Severity.String() != s.severity {
				t.Errorf("the default severity is %s, in the guide %s", e.Severity, s.severity)
			}
			if isBuilt(s.code) {
				runBuilt(t, s)
				return
			}
			if m := made[s.code]; m != nil {
				l.runMade(t, s, m())
				return
			}
			l.run(t, s)
		})
	}
	for code := range check.Codes() {
		if !seen[code] {
			t.Errorf("%s has no section in docs/checks.md", code)
		}
	}
}

// made creates the sites for codes whose examples cannot be text.
var made = map[diag.Code]func() fstest.MapFS{
	"content/binary":   func() fstest.MapFS { return one("# Notes\n\nText\x00.\n") },
	"content/encoding": func() fstest.MapFS { return one("# Notes\n\nText\xff.\n") },
	"content/link": func() fstest.MapFS {
		m := one("# Notes\n\nText.\n")
		m["content/1.27/other.en.md"] = &fstest.MapFile{Data: []byte("example.en.md"), Mode: fs.ModeSymlink | 0o777}
		return m
	},
	"content/not-a-file": func() fstest.MapFS {
		m := one("# Notes\n\nText.\n")
		m["content/1.27/other.en.md"] = &fstest.MapFile{Mode: fs.ModeNamedPipe | 0o666}
		return m
	},
	"content/too-large":     func() fstest.MapFS { return one("# Notes\n\n" + strings.Repeat("Text.\n", source.MaxBytes/6)) },
	"content/unreadable":    func() fstest.MapFS { return one(unreadable) },
	"front-matter/encoding": func() fstest.MapFS { return one("---\ntitle: Notes\x1b[2J\n---\n\n# Notes\n\nText.\n") },
	"front-matter/limit": func() fstest.MapFS {
		return one("---\ntitle: Notes\nsigs: " + strings.Repeat("[", 99) + "\n---\n\nText.\n")
	},
	"front-matter/too-many": func() fstest.MapFS {
		return one("---\ntitle: Notes\ntags: [" + strings.Repeat("a, ", 64) + "a]\n---\n\nText.\n")
	},
	"markdown/too-long":           func() fstest.MapFS { return one("# Notes\n\n" + strings.Repeat("Text ", 32<<10/4) + "\n") },
	"markdown/too-many-footnotes": func() fstest.MapFS { return one(footnotes(1000)) },
}

// unreadable is the text of a file that cannot be read in the tests.
const unreadable = "unreadable"

func one(text string) fstest.MapFS {
	return fstest.MapFS{examplePath: {Data: []byte(text)}}
}

func footnotes(n int) string {
	var marks, notes strings.Builder
	for i := range n {
		fmt.Fprintf(&marks, "Text.[^%d]\n\n", i)
		fmt.Fprintf(&notes, "[^%d]: More.\n", i)
	}
	return "# Notes\n\n" + marks.String() + notes.String()
}

func (l *exampleSites) runMade(t *testing.T, s section, m fstest.MapFS) {
	t.Helper()
	if len(s.bad) > 0 || len(s.good) > 0 || s.fix {
		t.Error("has unnecessary text examples")
	}
	found := l.findFS(t, m)
	if got := codesOf(found); !slices.Contains(got, s.code) || len(got) > 1 && s.code != "front-matter/limit" {
		t.Errorf("the created site gives %v:\n%s", got, lines(found))
	}
}

func (l *exampleSites) run(t *testing.T, s section) {
	t.Helper()
	if len(s.bad) == 0 || len(s.good) == 0 {
		t.Fatal("has no bad or no good example")
	}
	found := l.find(t, s.bad)
	if got := codesOf(found); !slices.Equal(got, []diag.Code{s.code}) {
		t.Errorf("the bad example gives %v:\n%s", got, lines(found))
	}
	for _, d := range found {
		if s.fix == d.Fix.IsZero() {
			t.Errorf("the guide has a fix: %t, which is wrong: %s", s.fix, d)
		}
	}
	if ds := l.find(t, s.good); len(ds) > 0 {
		t.Errorf("the good example gives:\n%s", lines(ds))
	}
	if s.fix {
		l.checkFix(t, s.bad, found)
	}
}

// checkFix fixes a bad example and checks that no problem is left.
func (l *exampleSites) checkFix(t *testing.T, bad files, found []diag.Diagnostic) {
	t.Helper()
	var all []*check.File
	for path, text := range bad {
		all = append(all, check.NewFile(path, []byte(text), nil))
	}
	after := maps.Clone(bad)
	for _, m := range check.ApplyFixes(all, found) {
		after[m.Path] = string(m.After)
	}
	if ds := l.find(t, after); len(ds) > 0 {
		t.Errorf("after the fix it is %v, with problems:\n%s", after, lines(ds))
	}
}
