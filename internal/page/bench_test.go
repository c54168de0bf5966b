package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// BenchmarkFind finds and prints one page of each kind right after an edit of one note, as the
// preview does. Linking the edited site is not measured.
func BenchmarkFind(b *testing.B) {
	set := words(b)
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := upstreamData(b)
			notes := append(madeNotes(b, d, n), diary(b, d))
			for _, r := range d.ReleaseList {
				if len(r.Notes) > 0 {
					notes = append(notes, source.Official(r, d.Names()))
				}
			}
			s, _ := site.Link(notes, d, site.Options{})
			o := page.Options{BaseURL: "https://example.org/"}
			for _, at := range busiest(s, page.NewPlanner(s, set, o), string(notes[0].ID)) {
				kind, path, _ := strings.Cut(at, " ")
				b.Run(kind, func(b *testing.B) {
					print := newPrinter(b)
					for i := 0; b.Loop(); i++ {
						b.StopTimer()
						edited := *notes[0]
						edited.Blocks = append(edited.Blocks[:len(edited.Blocks):len(edited.Blocks)], block(note.Prose, "", fmt.Sprintf("<p>edit %d</p>", i)))
						s, _ = s.With([]*note.Note{&edited}, nil)
						b.StartTimer()
						p, ok := page.NewPlanner(s, set, o).Find(path)
						if !ok {
							b.Fatalf("no page at %s", path)
						}
						print(p)
					}
				})
			}
		})
	}
}

func diary(t testing.TB, d *upstream.Data) *note.Note {
	t.Helper()
	var src strings.Builder
	for month := 1; month <= 12; month++ {
		for day := 1; day <= 28; day++ {
			fmt.Fprintf(&src, "## 2023-%02d-%02d\n\n- 今日は #%d を読んだ。\n\n", month, day, 115000+28*month+day)
		}
	}
	n, ds := source.Parse(source.Input{Path: "content/log/diary.ja.md", Bytes: []byte(src.String())}, d.Names(), source.Options{})
	if n == nil {
		t.Fatal(ds)
	}
	return n
}

func found(plan page.Planner, at string) bool {
	_, ok := plan.Find(at)
	return ok
}

func busiest(s *site.Site, plan page.Planner, edited string) []string {
	most := func(kind note.RefKind) string {
		best, count := note.Key{}, -1
		for _, id := range s.Keys(kind) {
			key := note.Key{Kind: kind, ID: id}
			if c := len(s.Mentions(key)); c > count {
				best, count = key, c
			}
		}
		return plan.Thing(best)
	}
	var out []string
	for _, r := range s.Releases() { // a frequently cited KEP has further pages
		if at := fmt.Sprintf("ja/%s%s/index.html", most(note.KEP), r); len(out) == 0 && found(plan, at) {
			out = append(out, "said "+at)
		}
	}
	for _, at := range [][2]string{
		{"note", edited + "/"}, {"kep", most(note.KEP)}, {"gate", most(note.Gate)}, {"sig", most(note.SIGRef)}, {"person", most(note.PersonRef)},
		{"pr", most(note.PR)}, {"release", "1.27/"}, {"changes", "1.27/changes/"}, {"board", "status/1.27/"},
		{"log", "log/2023/04/"}, {"home", ""}, {"keps", "keps/"}, {"search", "search/"},
	} {
		out = append(out, at[0]+" ja/"+at[1]+"index.html")
	}
	return out
}
