package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestUpgradeInShort checks an upgrade of several steps. Only the first sections that fit have
// complete rows. Lines in the others link to the complete row on the page of the step.
func TestUpgradeInShort(t *testing.T) {
	s := ownSite(t)
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ja"}})
	at := func(path string) view.UpgradeView {
		return viewOf[view.UpgradeView](t, pages, "ja/upgrade/"+path+"/index.html")
	}
	whole := map[string]bool{} // addresses of complete rows
	for _, step := range []string{"1.25-1.26", "1.26-1.27", "1.27-1.28", "1.28-1.29"} {
		for _, sec := range at(step).Sections {
			for _, g := range sec.Groups {
				whole["../"+step+"/#"+g.ID] = true
				for _, c := range g.Changes {
					whole["../"+step+"/#"+c.ID] = c.Lead == nil && c.Text.HTML != ""
				}
			}
			if sec.Short {
				t.Errorf("%s of %s is short", sec.ID, step)
			}
		}
	}
	rows, short := 0, ""
	for _, sec := range at("1.25-1.29").Sections {
		short += fmt.Sprintf(" %s %t", sec.ID, sec.Short)
		for _, g := range sec.Groups {
			if !sec.Short {
				rows += rowsOf(g)
				continue
			}
			if !whole[g.Href] {
				t.Errorf("%s links to %q", g.ID, g.Href)
			}
			for _, c := range g.Changes {
				if !whole[c.PR.Href] || !strings.HasSuffix(c.PR.Href, "#"+c.ID) || c.Lead == nil || c.Lead.Text == "" || c.Text.HTML != "" || len(c.Remarks) > 0 {
					t.Errorf("the line of %s: %+v", c.ID, c)
				}
			}
		}
	}
	if want := " apis false known false urgent false removals true gone true flips true api true deprecations false ga true additions true"; short != want || rows > 60 {
		t.Errorf("%d rows are complete, short are%s", rows, short)
	}
}

// TestLineOfUpgrade checks that a line has the text of an entry in the reader's language, else the
// official text.
func TestLineOfUpgrade(t *testing.T) {
	for lang, want := range map[note.Lang]string{"ja": "", "ru": "en"} {
		got := map[string]int{}
		for _, sec := range ownUpgrade(t, lang, "1.26-1.29").Sections {
			for _, g := range sec.Groups {
				for _, c := range g.Changes {
					if c.Lead != nil {
						got[c.Lead.Lang]++
					}
				}
			}
		}
		if got[want] == 0 || lang == "ja" && got["en"] == 0 {
			t.Errorf("%s: lines by language are %v", lang, got)
		}
	}
}

// TestManyOnOneChange checks that a row of an upgrade shows a limited number of notes, and links to
// the pull request for the others.
func TestManyOnOneChange(t *testing.T) {
	var notes []*note.Note
	for i := range 50 {
		b := block(note.Entry, "pr-100002", "#100002", attr("100002", "node"), child(block(note.Remark, "", "<p>remark</p>")))
		notes = append(notes, newNote(fmt.Sprintf("1.27/note-%d", i), "ja", note.Changes, b))
	}
	d := world(t)
	s, _ := site.Link(notes, d, site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	var c view.UpgradeChange
	for _, sec := range viewOf[view.UpgradeView](t, pages, "en/upgrade/1.26-1.27/index.html").Sections {
		for _, row := range sec.Groups[0].Changes {
			if row.ID == "pr-100002" {
				c = row
			}
		}
	}
	if len(c.Remarks) != 8 || len(c.Notes) != 1 || c.Notes[0].Text != "All 50 entries" || c.Notes[0].Href != "../../prs/100002/" {
		t.Errorf("%d remarks, and %+v", len(c.Remarks), c.Notes)
	}
}

// TestStatusIsBounded checks the table of 75 releases: the first page has the newest, the other
// pages ten older ones each. Every board is linked, and some translations without a board.
func TestStatusIsBounded(t *testing.T) {
	var notes []*note.Note
	for i := range 75 {
		r := fmt.Sprintf("1.%d", i)
		for _, lang := range []note.Lang{"ja", "ru"} {
			n := newNote(r+"/sig-node", lang, note.Changes, block(note.Entry, "pr-1", "words"))
			n.SIGs = []note.SIG{"node"}
			notes = append(notes, n)
		}
	}
	for i := range 100 {
		for _, lang := range []note.Lang{"ja", "ru"} {
			notes = append(notes, newNote(fmt.Sprintf("talks/talk-%d", i), lang, note.Talk, block(note.Entry, "x", "words")))
		}
	}
	s, _ := site.Link(notes, world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	front := viewOf[view.StatusView](t, pages, "en/status/index.html")
	var older []string
	seen, placed := map[string]bool{}, map[string]bool{}
	read := func(v view.StatusView) {
		if len(v.Releases) > 30 || len(v.Columns) > 30 || len(v.Rows) == 0 || len(v.Rows[0].Cells) != len(v.Columns) {
			t.Errorf("%s: %d releases, %d columns", v.Title, len(v.Releases), len(v.Columns))
		}
		for _, c := range v.Releases {
			seen[c.Release] = true
		}
		for _, row := range v.Translations.Rows {
			for _, l := range row.Places {
				placed[l.Text] = true
			}
			if len(row.Places) > 60 {
				t.Errorf("%s: %d places", v.Title, len(row.Places))
			}
		}
	}
	read(front)
	for _, l := range front.Older {
		older = append(older, l.Text)
		read(viewOf[view.StatusView](t, pages, "en/status/"+strings.Trim(l.Href, "./")+"/index.html"))
	}
	if want := []string{"1.40–1.49", "1.30–1.39", "1.20–1.29", "1.10–1.19", "1.0–1.9"}; !slices.Equal(older, want) {
		t.Errorf("parts %q", older)
	}
	for i := range 75 {
		if r := fmt.Sprintf("1.%d", i); !seen[r] || !placed[r] {
			t.Errorf("no table has %s, %t, or no row of its translations, %t", r, seen[r], placed[r])
		}
	}
	if got := front.Translations.Rows[0].Further; got != 100-30 {
		t.Errorf("%d notes are omitted", got)
	}
	follow(t, pages)
}
