package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestAxis checks that all timelines end at the newest release and have the same columns. A removed
// gate has an end mark, and releases beyond the data are marked.
func TestAxis(t *testing.T) {
	pages := factPages(t)
	for name, want := range map[string]string{
		"SidecarContainers":   "1.17–1.36 end  beyond 1.36",
		"NodeLogQuery":        "1.17–1.36 end  beyond 1.36",
		"EphemeralContainers": "1.17–1.36 end 1.27 beyond ",
		"Accelerators":        "1.17–1.36 end ? beyond ",
	} {
		l := viewOf[view.GateView](t, pages, "en/gates/"+name+"/index.html").Line
		end, beyond := "", ""
		if l.End != nil {
			end = l.End.Release
		}
		if l.Beyond != nil {
			for _, c := range l.Columns {
				if c.X > l.Beyond.X {
					beyond += c.Release
				}
			}
		}
		first, last := l.Columns[0], l.Columns[len(l.Columns)-1]
		got := fmt.Sprintf("%s–%s end %s beyond %s", first.Release, last.Release, end, beyond)
		if name == "Accelerators" { // its removal is before the first column of the other axes
			if first.Release == "1.17" || end == "" || !strings.HasPrefix(last.Release, "1.1") {
				t.Errorf("%s: %s", name, got)
			}
			continue
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	kep := viewOf[view.KEPView](t, pages, "en/keps/277/index.html").KEPs[0].Line // its gate is removed, the feature is not
	if last := kep.Spans[len(kep.Spans)-1]; !kep.Open || kep.End != nil || last.X+last.W != kep.Columns[19].X+34 {
		t.Errorf("KEP-277: %+v", kep)
	}
}

// TestSummaries checks that pages of KEPs and gates have a sentence of description with its source.
func TestSummaries(t *testing.T) {
	pages := factPages(t)
	gate := viewOf[view.GateView](t, pages, "en/gates/SidecarContainers/index.html").Summary
	kep := viewOf[view.KEPView](t, pages, "en/keps/753/index.html").Summary
	if gate.Text.Text == "" || gate.Text != kep.Text || gate.From.Href != "" || kep.From.Href != "../../gates/SidecarContainers/" {
		t.Errorf("gate %+v, KEP %+v", gate, kep)
	}
	none, official := 0, 0
	for number := range upstreamData(t).KEPs {
		if strings.Trim(number, "0") == "" {
			continue
		}
		s := viewOf[view.KEPView](t, pages, "en/keps/"+number+"/index.html").Summary
		switch {
		case s == nil:
			none++
		case strings.Contains(s.From.Href, "/pull/"):
			official++
		}
	}
	if official == 0 || none == 0 {
		t.Errorf("%d sentences are official, %d KEPs have none", official, none)
	}
}

// TestGateAndKEP checks that the page of a gate shows a different stage of its KEP.
func TestGateAndKEP(t *testing.T) {
	pages := factPages(t)
	for name, want := range map[string]string{
		"NodeLogQuery": "KEP-2258 has another stage: GA since 1.36", "SidecarContainers": "",
	} {
		v := viewOf[view.GateView](t, pages, "en/gates/"+name+"/index.html")
		if v.KEPSays != want || v.Stage == nil {
			t.Errorf("%s: %q, want %q; stage %v", name, v.KEPSays, want, v.Stage)
		}
	}
}

// TestListsByMovement checks that lists start with the most recent change of stage. Gates of
// supported releases are marked.
func TestListsByMovement(t *testing.T) {
	pages := factPages(t)
	gates := viewOf[view.GatesView](t, pages, "en/gates/index.html")
	present := 0
	for i, row := range gates.Rows {
		if row.Present {
			present++
		}
		if row.Removed && row.Present && upstream.CompareReleases(note.Release(row.Gone), "1.32") <= 0 {
			t.Errorf("%s was removed in %s", row.Name, row.Gone)
		}
		if i > 0 && upstream.CompareReleases(latest(gates.Rows[i-1]), latest(row)) < 0 {
			t.Errorf("%s %s is after %s", row.Name, latest(row), latest(gates.Rows[i-1]))
		}
	}
	if present != gates.Now.Count || present == 0 || present == len(gates.Rows) || gates.Oldest != "1.32" {
		t.Errorf("%d of %d gates are present since %s, the page has %d", present, len(gates.Rows), gates.Oldest, gates.Now.Count)
	}
	keps := viewOf[view.KEPsView](t, pages, "en/keps/index.html")
	for i, row := range keps.Rows[1:] {
		if upstream.CompareReleases(note.Release(keps.Rows[i].Since), note.Release(row.Since)) < 0 {
			t.Errorf("KEP-%s %s is after %s", row.Number, row.Since, keps.Rows[i].Since)
		}
		if planned := upstream.CompareReleases(note.Release(row.Since), "1.36") > 0; planned != (row.Planned != "") {
			t.Errorf("KEP-%s %s: %q", row.Number, row.Since, row.Planned)
		}
	}
}

func latest(row view.GateRow) note.Release {
	since := note.Release(row.Since)
	if row.Stage != nil {
		since = note.Release(row.Stage.Since)
	}
	if gone := note.Release(row.Gone); upstream.CompareReleases(gone, since) > 0 {
		return gone
	}
	return since
}
