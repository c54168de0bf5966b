package outdir

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
)

type places struct {
	dir      string
	state    string
	manifest string
	mark     string // hidden file in the output directory: see [places.ownFiles]
	stage    string // hidden directory in the output directory for temporary files
	name     string // name of the output directory in names of files in the state directory
	disk     disk
}

const stateFolder = ".kawaraban"

// Hidden names in an output directory.
const (
	// markName is the mark, a file that each build writes. It contains the last line of the
	// manifest, so that an old version of either file is detected. During renames it has a line
	// for each manifest that may be valid.
	markName = ".kawaraban-site"
	// stageName is a directory that exists while a build writes, and after a build was killed.
	stageName = ".kawaraban-new"
)

// Unfinished reports whether a build is writing to dir, or was killed while it wrote. The next
// build completes the directory.
func Unfinished(dir string) (bool, error) { return exists(filepath.Join(dir, stageName)) }

// locate returns the places of the output directory dir. Several output directories may have the
// same state directory. Relative paths identify them, so that the whole site can be moved.
func locate(dir, state string, d disk) (places, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return places{}, fmt.Errorf("finding the output directory: %w", err)
	}
	if state == "" {
		state = filepath.Join(filepath.Dir(dir), stateFolder)
	}
	if state, err = filepath.Abs(state); err != nil {
		return places{}, fmt.Errorf("finding the state directory: %w", err)
	}
	rel, err := filepath.Rel(state, dir)
	if err != nil {
		rel = dir // on another volume
	}
	if rel == "." || filepath.IsLocal(rel) {
		return places{}, fmt.Errorf("the output directory %s is inside the state directory %s: choose another one", dir, state)
	}
	name := fmt.Sprintf("%x", sha256.Sum256([]byte(filepath.ToSlash(rel))))[:16]
	return places{
		dir: dir, state: state, manifest: filepath.Join(state, "manifest-"+name),
		mark: filepath.Join(dir, markName), stage: filepath.Join(dir, stageName), name: name, disk: d,
	}, nil
}

func (p places) at(path string) string { return filepath.Join(p.dir, filepath.FromSlash(path)) }
