package watch

import (
	"cmp"
	"crypto/sha256"
	"path"
	"slices"
	"strings"
)

// Op is the type of a change.
type Op uint8

const (
	Added Op = iota + 1
	Edited
	Removed
)

// String returns the name in lower case.
func (o Op) String() string {
	switch o {
	case Added:
		return "added"
	case Edited:
		return "edited"
	case Removed:
		return "removed"
	}
	return "unknown"
}

// Path is a file or link that has changed. Name is slash-separated and relative to the site.
type Path struct {
	Name string
	Op   Op
}

// differ is a path with its old and its new item. One of them may be nil.
type differ struct {
	Path
	was, is *item
}

// diff returns the files and links that differ, sorted by path. It skips shared subtrees and does
// not return empty directories.
func diff(was, is *item) []differ {
	if was == is {
		return nil
	}
	d := differs{}
	d.folders("", was, is)
	slices.SortFunc(d.list, func(a, b differ) int { return strings.Compare(a.Name, b.Name) })
	return d.list
}

type differs struct{ list []differ }

// folders compares two directories. One of them may be nil.
func (d *differs) folders(dir string, was, is *item) {
	var before, after []*item
	if was != nil {
		before = was.below
	}
	if is != nil {
		after = is.below
	}
	for len(before) > 0 || len(after) > 0 {
		var a, b *item
		order := 0
		switch {
		case len(before) == 0:
			order = 1
		case len(after) == 0:
			order = -1
		default:
			order = strings.Compare(before[0].name, after[0].name)
		}
		if order <= 0 {
			a, before = before[0], before[1:]
		}
		if order >= 0 {
			b, after = after[0], after[1:]
		}
		d.items(dir, a, b)
	}
}

// items compares two items with the same name. One may be a file and the other a directory.
func (d *differs) items(dir string, a, b *item) {
	if a == b {
		return
	}
	name := path.Join(dir, cmp.Or(a, b).name)
	fileA, fileB := a != nil && !a.mode.IsDir(), b != nil && !b.mode.IsDir()
	if a != nil && !fileA || b != nil && !fileB {
		d.folders(name, folderOr(a), folderOr(b))
	}
	switch {
	case fileA && fileB && !a.equal(b):
		d.list = append(d.list, differ{Path{name, Edited}, a, b})
	case fileA && !fileB:
		d.list = append(d.list, differ{Path{name, Removed}, a, nil})
	case fileB && !fileA:
		d.list = append(d.list, differ{Path{name, Added}, nil, b})
	}
}

func folderOr(it *item) *item {
	if it == nil || !it.mode.IsDir() {
		return nil
	}
	return it
}

// moved pairs removed and added files that have the same content. It pairs files with the same
// base name first, then others in the order of their paths. It does not pair empty files.
func moved(list []differ) map[string]string {
	free := map[[sha256.Size]byte][]string{}
	for _, d := range list {
		if d.Op == Added && d.is.summed && d.is.size > 0 {
			free[d.is.sum] = append(free[d.is.sum], d.Name)
		}
	}
	moves := map[string]string{}
	for _, sameBase := range []bool{true, false} {
		for _, d := range list {
			if d.Op != Removed || !d.was.summed || moves[d.Name] != "" {
				continue
			}
			to := free[d.was.sum]
			i := slices.IndexFunc(to, func(name string) bool { return !sameBase || path.Base(name) == path.Base(d.Name) })
			if i >= 0 {
				moves[d.Name] = to[i]
				free[d.was.sum] = slices.Delete(to, i, i+1)
			}
		}
	}
	return moves
}
