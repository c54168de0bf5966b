package build

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/source"
)

// parsedNote is the memo of a parsed file.
type parsedNote struct {
	path  string
	key   string      // hash of all inputs of parsing except the file and its assets
	read  bool        // whether the file could be read
	sum   sum         // hash of the bytes read
	asked []assetAsk  // asset lookups of the parser
	note  *note.Note  // nil if the file is not a valid note
	shown *note.Note  // note to link: note, or a copy that is not a draft if drafts are included
	bytes []byte      // content of the file, if kept
	head  source.Head // front matter, if kept
	diags []diag.Diagnostic
	file  atomic.Pointer[check.File] // computed on first use
}

// contentDir is the folder of the notes. dataDir is the name of the folder in it that has the
// upstream data.
const (
	contentDir = "content"
	dataDir    = "_data"
)

// content is the list of files below content/, with the parsed notes. It is immutable.
type content struct {
	folders []*folder          // parent folders before their subfolders
	at      map[string]*folder // by path
	assets  *assetFiles
}

type folder struct {
	path    string
	notes   []*parsedNote     // sorted by name
	files   []fileSum         // assets, sorted by name
	folders []string          // paths of subfolders
	diags   []diag.Diagnostic // problems of the folder and its entries, but not of notes
}

// fileSum is a file with its hash, if that is known without reading the file.
type fileSum struct {
	path  string
	sum   sum
	known bool
}

// assetFiles are the assets: files that notes may show or link to, by path.
type assetFiles struct {
	known map[string]fileSum
	diags []diag.Diagnostic
}

func (c *content) note(p string) *parsedNote {
	if c == nil {
		return nil
	}
	return c.at[path.Dir(p)].note(p)
}

func (f *folder) note(p string) *parsedNote {
	if f == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(f.notes, p, byPath)
	if !ok {
		return nil
	}
	return f.notes[i]
}

func (c *content) all(yield func(*parsedNote) bool) {
	for _, f := range c.folders {
		for _, n := range f.notes {
			if !yield(n) {
				return
			}
		}
	}
}

func (c *content) diags() []diag.Diagnostic {
	ds := slices.Clone(c.assets.diags)
	for _, f := range c.folders {
		ds = append(ds, f.diags...)
		for _, n := range f.notes {
			ds = append(ds, n.diags...)
		}
	}
	return ds
}

type lister struct {
	root fs.FS
	out  *content
}

// list lists content/. The notes in the result have only a path. Symbolic links are not followed,
// so it cannot loop or leave the site. Unusable entries are reported and skipped.
func list(root fs.FS) (*content, error) {
	l := lister{root, &content{at: map[string]*folder{}}}
	info, err := fs.Stat(root, contentDir)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		if err := l.folder(contentDir); err != nil {
			return nil, err
		}
	}
	l.out.assets = l.assets()
	return l.out, nil
}

// folder lists a folder and its subfolders. It returns an error only if content/ itself cannot be
// read.
func (l *lister) folder(p string) error {
	f := &folder{path: p}
	l.out.folders = append(l.out.folders, f)
	l.out.at[p] = f
	entries, err := fs.ReadDir(l.root, p)
	if err != nil {
		if p == contentDir {
			return err
		}
		f.diags = append(f.diags, unreadable(p, reason(err)))
	}
	for _, e := range entries {
		l.enter(f, e)
	}
	for _, sub := range f.folders {
		if err := l.folder(sub); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister) enter(f *folder, e fs.DirEntry) {
	p, pos := path.Join(f.path, e.Name()), diag.Position{File: path.Join(f.path, e.Name())}
	switch {
	case e.IsDir():
		f.enterDir(p, e)
	case strings.HasPrefix(e.Name(), "..") && source.HasNoteExt(p):
		f.diags = append(f.diags, diag.Errorf(pos, "content/bad-path", "invalid file name: it starts with two dots").
			WithHint("rename the file"))
	case hidden(e.Name()):
	case e.Type()&fs.ModeSymlink != 0:
		f.diags = append(f.diags, diag.Warnf(pos, "content/link", "symbolic link, ignored").
			WithHint("replace the link by the file"))
	case !e.Type().IsRegular():
		f.diags = append(f.diags, diag.Warnf(pos, "content/not-a-file", "not a regular file, ignored"))
	case source.IsNote(p):
		f.notes = append(f.notes, &parsedNote{path: p})
	default:
		if d, ok := source.NotRead(p); ok {
			f.diags = append(f.diags, d)
		}
		known := fileSum{path: p}
		known.sum, known.known = sumOf(l.root, p)
		f.files = append(f.files, known)
	}
}

func (f *folder) enterDir(p string, e fs.DirEntry) {
	if hidden(e.Name()) || p == path.Join(contentDir, dataDir) {
		return
	}
	if source.HasNoteExt(p) {
		f.diags = append(f.diags, diag.Warnf(diag.Position{File: p}, "content/folder-named-as-note", "directory with the name of a note").
			WithHint("rename the directory"))
	}
	f.folders = append(f.folders, p)
}

func (l *lister) assets() *assetFiles {
	b := &assetFiles{known: map[string]fileSum{}}
	spelt := map[string]string{} // by case-folded path
	for _, f := range l.out.folders {
		for _, file := range f.files {
			b.add(file, spelt)
		}
	}
	return b
}

// add adds an asset. It reports names that are invalid on Windows, and names that differ only in
// letter case.
func (b *assetFiles) add(f fileSum, spelt map[string]string) {
	if part := outdir.Unwritable(f.path); part != "" {
		b.diags = append(b.diags, diag.Errorf(diag.Position{File: f.path}, "address/reserved", "file name %q is not valid on Windows, file omitted", part).
			WithHint("rename the file or directory"))
		return
	}
	key := outdir.Fold(f.path)
	if other, taken := spelt[key]; taken {
		b.diags = append(b.diags, diag.Errorf(diag.Position{File: f.path}, "address/letter-case",
			"path differs from %s only in letter case or Unicode form, file omitted", other).
			WithHint("rename one of the two: many file systems and hosts treat them as equal"))
		return
	}
	spelt[key] = f.path
	b.known[f.path] = f
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") }

func unreadable(p, why string) diag.Diagnostic {
	return diag.Errorf(diag.Position{File: p}, "content/unreadable", "%s", why).
		WithHint("change the permissions of the file, or move it out of content/")
}

// reason returns the text of an error without its path, because the diagnostic already has the
// path.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return "cannot be read: " + pe.Err.Error()
	}
	return "cannot be read: " + err.Error()
}

func byPath(n *parsedNote, p string) int { return strings.Compare(n.path, p) }
