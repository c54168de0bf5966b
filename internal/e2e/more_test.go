package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/scaffold"
)

// begunNote is the note that the busy site has just begun.
const begunNote = "1.28/sig-node"

// busyLog names one KEP and one gate of it in seventy entries, thirty-five a year.
func busyLog() []byte {
	var b strings.Builder
	b.WriteString("---\ntitle: ユーザー名前空間の記録\nauthors: [kawaraban]\n---\n")
	for i := range 70 {
		fmt.Fprintf(&b, "\n## 20%d/%02d/%02d\n\n- KEP-127 の既定値をめぐる話し合い。`UserNamespacesSupport` をいつ有効にするか\n", 24+i/35, 3+i%35/20, 1+i%35%20)
	}
	return []byte(b.String())
}

// buildBusy builds the site of this repository with what its notes have no need of: a KEP and a
// gate that a log names on seventy days, more than one page quotes, and a note just begun.
func buildBusy() (*built, error) {
	dir, err := os.MkdirTemp("", "kawaraban-busy-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	content := filepath.Join(dir, "content")
	if err := os.CopyFS(content, os.DirFS(filepath.Join("..", "..", "content"))); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(content, "log", "busy.ja.md"), busyLog(), 0o644); err != nil {
		return nil, err
	}
	if err := begin(dir); err != nil {
		return nil, err
	}
	return buildSite(os.DirFS(dir))
}

// begin writes a note as the command new does.
func begin(dir string) error {
	result, err := build.New(build.Options{}).Build(context.Background(), os.DirFS(dir))
	if err != nil {
		return err
	}
	in := scaffold.In{Site: result.Site, Names: result.Site.Data().Names(), Words: result.Words, Lang: "ja"}
	target, err := scaffold.ParseTarget(begunNote, in)
	if err != nil {
		return err
	}
	path := "content/" + begunNote + ".ja.md"
	_, text := scaffold.Changes(in, path, target, nil)
	file := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// lacking lists what the shared samples have no page of: parts of what is said of a thing,
// the page that leads to them, and a note that waits for its words.
func (b *built) lacking() []sample {
	var out []sample
	for _, s := range b.samples() {
		if s.kind == "said" || strings.HasSuffix(s.path, begunNote+"/index.html") {
			out = append(out, s)
		}
	}
	for _, lang := range []string{"en", "ja", "ru", "zh"} {
		out = append(out, sample{"kep", lang, lang + "/keps/127/index.html"})
	}
	return out
}

// TestLacking looks at those pages as TestAccessibility and TestHTMLChecker do at the others.
func TestLacking(t *testing.T) {
	site, err := buildBusy()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(site.dir) })
	samples := site.lacking()
	if len(samples) != 12 { // three pages in four languages
		t.Fatalf("%d pages: %v", len(samples), samples)
	}
	t.Run("accessible", func(t *testing.T) { examineAll(t, site, samples) })
	t.Run("valid", func(t *testing.T) { checkHTML(t, site, samples) })
}
