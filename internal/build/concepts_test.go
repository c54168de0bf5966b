package build_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
)

// TestGlossaryReachesDigests checks that an edit of the glossary updates the digests of unchanged
// documents. A non-preferred word is not a name of a document, and affects only the digest.
func TestGlossaryReachesDigests(t *testing.T) {
	const before = "terms:\n  - id: node\n    names: {en: node, ja: ノード}\n    about: {en: A machine.}\n"
	files := func(glossary string) fstest.MapFS {
		return fstest.MapFS{
			"content/_data/glossary.yaml": {Data: []byte(glossary)},
			"content/1.27/sig-node.ja.md": {Data: []byte("---\ntitle: ノードの変更\n---\n\n- マシンを止めます。 (#115143)\n- node pool を増やします。 (#115144)\n")},
		}
	}
	reused := build.New(build.Options{})
	index := func(b *build.Builder, site fstest.MapFS) map[string]string {
		r, err := b.Build(context.Background(), site)
		got := outcomeOf(t, r, err)
		if got.Err != "" {
			t.Fatal(got.Err)
		}
		maps.DeleteFunc(got.Files, func(path, _ string) bool { return !strings.HasPrefix(path, "search/") })
		return got.Files
	}
	seen := []map[string]string{index(reused, files(before))}
	for _, edit := range []struct{ what, glossary string }{
		{"a name", strings.Replace(before, "ja: ノード", "ja: [ノード, マシン]", 1)},
		{"a wrong word", before + "  - id: pool\n    names: {ja: 群れ}\n    avoid: {ja: node pool}\n    about: {en: Many.}\n"},
		{"nothing but a sentence", strings.Replace(before, "A machine.", "A machine, real or not.", 1)},
		{"as it was", before},
	} {
		site := files(edit.glossary)
		got, want := index(reused, site), index(build.New(build.Options{}), site)
		if !maps.Equal(got, want) {
			t.Errorf("%s: the index differs from a clean build", edit.what)
		}
		again := slices.ContainsFunc(seen, func(s map[string]string) bool { return maps.Equal(s, got) })
		if again != (edit.what == "as it was") {
			t.Errorf("%s: the index is an earlier one: %v", edit.what, again)
		}
		seen = append(seen, got)
	}
}
