package outdir

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// begin finds out what the output folder holds and makes the folder for temporary files.
func (p *plan) begin(s *Set) (err error) {
	if p.old, p.sure, err = p.ours(s); err != nil {
		return err
	}
	there, err := exists(p.dir)
	if err != nil {
		return err
	}
	p.fresh = !there
	if p.killed, err = exists(p.stage); err != nil {
		return err
	}
	if p.killed {
		p.old.at = time.Time{} // the files may be older or newer than the list says: compare all
		return p.emptyStage()
	}
	if err := p.disk.mkdirAll(p.stage); err != nil {
		return fmt.Errorf("writing to the output folder: %w", err)
	}
	return nil
}

// emptyStage removes the temporary files of a killed build. The folder stays, so that the
// output folder is known as unfinished at any moment.
func (p *plan) emptyStage() error {
	if info, err := os.Lstat(p.stage); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is not a folder of a build: remove it", p.stage)
	}
	entries, err := os.ReadDir(p.stage)
	if err != nil {
		return fmt.Errorf("reading the temporary files of a killed build: %w", err)
	}
	for _, e := range entries {
		if err := p.disk.removeAll(filepath.Join(p.stage, e.Name())); err != nil {
			return fmt.Errorf("removing the temporary files of a killed build: %w", err)
		}
	}
	return nil
}

// make makes every file and writes those that differ into temporary files.
func (p *plan) make(ctx context.Context, s *Set, opt Options) (err error) {
	p.set = s
	if err := p.checkFolders(opt.Each, p.gone()); err != nil { // nothing is removed through a link
		return err
	}
	var more []File
	rest := func() (err error) {
		if opt.Rest == nil {
			return nil
		}
		if more, err = opt.Rest(); err == nil {
			p.set, err = NewSet(slices.Concat(s.files, more))
		}
		return err
	}
	if err := p.makeFiles(ctx, s.order(opt.Together), opt.Each, rest); err != nil {
		return err
	}
	if err := p.makeFiles(ctx, more, opt.Each, func() error { return nil }); err != nil {
		return err
	}
	slices.SortFunc(p.files, func(a, b made) int { return strings.Compare(a.path, b.path) })
	return p.decideRemovals()
}

// makeFiles makes some of the files, and calls beside meanwhile.
func (p *plan) makeFiles(ctx context.Context, files []File, each Each, beside func() error) error {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	slices.Sort(paths)
	if err := p.checkFolders(each, paths); err != nil {
		return err
	}
	before := len(p.files)
	p.files = append(p.files, make([]made, len(files))...)
	return each.run(1+len(files), func(i int) (err error) {
		if i == 0 {
			return beside()
		}
		n := before + i - 1
		p.files[n], err = p.prepare(ctx, files[i-1], filepath.Join(p.stage, strconv.Itoa(n)))
		return err
	})
}

// prepare makes a file, and writes it to the path temporary unless the output folder has it.
func (p *plan) prepare(ctx context.Context, f File, temporary string) (made, error) {
	if err := ctx.Err(); err != nil {
		return made{}, err
	}
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	b, err := f.in(room)
	if err != nil {
		return made{}, fmt.Errorf("making %s: %w", f.Path, err)
	}
	m := made{row: row{f.Path, entry{sum: sha256.Sum256(b), size: int64(len(b))}}}
	same, err := p.compare(&m.row, b)
	if err != nil || same {
		return m, err
	}
	m.staged = temporary
	at, err := p.disk.write(temporary, b, false)
	if err != nil {
		return m, fmt.Errorf("writing %s: %w", f.Path, err)
	}
	m.time = at.UnixNano()
	return m, nil
}

// in makes the content of a file, in the room where it can be.
func (f File) in(room *[]byte) ([]byte, error) {
	if f.Append == nil {
		return f.Bytes()
	}
	b, err := f.Append((*room)[:0])
	if err == nil {
		keep(room, b)
	}
	return b, err
}

// compare reports whether the file on disk has the content b already, and then sets the time of
// r. A file or folder in the way that no build wrote is an error.
func (p *plan) compare(r *row, b []byte) (bool, error) {
	info, err := os.Lstat(p.at(r.path))
	if absent(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("looking at the output folder: %w", err)
	}
	was, ours := p.old.find(r.path)
	switch {
	case info.IsDir():
		return false, p.checkGone(r.path)
	case info.Mode().IsRegular() && info.Size() == r.size:
		r.time = info.ModTime().UnixNano()
		if ours && p.old.rows[was].sum == r.sum && p.old.trusts(p.old.rows[was].entry, info) {
			return true, nil
		}
		have, err := os.ReadFile(p.at(r.path))
		if err != nil {
			return false, fmt.Errorf("comparing with the output folder: %w", err)
		}
		if bytes.Equal(have, b) {
			return true, nil
		}
	}
	if !ours {
		return false, fmt.Errorf("%s stands where the site needs a file, and no build wrote it: remove it", p.at(r.path))
	}
	return false, nil
}

// checkGone refuses a folder that is to become a file unless all in it is ours.
func (p *plan) checkGone(path string) error {
	return filepath.WalkDir(p.at(path), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(p.dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && !p.old.hasBelow(rel):
			return fmt.Errorf("the site needs the file %s, and the folder %s, which no build wrote, is in its place: remove it", path, name)
		case !d.IsDir() && !p.old.has(rel):
			return fmt.Errorf("the site needs the file %s, and in the folder of that name is %s, which no build wrote: remove it", path, rel)
		}
		return nil
	})
}

// checkFolders refuses to go on where a folder that sorted paths need is a link, or a file that is
// not ours. Nothing is ever written through a link, so nothing outside of the output folder is.
func (p *plan) checkFolders(each Each, paths []string) error {
	folders := foldersOf(paths)[1:]
	errs := make([]error, len(folders))
	err := each.run(len(folders), func(i int) error {
		errs[i] = p.checkFolder(folders[i])
		return nil
	})
	return cmp.Or(err, cmp.Or(errs...))
}

// checkFolder does that for one folder.
func (p *plan) checkFolder(dir string) error {
	info, err := os.Lstat(p.at(dir))
	switch {
	case absent(err):
		return nil
	case err != nil:
		return fmt.Errorf("looking at the output folder: %w", err)
	case info.IsDir():
		return nil
	}
	if p.old.has(dir) {
		return nil // it is removed before the folder is made
	}
	return fmt.Errorf("%s stands where the site needs a folder, and no build wrote it: remove it", p.at(dir))
}

// gone lists the files of earlier builds that the set, as far as it is known, does not have.
func (p *plan) gone() []string {
	var out []string
	for _, r := range p.old.rows {
		if !p.set.has(r.path) {
			out = append(out, r.path)
		}
	}
	return out
}

// decideRemovals sorts the files that are gone: those that stand in the way of a new file or
// folder, or have its name in other letter case, have to be removed first.
func (p *plan) decideRemovals() error {
	all := p.gone()
	if len(all) == 0 {
		return nil
	}
	taken := make(map[string]*made, 2*len(p.files)) // folders have none
	for i, f := range p.files {
		at := Fold(f.path)
		taken[at] = &p.files[i]
		for at = parent(at); at != ""; at = parent(at) {
			if _, known := taken[at]; known {
				break
			}
			taken[at] = nil
		}
	}
	for _, path := range all {
		at := Fold(path)
		f, inTheWay := taken[at]
		if f != nil {
			if err := p.stageAgain(f); err != nil {
				return err
			}
		}
		for at = parent(at); at != "" && !inTheWay; at = parent(at) {
			inTheWay = taken[at] != nil
		}
		if inTheWay {
			p.first = append(p.first, path)
		} else {
			p.last = append(p.last, path)
		}
	}
	return nil
}

// stageAgain copies a file that did not change into a temporary file: its name in other letter
// case is removed, which may be the same file.
func (p *plan) stageAgain(f *made) error {
	if f.staged != "" {
		return nil
	}
	b, err := os.ReadFile(p.at(f.path))
	if err != nil {
		return fmt.Errorf("reading %s: %w", f.path, err)
	}
	f.staged = filepath.Join(p.stage, "case-"+strconv.FormatInt(int64(len(p.first)), 10))
	at, err := p.disk.write(f.staged, b, false)
	f.time = at.UnixNano()
	return err
}

// WriteDir makes the folder dir hold the files of the set, as the package's comment
// says: only what differs, never a stranger's file. It completes what a killed build left.
// Unless the error says that the next build completes the folder, the folder is as it was.
func WriteDir(ctx context.Context, dir string, s *Set, opt Options) (Stats, error) {
	at, err := locate(dir, opt.State, opt.disk)
	if err != nil {
		return Stats{}, err
	}
	if err := at.disk.mkdirAll(at.state); err != nil {
		return Stats{}, fmt.Errorf("making the state folder: %w", err)
	}
	unlock, err := at.lock()
	if err != nil {
		return Stats{}, err
	}
	defer unlock()
	p := &plan{places: at}
	if err := p.begin(s); err != nil {
		return Stats{}, err
	}
	if err := p.make(ctx, s, opt); err != nil {
		return Stats{}, errors.Join(err, p.undo())
	}
	return p.commit(ctx, opt)
}
