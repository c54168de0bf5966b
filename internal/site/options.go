package site

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Options says what of the content becomes the site.
type Options struct {
	// Only restricts the site to one release: its notes, and of everything else
	// what its pages name. Empty means all.
	Only note.Release
	// Fallback says in which languages readers of a language are shown notes that are not
	// in their own, the best first. Where it says nothing of a language, in English.
	Fallback map[note.Lang][]note.Lang
	// Each, when set, calls f for every number below n, several at a time: what many notes say by
	// themselves is then read beside each other. Nil reads one after another.
	Each func(n int, f func(i int))
}

// each is o.Each, and calls f in turn if that is nil.
func (o Options) each(n int, f func(i int)) {
	if o.Each != nil && n > 1 {
		o.Each(n, f)
		return
	}
	for i := range n {
		f(i)
	}
}
