package outdir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Each calls f for every number below n, possibly concurrently, and returns one of the errors. A
// nil Each calls f sequentially.
type Each func(n int, f func(i int) error) error

func (e Each) run(n int, f func(i int) error) error {
	if e != nil {
		return e(n, f)
	}
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// Options are the options of [WriteDir].
type Options struct {
	// State is the directory of the manifest. By default it is .kawaraban next to the output
	// directory. The output directory must not be inside it.
	State string
	// Each runs the rendering and comparing of files.
	Each Each
	// Together, if set, returns the name of a group for a path. The files of a group, such as the
	// translations of a page, are rendered one after another. Groups are sorted by name.
	Together func(path string) string
	// Rest, if set, returns further files of the set. It runs while the known files are rendered.
	Rest func() ([]File, error)
	// Digest, if set, is set to the Digest of the set, for [Intact].
	Digest *Digest

	disk disk // replaced in tests
}

// Stats is the result of [WriteDir].
type Stats struct {
	Written   int   // number of new and changed files
	Unchanged int   // number of unchanged files
	Removed   int   // number of removed files of earlier builds
	Bytes     int64 // size of all files of the set

	// Aside is the directory with copies of the replaced and removed files. It is empty unless
	// the manifest was missing or damaged, so that a user may have written some of them.
	Aside string
}

// undo removes the temporary files after an error. After a killed build, the directory of
// temporary files remains.
func (p *plan) undo() error {
	if p.killed {
		return nil
	}
	if err := p.disk.removeAll(p.stage); err != nil {
		return fmt.Errorf("removing temporary files: %w", err)
	}
	if p.fresh {
		_ = os.Remove(p.dir) // fails if it contains other files meanwhile
	}
	return nil
}

func (p *plan) commit(ctx context.Context, opt Options) (Stats, error) {
	next := manifest{rows: make([]row, len(p.files))}
	st := Stats{Removed: len(p.first) + len(p.last)}
	for i, f := range p.files {
		next.rows[i] = f.row
		st.Bytes += f.size
		if f.staged != "" {
			st.Written++
		}
	}
	st.Unchanged = len(p.files) - st.Written
	if opt.Digest != nil {
		*opt.Digest = next.digest()
	}
	if st.Written+st.Removed == 0 && !p.killed && slices.Equal(next.rows, p.old.rows) && p.readMark() == next.lastLine() {
		return st, p.disk.removeAll(p.stage)
	}
	var err error
	if !p.sure {
		st.Aside, err = p.setAside()
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = p.announce(next)
	}
	if err != nil {
		return Stats{}, errors.Join(err, os.RemoveAll(st.Aside), p.undo())
	}
	if err := p.change(next, opt.Each); err != nil {
		return st, fmt.Errorf("putting the new files into %s (the next build completes it): %w", p.dir, err)
	}
	return st, nil
}

// announce writes a manifest of all files that may exist until the end: those of the set, and
// those to be removed. Before that, it writes the mark with a line for the old, for this and for
// the final manifest.
func (p *plan) announce(next manifest) error {
	all := manifest{rows: slices.Clone(next.rows)}
	for _, r := range p.old.rows {
		if !next.has(r.path) {
			all.rows = append(all.rows, r)
		}
	}
	slices.SortFunc(all.rows, func(a, b row) int { return strings.Compare(a.path, b.path) })
	_, err := p.disk.write(p.manifest+".new", all.encode(), !p.disk.unsynced)
	if err == nil {
		err = p.putMark(p.old.lastLine() + all.lastLine() + next.lastLine())
	}
	if err == nil {
		err = p.disk.rename(p.manifest+".new", p.manifest)
	}
	if err != nil {
		return fmt.Errorf("writing the manifest: %w", errors.Join(err, os.RemoveAll(p.manifest+".new")))
	}
	return nil
}

func (p *plan) putMark(lines string) error {
	temporary := filepath.Join(p.stage, "mark")
	if _, err := p.disk.write(temporary, []byte(lines), !p.disk.unsynced); err != nil {
		return err
	}
	return p.disk.rename(temporary, p.mark)
}

func (p *plan) change(next manifest, each Each) error {
	if err := p.removeFiles(p.first); err != nil {
		return err
	}
	if err := p.moveFiles(each); err != nil {
		return err
	}
	if err := p.removeFiles(p.last); err != nil {
		return err
	}
	if len(p.first)+len(p.last) > 0 {
		if err := p.disk.replace(p.manifest, next.encode()); err != nil {
			return err
		}
	}
	if err := p.putMark(next.lastLine()); err != nil {
		return err
	}
	return p.disk.removeAll(p.stage)
}

// moveFiles renames the temporary files. Pages come last, so that a page is never visible before
// its style sheets.
func (p *plan) moveFiles(each Each) error {
	var pages, others []made
	for _, f := range p.files {
		switch {
		case f.staged == "":
		case strings.HasSuffix(f.path, ".html"):
			pages = append(pages, f)
		default:
			others = append(others, f)
		}
	}
	for _, files := range [][]made{others, pages} {
		if err := each.run(len(files), func(i int) error { return p.moveFile(files[i].staged, p.at(files[i].path)) }); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) moveFile(from, to string) error {
	err := p.disk.rename(from, to)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := p.disk.mkdirAll(filepath.Dir(to)); err != nil {
		return err
	}
	return p.disk.rename(from, to)
}

func (p *plan) removeFiles(paths []string) error {
	for _, path := range paths {
		if err := p.disk.remove(p.at(path)); err != nil {
			return err
		}
		for dir := parent(path); dir != ""; dir = parent(dir) {
			if info, err := os.Lstat(p.at(dir)); err == nil && !info.IsDir() {
				continue // a new file with that name, which a killed build wrote
			}
			if err := p.disk.step("remove", p.at(dir)); err != nil {
				return err
			}
			if err := os.Remove(p.at(dir)); err != nil && !absent(err) {
				break // not empty, so its parents are not empty either
			}
		}
	}
	return nil
}
