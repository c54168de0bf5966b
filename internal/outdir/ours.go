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

// made is a file of the set after its content was made.
type made struct {
	row
	staged string // the temporary file; empty if the output directory has the content already
}

// plan is the state of one WriteDir until files are renamed.
type plan struct {
	places
	old         manifest
	sure        bool // old is exactly what builds wrote
	fresh       bool // there was no output directory
	killed      bool // an earlier build was killed while writing
	set         *Set
	files       []made   // of the set, by path
	first, last []string // files to remove before and after the renames
}

func (p places) readMark() string {
	if info, err := os.Lstat(p.mark); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	b, _ := os.ReadFile(p.mark)
	return string(b)
}

// ownFiles lists the files that builds wrote, as recorded in the manifest. sure is false if the
// directory has a mark but no matching manifest. Then all files count as ours, and each is compared
// by content. A directory with files but neither manifest nor mark is refused.
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

// all lists all files of the output directory, without trusted times. Hidden files are included
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

// checkOwn refuses an output directory that has files without a manifest of ours, or is not a
// directory. Hidden entries (.git, .gitignore) do not count.
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

// setAside copies the files that a build may replace or remove although others may have written
// them. It returns the new directory in the state directory; empty if there is nothing to copy.
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
