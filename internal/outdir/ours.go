package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// made is a file of the set whose content was rendered.
type made struct {
	row
	staged string // temporary file; empty if the output directory already has the content
}

// plan is the state of a call of WriteDir until files are renamed.
type plan struct {
	places
	old         manifest
	sure        bool // whether old lists exactly the files that builds wrote
	fresh       bool // whether there was no output directory
	killed      bool // whether an earlier build was killed while it wrote
	set         *Set
	files       []made   // files of the set, by path
	first, last []string // files to remove before the renames, and after them
}

func (p places) readMark() string {
	if info, err := os.Lstat(p.mark); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	b, _ := os.ReadFile(p.mark)
	return string(b)
}

// ownFiles returns the files that builds wrote, from the manifest. If the directory has a mark
// but no matching manifest, sure is false. All files then count as written by builds, and each is
// compared by content. A directory with files but without manifest and mark is an error.
func (p places) ownFiles(s *Set) (m manifest, sure bool, err error) {
	m, err = loadManifest(p.manifest)
	mark := p.readMark()
	switch {
	case errors.Is(err, errDamaged), err == nil && mark != "" && !strings.Contains(mark, m.lastLine()):
		m, err = p.all(s)
		return m, false, err
	case err == nil && mark == "":
		err = p.checkOwn(m)
	}
	return m, true, err
}

// all returns all files of the output directory, without their times. It includes hidden files
// only if the set has them.
func (p places) all(s *Set) (m manifest, err error) {
	err = filepath.WalkDir(p.dir, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(p.dir, name) // cannot fail for a path below p.dir
		rel = filepath.ToSlash(rel)
		switch {
		case rel == "." || err != nil:
			return err
		case strings.HasPrefix(rel, "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && checkPath(rel) == nil:
			m.rows = append(m.rows, row{path: rel})
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("reading the output directory: %w", err)
	}
	for _, path := range s.Paths() {
		if strings.HasPrefix(path, ".") {
			m.rows = append(m.rows, row{path: path})
		}
	}
	slices.SortFunc(m.rows, func(a, b row) int { return strings.Compare(a.path, b.path) })
	return m, nil
}

// checkOwn returns an error if the output directory has files that the manifest does not explain,
// or if it is not a directory. It ignores hidden entries (.git, .gitignore).
func (p places) checkOwn(m manifest) error {
	entries, err := os.ReadDir(p.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the output directory: %w", err)
	}
	for _, e := range entries {
		if len(m.rows) == 0 && !strings.HasPrefix(e.Name(), ".") {
			return fmt.Errorf("%s contains files that no build of this site wrote, such as %s: empty it or choose another directory", p.dir, e.Name())
		}
	}
	return nil
}

// setAside copies files that the build replaces or removes although a user may have written them.
// It returns the directory of the copies, which is in the state directory. It returns "" if there
// is nothing to copy.
func (p *plan) setAside() (dir string, err error) {
	paths := slices.Concat(p.first, p.last)
	for _, f := range p.files {
		if f.staged != "" && p.old.has(f.path) {
			paths = append(paths, f.path)
		}
	}
	for _, path := range paths {
		b, err := os.ReadFile(p.at(path))
		if absent(err) {
			continue
		}
		if err == nil && dir == "" {
			dir, err = os.MkdirTemp(p.state, "unlisted-")
		}
		if err == nil {
			_, err = p.disk.write(filepath.Join(dir, filepath.FromSlash(path)), b, false)
		}
		if err != nil {
			return dir, fmt.Errorf("copying %s before it is replaced: %w", path, err)
		}
	}
	return dir, nil
}
