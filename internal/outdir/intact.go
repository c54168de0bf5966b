package outdir

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
)

// Intact reports whether the folder dir holds the files of the set that has the Digest d, each
// as [WriteDir] wrote it, so that to write that set again would change nothing: nothing has to
// be made to know it. The Stats are then those of that WriteDir. Intact returns false where it
// is not sure, as after a killed build, and with an error: WriteDir then finds what is wrong.
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

// errDiffers ends the look at a folder at the first thing that is not as it was left.
var errDiffers = errors.New("the folder is not as it was left")

// intact looks at every file of a manifest and at the folders above it.
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
	// What had to be read now is trusted by its time the next time, for the manifest is younger.
	if err := p.disk.replace(p.manifest, m.encode()); err != nil {
		return Stats{}, false, fmt.Errorf("writing the manifest: %w", errors.Join(err, p.disk.remove(p.manifest+".new")))
	}
	return st, true, nil
}

// sure takes the difference that was found for what it is: no error.
func sure(err error) error {
	if errors.Is(err, errDiffers) || absent(err) {
		return nil
	}
	return err
}

// isFolder says errDiffers of a folder that is none, or a link.
func (p places) isFolder(dir string) error {
	info, err := os.Lstat(p.at(dir))
	if err == nil && !info.IsDir() {
		return errDiffers
	}
	return err
}

// isFile says errDiffers of a file that is not as the manifest says. It returns its time, and
// whether that was enough to know it.
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

// foldersOf lists the folders that sorted paths need, that of the site first, each before those
// in it. What is in a folder stands together, so that only the path before has to be asked.
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
