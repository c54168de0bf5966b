package artifact

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"syscall"
)

// places knows where everything of one output folder is.
type places struct {
	dir      string // the output folder
	state    string
	manifest string
	mark     string // in the output folder: see [places.ours]
	journal  string
	name     string // of this output folder among the others of the state folder
	disk     disk
}

// stateFolder is where the state goes when nobody says it, beside the output folder.
const stateFolder = ".kawaraban"

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
	at := func(kind string) string { return filepath.Join(state, kind+"-"+name) }
	return places{dir, state, at("manifest"), filepath.Join(dir, markName), at("journal"), name, d}, nil
}

// at is the place of a file of the site.
func (p places) at(path string) string { return filepath.Join(p.dir, filepath.FromSlash(path)) }

// The staging folder is in the state folder or, where that is on another file system
// and nothing can be renamed from there, hidden in the output folder.
const (
	stageInState  = "state"
	stageInOutput = "output"
)

// resolve turns the stage that a journal names into its path.
func (p places) resolve(stage string) string {
	if stage == stageInOutput {
		return filepath.Join(p.dir, ".kawaraban-stage")
	}
	return filepath.Join(p.state, "stage-"+p.name)
}

// leftovers lists what a killed build may have left beside the output folder's files.
func (p places) leftovers() []string {
	return []string{
		p.resolve(stageInState), p.resolve(stageInOutput),
		p.probe(p.dir), p.probe(filepath.Dir(p.dir)),
		p.manifest + ".next", p.manifest + ".next.new", p.mark + ".new", p.journal + ".new",
	}
}

// probe is the file by which chooseStage tries whether a folder can be renamed into.
func (p places) probe(into string) string { return filepath.Join(into, ".kawaraban-probe-"+p.name) }

// chooseStage makes a staging folder from which files can be renamed into the output
// folder, which is tried with one file.
func (p places) chooseStage() (string, error) {
	into := p.dir
	there, err := exists(p.dir)
	if err != nil {
		return "", err
	}
	if !there {
		into = filepath.Dir(p.dir)
	}
	stage := p.resolve(stageInState)
	probe := filepath.Join(stage, "probe")
	if _, err := p.disk.write(probe, nil, false); err != nil {
		return "", fmt.Errorf("making the staging folder: %w", err)
	}
	err = p.disk.rename(probe, p.probe(into))
	if err == nil {
		return stageInState, p.disk.remove(p.probe(into))
	}
	if !errors.Is(err, syscall.EXDEV) {
		return "", fmt.Errorf("writing to the output folder: %w", err)
	}
	if err := p.disk.removeAll(stage); err != nil {
		return "", fmt.Errorf("clearing the staging folder: %w", err)
	}
	if err := p.disk.mkdirAll(p.resolve(stageInOutput)); err != nil {
		return "", fmt.Errorf("making the staging folder: %w", err)
	}
	return stageInOutput, nil
}
