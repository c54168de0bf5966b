package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/source"
)

type samplesOf struct {
	paths   []string          // sorted
	changed map[string]string // path of a version that was changed
}

// removeSamples removes the notes that init wrote, unless they were changed. If one version is
// changed, all languages stay, because they may refer to each other.
func (a initCmd) removeSamples(dir string, dryRun bool) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return machine(fmt.Errorf("opening the site's directory: %w", err))
	}
	defer root.Close()
	found, err := findSamples(root.FS())
	if err != nil {
		return machine(fmt.Errorf("searching for samples: %w", err))
	}
	verb := "removed"
	if dryRun {
		verb = "would remove"
	}
	for _, p := range found.paths {
		switch changed := found.changed[noteOf(p)]; {
		case changed == p:
			fmt.Fprintf(a.stdout, "kept %s: modified\n", p)
		case changed != "":
			fmt.Fprintf(a.stdout, "kept %s: %s is modified\n", p, changed)
		default:
			if !dryRun {
				if err := root.Remove(p); err != nil {
					return machine(err)
				}
				_ = root.Remove(path.Dir(p)) // only if empty
			}
			fmt.Fprintln(a.stdout, verb, p)
		}
	}
	if len(found.paths) == 0 {
		fmt.Fprintln(a.stdout, "no samples in content/")
	}
	return nil
}

// findSamples finds the sample notes in content/, changed or not.
func findSamples(site fs.FS) (samplesOf, error) {
	found := samplesOf{changed: map[string]string{}}
	err := fs.WalkDir(site, "content", func(p string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() || !source.IsNote(p) {
			return err
		}
		text, err := fs.ReadFile(site, p)
		switch {
		case err != nil:
			return err
		case source.IsSample(text):
			found.paths = append(found.paths, p)
		case source.WasSample(text):
			found.paths = append(found.paths, p)
			found.changed[noteOf(p)] = p
		}
		return nil
	})
	return found, err
}

// noteOf returns the path of a note without its language: content/1.29/overview for
// content/1.29/overview.ja.md.
func noteOf(p string) string {
	dir, name := path.Split(p)
	name, _, _ = strings.Cut(name, ".")
	return dir + name
}
