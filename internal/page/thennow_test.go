package page_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestThenAndNow checks that the Russian overview shows 37 stages, 28 of which differ from the
// current stage. The tests of package site list them.
func TestThenAndNow(t *testing.T) {
	corpus := testcorpus.Path("notes")
	if _, err := os.Stat(corpus); err != nil {
		t.Skipf("the real notes are not at %s", corpus)
	}
	d := upstreamData(t)
	s, _ := site.Link(read(t, corpus, d), d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	then, now := 0, 0
	for _, it := range viewOf[view.NoteView](t, pages, "en/1.27/overview/index.html").Items {
		e := it.Entry
		if e == nil || e.Stage == nil {
			continue
		}
		then++
		if e.Now != nil {
			now++
		}
		switch e.ID {
		case "kep-127":
			if e.Stage.Text != "alpha" || e.Now.Text != "now GA" {
				t.Errorf("KEP-127: %s, %s", e.Stage.Text, e.Now.Text)
			}
		case "kep-2413":
			if e.Stage.Text != "GA" || e.Now != nil {
				t.Errorf("KEP-2413: %s, %v", e.Stage.Text, e.Now)
			}
		}
	}
	if then != 37 || now != 28 {
		t.Errorf("%d stages, %d of them different now; want 37 and 28", then, now)
	}
}

func planOf(t *testing.T, files map[string]string) []page.Page {
	t.Helper()
	d := upstreamData(t)
	var notes []*note.Note
	for path, text := range files {
		n, ds := source.Parse(source.Input{Path: path, Bytes: []byte(text)}, d.Names(), source.Options{})
		if n == nil {
			t.Fatal(ds)
		}
		notes = append(notes, n)
	}
	for _, r := range d.ReleaseList {
		notes = append(notes, source.Official(r, d.Names()))
	}
	s, _ := site.Link(notes, d, site.Options{})
	return page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ja"}})
}

func texts(links []view.Link) string {
	var out []string
	for _, l := range links {
		out = append(out, l.Text)
	}
	return strings.Join(out, ", ")
}

// TestFilledFromUpstream checks the data that upstream adds to #115331. In the notes of 1.27 it
// belongs to Cloud Provider, Node and Testing, requires action, and is a feature. Its document
// links to KEP-3329, which was beta.
func TestFilledFromUpstream(t *testing.T) {
	pages := planOf(t, map[string]string{
		"content/1.27/bare.ja.md": "# 題\n\n- 終了した Pod を直した。 (#115331, @mimowo)\n",
		"content/1.27/full.ja.md": "# 題\n\n## Feature\n\n- 終了した Pod を直した。 (#115331, @mimowo) [SIG Node]\n",
	})
	one := func(path string) *view.Entry {
		items := viewOf[view.NoteView](t, pages, path).Items
		return items[slices.IndexFunc(items, func(it view.Item) bool { return it.Entry != nil })].Entry
	}
	bare, full := one("en/1.27/bare/index.html"), one("en/1.27/full/index.html")
	got := []any{texts(bare.SIGs), texts(bare.UpSIGs), bare.Kind, bare.UpKinds[0].Code, bare.UpKinds[1].Code, texts(bare.KEPs), bare.Stage, bare.UpStage.Code, bare.Now.Text}
	want := []any{"", "Cloud Provider, Node, Testing", (*view.Tag)(nil), "urgent", "feature", "KEP-3329", (*view.Stage)(nil), "beta", "now GA"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = []any{texts(full.SIGs), texts(full.UpSIGs), full.Kind.Code, len(full.UpKinds), texts(full.KEPs)}
	want = []any{"Node", "", "feature", 1, "KEP-3329"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestNamedLinks checks that the name of a KEP in a talk is linked and cited while an overview has
// this name next to a number.
func TestNamedLinks(t *testing.T) {
	files := map[string]string{
		"content/1.27/overview.ru.md": "---\nkind: overview\n---\n# Обзор\n\n## Узлы\n\n### Alpha\n\n#### Pods with users of their own\n\n#127; KEP\n\nТекст.\n",
		"content/talks/next.ja.md":    "---\nkind: talk\n---\n# これから\n\n## 機能\n\n次は pods with users of their own です。\n",
	}
	talk := func(pages []page.Page) string {
		var made strings.Builder
		for _, it := range viewOf[view.NoteView](t, pages, "ja/talks/next/index.html").Items {
			made.WriteString(string(it.Rich.HTML))
			if it.Entry != nil {
				for _, d := range it.Entry.Details {
					made.WriteString(string(d.Rich.HTML))
				}
			}
		}
		return made.String()
	}
	pages := planOf(t, files)
	if got, want := talk(pages), `次は <a href="../../keps/127/">pods with users of their own</a> です。`; !strings.Contains(got, want) {
		t.Errorf("%s\nhas no %s", got, want)
	}
	kep := viewOf[view.KEPView](t, pages, "ja/keps/127/index.html")
	if kep.Count != 2 {
		t.Errorf("the KEP's page has %d citations, want 2", kep.Count)
	}
	delete(files, "content/1.27/overview.ru.md")
	if got := talk(planOf(t, files)); strings.Contains(got, "<a") {
		t.Errorf("without the overview: %s", got)
	}
}

func TestKEPLineWords(t *testing.T) {
	pages := planOf(t, nil)
	kep := viewOf[view.KEPView](t, pages, "en/keps/127/index.html").KEPs[0]
	if l := kep.Line; l.File != "1.36" || l.Differ != "Sources disagree: kep.yaml says alpha 1.25, beta 1.35, UserNamespacesSupport says alpha 1.28, beta 1.30" {
		t.Errorf("%q, %q", l.File, l.Differ)
	}
	if l := viewOf[view.KEPView](t, pages, "en/keps/2413/index.html").KEPs[0].Line; l.File != "" || l.Differ != "" {
		t.Errorf("KEP-2413: %q, %q", l.File, l.Differ)
	}
}

func TestListSeparators(t *testing.T) {
	pages := planOf(t, nil)
	upgrade := viewOf[view.UpgradeView](t, pages, "ja/upgrade/1.26-1.27/index.html")
	sigs, checklist := "", ""
	for _, sec := range upgrade.Sections {
		for _, c := range sec.Groups[0].Changes {
			sigs += c.SIGs
		}
	}
	for _, part := range upgrade.Checklist {
		checklist += part.Quotes
	}
	for text, want := range map[string]string{
		viewOf[view.KEPView](t, pages, "ja/keps/127/index.html").KEPs[0].Line.Alt:                   "は alpha；1.30",
		viewOf[view.ReleaseView](t, pages, "ja/1.27/index.html").Bars.Alt:                           "、Testing ",
		viewOf[view.SIGView](t, pages, "ja/sigs/node/index.html").Counts.Alt:                        "、1.28 ",
		viewOf[view.BoardView](t, pages, "ja/status/1.26/index.html").Groups[0].Changes[0].SIGNames: "、",
		sigs:      "、Node",
		checklist: "、Node",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not contain %q", text, want)
		}
	}
}
