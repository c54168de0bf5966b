package page_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// many returns notes whose entries all name the same KEP, gate, person and repository, in two
// languages and in a log. The numbers of people, threads and proposals grow.
func many() []*note.Note {
	var notes []*note.Note
	for r := 10; r < 40; r++ {
		for _, sig := range []note.SIG{"node", "cli"} {
			for _, lang := range []note.Lang{"ja", "ru"} {
				var blocks []note.Block
				for i := range 20 {
					pr := 100000 + r*1000 + i
					b := block(note.Entry, fmt.Sprintf("pr-%d", pr), fmt.Sprintf("#%d {kep:127} {gate:UserNamespacesSupport}", pr), attr(fmt.Sprint(pr), sig))
					b.Attr.People = []note.Person{"busy", note.Person(fmt.Sprintf("%c-person-%d", 'a'+i, r))}
					b.Refs = append(b.Refs, note.Ref{Kind: note.Thread, ID: fmt.Sprintf("owner/repo#%d", r*20+i), Written: "x"})
					if i == 0 {
						b.Kind = note.Proposal
					}
					blocks = append(blocks, b)
				}
				n := newNote(fmt.Sprintf("1.%d/sig-%s", r, sig), lang, note.Changes, blocks...)
				n.Releases = []note.Release{note.Release(fmt.Sprintf("1.%d", r))}
				notes = append(notes, n)
			}
		}
	}
	var posts []note.Block
	for i := range 100 {
		posts = append(posts, block(note.Entry, fmt.Sprintf("x-%d", i), "{kep:127}", on(fmt.Sprintf("20%02d-01-02", 10+i/10))))
	}
	return append(notes, newNote("log/all", "ja", note.Log, posts...))
}

func few() []*note.Note {
	var notes []*note.Note
	for r := 10; r < 40; r++ {
		var blocks []note.Block
		for i := range 3 {
			pr := fmt.Sprint(200000 + r*1000 + i)
			b := block(note.Entry, "pr-"+pr, "#"+pr, attr(pr, "auth"))
			b.Attr.People = []note.Person{"rare"}
			blocks = append(blocks, b)
		}
		n := newNote(fmt.Sprintf("1.%d/sig-auth", r), "ja", note.Changes, blocks...)
		n.Releases = []note.Release{note.Release(fmt.Sprintf("1.%d", r))}
		notes = append(notes, n)
	}
	return notes
}

func count[T any](v reflect.Value) int {
	n := 0
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			n += count[T](v.Elem())
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[T]() {
			return 1
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				n += count[T](v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			n += count[T](v.Index(i))
		}
	}
	return n
}

func more(v any) int {
	groups := []view.EntryGroup{}
	switch v := v.(type) {
	case view.CitationsView:
		groups = v.Groups
	case view.PersonView:
		groups = v.Entries
	}
	n := 0
	for _, g := range groups {
		for _, r := range g.Rows {
			n += len(r.More)
		}
	}
	return n
}

// TestPagesAreBounded checks that with thousands of citations no page quotes all of them, and that
// every entry is linked from its subject.
func TestPagesAreBounded(t *testing.T) {
	s, _ := site.Link(append(many(), few()...), world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja"}})
	quoted := map[string]int{}
	for _, p := range pages {
		made := p.View()
		if p.Kind == "note" { // its length depends on its author
			continue
		}
		entries := count[view.Entry](reflect.ValueOf(made)) + count[view.ChangeRow](reflect.ValueOf(made)) + more(made)
		quoted[strings.TrimSuffix(p.Path, "index.html")] = entries
		if entries > 120 {
			t.Errorf("%s quotes %d entries", p.Path, entries)
		}
		if prs := count[view.PRRow](reflect.ValueOf(made)); p.Kind == "kep" && prs > 100 {
			t.Errorf("%s lists %d pull requests", p.Path, prs)
		}
		if people := count[view.PersonRow](reflect.ValueOf(made)); people > 1000 {
			t.Errorf("%s lists %d people", p.Path, people)
		}
	}
	// 60 notes of two versions with 20 entries each, and 100 posts.
	for _, thing := range []struct {
		at   string
		want int
	}{{"ja/keps/127/", 60*20 + 100}, {"ja/gates/UserNamespacesSupport/", 60 * 20}, {"ja/people/busy/", 60 * 20}, {"ja/proposals/", 60}, {"ja/people/rare/", 90}} {
		sum := 0
		for path, n := range quoted {
			if below, ok := strings.CutPrefix(path, thing.at); ok && below != "" {
				sum += n
			}
		}
		if sum == 0 { // all are on one page
			sum = quoted[thing.at]
		}
		if sum != thing.want {
			t.Errorf("below %s are %d entries, want %d", thing.at, sum, thing.want)
		}
	}
	if n := quoted["ja/people/rare/1.10-1.19/"]; n != 30 {
		t.Errorf("%d entries are on the page of ten releases, want 30", n)
	}
	follow(t, pages)
}

// TestNoPartWithoutWords checks that unwritten entries do not create a page, because it would be
// empty.
func TestNoPartWithoutWords(t *testing.T) {
	begun := newNote("1.41/sig-node", "ja", note.Changes, block(note.Entry, "pr-1", "{kep:127}: ", attr("1", "node")))
	begun.Releases = []note.Release{"1.41"}
	s, _ := site.Link(append(many(), begun), world(t), site.Options{})
	for _, p := range page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja"}}) {
		if p.Kind != "said" {
			continue
		}
		if v, ok := p.View().(view.CitationsView); ok && len(v.Groups) == 0 {
			t.Errorf("%s is empty", p.Path)
		}
	}
}

// TestQuotesDoNotNameTheirPage checks that quotes link to everything in the entry except the
// subject of their page.
func TestQuotesDoNotNameTheirPage(t *testing.T) {
	s, _ := site.Link(many(), world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja"}})
	named := func(e view.Entry) (out []string) {
		for _, l := range slices.Concat(e.People[:1], e.KEPs, e.Gates) {
			out = append(out, l.Text)
		}
		return out
	}
	kep := viewOf[view.KEPView](t, pages, "ja/keps/127/index.html").Entries[0].Entries[0]
	part := viewOf[view.CitationsView](t, pages, "ja/keps/127/1.30-1.39/index.html").Groups[0].Entries[0]
	// 20 changes of one release, each in two notes
	if rows := viewOf[view.CitationsView](t, pages, "ja/gates/UserNamespacesSupport/1.30-1.39/index.html").Groups[0]; len(rows.Rows) != 20 || more(view.CitationsView{Groups: []view.EntryGroup{rows}}) != 20 || len(rows.Entries) > 0 {
		t.Errorf("a part of a gate quotes %d entries and has %d rows with %d more", len(rows.Entries), len(rows.Rows), more(view.CitationsView{Groups: []view.EntryGroup{rows}}))
	}
	gate := viewOf[view.GateView](t, pages, "ja/gates/UserNamespacesSupport/index.html").Entries[0].Entries[0]
	rows := viewOf[view.PersonView](t, pages, "ja/people/busy/index.html").Entries[0].Rows
	if got := rows[0]; got.PR.Text == "" || got.Href == "" || got.Text.Text == "" || got.Note.Text == "" {
		t.Errorf("the row of a change is %+v", got)
	}
	for _, c := range []struct {
		got  []string
		want string
	}{
		{named(kep), "busy UserNamespacesSupport"}, {named(part), "busy UserNamespacesSupport"},
		{named(gate), "busy KEP-127"},
	} {
		if got := strings.Join(c.got, " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestThreadsOfARepository checks that all 600 threads are on the page of their repository. The
// first 120 must have a quote, the others a link.
func TestThreadsOfARepository(t *testing.T) {
	s, _ := site.Link(many(), world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja"}})
	rows := viewOf[view.RepoView](t, pages, "ja/repos/owner/repo/index.html").Threads
	if len(rows) != 600 { // 30 releases with 20 numbers each
		t.Errorf("%d threads, want 600", len(rows))
	}
	for i, row := range rows {
		if want := min(max(120-i, 0), 1); len(row.Entries) != want || len(row.Entries)+len(row.More) == 0 {
			t.Errorf("%s has %d quotes, want %d, and %d links", row.ID, len(row.Entries), want, len(row.More))
		}
	}
}

// TestPeopleByLetter checks that a list of more than a thousand people is divided by initial.
// Authors of notes must stay on the first page.
func TestPeopleByLetter(t *testing.T) {
	var blocks []note.Block
	for i := range 1200 {
		b := block(note.Entry, fmt.Sprintf("x-%d", i), "words")
		b.Attr.People = []note.Person{note.Person(fmt.Sprintf("%c%d", "ab0"[i%3], i))}
		blocks = append(blocks, b)
	}
	n := newNote("1.27/sig-node", "ja", note.Changes, blocks...)
	n.Meta.Authors = []note.Person{"writer"}
	s, _ := site.Link([]*note.Note{n}, world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja"}})
	front := viewOf[view.PeopleView](t, pages, "ja/people/index.html")
	if len(front.Writers) != 1 || len(front.Others) != 0 {
		t.Errorf("%d writers and %d others on the first page", len(front.Writers), len(front.Others))
	}
	var parts []string
	for _, l := range front.Initials {
		parts = append(parts, l.Href+" "+l.Text+" "+l.Note)
	}
	if want := []string{"../people/by/0/ 0–9 400", "../people/by/a/ A 400", "../people/by/b/ B 400"}; !slices.Equal(parts, want) {
		t.Errorf("parts %q, want %q", parts, want)
	}
	follow(t, pages)
}

// TestRemarksAreBounded checks that a person's page has the remarks of the first hundred entries.
// Further notes are linked with the number of their remarks.
func TestRemarksAreBounded(t *testing.T) {
	var notes []*note.Note
	remark := child(block(note.Remark, "", "<p>remark</p>"))
	for id, n := range map[string]int{"1.27/sig-node": 150, "1.26/sig-node": 20} {
		var entries []note.Block
		for i := range n {
			entries = append(entries, block(note.Entry, fmt.Sprintf("x-%d", i), "words", remark, remark))
		}
		made := newNote(id, "ja", note.Changes, entries...)
		made.Meta.Authors = []note.Person{"writer"}
		notes = append(notes, made)
	}
	s, _ := site.Link(notes, world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{Languages: []note.Lang{"en"}})
	v := viewOf[view.PersonView](t, pages, "en/people/writer/index.html")
	var got []string
	for _, g := range v.Remarks {
		got = append(got, fmt.Sprintf("%s: %d, %s", g.Title, len(g.Remarks), g.More[0].Note))
	}
	if want := []string{"1.27: 100, 300 remarks", "1.26: 0, 40 remarks"}; !slices.Equal(got, want) || v.Written != 340 {
		t.Errorf("%d written: %q, want %q", v.Written, got, want)
	}
}

// TestUpstreamReleasesOnly checks that invalid release names in notes do not become addresses.
func TestUpstreamReleasesOnly(t *testing.T) {
	var blocks []note.Block
	for i := range 80 {
		blocks = append(blocks, block(note.Entry, fmt.Sprintf("x-%d", i), "{kep:127}"))
	}
	n := newNote("odd/note", "ja", note.Changes, blocks...)
	n.Releases = []note.Release{"../../../up"}
	if upstream.IsRelease(string(n.Releases[0])) {
		t.Fatal("the name is a valid release")
	}
	s, _ := site.Link([]*note.Note{n}, world(t), site.Options{})
	for _, p := range page.Plan(s, words(t), page.Options{Languages: []note.Lang{"ja"}}) {
		if strings.Contains(p.Path, "..") {
			t.Errorf("a page at %s", p.Path)
		}
	}
}
