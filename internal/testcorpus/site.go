package testcorpus

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// releases are those of which Site has notes and upstream data.
var releases = []string{"1.26", "1.27", "1.28", "1.29"}

// Site returns this repository's site with less of it: four releases, the logs, and the feature
// gates and KEPs that one of the texts names. It has every kind of pages. The caller may
// change the result.
func Site(t testing.TB) fstest.MapFS {
	t.Helper()
	site, err := ownSite(os.DirFS(checkout()))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func ownSite(checkout fs.FS) (fstest.MapFS, error) {
	site := fstest.MapFS{}
	read := func(name string) error {
		data, err := fs.ReadFile(checkout, name)
		site[name] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	}
	if err := read("site.yaml"); err != nil {
		return nil, err
	}
	err := fs.WalkDir(checkout, "content", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && isRelease(e.Name()) && !slices.Contains(releases, e.Name()):
			return fs.SkipDir
		case e.IsDir() || isOther(name):
			return nil
		}
		return read(name)
	})
	if err != nil {
		return nil, err
	}
	return site, reduce(site)
}

// isRelease reports whether a folder has the notes of a release.
func isRelease(name string) bool { return strings.HasPrefix(name, "1.") }

// isOther reports whether a file holds data of a release that Site leaves out.
func isOther(name string) bool {
	of := path.Base(path.Dir(name))
	return (of == "releases" || of == "findings") && !slices.Contains(releases, strings.TrimSuffix(path.Base(name), ".json"))
}

const kepsFile, gatesFile = "content/_data/keps.json", "content/_data/gates.json"

var word = regexp.MustCompile(`\w+`)

// reduce removes the gates that no note and no release names and that have no stage in the releases,
// then the KEPs that none names and that have no gate left.
func reduce(site fstest.MapFS) error {
	named := map[string]bool{}
	for name, f := range site {
		if path.Ext(name) == ".md" || path.Base(path.Dir(name)) == "releases" {
			for _, w := range word.FindAll(f.Data, -1) {
				named[string(w)] = true
			}
		}
	}
	err := keep(site[gatesFile], func(gate item) bool {
		named[gate.Name] = named[gate.Name] || slices.ContainsFunc(gate.Stages, stage.here)
		return named[gate.Name]
	})
	if err != nil {
		return err
	}
	return keep(site[kepsFile], func(kep item) bool {
		return named[kep.Number] || slices.ContainsFunc(kep.Gates, func(gate item) bool { return named[gate.Name] })
	})
}

// item is what reduce reads of a gate or KEP.
type item struct {
	Name, Number string
	Gates        []item
	Stages       []stage
}

type stage struct{ From, To string }

// here reports whether a gate is in this stage in one of the releases, first or last.
func (s stage) here() bool {
	return slices.Contains(releases, s.From) || slices.Contains(releases, s.To)
}

// keep leaves in a file with a list those that are wanted.
func keep(file *fstest.MapFile, wanted func(item) bool) error {
	var all, kept []json.RawMessage
	if err := json.Unmarshal(file.Data, &all); err != nil {
		return err
	}
	for _, raw := range all {
		var it item
		if err := json.Unmarshal(raw, &it); err != nil {
			return err
		}
		if wanted(it) {
			kept = append(kept, raw)
		}
	}
	var err error
	file.Data, err = json.Marshal(kept)
	return err
}
