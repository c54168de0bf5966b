package page

import (
	"fmt"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

func TestAround(t *testing.T) {
	for _, c := range []struct{ all, at, n, first, last int }{
		{5, 2, 6, 0, 4}, {6, 2, 6, 0, 5}, {7, 0, 6, 0, 5}, {7, 6, 6, 1, 6}, {100, 50, 10, 45, 54}, {100, 3, 10, 0, 9}, {100, 97, 10, 90, 99},
	} {
		var all []sibling
		for i := range c.all {
			all = append(all, sibling{id: note.ID(fmt.Sprintf("1.27/%03d", i))})
		}
		got := around(all, all[c.at].id, c.n)
		if len(got) != c.last-c.first+1 || got[0] != all[c.first] || got[len(got)-1] != all[c.last] {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
