package site_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// TestSameNotes checks that unchanged notes and unknown paths are not edits, so that nothing is
// rebuilt.
func TestSameNotes(t *testing.T) {
	n := newNote("1.27/sig-node", "ja", entry("x", "pr:100001", "kep:127"))
	s, _ := site.Link([]*note.Note{n}, world(t), site.Options{})
	next, _ := s.With([]*note.Note{n}, []string{"content/none.ja.md"})
	sameSite(t, next, s)
	if !next.Since(s).Note(n.ID) {
		t.Error("an unchanged note is marked as changed")
	}
}

// TestOfficialEdit checks that an edit of official notes affects everything.
func TestOfficialEdit(t *testing.T) {
	d := world(t)
	n := newNote("1.27/sig-node", "en", entry("x", "pr:100001"))
	s, _ := site.Link([]*note.Note{n}, d, site.Options{})
	if s.Sentence("1.27", "100001") != nil || s.Facts("1.27").Changes[0].Text != nil {
		t.Fatal("unexpected sentence of missing official notes")
	}
	next, _ := s.With(officialNotes(d), nil)
	clean, _ := site.Link(append(officialNotes(d), n), d, site.Options{})
	if got, want := next.Facts("1.27").Changes[0].Text.Text.Plain(), clean.Facts("1.27").Changes[0].Text.Text.Plain(); got != want || got == "" {
		t.Errorf("%q, want %q", got, want)
	}
	if next, _ = next.With(nil, []string{officialNotes(d)[0].Path}); next.Sentence("1.27", "100001") != nil {
		t.Error("removed official notes still exist")
	}
}

// TestOldSitesGo checks that a site does not keep earlier sites in memory.
func TestOldSitesGo(t *testing.T) {
	s, _ := site.Link(nil, world(t), site.Options{})
	rng := rand.New(rand.NewPCG(1, 2))
	live := map[string]*note.Note{}
	var old []weak.Pointer[site.Site]
	var notes []weak.Pointer[note.Note]
	for range 100 {
		for _, ask := range questions {
			ask(s)
		}
		old = append(old, weak.Make(s))
		changed, removed := randomEdit(rng, live)
		for _, n := range changed {
			notes = append(notes, weak.Make(n))
		}
		s, _ = s.With(changed, removed)
	}
	runtime.GC()
	runtime.GC()
	for i, p := range old {
		if p.Value() != nil {
			t.Fatalf("the site of %d edits ago is still in memory", len(old)-i)
		}
	}
	left := 0
	for _, p := range notes {
		if n := p.Value(); n != nil && live[n.Path] != n {
			left++
		}
	}
	if left > 0 {
		t.Errorf("%d edited or removed notes are still in memory", left)
	}
	runtime.KeepAlive(s)
}

// TestNoGrowth checks that a site after 300 edits has the size of a clean link of the same notes.
func TestNoGrowth(t *testing.T) {
	d := world(t)
	rng := rand.New(rand.NewPCG(1, 2))
	notes := manyNotes(rng, 300)
	weigh := func(make func() *site.Site) (*site.Site, uint64) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := make()
		runtime.GC()
		runtime.ReadMemStats(&after)
		return s, after.HeapAlloc - before.HeapAlloc
	}
	ask := func(s *site.Site) {
		s.Keys(note.PR)
		s.Board("1.27")
		s.APIs()
		for _, n := range s.Notes()[:20] {
			s.Pairing(n, "en")
		}
	}
	edited, weight := weigh(func() *site.Site {
		s, _ := site.Link(notes, d, site.Options{})
		for range 300 {
			ask(s)
			i := rng.IntN(len(notes))
			n := *notes[i]
			n.Title += "x"
			notes[i] = &n
			s, _ = s.With([]*note.Note{&n}, nil)
		}
		ask(s)
		return s
	})
	clean, want := weigh(func() *site.Site {
		s, _ := site.Link(notes, d, site.Options{})
		ask(s)
		return s
	})
	if weight > want+want/4 {
		t.Errorf("after 300 edits %d KB, a clean link %d KB", weight>>10, want>>10)
	}
	runtime.KeepAlive(edited)
	runtime.KeepAlive(clean)
}

// manyNotes returns notes of 25 entries. They use all SIGs, authors and KEPs, and two or three
// notes share a pull request. Every fifth note is translated.
func manyNotes(rng *rand.Rand, count int) []*note.Note {
	var notes []*note.Note
	for i := range count {
		var blocks []note.Block
		for j := range 25 {
			refs := []string{
				fmt.Sprintf("pr:%d", 50000+i/60*600+rng.IntN(600)), fmt.Sprintf("sig:s%d", rng.IntN(30)), fmt.Sprintf("person:p%d", rng.IntN(60)),
			}
			if rng.IntN(3) == 0 {
				refs = append(refs, fmt.Sprintf("kep:%d", rng.IntN(600)))
			}
			blocks = append(blocks, entry(fmt.Sprintf("x-%d", j), refs...))
		}
		n := newNote(fmt.Sprintf("1.%d/n%d", 14+i%30, i), "ja", blocks...)
		n.SIGs = []note.SIG{note.SIG(fmt.Sprintf("s%d", i%30))}
		notes = append(notes, n)
		if i%5 == 0 {
			en := newNote(string(n.ID), "en", blocks...)
			en.Meta.Translates = fmt.Sprintf("n%d.ja.md", i)
			notes = append(notes, en)
		}
	}
	return notes
}

// TestRenamedFolder checks that an edit of hundreds of notes, as by git checkout, equals a clean link.
func TestRenamedFolder(t *testing.T) {
	d := world(t)
	rng := rand.New(rand.NewPCG(1, 2))
	notes := manyNotes(rng, 200)
	s, _ := site.Link(notes, d, site.Options{})
	for _, ask := range questions {
		ask(s)
	}
	var removed []string
	for i, n := range notes {
		if n.Releases[0] == "1.27" || n.Releases[0] == "1.30" {
			removed = append(removed, n.Path)
			moved := newNote("1.99/"+string(n.ID)[5:], n.Lang, n.Blocks...)
			notes[i] = moved
		}
	}
	next, _ := s.With(notes, removed)
	clean, _ := site.Link(notes, d, site.Options{})
	sameSite(t, next, clean)
	for _, ask := range questions {
		if diff := cmp.Diff(ask(clean), ask(next)); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestReadBeside checks that reading notes concurrently gives the same site, whatever order they
// finish in.
func TestReadBeside(t *testing.T) {
	data, notes := world(t), manyNotes(rand.New(rand.NewPCG(8, 8)), 40)
	steps := 0
	beside := site.Options{Each: func(n int, f func(i int)) {
		steps += n
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { f(n - 1 - i) })
		}
		all.Wait()
	}}
	want, ds := site.Link(notes, data, site.Options{})
	got, same := site.Link(notes, data, beside)
	sameSite(t, got, want)
	if diff := cmp.Diff(ds, same); diff != "" {
		t.Errorf("the problems differ:\n%s", diff)
	}
	edited := newNote("1.27/n0", "ja", entry("x-1", "pr:50001", "kep:127"))
	want, _ = want.With([]*note.Note{edited}, nil)
	got, _ = got.With([]*note.Note{edited}, nil)
	sameSite(t, got, want)
	if steps < 2*len(notes) {
		t.Errorf("%d concurrent steps for %d notes", steps, len(notes))
	}
}
