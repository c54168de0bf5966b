package sitecheck

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// findings collects problems. It counts the pages that have the same problem. It is safe for
// concurrent use.
type findings struct {
	mu  sync.Mutex
	all map[string]*finding
}

// finding is a problem at its first position.
type finding struct {
	diag  diag.Diagnostic
	hint  func() string // computes the hint at the end; nil if the problem already has its hint
	pages int
}

// add adds a problem of a page. Callers call it once per page and key. Problems with the same
// code and key count as one. Without a key, the text is the key.
func (f *findings) add(d diag.Diagnostic, key string) { f.hinted(d, key, nil) }

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

// sorted returns the problems in the order of their positions.
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
			d.Text += ", also on 1 other page"
		case found.pages > 2:
			d.Text += fmt.Sprintf(", also on %d other pages", found.pages-1)
		}
		ds = append(ds, d)
	}
	return diag.Sort(ds)
}
