package build

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
)

// contentDir is the folder of the notes below a site's root, dataDir the one below
// it that holds upstream data.
const (
	contentDir = "content"
	dataDir    = "_data"
)

// tree is what stands in content/: the notes by path, and every other file that a
// note may show or link to.
type tree struct {
	notes []string // slash-separated, with content/ in front, sorted
	files map[string]bool
	spelt map[string]string // files by what a file system may take them for
}

// walk lists content/ without reading a file. Links are not followed, so a loop of
// them cannot hang a build nor lead out of the site. What cannot be used is said and
// costs nothing else.
func walk(root fs.FS) (tree, []diag.Diagnostic, error) {
	t := tree{files: map[string]bool{}, spelt: map[string]string{}}
	var ds []diag.Diagnostic
	err := fs.WalkDir(root, contentDir, func(p string, d fs.DirEntry, err error) error {
		pos := diag.Position{File: p}
		if err != nil {
			if p == contentDir {
				return err
			}
			ds = append(ds, unreadable(p, reason(err)))
			return nil
		}
		switch {
		case d.IsDir():
			return t.enterDir(p, d, &ds)
		case strings.HasPrefix(d.Name(), "..") && strings.EqualFold(path.Ext(p), ".md"):
			ds = append(ds, diag.Errorf(pos, "content/bad-path", "its name begins with two dots, which lead out of a folder").
				WithHint("give the file another name"))
		case hidden(d.Name()):
		case d.Type()&fs.ModeSymlink != 0:
			ds = append(ds, diag.Warnf(pos, "content/link", "is a link, and links are not followed").
				WithHint("put the file itself here"))
		case !d.Type().IsRegular():
			ds = append(ds, diag.Warnf(pos, "content/not-a-file", "is no regular file, left out"))
		case source.IsNote(p):
			t.notes = append(t.notes, p)
		default:
			t.addFile(p, &ds)
		}
		return nil
	})
	return t, ds, err
}

// addFile takes a file that a note may show, unless another one has its name but for
// letter case: the two would be one on many hosts.
func (t *tree) addFile(p string, ds *[]diag.Diagnostic) {
	key := artifact.Fold(p)
	if other, taken := t.spelt[key]; taken {
		*ds = append(*ds, diag.Errorf(diag.Position{File: p}, "address/letter-case",
			"differs from %s only by letter case or Unicode form, so it is left out", other).
			WithHint("many file systems and hosts hold the two for one: rename one of them"))
		return
	}
	t.spelt[key] = p
	t.files[p] = true
}

// enterDir leaves out data and hidden folders, and says of a folder that is named as
// if it were a note.
func (t *tree) enterDir(p string, d fs.DirEntry, ds *[]diag.Diagnostic) error {
	if p == contentDir {
		return nil
	}
	if hidden(d.Name()) || p == path.Join(contentDir, dataDir) {
		return fs.SkipDir
	}
	if strings.EqualFold(path.Ext(p), ".md") {
		*ds = append(*ds, diag.Warnf(diag.Position{File: p}, "content/folder-named-as-note", "is a folder, and its name ends in .md").
			WithHint("rename the folder"))
	}
	return nil
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
