package build_test

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/sitecheck"
	"github.com/kawaraban/kawaraban/static"
	"github.com/kawaraban/kawaraban/templates"
)

// idInTemplate and idInScript match the ids in templates and scripts.
var (
	idInTemplate = regexp.MustCompile(` id="?([A-Za-z][\w-]*)[ ">{]`)
	idInScript   = regexp.MustCompile(`\.id = "([\w-]+)"`)
)

// pageIDs returns the ids that templates and scripts write, and names that scripts use.
func pageIDs(t *testing.T) []string {
	t.Helper()
	out := []string{"kawaraban", "d-2031-01-02", "hit-0", "__proto__", "constructor", "body", "cookie", "v-a", "v-b", "v-both"}
	for _, source := range []struct {
		files fs.FS
		id    *regexp.Regexp
	}{{templates.FS, idInTemplate}, {static.FS, idInScript}} {
		err := fs.WalkDir(source.files, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := fs.ReadFile(source.files, name)
			for _, m := range source.id.FindAllSubmatch(data, -1) {
				out = append(out, string(m[1]))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestNoIDIsTaken checks that notes cannot set an id that a page or its scripts use, by a heading, raw
// HTML or an entry. The pages are those of a note, of a log, and pages that quote them.
func TestNoIDIsTaken(t *testing.T) {
	ids := pageIDs(t)
	if len(ids) < 40 || !slices.Contains(ids, "menu") || !slices.Contains(ids, "finder-list") || !slices.Contains(ids, "term-card") {
		t.Fatalf("ids of pages: %q", ids)
	}
	site := addressed(sample(t))
	site["site.yaml"].Data = append(site["site.yaml"].Data, "raw_html: true\n"...)
	const nested = "\n- an entry (#115331, @octo)\n  - within {#mine} (#115332, @octo)[^1]\n\n    words {#third}\n\n### KEP-127: words {#second}\n\n- entry below {#fourth}\n\n[^1]: A footnote.\n"
	var headings, raw strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&headings, "\n## %s\n\n- words on %s (#115331, @octo)\n", id, id)
		fmt.Fprintf(&raw, "\n- words <span id=\"%s\">of</span> a line [led to](#%s)\n", id, id)
	}
	for name, text := range map[string]string{
		"content/1.27/headings.en.md": headings.String(), "content/1.27/raw.en.md": raw.String(),
		"content/log/one.en.md": "\n## 2031-01-02\n" + raw.String() + nested, "content/log/two.ja.md": "\n## 2031-01-02\n" + raw.String() + nested,
	} {
		site[name] = &fstest.MapFile{Data: []byte("---\ntitle: x\n---\n" + text)}
	}
	files := published(t, site)
	found, err := sitecheck.Site(files, "/")
	if err != nil || len(found) > 0 {
		t.Errorf("%v: %v", err, found)
	}
	// Elements that scripts create are not in the files. Notes must not use their ids.
	for _, p := range []string{"en/1.27/headings/index.html", "en/1.27/raw/index.html"} {
		page := string(files[p].Data)
		for _, id := range []string{"menu", "main", "finder-list", "term-card"} {
			if n := len(regexp.MustCompile(` id="?`+id+`[ ">]`).FindAllString(page, -1)); n > 1 || n == 1 && id != "menu" && id != "main" {
				t.Errorf("%s has %s %d times", p, id, n)
			}
		}
	}
}
