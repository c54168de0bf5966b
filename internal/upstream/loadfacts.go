package upstream

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

func (l *loader) facts() error {
	var supports []*Support
	f := &l.data.Facts
	for _, err := range []error{
		l.json(SupportFile, &supports), l.json(GuideFile, &f.Guide), l.json(LifecycleFile, &f.Lifecycles), l.json(SourcesFile, &f.Origins), l.json(CVEFile, &f.CVEs),
		perRelease(l, APIDir, &f.Served, func(v *APIList) note.Release { return v.Release }),
		perRelease(l, GateDir, &f.GateLists, func(v *GateVersions) note.Release { return v.Release }),
		perRelease(l, ReferenceDir, &f.References, func(v *Reference) note.Release { return v.Release }),
		perRelease(l, FindingDir, &f.Findings, func(v *Findings) note.Release { return v.Release }),
		perRelease(l, PatchDir, &f.Patches, func(v *Patches) note.Release { return v.Release }),
	} {
		if err != nil {
			return err
		}
	}
	f.Supports = make(map[note.Release]*Support, len(supports))
	for _, s := range supports {
		if s != nil && IsRelease(string(s.Release)) {
			f.Supports[s.Release] = s
		}
	}
	return nil
}

// supportDates sets the dates that releases.yaml lacks.
func (l *loader) supportDates() error {
	for id, r := range l.data.Releases {
		if s := l.data.Supports[id]; s != nil {
			r.Date, r.EndOfSupport = cmp.Or(r.Date, s.Date), cmp.Or(r.EndOfSupport, s.EndOfLife)
		}
	}
	return nil
}

// perRelease reads the files <release>.json in a directory into a map.
func perRelease[T any](l *loader, dir string, into *map[note.Release]*T, release func(*T) note.Release) error {
	*into = map[note.Release]*T{}
	entries, err := fs.ReadDir(l.fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading upstream data: %w", err)
	}
	for _, e := range entries {
		base, isJSON := strings.CutSuffix(e.Name(), ".json")
		if !isJSON || strings.HasPrefix(base, ".") {
			continue
		}
		v, name, before := new(T), path.Join(dir, e.Name()), len(l.diags)
		if err := l.json(name, v); err != nil {
			return err
		}
		switch {
		case len(l.diags) > before:
		case !IsRelease(base) || string(release(v)) != base:
			l.diags = append(l.diags, diag.Errorf(place(name), "data/release", "release %q differs from %q in the file name", release(v), base))
		default:
			(*into)[note.Release(base)] = v
		}
	}
	return nil
}
