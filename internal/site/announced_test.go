package site_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func TestGatesRemoved(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := site.Link(nil, d, site.Options{})
	var gates []string
	for _, g := range s.GateRemovals("1.27") {
		gates = append(gates, g.Name)
	}
	if len(gates) != 14 || !slices.Contains(gates, "EphemeralContainers") {
		t.Errorf("gates removed in 1.27: %v", gates)
	}
}

// TestAnnouncedStages checks that the stages from gates and kep.yaml are close to the announced
// numbers.
func TestAnnouncedStages(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := site.Link(nil, d, site.Options{})
	for _, r := range []note.Release{"1.26", "1.27", "1.28", "1.29"} {
		a := d.Releases[r].Announced
		reached := s.Facts(r).Reached
		var parts []string
		for _, c := range []struct {
			stage note.Stage
			n     *int
		}{{note.Alpha, a.Alpha}, {note.Beta, a.Beta}, {note.Stable, a.Stable}} {
			got := len(reached[c.stage])
			parts = append(parts, fmt.Sprintf("%s %d of %d", c.stage, got, *c.n))
			if got < *c.n/2 || got > *c.n*2 {
				t.Errorf("%s: %d KEPs reached %s, %d announced", r, got, c.stage, *c.n)
			}
		}
		t.Log(r, strings.Join(parts, ", "))
	}
}
