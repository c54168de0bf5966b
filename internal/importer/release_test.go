package importer

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const draftPath = "releases/release-1.27/release-notes/release-notes-draft"

// part returns a file of a case.
func part(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// golden runs f on every case in testdata/<dir> and compares the output with the part named want.
func golden(t *testing.T, dir string, f func(t *testing.T, a *txtar.Archive) string) {
	names, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := f(t, a)
			if *update {
				for i := range a.Files {
					if a.Files[i].Name == "want" {
						a.Files[i].Data = []byte(got)
					}
				}
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(part(a, "want")), got); diff != "" {
				t.Errorf("%s(-want +got):\n%s", a.Comment, diff)
			}
		})
	}
}

// printDiags prints each diagnostic on a line, without the path of its file.
func printDiags(b *strings.Builder, ds []diag.Diagnostic, folder string) {
	for _, d := range ds {
		fmt.Fprintf(b, "%s %s\n", d.Severity, strings.TrimPrefix(d.String(), folder))
		if d.Hint != "" {
			fmt.Fprintf(b, "    hint: %s\n", d.Hint)
		}
	}
}

func TestReleaseCases(t *testing.T) {
	golden(t, "release", func(t *testing.T, a *txtar.Archive) string {
		r, err := Release(In{Release: "1.27", FS: fstest.MapFS{
			draftPath + ".json": {Data: part(a, "draft.json")},
			draftPath + ".md":   {Data: part(a, "draft.md")},
		}})
		if err != nil {
			t.Fatal(err)
		}
		var out upstream.Release
		if err := json.Unmarshal([]byte(content(t, r)["releases/1.27.json"]), &out); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, n := range out.Notes {
			printNote(&b, n)
		}
		for _, n := range out.Unnumbered {
			fmt.Fprintf(&b, "no number: kind %s section %s urgent %t\n%s", n.Kind, n.Section, n.Urgent, indent(n.Text))
		}
		if n := r.Count("items left out"); n > 0 {
			fmt.Fprintf(&b, "left out: %d\n", n)
		}
		for _, prose := range []struct{ name, text string }{{"what's new", out.WhatsNew}, {"known issues", out.KnownIssues}} {
			if prose.text != "" {
				fmt.Fprintf(&b, "%s:\n%s", prose.name, indent(prose.text))
			}
		}
		printDiags(&b, r.Diags, draftPath)
		return b.String()
	})
}

// printNote prints the fields of a note that are set, with its text indented below.
func printNote(b *strings.Builder, n upstream.ReleaseNote) {
	fmt.Fprintf(b, "%s#%d", n.Repo, n.PR)
	for _, v := range []struct {
		name  string
		value any
		set   bool
	}{
		{"also", n.Also, len(n.Also) > 0}, {"threads", n.Threads, len(n.Threads) > 0},
		{"by", n.Author, n.Author != ""}, {"and", n.Authors, len(n.Authors) > 0},
		{"kind", n.Kind, n.Kind != ""}, {"of", n.Kinds, len(n.Kinds) > 1}, {"sections", n.Sections, len(n.Sections) > 0},
		{"sigs", n.SIGs, len(n.SIGs) > 0}, {"keps", n.KEPs, len(n.KEPs) > 0}, {"pulls", n.KEPPulls, len(n.KEPPulls) > 0},
		{"urgent", "", n.Urgent}, {"duplicate", "", n.Duplicate}, {"published", "", n.Published},
	} {
		if v.set {
			fmt.Fprintf(b, " %s", strings.TrimSpace(fmt.Sprintf("%s %v", v.name, v.value)))
		}
	}
	b.WriteString("\n" + indent(n.Text))
	for _, t := range n.Texts {
		b.WriteString("  or:\n" + indent(t))
	}
}

func indent(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString("  |" + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String()
}

// TestWithoutOne checks that either of the two files of a release is enough.
func TestWithoutOne(t *testing.T) {
	js := &fstest.MapFile{Data: []byte(`{"1": {"text": "a", "pr_number": 1}, "2": {"text": "b", "pr_number": 2, "do_not_publish": true}}`)}
	md := &fstest.MapFile{Data: []byte("## Changes by Kind\n\n### Design\n\n- x ([#7](https://github.com/kubernetes/kubernetes/pull/7), [@a](https://github.com/a))\n")}
	for _, c := range []struct {
		name      string
		fs        fstest.MapFS
		published int
		ok        bool
	}{
		{"only JSON", fstest.MapFS{draftPath + ".json": js}, 1, true},
		{"only Markdown", fstest.MapFS{draftPath + ".md": md}, 1, true},
		{"neither", fstest.MapFS{}, 0, false},
	} {
		r, err := Release(In{FS: c.fs, Release: "1.27"})
		if (err == nil) != c.ok || r.Count("published") != c.published {
			t.Errorf("%s: %d published, %v", c.name, r.Count("published"), err)
		}
	}
	if _, err := Release(In{FS: fstest.MapFS{}, Release: "../../etc"}); err == nil || !strings.Contains(err.Error(), "invalid release") {
		t.Errorf("a release is checked before it is part of a path: %v", err)
	}
}
