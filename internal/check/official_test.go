package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
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

// asNote writes what a release published as somebody would who takes it as it is, each
// note under the heading of a kind; those of the empty kind are left out.
func asNote(r *upstream.Release, front string, under func(*upstream.ReleaseNote) note.EntryKind) (text string, entries int) {
	byKind := map[note.EntryKind][]string{}
	for n := range r.Published {
		kind := under(n)
		if n.Repo != "" || kind == "" {
			continue
		}
		labels := ""
		for _, g := range n.SIGs {
			labels += ",sig/" + string(g)
		}
		if labels != "" {
			labels = " [" + labels[1:] + "]"
		}
		first, _, _ := strings.Cut(n.Text, "\n")
		for range max(1, len(n.Sections), 1+len(n.Texts)) {
			byKind[kind] = append(byKind[kind], fmt.Sprintf("- %s (#%d, @%s)%s\n", first, n.PR, n.Author, labels))
			entries++
		}
	}
	var b strings.Builder
	b.WriteString(head("kind: changes\n" + front))
	for _, k := range note.EntryKinds {
		if len(byKind[k]) > 0 {
			b.WriteString("## " + headings[k] + "\n\n" + strings.Join(byKind[k], "") + "\n")
		}
	}
	return b.String(), entries
}

// anotherKind is the first kind that a release note does not have.
func anotherKind(n *upstream.ReleaseNote) note.EntryKind {
	if !slices.Contains(sortedKinds, n.Kind) {
		return ""
	}
	for _, k := range sortedKinds {
		if k != n.Kind && !slices.Contains(n.Kinds, k) {
			return k
		}
	}
	return ""
}

// sortedKinds are those of the headings of release notes that sort.
var sortedKinds = []note.EntryKind{
	note.Feature, note.Bug, note.Deprecation, note.APIChange, note.Documentation, note.FailingTest, note.Other,
}

// TestOfficialNotes: taken as they are, the release notes of five releases are as upstream
// has them; under a heading of another kind, or in a note on a SIG that has none of them,
// every one is found but #116134 of 1.28, whose sentence ends in the number of an issue.
func TestOfficialNotes(t *testing.T) {
	for _, c := range []struct {
		name, front string
		under       func(*upstream.ReleaseNote) note.EntryKind
		code        diag.Code // under which all are found; empty where none may be
	}{
		{"as they are", "", func(n *upstream.ReleaseNote) note.EntryKind { return n.Kind }, ""},
		{"under another kind", "", anotherKind, "kind/contradicted"},
		{"under another SIG", "sigs: [ui]\n", func(n *upstream.ReleaseNote) note.EntryKind {
			if len(n.SIGs) == 0 || slices.Contains(n.SIGs, "ui") {
				return ""
			}
			return n.Kind
		}, "pr/not-under-sig"},
	} {
		all, texts := 0, files{}
		for _, r := range importedData(t).ReleaseList {
			if text, n := asNote(r, c.front, c.under); n > 0 {
				texts["content/"+string(r.Release)+"/all.en.md"] = text
				all += n
			}
		}
		found := entryRules(t, linked(t, texts))
		other := slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool { return d.Code == c.code })
		t.Logf("%s: %d entries, %d findings", c.name, all, len(found))
		if all < 3600 || c.code != "" && len(found) < all-1 {
			t.Errorf("%d of %d entries are found", len(found), all)
		}
		var told []string
		for _, d := range other {
			told = append(told, d.Pos.File+" "+string(d.Code))
		}
		// Upstream has one text under two pull requests in 1.32 and in 1.33, and in 1.33 an entry on
		// #122550 and #128786, whose groups differ.
		want := []string{"content/1.32/all.en.md entry/duplicate", "content/1.33/all.en.md entry/duplicate", "content/1.33/all.en.md pr/labels"}
		if diff := cmp.Diff(want, slices.Sorted(slices.Values(told))); diff != "" {
			t.Error(diff)
		}
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
		found := entryRules(t, linked(t, texts))
		t.Logf("under the heading of %s stage: %d of %d reported", c.name, len(found), all)
		if all < 300 || float64(len(found)) < c.least*float64(all) || c.least == 0 && len(found) > 0 {
			t.Error(lines(found[:min(len(found), 20)]))
		}
	}
}
