package outdir

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
)

// Intact reports whether the directory dir still contains the set with the Digest d, as
// [WriteDir] wrote it. It does not render any file. If the result is true, it also returns the
// Stats of a WriteDir that changes nothing. If it cannot be certain, for example after a killed
// build, it returns false.
func Intact(ctx context.Context, dir string, d Digest, opt Options) (Stats, bool, error) {
	p, err := locate(dir, opt.State, opt.disk)
	if err != nil {
		return Stats{}, false, err
	}
	if there, err := exists(p.manifest); err != nil || !there {
		return Stats{}, false, err
	}
	if killed, err := exists(p.stage); err != nil || killed {
		return Stats{}, false, err
	}
	unlock, err := p.lock()
	if err != nil {
		return Stats{}, false, err
	}
	defer unlock()
	m, err := loadManifest(p.manifest)
	if err != nil && !errors.Is(err, errDamaged) {
		return Stats{}, false, err
	}
	if err != nil || m.digest() != d || p.readMark() != m.lastLine() {
		return Stats{}, false, nil
	}
	return p.intact(ctx, m, opt.Each)
}

// errDiffers ends the comparison at the first difference.
var errDiffers = errors.New("the directory has changed")

func (p places) intact(ctx context.Context, m manifest, each Each) (Stats, bool, error) {
	folders := foldersOf(m.paths())
	if err := each.run(len(folders), func(i int) error { return p.isFolder(folders[i]) }); err != nil {
		return Stats{}, false, sure(err)
	}
	read := atomic.Bool{}
	err := each.run(len(m.rows), func(i int) (err error) {
		if err := ctx.Err(); err != nil {
			return err
		}
		at, trusted, err := p.isFile(m, m.rows[i])
		m.rows[i].time = at
		if !trusted {
			read.Store(true)
		}
		return err
	})
	if err != nil {
		return Stats{}, false, sure(err)
	}
	st := Stats{Unchanged: len(m.rows)}
	for _, r := range m.rows {
		st.Bytes += r.size
	}
	if !read.Load() {
		return st, true, nil
	}
	// The new manifest is younger than the files that were read now. Their times are therefore
	// sufficient next time.
	if err := p.disk.replace(p.manifest, m.encode()); err != nil {
		return Stats{}, false, fmt.Errorf("writing the manifest: %w", errors.Join(err, p.disk.remove(p.manifest+".new")))
	}
	return st, true, nil
}

// sure returns nil for errors that mean a difference.
func sure(err error) error {
	if errors.Is(err, errDiffers) || absent(err) {
		return nil
	}
	return err
}

// isFolder returns errDiffers if a path is not a directory. A link is not a directory.
func (p places) isFolder(dir string) error {
	info, err := os.Lstat(p.at(dir))
	if err == nil && !info.IsDir() {
		return errDiffers
	}
	return err
}

// isFile returns errDiffers if a file differs from the manifest. It returns the modification time
// of the file. trusted reports whether size and time were sufficient, without reading the file.
func (p places) isFile(m manifest, r row) (at int64, trusted bool, err error) {
	info, err := os.Lstat(p.at(r.path))
	if err != nil {
		return 0, false, err
	}
	if !info.Mode().IsRegular() || info.Size() != r.size {
		return 0, false, errDiffers
	}
	if m.trusts(r.entry, info) {
		return r.time, true, nil
	}
	have, err := os.ReadFile(p.at(r.path))
	if err != nil {
		return 0, false, err
	}
	if sha256.Sum256(have) != r.sum {
		return 0, false, errDiffers
	}
	return info.ModTime().UnixNano(), false, nil
}

// foldersOf returns the directories of sorted paths. Parents precede their children, and the root
// comes first.
func foldersOf(paths []string) []string {
	out, last := []string{""}, ""
	for _, p := range paths {
		alike := 0
		for alike < min(len(p), len(last)) && p[alike] == last[alike] {
			alike++
		}
		for at := alike; at < len(p); at++ {
			if p[at] == '/' {
				out = append(out, p[:at])
			}
		}
		last = p
	}
	return out
}
