//go:build unix

package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/sitecheck"
	"github.com/kawaraban/kawaraban/internal/source"
)

// large100 is the size of the sites of TestLarge in percent of the supported size.
var large100 = flag.Int("large", 5, "the sites of TestLarge in hundredths of 10,000 files in a folder and 100,000 entries in a log")

// TestLarge builds a site with many files in one directory, a long log and a note above the size
// limit. The site must be complete, with one message for the large note.
func TestLarge(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	notes, entries := 100**large100, 1000**large100
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range notes {
		put(fmt.Sprintf("content/1.27/note-%d.en.md", i), fmt.Sprintf("# Note %d\n\n- an entry (#%d, @octo-%d)\n", i, 1000+i, i%100))
	}
	put("content/log/log.en.md", longLog(entries))
	tooLong := strings.Repeat("- an entry (#1, @octo)\n", 10<<20/23)
	put("content/1.27/toolong.en.md", tooLong)
	out, err := exec.Command(bin, "-C", dir, "build").CombinedOutput()
	if err == nil || len(tooLong) <= source.MaxBytes {
		t.Fatalf("a note of %d bytes was accepted", len(tooLong))
	}
	const refused = "content/1.27/toolong.en.md: file exceeds the limit of 8 MB [content/too-large]\n    hint: "
	if output := string(out); strings.Count(output, "[") != 1 || !strings.Contains(output, refused) {
		t.Fatalf("output:\n%s", output)
	}
	pages, err := filepath.Glob(at("public/en/1.27/note-*/index.html"))
	if err != nil || len(pages) != notes {
		t.Fatalf("%d pages of %d notes, %v", len(pages), notes, err)
	}
	page, err := os.ReadFile(at("public/en/1.27/note-77/index.html")) // does not list all other notes, twice
	if n := strings.Count(string(page), `<a href="../../1.27/note-`); err != nil || n < 100 || n > 300 {
		t.Fatalf("a note links to %d others, %v", n, err)
	}
	twin, err := os.ReadFile(at("public/en/log/log/index.md"))
	if n := strings.Count(string(twin), "\n- Entry "); err != nil || n != entries {
		t.Fatalf("the log has %d of its %d entries, %v", n, entries, err)
	}
	if err := os.Remove(at("content/1.27/toolong.en.md")); err != nil {
		t.Fatal(err)
	}
	buildSite(t, bin, dir)
	light(t, at("public/en/log"), 30, 60_000)
	light(t, at("public/en/people"), 100, 60_000)
	light(t, at("public/en/repos"), 2, int64(150*entries)) // one link for each mention of a thread
	if *large100 > 10 {
		return // following every link of a large site takes minutes
	}
	if found, err := sitecheck.Site(os.DirFS(at("public")), "/"); err != nil || len(found) > 0 {
		t.Errorf("%v, %v", found, err)
	}
}

// light checks the size of pages that a long log adds to: days, months, mentions of a person, and
// threads of a repository. There must be at least least pages, each of at most most bytes.
func light(t *testing.T, dir string, least int, most int64) {
	t.Helper()
	pages := 0
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "index.html" {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Size() > most {
			t.Errorf("%s has %d bytes", name, info.Size())
		}
		pages++
		return err
	})
	if err != nil || pages < least {
		t.Fatalf("%d pages below %s, %v", pages, dir, err)
	}
}

// longLog returns a log with a hundred entries a day. Each person has a thousand entries, each issue
// twenty.
func longLog(entries int) string {
	var b strings.Builder
	b.WriteString("---\ntitle: Log\n---\n")
	for i := range entries {
		if i%100 == 0 {
			day := i / 100
			fmt.Fprintf(&b, "\n## %d-%02d-%02d\n\n", 2026-day/336, 12-day/28%12, 28-day%28)
		}
		fmt.Fprintf(&b, "- Entry %d of a long log (#%d, @octo-%d)\n", i, 1000+i%(entries/20), i%(entries/1000))
	}
	return b.String()
}
