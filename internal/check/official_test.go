package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// headings are those of release notes, by kind.
var headings = map[note.EntryKind]string{
	note.Deprecation: "Deprecation", note.APIChange: "API Change", note.Feature: "Feature", note.Design: "Design",
	note.Documentation: "Documentation", note.FailingTest: "Failing Test", note.Bug: "Bug or Regression",
	note.Other: "Other (Cleanup or Flake)", note.Uncategorized: "Uncategorized",
}

// asNote writes what a release published as somebody would who takes all of it as it is.
func asNote(r *upstream.Release) (text string, entries int) {
	byKind := map[note.EntryKind][]string{}
	for n := range r.Published {
		if n.Repo != "" {
			continue
		}
		var labels []string
		for _, g := range n.SIGs {
			labels = append(labels, "sig/"+string(g))
		}
		first, _, _ := strings.Cut(n.Text, "\n")
		for range max(1, len(n.Sections), 1+len(n.Texts)) {
			byKind[n.Kind] = append(byKind[n.Kind], fmt.Sprintf("- %s (#%d, @%s) [%s]\n", first, n.PR, n.Author, strings.Join(labels, ",")))
			entries++
		}
	}
	var b strings.Builder
	b.WriteString(head("kind: changes\n"))
	for _, k := range note.EntryKinds {
		if len(byKind[k]) > 0 {
			b.WriteString("## " + headings[k] + "\n\n" + strings.Join(byKind[k], "") + "\n")
		}
	}
	return b.String(), entries
}

// TestOfficialNotesAreRight: taken as they are, the release notes of five releases are as
// upstream has them.
func TestOfficialNotesAreRight(t *testing.T) {
	d := importedData(t)
	all, texts := 0, files{}
	for _, r := range d.ReleaseList {
		if text, n := asNote(r); n > 0 {
			texts["content/"+string(r.Release)+"/all.en.md"] = text
			all += n
		}
	}
	found := joins(t, linked(t, texts))
	t.Logf("%d entries, %d findings", all, len(found))
	if all < 1300 || len(found) > 0 {
		t.Error(lines(found))
	}
}

// asOverview writes what reached a stage in a release, under the heading of that stage or
// of another one.
func asOverview(s *site.Site, r note.Release, under func(note.Stage) note.Stage) (text string, entries int) {
	var b strings.Builder
	b.WriteString(head("kind: overview\n"))
	reached := s.Facts(r).Reached
	for _, stage := range []note.Stage{note.Alpha, note.Beta, note.Stable} {
		b.WriteString("## " + string(under(stage)) + "\n\n")
		for _, number := range reached[stage] {
			if len(s.Data().KEPs[number]) == 1 {
				fmt.Fprintf(&b, "### %s\n\n#%s; KEP\n\nWords.\n\n", s.Data().KEPs[number][0].Title, number)
				entries++
			}
		}
	}
	return b.String(), entries
}

// TestStagesOfAllReleases puts every enhancement of fifteen releases under the heading of
// the stage that it reached, which is right, and under another one, which is not.
func TestStagesOfAllReleases(t *testing.T) {
	s := linked(t, nil).Site
	for _, c := range []struct {
		name  string
		under func(note.Stage) note.Stage
		least float64 // of the entries that are found; 0 means that none may be
	}{
		{"its own", func(st note.Stage) note.Stage { return st }, 0},
		{"the next", func(st note.Stage) note.Stage {
			return map[note.Stage]note.Stage{note.Alpha: note.Beta, note.Beta: note.Stable, note.Stable: note.Alpha}[st]
		}, .9},
	} {
		texts, all := files{}, 0
		for minor := 18; minor <= 32; minor++ {
			r := note.Release(fmt.Sprintf("1.%d", minor))
			text, n := asOverview(s, r, c.under)
			texts["content/"+string(r)+"/all.en.md"] = text
			all += n
		}
		found := joins(t, linked(t, texts))
		t.Logf("under the heading of %s stage: %d of %d reported", c.name, len(found), all)
		if all < 300 || float64(len(found)) < c.least*float64(all) || c.least == 0 && len(found) > 0 {
			t.Error(lines(found[:min(len(found), 20)]))
		}
	}
}
