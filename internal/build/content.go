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

// parsedNote is what is kept of the parsing of one file.
type parsedNote struct {
	path  string
	key   string      // of everything that parsing depends on but the file, and those beside it
	read  bool        // the file could be read
	sum   sum         // of the bytes that were read
	asked []assetAsk  // the files beside the note that mattered, and what was known of them
	note  *note.Note  // nil when the file cannot be read as a note
	shown *note.Note  // the note as it is linked: note, or, where drafts are shown, it without its mark
	bytes []byte      // of the file, where they are to be kept
	head  source.Head // what the front matter says, where that is kept
	diags []diag.Diagnostic
	file  atomic.Pointer[check.File] // of the bytes; made when it is first needed
}

// contentDir is the folder of the notes below a site's root, dataDir the one below
// it that holds upstream data.
const (
	contentDir = "content"
	dataDir    = "_data"
)

// content is content/, listed and read. It does not change.
type content struct {
	folders []*folder          // each before those in it
	at      map[string]*folder // by path
	beside  *beside
}

// folder is one folder of content/.
type folder struct {
	path    string
	notes   []*parsedNote     // by name
	files   []fileSum         // that notes may show, by name
	folders []string          // the paths of those in it
	diags   []diag.Diagnostic // of what cannot be used, not of the notes
}

// fileSum is a file with its sum, where that is known without reading.
type fileSum struct {
	path  string
	sum   sum
	known bool
}

// beside are all files that notes may show or link to.
type beside struct {
	known map[string]fileSum
	diags []diag.Diagnostic
}

// note returns what was read at a path; nil where there is no note.
func (c *content) note(p string) *parsedNote {
	if c == nil {
		return nil
	}
	return c.at[path.Dir(p)].note(p)
}

// note returns what was read at a path in the folder, which may be nil.
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

// all calls yield for everything that was read as a note.
func (c *content) all(yield func(*parsedNote) bool) {
	for _, f := range c.folders {
		for _, n := range f.notes {
			if !yield(n) {
				return
			}
		}
	}
}

// diags are the problems of reading content/.
func (c *content) diags() []diag.Diagnostic {
	ds := slices.Clone(c.beside.diags)
	for _, f := range c.folders {
		ds = append(ds, f.diags...)
		for _, n := range f.notes {
			ds = append(ds, n.diags...)
		}
	}
	return ds
}

// lister lists content/ without reading a file.
type lister struct {
	root fs.FS
	out  *content
}

// list lists content/. The notes are not read yet: they have a path and nothing else. Links are not followed, so a loop of them cannot
// hang a build nor lead out of the site. What cannot be used is said and costs nothing else.
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
	l.out.beside = l.beside()
	return l.out, nil
}

// folder lists a folder and those in it. Only the topmost one has to be readable.
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

// enter takes what stands in a folder for what it is.
func (l *lister) enter(f *folder, e fs.DirEntry) {
	p, pos := path.Join(f.path, e.Name()), diag.Position{File: path.Join(f.path, e.Name())}
	switch {
	case e.IsDir():
		f.enterDir(p, e)
	case strings.HasPrefix(e.Name(), "..") && strings.EqualFold(path.Ext(p), ".md"):
		f.diags = append(f.diags, diag.Errorf(pos, "content/bad-path", "its name begins with two dots, which lead out of a folder").
			WithHint("give the file another name"))
	case hidden(e.Name()):
	case e.Type()&fs.ModeSymlink != 0:
		f.diags = append(f.diags, diag.Warnf(pos, "content/link", "is a link, and links are not followed").
			WithHint("put the file itself here"))
	case !e.Type().IsRegular():
		f.diags = append(f.diags, diag.Warnf(pos, "content/not-a-file", "is no regular file, left out"))
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

// enterDir leaves out data and hidden folders, and says of a folder that is named as
// if it were a note.
func (f *folder) enterDir(p string, e fs.DirEntry) {
	if hidden(e.Name()) || p == path.Join(contentDir, dataDir) {
		return
	}
	if strings.EqualFold(path.Ext(p), ".md") {
		f.diags = append(f.diags, diag.Warnf(diag.Position{File: p}, "content/folder-named-as-note", "is a folder, and its name ends in .md").
			WithHint("rename the folder"))
	}
	f.folders = append(f.folders, p)
}

// beside gathers the files that notes may show.
func (l *lister) beside() *beside {
	b := &beside{known: map[string]fileSum{}}
	spelt := map[string]string{} // files by what a file system may take them for
	for _, f := range l.out.folders {
		for _, file := range f.files {
			b.add(file, spelt)
		}
	}
	return b
}

// add takes a file that a note may show, unless Windows cannot hold it, or another one has its
// name but for letter case: the two would be one on many hosts.
func (b *beside) add(f fileSum, spelt map[string]string) {
	if part := outdir.Unwritable(f.path); part != "" {
		b.diags = append(b.diags, diag.Errorf(diag.Position{File: f.path}, "address/reserved", "Windows can hold no file or folder called %s, so it is left out", part).
			WithHint("give it another name"))
		return
	}
	key := outdir.Fold(f.path)
	if other, taken := spelt[key]; taken {
		b.diags = append(b.diags, diag.Errorf(diag.Position{File: f.path}, "address/letter-case",
			"differs from %s only by letter case or Unicode form, so it is left out", other).
			WithHint("many file systems and hosts hold the two for one: rename one of them"))
		return
	}
	spelt[key] = f.path
	b.known[f.path] = f
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") }

// unreadable says that a file or folder cannot be read, and why.
func unreadable(p, why string) diag.Diagnostic {
	return diag.Errorf(diag.Position{File: p}, "content/unreadable", "%s", why).
		WithHint("make it readable, or move it out of content/")
}

// reason is why a file could not be read, without its path, which the diagnostic
// already names.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return "cannot be read: " + pe.Err.Error()
	}
	return "cannot be read: " + err.Error()
}

func byPath(n *parsedNote, p string) int { return strings.Compare(n.path, p) }
