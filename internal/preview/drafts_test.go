package preview

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asDraft marks a note as a draft.
func asDraft(text string) string { return strings.Replace(text, "---\n", "---\ndraft: true\n", 1) }

// leftOut counts the printed lines that report a file as a draft.
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

// TestBecomesDraft checks that a note that becomes a draft is reported on its page and in the
// terminal. When it is published again the page returns. When it is removed the page reports that.
func TestBecomesDraft(t *testing.T) {
	const file = "content/1.27/sig-node.ja.md"
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.waitFor("same", of("same"))
	put(t, dir, file, asDraft(nodeNote("下書き")))
	if got := b.waitFor("gone", of("gone")); !got.Draft || got.To != "" || !strings.Contains(string(got.Words), "serve --drafts") {
		t.Errorf("for a draft the tab receives %+v, %s", got, got.Words)
	}
	if n := s.leftOut(file); n != 1 {
		t.Errorf("the terminal reports it %d times", n)
	}
	put(t, dir, file, nodeNote("完成"))
	b.waitFor("the page", with("完成"))
	put(t, dir, file, asDraft(nodeNote("下書き")))
	b.waitFor("gone", of("gone"))
	if err := os.Remove(filepath.Join(dir, file)); err != nil {
		t.Fatal(err)
	}
	if got := b.waitFor("gone for good", of("gone")); got.Draft {
		t.Error("a removed note is a draft")
	}
	if n := s.leftOut(file); n != 2 {
		t.Errorf("the terminal reports it %d times for two saves", n)
	}
}

// TestNewDraft checks the page for a missing address whose note is a draft. It shows this at once, and
// when the draft is added later. The notice disappears with the draft.
func TestNewDraft(t *testing.T) {
	const name, file = "ja/1.29/new/", "content/1.29/new.ja.md"
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	if status, _ := s.get(t, name); status != http.StatusNotFound {
		t.Fatalf("status %d", status)
	}
	early := s.open(t, name, true)
	early.waitFor("same", of("same"))
	put(t, dir, file, asDraft(nodeNote("まだ")))
	if got := early.waitFor("the draft", of("gone")); !got.Draft {
		t.Errorf("received %+v", got)
	}
	late := s.open(t, name, true)
	late.waitFor("same", of("same"))
	if got := late.waitFor("the draft", of("gone")); !got.Draft {
		t.Errorf("received %+v", got)
	}
	if err := os.Remove(filepath.Join(dir, file)); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*browser{early, late} {
		b.waitFor("that it is none", of("same"))
	}
	put(t, dir, file, nodeNote("今"))
	early.waitFor("to load the page", of("reload"))
}

// TestDraftsTaken checks that with Drafts all drafts are shown, without a report.
func TestDraftsTaken(t *testing.T) {
	const file = "content/1.27/sig-node.ja.md"
	dir := folder(t, small())
	s := serve(t, dir, Options{Drafts: true})
	b := s.open(t, nodePage, true)
	b.waitFor("same", of("same"))
	put(t, dir, file, asDraft(nodeNote("下書き")))
	b.waitFor("the page", with("下書き"))
	if n := s.leftOut(file); n != 0 {
		t.Errorf("the terminal reports %d times that it is omitted", n)
	}
}
