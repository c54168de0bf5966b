package build

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/source"
)

// contentDir is the folder of the notes below a site's root, dataDir the one below
// it that holds upstream data.
const (
	contentDir = "content"
	dataDir    = "_data"
)

// content is what stands in content/, read. It does not change, and shares with the content
// of last time the folders in which nothing did.
type content struct {
	folders []*folder          // each before those in it
	at      map[string]*folder // by path
	beside  *beside
	key     string // of everything but files that the parsing of the notes depends on
}

// folder is one folder of content/.
type folder struct {
	path    string
	version any               // of all that is in it, nil where that is not known
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

// put takes a folder in the place of the one at its path.
func (c *content) put(f *folder) {
	i := slices.Index(c.folders, c.at[f.path])
	c.folders[i], c.at[f.path] = f, f
}

// doubt has a folder and those that it is in looked through the next time, whatever is said
// of them.
func (c *content) doubt(p string) {
	for ; c.at[p] != nil; p = path.Dir(p) {
		unsure := *c.at[p]
		unsure.version = nil
		c.put(&unsure)
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
	last *content // from which folders are taken that did not change; may be nil
	out  *content
}

// list lists content/. The notes of folders that are not those of last time are not read
// yet: they have a path and nothing else. Links are not followed, so a loop of them cannot
// hang a build nor lead out of the site. What cannot be used is said and costs nothing else.
func list(root fs.FS, last *content) (*content, error) {
	l := lister{root, last, &content{at: map[string]*folder{}}}
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
	version := versionOf(l.root, p)
	if version != nil && l.last != nil && l.last.at[p] != nil && l.last.at[p].version == version {
		l.keep(l.last.at[p])
		return nil
	}
	f := &folder{path: p, version: version}
	l.out.folders = append(l.out.folders, f)
	l.out.at[p] = f
	entries, err := fs.ReadDir(l.root, p)
	if err != nil {
		if p == contentDir {
			return err
		}
		f.version = nil
		f.diags = append(f.diags, unreadable(p, reason(err)))
	}
	for _, e := range entries {
		l.enter(f, e)
	}
	for _, sub := range f.folders {
		if err := l.folder(sub); err != nil {
			return err
		}
		if l.out.at[sub].version == nil {
			f.version = nil
		}
	}
	return nil
}

// keep takes a folder of last time with all that is in it.
func (l *lister) keep(f *folder) {
	l.out.folders = append(l.out.folders, f)
	l.out.at[f.path] = f
	for _, sub := range f.folders {
		l.keep(l.last.at[sub])
	}
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
		if !known.known {
			f.version = nil
		}
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

// beside gathers the files that notes may show; those of last time, the same value, where
// they and their bytes are surely the same.
func (l *lister) beside() *beside {
	if l.last != nil && slices.EqualFunc(l.last.folders, l.out.folders, sameFiles) {
		return l.last.beside
	}
	b := &beside{known: map[string]fileSum{}}
	spelt := map[string]string{} // files by what a file system may take them for
	for _, f := range l.out.folders {
		for _, file := range f.files {
			b.add(file, spelt)
		}
	}
	return b
}

// sameFiles reports whether two folders, or the same one at two times, surely have the same
// files for notes to show.
func sameFiles(a, b *folder) bool {
	return a == b || a.path == b.path && slices.EqualFunc(a.files, b.files, func(a, b fileSum) bool { return a == b && a.known })
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
