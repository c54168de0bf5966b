package source

import (
	"strings"
	"testing"
)

// TestIgnoreIsNoSource checks that a comment that suppresses a check is not the source text of the
// next block, and that the comment before it is.
func TestIgnoreIsNoSource(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"alone", "<!-- kawaraban-ignore gate/unknown -->\n訳文\n", ""},
		{"after the source", "<!-- The source text -->\n<!-- kawaraban-ignore gate/unknown -->\n訳文\n", "The source text"},
		{"before the source", "<!-- kawaraban-ignore gate/unknown -->\n<!-- The source text -->\n訳文\n", "The source text"},
		{"beside the source", "<!-- The source text --><!-- kawaraban-ignore gate/unknown -->\n訳文\n", "The source text"},
		{"in the line", "<!-- The source text -->\n訳文 <!-- kawaraban-ignore gate/unknown -->\n", "The source text"},
	} {
		n, ds := Parse(Input{Path: "content/1.27/a.ja.md", Bytes: []byte("# 題\n\n" + c.text)}, nil, Options{})
		if len(ds) > 0 {
			t.Fatalf("%s: %v", c.name, ds)
		}
		last := n.Blocks[len(n.Blocks)-1]
		if got := last.Source.Plain(); got != c.want || last.Text.Plain() != "訳文" {
			t.Errorf("%s: source %q of %q, want %q", c.name, got, last.Text.Plain(), c.want)
		}
		if strings.Contains(n.Markdown, "ignore") {
			t.Errorf("%s: the twin is %q", c.name, n.Markdown)
		}
	}
}
