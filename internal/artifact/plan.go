package artifact

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
	"syscall"
)

// plan is one WriteDir on its way to a decision.
type plan struct {
	places
	set     *Set
	old     manifest
	sure    bool   // old lists what builds wrote, and nothing else
	was     []int  // by file of the set: its row in old; none: -1
	fresh   bool   // there is no output folder
	stage   string // stageInState or stageInOutput
	staging *stage // that folder, while files are put into it
	next    []entry
	write   []bool // by file of the set: it was staged
	told    *Digest
}

// rowsOf finds the files of a set among the rows of a manifest; none: -1.
func (m manifest) rowsOf(s *Set) []int {
	was, at := make([]int, len(s.files)), 0
	for i, f := range s.files {
		for at < len(m.rows) && m.rows[at].path < f.Path {
			at++
		}
		was[i] = -1
		if at < len(m.rows) && m.rows[at].path == f.Path {
			was[i] = at
		}
	}
	return was
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

// absent reports whether an error says that nothing is at a path, also because a
// folder above it is a file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
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

// prepare makes file i and stages it unless the output folder has it already.
func (p *plan) prepare(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f := p.set.files[i]
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	b, err := f.in(room)
	if err != nil {
		return fmt.Errorf("making %s: %w", f.Path, err)
	}
	e := entry{sum: sha256.Sum256(b), size: int64(len(b))}
	same, err := p.compare(i, b, &e)
	if err != nil {
		return err
	}
	if !same {
		if e.time, err = p.staging.put(f.Path, b); err != nil {
			return fmt.Errorf("staging %s: %w", f.Path, err)
		}
	}
	p.next[i], p.write[i] = e, !same
	return nil
}

// compare reports whether the file on disk for file i has the content b already, and then notes
// its time in e. What is in the way and not ours is an error.
func (p *plan) compare(i int, b []byte, e *entry) (bool, error) {
	if p.fresh {
		return false, nil
	}
	path := p.set.files[i].Path
	info, err := os.Lstat(p.at(path))
	if absent(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("looking at the output folder: %w", err)
	}
	ours := p.was[i] >= 0
	switch {
	case info.IsDir():
		return false, p.checkGone(path)
	case info.Mode().IsRegular() && info.Size() == e.size:
		e.time = info.ModTime().UnixNano()
		if ours {
			if known := p.old.rows[p.was[i]].entry; known.sum == e.sum && p.old.trusts(known, info) {
				return true, nil
			}
		}
		have, err := os.ReadFile(p.at(path))
		if err != nil {
			return false, fmt.Errorf("comparing with the output folder: %w", err)
		}
		if bytes.Equal(have, b) {
			return true, nil
		}
	}
	if !ours {
		return false, fmt.Errorf("%s stands where the site needs a file, and no build wrote it: remove it", p.at(path))
	}
	return false, nil
}

// checkGone refuses a folder that is to become a file unless all in it is ours.
func (p *plan) checkGone(path string) error {
	return filepath.WalkDir(p.at(path), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(p.dir, name)
		if err != nil {
			return err
		}
		if !p.old.has(filepath.ToSlash(rel)) {
			return fmt.Errorf("the site needs the file %s, and in the folder of that name is %s, which no build wrote: remove it", path, rel)
		}
		return nil
	})
}

// decide turns the outcome of all files into a journal and the manifest that belongs
// to it.
func (p *plan) decide() (journal, manifest) {
	j := journal{stage: p.stage}
	m := manifest{rows: make([]row, p.set.Len())}
	var pages []staged // behind all else
	for i, f := range p.set.files {
		m.rows[i] = row{f.Path, p.next[i]}
		switch w := (staged{f.Path, p.next[i].sum, p.next[i].size}); {
		case !p.write[i]:
		case isPage(f.Path):
			pages = append(pages, w)
		default:
			j.write = append(j.write, w)
		}
	}
	j.write = append(j.write, pages...)
	j.first, j.last = p.gone()
	return j, m
}

// gone lists what the manifest has and the set has not: first what stands in the way
// of a new file or folder, or would be taken for one where letter case does not count.
func (p *plan) gone() (first, last []string) {
	all := p.others()
	if len(all) == 0 {
		return nil, nil
	}
	taken := make(map[string]bool, 2*len(p.set.files))
	for _, f := range p.set.files {
		for at := Fold(f.Path); at != "" && !taken[at]; at = parent(at) {
			taken[at] = true
		}
	}
	for _, path := range all {
		if taken[Fold(path)] || p.below(path) {
			first = append(first, path)
		} else {
			last = append(last, path)
		}
	}
	return first, last
}

// others lists what the manifest has and the set, as far as it is known, has not.
func (p *plan) others() []string {
	stays := make([]bool, len(p.old.rows))
	for _, at := range p.was {
		if at >= 0 {
			stays[at] = true
		}
	}
	var out []string
	for i, r := range p.old.rows {
		if !stays[i] {
			out = append(out, r.path)
		}
	}
	return out
}

// below reports whether a folder above the path is a file of the set.
func (p *plan) below(path string) bool {
	for dir := parent(path); dir != ""; dir = parent(dir) {
		if p.set.has(dir) {
			return true
		}
	}
	return false
}
