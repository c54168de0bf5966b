package page_test

import (
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// homeOf returns the home page of this repository's site after a change of its data.
func homeOf(t *testing.T, lang string, change func(*upstream.Data)) view.HomeView {
	t.Helper()
	d := upstreamData(t)
	change(d)
	s, _ := site.Link(read(t, "../../content", d), d, site.Options{})
	return viewOf[view.HomeView](t, page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en", "ja"}}), lang+"/index.html")
}

// TestLead checks that the newest release that may be supported is shown first. A release that is
// newer than the schedule counts as released, which its state shows.
func TestLead(t *testing.T) {
	none := func(*upstream.Data) {}
	for name, c := range map[string]struct {
		change func(*upstream.Data)
		want   string
	}{
		"newer than the schedule": {none, "1.36: released 22 April 2026, planned until 28 June 2027"},
		"in the schedule": {func(d *upstream.Data) {
			d.Supports["1.36"] = &upstream.Support{Release: "1.36", EndOfLife: "2027-06-28"}
		}, "1.36: released 22 April 2026, supported until 28 June 2027"},
		"ended": {func(d *upstream.Data) {
			d.Supports["1.36"] = &upstream.Support{Release: "1.36", EndOfLife: "2026-01-01"}
		}, "1.35: released 17 December 2025, supported until 28 February 2027"},
		"all ended": {func(d *upstream.Data) {
			for _, r := range d.ReleaseList {
				d.Supports[r.Release] = &upstream.Support{Release: r.Release, Ended: true, EndOfLife: "2026-01-01"}
			}
		}, "1.36: released 22 April 2026, end of life since 1 January 2026"},
		"without a schedule": {func(d *upstream.Data) { clear(d.Supports) }, "1.36: released 22 April 2026, planned until 28 June 2027"},
	} {
		lead := homeOf(t, "en", c.change).Lead
		if got := lead.Release + ": " + lead.Facts[0].Text + ", " + lead.Facts[1].Text; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestSupportChart checks that the chart has the supported releases, newest first, and names all
// others.
func TestSupportChart(t *testing.T) {
	v := homeOf(t, "en", func(*upstream.Data) {}).Support
	rows := ""
	for _, row := range v.Rows {
		rows += " " + row.Release + " " + row.Code + " " + row.Bars[0].X
	}
	if want := " 1.36 unknown 53.5 1.35 supported 39.9 1.34 supported 27.9 1.33 supported 14.3 1.32 maintenance 0.0"; rows != want {
		t.Errorf("rows%s", rows)
	}
	if got := linkText(v.Ended); got != "1.31; 1.30; 1.29; 1.28; 1.27; 1.26; 1.25; 1.24" {
		t.Errorf("out of support: %s", got)
	}
	if v.AsOf.ISO != "2026-01-22" || v.Day == "" {
		t.Errorf("as of %+v at %s", v.AsOf, v.Day)
	}
}

// TestHeadlines checks that headlines are one sentence, in the reader's language if a note has the
// change.
func TestHeadlines(t *testing.T) {
	for lang, want := range map[string]string{"en": "", "ja": "en"} {
		lead := homeOf(t, lang, func(*upstream.Data) {}).Lead
		langs := map[string]int{}
		for _, h := range lead.Urgent {
			langs[h.Text.Lang]++
			if strings.Contains(h.Text.Text, "ACTION REQUIRED") || strings.Contains(h.Text.Text, ". ") || h.Text.Text == "" || h.Href == "" {
				t.Errorf("%s: headline %+v", lang, h)
			}
		}
		if len(lead.Urgent) != maxUrgent || langs[""] == 0 || langs[want] == 0 {
			t.Errorf("%s: %d headlines by language %v", lang, len(lead.Urgent), langs)
		}
	}
}

const maxUrgent = 5

// TestPicker checks that the picker offers only upgrades that have a page, and selects the one to
// the first release.
func TestPicker(t *testing.T) {
	v := homeOf(t, "en", func(*upstream.Data) {})
	from, to := "", ""
	for _, o := range v.Picker.From {
		if o.Selected {
			from = o.Release + " " + o.Targets
		}
	}
	for _, o := range v.Picker.To {
		if o.Selected {
			to = o.Release
		}
	}
	if from != "1.35 1.36" || to != v.Lead.Release || v.Picker.Now != to {
		t.Errorf("from %s to %s", from, to)
	}
	if got := linkText(v.Picker.Links); got != "1.35; 1.34; 1.33; 1.32" {
		t.Errorf("links from %s", got)
	}
}

// TestNotesOfHome checks that notes in the reader's language are separate from others, and that all
// are on the list of notes.
func TestNotesOfHome(t *testing.T) {
	v := homeOf(t, "ja", func(*upstream.Data) {})
	for _, n := range v.Notes {
		if !strings.Contains(" "+n.Codes+" ", " ja ") {
			t.Errorf("%s is in %s", n.Href, n.Codes)
		}
	}
	for _, n := range v.Others {
		if strings.Contains(" "+n.Codes+" ", " ja ") {
			t.Errorf("%s is in Japanese too", n.Href)
		}
	}
	if len(v.Notes) == 0 || len(v.Others) == 0 || v.AllNotes != "notes/" {
		t.Errorf("%d notes and %d others, all at %q", len(v.Notes), len(v.Others), v.AllNotes)
	}
}
