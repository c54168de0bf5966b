package fasttemplate

import (
	"fmt"
	"testing"
)

// A shelf does not grow with the site, does not lose what every page asks for, and is another one
// for each template.
func TestShelfIsBounded(t *testing.T) {
	var all shelves
	all.put("nav", "menu", "the menu")
	all.put("nav", 7, "seven")
	for i := range 5 * keptParts {
		all.put("nav", fmt.Sprint(i), "another")
		if got, ok := all.get("nav", "menu"); !ok || got != "the menu" {
			t.Fatalf("the menu is %q, %v after %d others", got, ok, i+1)
		}
	}
	if got, ok := all.get("nav", "0"); ok {
		t.Errorf("%q is kept after %d others", got, 5*keptParts)
	}
	if got, _ := all.get("nav", 7); got != "seven" {
		t.Errorf("what stands under a number is %q", got)
	}
	if got, ok := all.get("foot", "menu"); ok {
		t.Errorf("another template has printed %q", got)
	}
}
