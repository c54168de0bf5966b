package scaffold

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// smallRelease is a release with six pull requests, one of them unpublished.
const smallRelease = `{"release": "1.29", "notes": [
	{"pr": 100101, "text": "Added x.", "author": "ann", "kind": "api-change", "sigs": ["node"], "published": true},
	{"pr": 100102, "text": "First line\r\n\r\n- a list\r\n\r\n` + "```" + `\r\ncode --> here\r\n` + "```" + `", "author": "bob", "kind": "feature", "sigs": ["node", "testing"], "published": true},
	{"pr": 100103, "text": "Read this.", "author": "ann", "kind": "bug", "urgent": true, "sigs": ["node"], "published": true},
	{"pr": 100104, "text": "Of the network.", "author": "ann", "kind": "feature", "sigs": ["network"], "published": true},
	{"pr": 100105, "also": [100107], "text": "Fixed a --> b, a --&gt; b and a --!> b.", "author": "bob", "authors": ["cy"], "kind": "bug", "sigs": ["node"], "published": true},
	{"pr": 100106, "text": "Never told.", "author": "ann", "kind": "feature", "sigs": ["node"]}
]}`

func smallData(t testing.TB) *upstream.Data {
	t.Helper()
	data, ds, err := upstream.Load(fstest.MapFS{"releases/1.29.json": {Data: []byte(smallRelease)}})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	return data
}

func summary(r Report) string {
	var b strings.Builder
	for _, x := range r.Added {
		fmt.Fprintf(&b, "added %s %s at %d\n", x.PR, x.Kind, x.Line)
	}
	for _, x := range r.Reworded {
		fmt.Fprintf(&b, "reworded %s at %d: %q, now %q\n", x.PR, x.Line, x.Was, x.Now)
	}
	for _, x := range r.Dropped {
		fmt.Fprintf(&b, "dropped %s at %d: %s\n", x.PR, x.Line, x.Why)
	}
	for _, x := range r.Elsewhere {
		fmt.Fprintf(&b, "elsewhere %s: %s#%s", x.PR, x.Note, x.Place)
		if x.Line > 0 {
			fmt.Fprintf(&b, " at %d", x.Line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestUpdate reads testdata/update. Each case is a note before, the note after and the report;
// other is the note of another SIG.
func TestUpdate(t *testing.T) {
	cases, err := os.ReadDir("testdata/update")
	if err != nil || len(cases) < 8 {
		t.Fatal(len(cases), err)
	}
	data, words := smallData(t), realWords(t)
	for _, c := range cases {
		t.Run(strings.TrimSuffix(c.Name(), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile("testdata/update/" + c.Name())
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for _, f := range a.Files {
				files[f.Name] = string(f.Data)
			}
			others := map[string]string{}
			if other := files["other"]; other != "" {
				others["content/1.29/sig-testing.ja.md"] = other
			}
			in := desk(t, data, words, "ja", others)
			report, got, ds, err := Update(in, "content/1.29/sig-node.ja.md", []byte(files["before"]))
			if err != nil || len(ds) > 0 {
				t.Fatal(err, ds)
			}
			if d := cmp.Diff(files["after"], string(got)); d != "" {
				t.Errorf("want, got:\n%s\n%s", d, got)
			}
			if d := cmp.Diff(files["told"], summary(report)); d != "" {
				t.Errorf("want, got:\n%s", d)
			}
			again, same, _, err := Update(in, "content/1.29/sig-node.ja.md", got)
			if err != nil || string(same) != string(got) || len(again.Reworded) != len(report.Reworded) || len(again.Dropped) != len(report.Dropped) {
				t.Errorf("the second time: %s %v\n%s", summary(again), err, same)
			}
		})
	}
}

func TestUpdateLineEnds(t *testing.T) {
	in := desk(t, smallData(t), realWords(t), "en", nil)
	begun := "---\ntitle: x\nsigs: [node]\n---\n\n## Urgent\n\n- a (#100103, @ann)\n\n## Feature\n\n- b (#100102, @bob)\n\n## Bug\n\n- c (#100105, @bob)\n"
	added := "## API Change\n\n<!-- Added x. -->\n- (#100101, @ann) [SIG Node]\n"
	want := strings.Replace(begun, "## Feature", added+"\n## Feature", 1)
	for name, form := range map[string]func(string) string{
		"lf":     func(s string) string { return s },
		"crlf":   func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"cr":     func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
		"mark":   func(s string) string { return "\uFEFF" + s },
		"no end": func(s string) string { return strings.TrimSuffix(s, "\n") },
	} {
		_, got, ds, err := Update(in, "content/1.29/sig-node.en.md", []byte(form(begun)))
		if err != nil || len(ds) > 0 || string(got) != form(want) {
			t.Errorf("%s: %v, %v\n got %q\nwant %q", name, ds, err, got, form(want))
		}
	}
	at := strings.Index(begun, "\n## Feature")
	_, got, _, _ := Update(in, "content/1.29/sig-node.en.md", []byte(begun[:at-1]))
	if !strings.HasPrefix(string(got), begun[:at]+"\n"+added) || strings.HasSuffix(string(got), "\n") {
		t.Errorf("without a last line's end: %q", got)
	}
}

func TestUpdateRefuses(t *testing.T) {
	in := desk(t, smallData(t), realWords(t), "ja", nil)
	for path, text := range map[string]string{
		"content/1.29/overview.ja.md": "---\nkind: overview\n---\n\n# x\n",
		"content/1.29/mine.ja.md":     "# x\n\n## Feature\n\n- a (#100102, @bob)\n",
		"content/sig-node.ja.md":      "---\nkind: changes\n---\n\n# x\n",
	} {
		_, got, _, err := Update(in, path, []byte(text))
		if r, ok := errors.AsType[Refusal](err); !ok || r.Hint == "" || string(got) != text {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, _, ds, err := Update(in, "content/1.29/sig-node.ja.md", []byte("a\x00")); err != nil || len(ds) != 1 {
		t.Errorf("a file that is no text: %v, %v", ds, err)
	}
}

func TestComment(t *testing.T) {
	for _, text := range []string{
		"a", "a --> b", "a --&gt; b", "a --&amp;gt; b", "--!> a --!&gt;", "-- > a ->", "a\n\n```\n<!-- x -->\n```", "-->", "--->", "<!-- a -->", "a --", "> a", "-> a", "a -",
	} {
		holdComment(t, text)
	}
}

func holdComment(t *testing.T, text string) {
	t.Helper()
	made := comment(text)
	if want := tidy(text); want == "" && made != "" || want != "" && strings.Index(made, "-->") != len(made)-3 {
		t.Fatalf("%q is no single comment: %q", text, made)
	}
	if made == "" {
		return
	}
	l := newLines([]byte("x\n" + made + "\n- entry\n"))
	got, ok := commentBefore(l, l.count())
	if !ok || got != tidy(text) {
		t.Fatalf("%q comes back as %q, %t, from %q", text, got, ok, made)
	}
}

func TestOlderSource(t *testing.T) {
	l := newLines([]byte("<!-- now -->\n<!-- kawaraban-stale\nonce\n-->\n<!-- kawaraban-machine -->\n- entry\n"))
	if got, ok := commentBefore(l, l.count()); !ok || got != "now" {
		t.Errorf("%q, %t", got, ok)
	}
}

func TestTargets(t *testing.T) {
	in := desk(t, smallData(t), realWords(t), "ja", nil)
	for arg, want := range map[string]string{
		"1.29/sig-node": "1.29/sig-node", "v1.29/sig-node": "1.29/sig-node", "content/1.29/sig-node.ja.md": "1.29/sig-node",
		"1.29/sig-node/": "1.29/sig-node", "1.29/SIG-Node": "1.29/sig-node",
	} {
		if got, err := ParseTarget(arg, in); err != nil || string(got.ID) != want {
			t.Errorf("%s: %+v, %v", arg, got, err)
		}
	}
	for arg, hint := range map[string]string{
		"1.29/sig-nod": "did you mean 1.29/sig-node?", "1.29/node": "did you mean 1.29/sig-node?", "1.29/overveiw": "did you mean 1.29/overview?",
		"1.30/sig-node": "choose from 1.29", "sig-node": "write a release and a SIG", "log/2026": "kawaraban log", "1.29/../../etc/passwd": "write a release and a SIG",
		"../1.29/sig-node": "write a release and a SIG", "": "write a release and a SIG", "1.29/": "write a release and a SIG", "talks/x": "1.29/sig-node",
		"1.29/overview": "kawaraban import keps", "1.29/sig-docs": "sig-network", "1.29/\x00": "sig-network",
	} {
		got, err := ParseTarget(arg, in)
		if r, ok := errors.AsType[Refusal](err); !ok || !strings.Contains(r.Hint, hint) {
			t.Errorf("%q: %+v, %v, %q, want %q", arg, got, err, r.Hint, hint)
		}
	}
}

func TestBegunNote(t *testing.T) {
	in := desk(t, smallData(t), realWords(t), "ja", map[string]string{
		"content/1.29/sig-testing.ja.md": "---\ntitle: '[他] の_SIG_'\nsigs: [testing]\n---\n\n## Feature\n\n- 書いた (#100102, @bob)\n- (#100101, @ann)\n",
	})
	target, err := ParseTarget("1.29/sig-node", in)
	if err != nil {
		t.Fatal(err)
	}
	report, text := Changes(in, "content/1.29/sig-node.ja.md", target, []note.Person{"y1r96", `自由 "な" 名`})
	want := `---
title: "Kubernetes 1.29 SIG Node の変更点"
release: "1.29"
sigs: [node]
authors: ["y1r96", "自由 \"な\" 名"]
kind: changes
---

## アップグレード時の重要事項

<!-- Read this. -->
- (#100103, @ann) [SIG Node]

## API の変更

<!-- Added x. -->
- (#100101, @ann) [SIG Node]

## バグまたはリグレッション

<!-- Fixed a --&gt; b, a --&amp;gt; b and a --!&gt; b. -->
- (#100105, #100107, @bob, @cy) [SIG Node]

## 他の SIG のノートにある変更

- [\[他\] の\_SIG\_](sig-testing.ja.md): [#100102](sig-testing.ja.md#pr-100102)
`
	if d := cmp.Diff(want, string(text)); d != "" {
		t.Errorf("want, got:\n%s", d)
	}
	if got, want := summary(report), "added #100103 urgent at 12\nadded #100101 api-change at 17\nadded #100105 bug at 22\nelsewhere #100102: 1.29/sig-testing#pr-100102\n"; got != want {
		t.Errorf("%s", got)
	}
}
