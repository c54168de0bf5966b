package page_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

func read(t *testing.T, dir string, d *upstream.Data) []*note.Note {
	t.Helper()
	var notes []*note.Note
	names := d.Names()
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil || e.IsDir() || !source.IsNote(path.Join("content", filepath.ToSlash(rel))) {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		n, ds := source.Parse(source.Input{Path: path.Join("content", filepath.ToSlash(rel)), Bytes: src}, names, source.Options{})
		if n == nil {
			return fmt.Errorf("%s: %v", p, ds)
		}
		notes = append(notes, n)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range d.ReleaseList {
		if len(r.Notes) > 0 {
			notes = append(notes, source.Official(r, names))
		}
	}
	return notes
}

func upstreamData(t testing.TB) *upstream.Data {
	t.Helper()
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var own struct {
	once sync.Once
	site *site.Site
}

// ownSite returns this repository's site, linked once.
func ownSite(t *testing.T) *site.Site {
	t.Helper()
	own.once.Do(func() {
		d := upstreamData(t)
		own.site, _ = site.Link(read(t, "../../content", d), d, site.Options{})
	})
	return own.site
}

func TestOwnSite(t *testing.T) {
	if testing.Short() {
		t.Skip("makes some thousand views")
	}
	d := upstreamData(t)
	notes := read(t, "../../content", d)
	for _, only := range []note.Release{"", "1.27"} {
		s, ds := site.Link(notes, d, site.Options{Only: only})
		if len(ds) > 0 {
			t.Error(ds)
		}
		follow(t, page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja", "en"}}))
	}
}

func TestCorpus(t *testing.T) {
	corpus := testcorpus.Path("notes")
	if _, err := os.Stat(corpus); err != nil {
		t.Skipf("the real notes are not at %s", corpus)
	}
	d := upstreamData(t)
	s, _ := site.Link(read(t, corpus, d), d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	node := viewOf[view.NoteView](t, pages, "en/1.27/sig-node/index.html")
	if node.Covered != 48 || node.Published != 71 || node.Entries != 48 || node.Remarks != 13 {
		t.Errorf("SIG Node: %d of %d covered, %d entries, %d remarks", node.Covered, node.Published, node.Entries, node.Remarks)
	}
	network := viewOf[view.NoteView](t, pages, "en/1.26/sig-network/index.html")
	attributed, proposals := 0, 0
	for _, it := range network.Items {
		if it.Entry == nil {
			continue
		}
		if len(it.Entry.PRs) > 0 {
			attributed++
		}
		if it.Entry.Kind != nil && it.Entry.Kind.Code == "proposal" {
			proposals++
		}
	}
	if attributed != 32 || proposals != 3 {
		t.Errorf("SIG Network: %d attributed, %d proposals", attributed, proposals)
	}
	for _, it := range node.Items {
		if e := it.Entry; e != nil && (len(e.PRs) != 1 || len(e.People) != 1 || !strings.HasPrefix(e.PRs[0].Href, "../../prs/")) {
			t.Errorf("the line of %s: %+v", e.ID, e.PRs)
		}
	}
	r := viewOf[view.ReleaseView](t, pages, "en/1.27/index.html")
	if r.Published != 325 || len(r.Bars.Rows) != 19 || len(r.Urgent) != 5 {
		t.Errorf("1.27: %d published, %d SIGs, %d urgent", r.Published, len(r.Bars.Rows), len(r.Urgent))
	}
	var top []string
	for _, row := range r.Bars.Rows[:4] {
		top = append(top, fmt.Sprintf("%s %d", row.SIG.Text, row.Total))
	}
	if diff := cmp.Diff([]string{"API Machinery 136", "Testing 113", "Apps 87", "Node 71"}, top); diff != "" {
		t.Error(diff)
	}
	months := slices.DeleteFunc(pages, func(p page.Page) bool { return p.Kind != "log" })
	if len(months) == 0 {
		t.Error("the log has no month")
	}
}
