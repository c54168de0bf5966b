package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

func TestJoin(t *testing.T) {
	r := &note.Ref{Kind: "pr", ID: "1"}
	for name, c := range map[string]struct {
		before string
		text   note.Text
		after  string
		want   note.Text
	}{
		"nothing":          {want: note.Text{{}}},
		"pieces":           {"<p>", note.Text{{HTML: "a"}, {HTML: "b"}}, "</p>", note.Text{{HTML: "<p>ab</p>"}}},
		"a reference":      {"<p>", note.Text{{HTML: "a"}, {Ref: r}, {HTML: "b"}, {HTML: "c"}}, "</p>", note.Text{{HTML: "<p>a"}, {Ref: r}, {HTML: "bc</p>"}}},
		"references alone": {"", note.Text{{Ref: r}, {Ref: r}}, "", note.Text{{}, {Ref: r}, {Ref: r}}},
		"one at the end":   {"<p>", note.Text{{Ref: r}}, "</p>", note.Text{{HTML: "<p>"}, {Ref: r}, {HTML: "</p>"}}},
	} {
		if diff := cmp.Diff(c.want, join(c.before, c.text, c.after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
