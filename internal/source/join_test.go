package source

import (
	"strings"
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

// BenchmarkCommentOfManyItems reads an entry whose comment holds a list: its time grows with
// the number of items, not with its square.
func BenchmarkCommentOfManyItems(b *testing.B) {
	for name, n := range map[string]int{"2000": 2000, "16000": 16000} {
		file := []byte("---\ntitle: T\nkind: changes\n---\n\n<!--\n" + strings.Repeat("- 変更です。\n", n) + "-->\n- A change. (#115331, @mimowo)\n")
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Parse(Input{Path: "content/1.27/a.en.md", Bytes: file}, nil, Options{})
			}
		})
	}
}
