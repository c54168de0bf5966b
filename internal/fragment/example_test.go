package fragment_test

import (
	"fmt"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// An output in a single file, such as a book, has no pages of KEPs: they are chapters of the book.
func Example() {
	const file = "# SIG Node\n\n## Feature\n\nSwap is stable, see KEP-2400.\n\nIt needs `cgroup v2`, as in #12345.\n"
	n, _ := source.Parse(source.Input{Path: "content/1.34/sig-node.ja.md", Bytes: []byte(file)}, &ref.Names{}, source.Options{})
	s, _ := site.Link([]*note.Note{n}, &upstream.Data{}, site.Options{})
	m := fragment.New(s, fragment.Options{
		Target: func(r note.Ref) (path, outside string) {
			if r.Kind == note.KEP {
				return "keps.xhtml#kep-" + r.ID, ""
			}
			return "", ref.URL(r)
		},
	})
	for b := range n.All {
		fmt.Printf("%s: %s\n", b.Type, m.HTML(b.Text, fragment.At{Note: n, Up: "../"}))
	}
	// Output:
	// heading: Feature
	// prose: <p>Swap is stable, see <a class="ref" href="../keps.xhtml#kep-2400">KEP-2400</a>.</p>
	// prose: <p>It needs <code lang=en>cgroup v2</code>, as in <a class="ref" href="https://github.com/kubernetes/kubernetes/pull/12345">#12345</a>.</p>
}
