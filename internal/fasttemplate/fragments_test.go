package fasttemplate

import (
	"fmt"
	"html/template"
	"testing"

	"github.com/kawaraban/kawaraban/internal/memo"
)

// TestFragmentsAreBounded checks that the cache of fragments is bounded, keeps recent ones, and
// separates templates.
func TestFragmentsAreBounded(t *testing.T) {
	all := memo.Bounded[fragment, template.HTML](keptFragments)
	all.Put(fragment{"nav", "menu"}, "the menu")
	all.Put(fragment{"nav", 7}, "seven")
	for i := range 3 * keptFragments {
		all.Put(fragment{"nav", fmt.Sprint(i)}, "another")
		if got, ok := all.Get(fragment{"nav", "menu"}); !ok || got != "the menu" {
			t.Fatalf("the menu is %q, %v after %d others", got, ok, i+1)
		}
		if got, _ := all.Get(fragment{"nav", 7}); got != "seven" {
			t.Fatalf("the fragment with the number as its key is %q", got)
		}
	}
	if got, ok := all.Get(fragment{"nav", "0"}); ok {
		t.Errorf("%q is cached after %d others", got, 3*keptFragments)
	}
	if got, ok := all.Get(fragment{"foot", "menu"}); ok {
		t.Errorf("a different template has printed %q", got)
	}
}
