package build_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/source"
)

// pastOf returns a random history of some notes of a site.
func pastOf(e *editor) *git.Log {
	changes := map[string]git.Change{}
	for name := range e.site {
		if source.IsNote(name) && e.IntN(4) > 0 {
			since := time.Unix(1_500_000_000+e.Int64N(200_000_000), 0).UTC()
			changes[name] = git.Change{
				Since: since, Last: since.AddDate(0, 0, e.IntN(900)), Authors: []git.Author{{Name: fmt.Sprintf("Person %d", e.IntN(9)), Handle: "rata"}},
			}
		}
	}
	return git.NewLog("x", changes)
}

// TestOtherHistory checks that after random edits of notes and of their history every file equals that
// of a clean build.
func TestOtherHistory(t *testing.T) {
	steps := 10
	if testing.Short() {
		steps = 3
	}
	e := newEditor(t, 77)
	e.site["site.yaml"] = &fstest.MapFile{Data: []byte("base_url: https://example.org/\nlanguages: [en, ja]\n")}
	past := pastOf(e)
	o := build.Options{History: func() *git.Log { return past }}
	reused := build.New(o)
	dated, failed := 0, 0
	for range steps {
		if e.IntN(2) == 0 {
			e.edit()
		}
		if e.IntN(3) > 0 {
			past = pastOf(e)
		}
		if !stateIsBuild(t, reused, o, e.site, e.site) {
			failed++
			continue
		}
		for name, text := range built(t, o, e.site).Files {
			if strings.HasSuffix(name, ".html") && strings.Contains(text, "Last updated: <time") {
				dated++
			}
		}
	}
	if dated == 0 || failed == steps {
		t.Errorf("%d pages had a date, %d builds of %d failed", dated, failed, steps)
	}
}

// TestNoDatesWanted checks that a site without dates from git does not read the history. For other
// sites, the history affects only the pages of notes and data about their dates.
func TestNoDatesWanted(t *testing.T) {
	site := fstest.MapFS{
		"content/1.27/sig-node.ja.md": {Data: []byte("---\ntitle: x\nsigs: [node]\n---\n\n- 一つ。(#100001, @rata)\n")},
		"site.yaml":                   {Data: []byte("base_url: https://example.org/\nlanguages: [en, ja]\ndates: none\n")},
	}
	reads := 0
	o := build.Options{History: func() *git.Log {
		reads++
		return git.NewLog("x", map[string]git.Change{"content/1.27/sig-node.ja.md": {
			Last: time.Date(2023, 5, 12, 23, 0, 0, 0, time.UTC), Authors: []git.Author{{Name: "Mona & <Lisa>"}},
		}})
	}}
	without := built(t, build.Options{}, site)
	if diff := cmp.Diff(without, built(t, o, site)); diff != "" || reads != 0 {
		t.Errorf("read %d times:\n%s", reads, shorten(diff))
	}
	if _, err := build.New(o).Link(context.Background(), site); err != nil || reads != 0 {
		t.Error(reads, err)
	}
	site["site.yaml"].Data = []byte("base_url: https://example.org/\nlanguages: [en, ja]\n")
	with := built(t, o, site)
	var differ []string
	for name, text := range with.Files {
		if text != without.Files[name] {
			differ = append(differ, name)
		}
	}
	want := map[string]string{
		"ja/1.27/sig-node/index.html":     `最終更新：<time datetime="2023-05-12">2023年5月12日</time>`,
		"en/1.27/sig-node/index.html":     `<li>Edited by: <span>Mona &amp; &lt;Lisa&gt;</span>`,
		"sitemap.xml":                     `<loc>https://example.org/ja/1.27/sig-node/</loc><lastmod>2023-05-12</lastmod>`,
		"api/v1/notes.json":               `"changed":"2023-05-12"`,
		"api/v1/notes/1.27/sig-node.json": `"contributors":["Mona & <Lisa>"]`,
	}
	for _, name := range differ {
		if !strings.Contains(with.Files[name], want[name]) || want[name] == "" {
			t.Errorf("%s differs:\n%s", name, with.Files[name])
		}
		delete(want, name)
	}
	if len(want) > 0 || reads != 1 {
		t.Errorf("read %d times; without dates: %v", reads, want)
	}
}
