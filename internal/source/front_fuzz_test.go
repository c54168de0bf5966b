package source

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// frontBody is the text after the front matter of the fuzzer.
const frontBody = "# A title\n\n## Feature\n\n- One change. (#115331, @octo)\n  - 📝 a remark\n\n## Bug\n\n- Another, KEP-753. (#115332, @octo)\n"

// FuzzFront parses any front matter before one body. Values in the note must be valid in addresses,
// every problem must have a position in the file, and the body must be complete. If the front
// matter is invalid, the earlier one must apply.
func FuzzFront(f *testing.F) {
	for _, s := range []string{
		"title: x\nsigs: [node, sig-network, SIG Node]\nreleases: [\"1.27\", 1.28]\nkeps: [127, KEP-753]\nprs: 115331\ngates: NodeLogQuery",
		"date: 2023/5/12 09:00\nkind: talk\nsource: https://example.org/\ntranslates: ../x\naliases: [ja/1.27/old, /../x, index.html, \"a//b\"]\ndraft: true\nlang: ja",
		"emoji: 📝\ntopics: [a]\npublished: false\nfeature: {a: b}\nlinktitle: x", "a: &a [x]\nb: *a", "title: [\n", "\ttitle: x", "title: |\n  x\n  y\n...", "- a",
		"authors: ['@a', \"javascript:x\"]\ntitle: !!binary x", "title: a\ntitle: b\n? c\n: d", "%YAML 1.2", "sigs: {a: b}", "date: 0000-00-00", "lang: xx-yy",
		"title: \"Kubernetes 1.26: SIG Node と SIG Network\"\ndate: 2025-XX-XX", "title: SIG Node\nkind: changes", "title: v1.27\nrelease: v1.27.0",
	} {
		f.Add(s, "title: Before\nsigs: node")
	}
	spec := testSpec()
	spec.Published = map[string][]ref.Published{ // of the pull requests in frontBody, for inferred fields
		"115331": {{Release: "1.26", SIGs: []note.SIG{"node"}}, {Release: "1.27", SIGs: []note.SIG{"node", "testing"}}},
		"115332": {{Release: "1.27", SIGs: []note.SIG{"node"}}},
	}
	names := ref.NewNames(spec)
	f.Fuzz(func(t *testing.T, yaml, before string) {
		text := []byte("---\n" + yaml + "\n---\n" + frontBody)
		in := Input{Path: "content/1.27/x.ja.md", Bytes: text}
		n, head, ds := ParseAfter(in, Head{YAML: before}, names, Options{})
		if n == nil {
			if _, why := clean(in); len(why) == 0 {
				t.Fatalf("no note of %q: %v", yaml, ds)
			}
			return
		}
		text, _ = clean(in)
		for _, d := range ds {
			if d.Pos.File != in.Path || d.Pos.Line < 0 || d.Pos.Line > bytes.Count(text, []byte("\n"))+1 || d.Pos.Col < 0 {
				t.Errorf("%v has no position", d)
			}
		}
		checkMeta(t, n)
		checkBody(t, n, text)
		if head.Held && head.YAML != before {
			t.Errorf("the kept front matter is %q, want %q", head.YAML, before)
		}
		if again, _, more := ParseAfter(in, Head{YAML: before}, names, Options{}); describe(again, more) != describe(n, ds) {
			t.Error("the second parse differs")
		}
	})
}

// The valid forms of values in addresses, and of addresses.
var (
	aRelease = regexp.MustCompile(`^1\.(?:0|[1-9][0-9]*)$`)
	aLabel   = regexp.MustCompile(`^[a-z0-9-]+$`)
	aDay     = regexp.MustCompile(`^(?:|[0-9]{4}-[01][0-9]-[0-3][0-9])$`)
	aSource  = regexp.MustCompile(`^(?:|https?://[^/].*)$`)
)

// checkMeta checks the forms of the values from front matter.
func checkMeta(t *testing.T, n *note.Note) {
	t.Helper()
	checkForm := func(form *regexp.Regexp, what string, s string) {
		if !form.MatchString(s) {
			t.Errorf("%s %q", what, s)
		}
	}
	for _, r := range n.Releases {
		checkForm(aRelease, "release", string(r))
	}
	for _, s := range n.SIGs {
		checkForm(aLabel, "group", string(s))
	}
	for _, s := range slices.Concat(n.Meta.KEPs, n.Meta.PRs) {
		checkForm(regexp.MustCompile(`^[1-9][0-9]{0,6}$`), "number", s)
	}
	checkForm(aDay, "date", n.Meta.Date)
	checkForm(aSource, "source", strings.ToLower(n.Meta.Source))
	for _, a := range n.Meta.Aliases {
		for part := range strings.SplitSeq(a, "/") {
			if invalidSegment(part) != "" || strings.HasPrefix(part, "index.") {
				t.Errorf("alias %q", a)
			}
		}
	}
	if n.Kind != note.Changes && n.Kind != note.Overview && n.Kind != note.Log && n.Kind != note.Talk || n.Lang == "" {
		t.Errorf("kind %q, language %q", n.Kind, n.Lang)
	}
}

// checkBody checks that the last entry of the body has its position, if the front matter ends at
// its end.
func checkBody(t *testing.T, n *note.Note, text []byte) {
	t.Helper()
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	_, after, lines, closed := cutFront(rest)
	if !closed || string(after) != frontBody {
		return
	}
	var at []int
	for b := range n.All {
		if b.Pos.Line <= lines {
			t.Errorf("a block at line %d, in the %d lines of front matter", b.Pos.Line, lines)
		}
		if strings.Contains(b.Text.Plain(), "Another") {
			at = append(at, b.Pos.Line-lines)
		}
	}
	if diff := cmp.Diff([]int{10}, at[max(0, len(at)-1):]); diff != "" {
		t.Errorf("the last entry: %s", diff)
	}
}
