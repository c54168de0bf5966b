package press

import (
	"fmt"
	"html/template"
	"testing"
)

// A shelf does not grow with the site, and does not lose what every page asks for.
func TestShelfIsBounded(t *testing.T) {
	var all shelves
	s := all.of("nav")
	s.put("menu", "the menu")
	for i := range 5 * keptParts {
		key := fmt.Sprint(i)
		s.put(key, template.HTML(key))
		if got, ok := s.get(key); !ok || string(got) != key {
			t.Fatalf("get(%s) = %q, %v right after put", key, got, ok)
		}
		if got, ok := s.get("menu"); !ok || got != "the menu" {
			t.Fatalf("the menu is %q, %v after %d others", got, ok, i+1)
		}
	}
	if kept := len(s.made) + len(s.old); kept > 2*keptParts {
		t.Errorf("%d parts are kept, and %d is the most", kept, 2*keptParts)
	}
}
