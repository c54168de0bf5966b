package sitecheck

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// findings are problems, each once, with the number of pages that have it. They may be added
// by several goroutines.
type findings struct {
	mu  sync.Mutex
	all map[string]*finding
}

// finding is a problem at its first place.
type finding struct {
	diag  diag.Diagnostic
	hint  func() string // looked for when all is known; nil where the problem has its hint
	pages int
}

// add notes a problem of a page, for which it is called once with a key. Problems with one
// code and key are one; without a key, those with one text.
func (f *findings) add(d diag.Diagnostic, key string) { f.hinted(d, key, nil) }

// hinted notes a problem whose hint is looked for at the end.
func (f *findings) hinted(d diag.Diagnostic, key string, hint func() string) {
	key = string(d.Code) + "\x00" + cmp.Or(key, d.Text)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[string]*finding{}
	}
	old := f.all[key]
	if old == nil {
		f.all[key] = &finding{d, hint, 1}
		return
	}
	old.pages++
	if diag.Compare(d, old.diag) < 0 {
		old.diag, old.hint = d, hint
	}
}

// sorted lists the problems in the order in which people read them.
func (f *findings) sorted() []diag.Diagnostic {
	keys := slices.SortedFunc(maps.Keys(f.all), func(a, b string) int {
		return cmp.Or(diag.Compare(f.all[a].diag, f.all[b].diag), cmp.Compare(a, b))
	})
	ds := make([]diag.Diagnostic, 0, len(keys))
	for _, key := range keys {
		found := f.all[key]
		d := found.diag
		if found.hint != nil {
			d.Hint = found.hint()
		}
		switch {
		case found.pages == 2:
			d.Text += ", as on 1 other page"
		case found.pages > 2:
			d.Text += fmt.Sprintf(", as on %d other pages", found.pages-1)
		}
		ds = append(ds, d)
	}
	return diag.Sort(ds)
}
