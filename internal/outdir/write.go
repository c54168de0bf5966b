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

// Each calls f for every number below n, perhaps several at a time, and returns an
// error of one of them. The builder passes one that works in parallel; nil goes one by
// one.
type Each func(n int, f func(i int) error) error

// run is Each with its nil case.
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

// Options are the ways to write a folder.
type Options struct {
	// State is the folder that keeps the manifest between builds; .kawaraban beside the
	// output folder when empty. The output folder must not lie in it.
	State string
	// Each runs the making and comparing of files.
	Each Each
	// Together, when set, returns what the files that are best made one after another have in
	// common, such as the same page in several languages: those of one name are, in the order
	// of the names.
	Together func(path string) string
	// Rest, when set, returns more files of the set, which take time to be known: it is called
	// beside the making of those that are known.
	Rest func() ([]File, error)
	// Digest, when set, is given the Digest of the set, for [Intact] to be asked of later.
	Digest *Digest

	disk disk // the real one unless a test says otherwise
}

// Stats says what a WriteDir did.
type Stats struct {
	Written   int   // files that are new or differ
	Unchanged int   // files that were there already
	Removed   int   // files of an earlier build that the set has not
	Bytes     int64 // of all files of the set

	// Aside is a folder with copies of the files that were replaced or removed; empty unless the
	// list of written files was missing or damaged, so that some of them may be a person's own.
	Aside string
}

// undo removes what a build made that changes nothing. The folder that a killed build left
// stays, and so does what that build changed.
func (p *plan) undo() error {
	if p.killed {
		return nil
	}
	if err := p.disk.removeAll(p.stage); err != nil {
		return fmt.Errorf("removing temporary files: %w", err)
	}
	if p.fresh {
		_ = os.Remove(p.dir) // it may hold files of somebody else by now
	}
	return nil
}

// commit renames the temporary files into place and removes the files that are gone.
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

// announce writes the list of all files that the output folder may have until the end of the
// change: those of the set and those that are to be removed. The mark comes before it, and has a
// line for the list before, this one, and the one at the end.
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

// putMark writes the mark of the output folder.
func (p *plan) putMark(lines string) error {
	temporary := filepath.Join(p.stage, "mark")
	if _, err := p.disk.write(temporary, []byte(lines), !p.disk.unsynced); err != nil {
		return err
	}
	return p.disk.rename(temporary, p.mark)
}

// change brings the output folder to its new state.
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

// moveFiles renames the temporary files into place: pages after all else, so that no page
// that a reader sees meanwhile asks for a style sheet that is not there yet.
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

// moveFile renames a file, and makes the folders above its place if need be.
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

// removeFiles removes files of ours and the folders that are empty then.
func (p *plan) removeFiles(paths []string) error {
	for _, path := range paths {
		if err := p.disk.remove(p.at(path)); err != nil {
			return err
		}
		for dir := parent(path); dir != ""; dir = parent(dir) {
			if info, err := os.Lstat(p.at(dir)); err == nil && !info.IsDir() {
				continue // the new file of that name, which a killed build wrote
			}
			if err := p.disk.step("remove", p.at(dir)); err != nil {
				return err
			}
			if err := os.Remove(p.at(dir)); err != nil && !absent(err) {
				break // not empty: those above it are not either
			}
		}
	}
	return nil
}
