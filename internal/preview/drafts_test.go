package preview

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asDraft marks the text of a note.
func asDraft(text string) string { return strings.Replace(text, "---\n", "---\ndraft: true\n", 1) }

// leftOut counts the lines that say of a file that it is a draft.
func (s *server) leftOut(file string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lines {
		if strings.HasSuffix(l.Text, " "+file+": draft, not shown; run kawaraban serve --drafts to show it") {
			n++
		}
	}
	return n
}

// A note that becomes a draft says so on its page and in the terminal; when it is none any
// more the page is back, and when it is removed the page says that it has gone.
func TestBecomesDraft(t *testing.T) {
	const file = "content/1.27/sig-node.ja.md"
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.hears("same", of("same"))
	put(t, dir, file, asDraft(nodeNote("下書き")))
	if got := b.hears("gone", of("gone")); !got.Draft || got.To != "" || !strings.Contains(string(got.Words), "serve --drafts") {
		t.Errorf("of a draft the tab hears %+v, %s", got, got.Words)
	}
	if n := s.leftOut(file); n != 1 {
		t.Errorf("the terminal says it %d times", n)
	}
	put(t, dir, file, nodeNote("完成"))
	b.hears("the page", with("完成"))
	put(t, dir, file, asDraft(nodeNote("下書き")))
	b.hears("gone", of("gone"))
	if err := os.Remove(filepath.Join(dir, file)); err != nil {
		t.Fatal(err)
	}
	if got := b.hears("gone for good", of("gone")); got.Draft {
		t.Error("a removed note is a draft")
	}
	if n := s.leftOut(file); n != 2 {
		t.Errorf("the terminal says it %d times, of two saves", n)
	}
}

// Where there is no page because the note is a draft, the page for what there is not says so,
// at once and when the draft comes later; without it the notice goes.
func TestNewDraft(t *testing.T) {
	const name, file = "ja/1.29/new/", "content/1.29/new.ja.md"
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	if status, _ := s.get(t, name); status != http.StatusNotFound {
		t.Fatalf("status %d", status)
	}
	early := s.open(t, name, true)
	early.hears("same", of("same"))
	put(t, dir, file, asDraft(nodeNote("まだ")))
	if got := early.hears("the draft", of("gone")); !got.Draft {
		t.Errorf("hears %+v", got)
	}
	late := s.open(t, name, true)
	late.hears("same", of("same"))
	if got := late.hears("the draft", of("gone")); !got.Draft {
		t.Errorf("hears %+v", got)
	}
	if err := os.Remove(filepath.Join(dir, file)); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*browser{early, late} {
		b.hears("that it is none", of("same"))
	}
	put(t, dir, file, nodeNote("今"))
	early.hears("to load the page", of("reload"))
}

// With Drafts none is left out, and nobody hears of one.
func TestDraftsTaken(t *testing.T) {
	const file = "content/1.27/sig-node.ja.md"
	dir := folder(t, small())
	s := serve(t, dir, Options{Drafts: true})
	b := s.open(t, nodePage, true)
	b.hears("same", of("same"))
	put(t, dir, file, asDraft(nodeNote("下書き")))
	b.hears("the page", with("下書き"))
	if n := s.leftOut(file); n != 0 {
		t.Errorf("the terminal says %d times that it is left out", n)
	}
}
