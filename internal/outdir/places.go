package outdir

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
)

// places knows where everything of one output folder is.
type places struct {
	dir      string // the output folder
	state    string
	manifest string
	mark     string // in the output folder: see [places.ours]
	stage    string // in the output folder: new files, until they are renamed
	name     string // of this output folder among the others of the state folder
	disk     disk
}

// stateFolder is the default name of the state folder, beside the output folder.
const stateFolder = ".kawaraban"

// The hidden names in an output folder.
const (
	// markName is a file that every build leaves. It holds the last line of the manifest, so
	// that neither can be replaced by an older one unnoticed. While files are renamed it holds
	// one line for each manifest that the state folder may have then.
	markName = ".kawaraban-site"
	// stageName is a folder that exists while a build writes. It is left by a killed build.
	stageName = ".kawaraban-new"
)

// Unfinished reports whether a build is writing to the output folder dir, or was killed while
// it did. The next build completes the folder.
func Unfinished(dir string) (bool, error) { return exists(filepath.Join(dir, stageName)) }

// locate finds the places of the output folder dir. One state folder serves several
// output folders; each is known by its path as seen from there, so that a site may be
// moved as a whole.
func locate(dir, state string, d disk) (places, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return places{}, fmt.Errorf("finding the output folder: %w", err)
	}
	if state == "" {
		state = filepath.Join(filepath.Dir(dir), stateFolder)
	}
	if state, err = filepath.Abs(state); err != nil {
		return places{}, fmt.Errorf("finding the state folder: %w", err)
	}
	rel, err := filepath.Rel(state, dir)
	if err != nil {
		rel = dir // another volume
	}
	if rel == "." || filepath.IsLocal(rel) {
		return places{}, fmt.Errorf("the output folder %s lies in %s, where builds keep their state: choose another", dir, state)
	}
	name := fmt.Sprintf("%x", sha256.Sum256([]byte(filepath.ToSlash(rel))))[:16]
	return places{
		dir: dir, state: state, manifest: filepath.Join(state, "manifest-"+name),
		mark: filepath.Join(dir, markName), stage: filepath.Join(dir, stageName), name: name, disk: d,
	}, nil
}

// at is the place of a file of the site.
func (p places) at(path string) string { return filepath.Join(p.dir, filepath.FromSlash(path)) }
