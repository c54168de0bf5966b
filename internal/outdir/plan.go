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

func (p *plan) begin(s *Set) (err error) {
	if p.old, p.sure, err = p.ownFiles(s); err != nil {
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
		p.old.at = time.Time{} // the manifest may be outdated, so compare all files
		return p.emptyStage()
	}
	if err := p.disk.mkdirAll(p.stage); err != nil {
		return fmt.Errorf("writing to the output directory: %w", err)
	}
	return nil
}

// emptyStage removes the temporary files of a killed build. The directory itself remains, because
// it marks the output as unfinished.
func (p *plan) emptyStage() error {
	if info, err := os.Lstat(p.stage); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is not a directory: remove it", p.stage)
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

func (p *plan) make(ctx context.Context, s *Set, opt Options) (err error) {
	p.set = s
	if err := p.checkFolders(opt.Each, p.gone()); err != nil { // so that nothing is removed through a link
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

// prepare renders a file and writes it to temporary, unless the output directory already has it.
func (p *plan) prepare(ctx context.Context, f File, temporary string) (made, error) {
	if err := ctx.Err(); err != nil {
		return made{}, err
	}
	room := buffers.Get().(*[]byte)
	defer buffers.Put(room)
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

// in renders the content of a file, in the buffer if possible.
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

// compare reports whether the file on disk has the content b. If so, it sets the time of r. It
// returns an error for a file or directory at this path that no build wrote.
func (p *plan) compare(r *row, b []byte) (bool, error) {
	info, err := os.Lstat(p.at(r.path))
	if absent(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading the output directory: %w", err)
	}
	was, ownFiles := p.old.find(r.path)
	switch {
	case info.IsDir():
		return false, p.checkGone(r.path)
	case info.Mode().IsRegular() && info.Size() == r.size:
		r.time = info.ModTime().UnixNano()
		if ownFiles && p.old.rows[was].sum == r.sum && p.old.trusts(p.old.rows[was].entry, info) {
			return true, nil
		}
		have, err := os.ReadFile(p.at(r.path))
		if err != nil {
			return false, fmt.Errorf("comparing with the output directory: %w", err)
		}
		if bytes.Equal(have, b) {
			return true, nil
		}
	}
	if !ownFiles {
		return false, fmt.Errorf("%s is in the place of a file, and no build wrote it: remove it", p.at(r.path))
	}
	return false, nil
}

// checkGone returns an error if a directory that a file replaces contains files that no build
// wrote.
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
			return fmt.Errorf("the directory %[2]s, which no build wrote, is in the place of the file %[1]s: remove it", path, name)
		case !d.IsDir() && !p.old.has(rel):
			return fmt.Errorf("%[2]s, which no build wrote, is in the place of the file %[1]s: remove it", path, rel)
		}
		return nil
	})
}

// checkFolders returns an error if one of the directories of the sorted paths is a link, or a
// file that no build wrote. Nothing is therefore written outside of the output directory.
func (p *plan) checkFolders(each Each, paths []string) error {
	folders := foldersOf(paths)[1:]
	errs := make([]error, len(folders))
	err := each.run(len(folders), func(i int) error {
		errs[i] = p.checkFolder(folders[i])
		return nil
	})
	return cmp.Or(err, cmp.Or(errs...))
}

func (p *plan) checkFolder(dir string) error {
	info, err := os.Lstat(p.at(dir))
	switch {
	case absent(err):
		return nil
	case err != nil:
		return fmt.Errorf("reading the output directory: %w", err)
	case info.IsDir():
		return nil
	}
	if p.old.has(dir) {
		return nil // it is removed before the directory is created
	}
	return fmt.Errorf("%s is in the place of a directory, and no build wrote it: remove it", p.at(dir))
}

// gone returns the files that earlier builds wrote and that the set lacks.
func (p *plan) gone() []string {
	var out []string
	for _, r := range p.old.rows {
		if !p.set.has(r.path) {
			out = append(out, r.path)
		}
	}
	return out
}

// decideRemovals determines the old files that must be removed first. They are at the path of a
// new file or directory, or differ from it only in letter case.
func (p *plan) decideRemovals() error {
	all := p.gone()
	if len(all) == 0 {
		return nil
	}
	taken := make(map[string]*made, 2*len(p.files)) // nil for directories
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

// stageAgain copies an unchanged file to a temporary file. It is required if the removed old name
// differs only in letter case, because it may be the same file.
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

// WriteDir updates the directory dir to the set, as the package comment describes. It also
// completes the output of a killed build. After an error the directory is unchanged, unless the
// error mentions that the next build completes it.
func WriteDir(ctx context.Context, dir string, s *Set, opt Options) (Stats, error) {
	at, err := locate(dir, opt.State, opt.disk)
	if err != nil {
		return Stats{}, err
	}
	if err := at.disk.mkdirAll(at.state); err != nil {
		return Stats{}, fmt.Errorf("creating the state directory: %w", err)
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
