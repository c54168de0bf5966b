package e2e

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/scaffold"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// begunNote is a new note of the busy site.
const begunNote = "1.28/sig-node"

// busyLog returns a log that names one KEP and its gate in seventy entries, thirty-five a year. One
// month has more entries than a page: a hundred on one day and thirty on the next.
func busyLog() []byte {
	var b strings.Builder
	b.WriteString("---\ntitle: ユーザー名前空間の記録\nauthors: [kawaraban]\n---\n")
	for i := range 70 {
		fmt.Fprintf(&b, "\n## 20%d/%02d/%02d\n\n- KEP-127 の既定値をめぐる話し合い。`UserNamespacesSupport` をいつ有効にするか\n", 24+i/35, 3+i%35/20, 1+i%35%20)
	}
	for i := range 130 {
		if i%100 == 0 {
			fmt.Fprintf(&b, "\n## 2026/01/%02d\n\n", 5+i/100)
		}
		fmt.Fprintf(&b, "- 一月の話題 (k/k#%d)\n", 90000+i)
	}
	return []byte(b.String())
}

// busy is the site of busySite, built once.
var busy struct {
	once sync.Once
	site *built
	err  error
}

// busySite builds this repository's site with additional content: a log that names a KEP and a gate
// on seventy days, more than one page quotes; a month of the log on several pages; and a new note.
func busySite(t *testing.T) *built {
	t.Helper()
	busy.once.Do(func() {
		files := testcorpus.Site(t)
		files["content/log/busy.ja.md"] = &fstest.MapFile{Data: busyLog()}
		begin(t, files)
		busy.site, busy.err = buildSite(files)
	})
	if busy.site == nil {
		t.Fatal("the busy site could not be built: ", busy.err)
	}
	return busy.site
}

// begin adds a note like the command new.
func begin(t *testing.T, files fstest.MapFS) {
	t.Helper()
	result, err := build.New(build.Options{}).Link(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	in := scaffold.In{Site: result.Site, Names: result.Site.Data().Names(), Words: result.Words, Lang: "ja"}
	target, err := scaffold.ParseTarget(begunNote, in)
	if err != nil {
		t.Fatal(err)
	}
	path := "content/" + begunNote + ".ja.md"
	_, text := scaffold.Changes(in, path, target, nil)
	files[path] = &fstest.MapFile{Data: text}
}

// lacking returns samples of kinds of pages that the shared site does not have: pages of divided
// citations and the page that links to them, an unwritten note, and a month of the log with its
// second page.
func (b *built) lacking() []sample {
	var out []sample
	for _, s := range append(b.samples(), b.notes()...) {
		if s.kind == "said" || strings.HasSuffix(s.path, begunNote+"/index.html") {
			out = append(out, s)
		}
	}
	for _, lang := range []string{"en", "ja", "ru", "zh"} {
		out = append(out, sample{"kep", lang, lang + "/keps/127/index.html"})
	}
	return append(out, sample{"log", "ru", "ru/log/2026/01/index.html"}, sample{"log", "ja", "ja/log/2026/01/2/index.html"})
}

// TestLacking checks these pages as TestPages does.
func TestLacking(t *testing.T) {
	site := busySite(t)
	samples := site.lacking()
	if len(samples) != 14 { // three pages in four languages, and two of the log
		t.Fatalf("%d pages: %v", len(samples), samples)
	}
	examineAll(t, site, samples)
}
