package watch

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
)

// Snapshot is one Tree of a site for a command that runs once. It reads all files, because size and
// time do not prove that content is unchanged.
type Snapshot struct {
	*Tree
	w *Watcher
}

// Look reads the directory. The trees read content from live, which is the file system of root,
// possibly with stricter rules. The error is that of Open.
func Look(root *os.Root, live fs.FS) (*Snapshot, error) {
	w, err := open(root, live, Options{Poll: true}, usualSafety, nil)
	if err != nil {
		return nil, err
	}
	return &Snapshot{w.Tree(), w}, nil
}

// Held reports whether the files are still those of the snapshot.
func (s *Snapshot) Held() bool {
	s.w.scan()
	return len(diff(s.top, s.w.now.top)) == 0
}

// Digest returns the hash of all names and contents; false if a change could go unnoticed, because
// something cannot be read. A symbolic link counts as the file behind it.
func (t *Tree) Digest() (sum [sha256.Size]byte, sure bool) {
	h := sha256.New()
	sure = true
	var add func(at string, it *item)
	add = func(at string, it *item) {
		content := it.sum
		if it.mode&fs.ModeSymlink != 0 {
			data, err := t.ReadFile(at)
			content, sure = sha256.Sum256(data), sure && err == nil
		}
		sure = sure && it.err == nil && (it.summed || !it.mode.IsRegular())
		fmt.Fprintf(h, "%q %s %s %x\n", at, it.mode.Type(), it.link, content)
		for _, below := range it.below {
			add(at+"/"+below.name, below)
		}
	}
	for _, it := range t.top.below {
		add(it.name, it)
	}
	h.Sum(sum[:0])
	return sum, sure
}
