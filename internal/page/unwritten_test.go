package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/view"
)

// TestUnwritten checks that an unwritten entry shows the official English text, else the comment
// before it.
func TestUnwritten(t *testing.T) {
	apps := newNote("1.27/sig-apps", "ja", note.Changes,
		block(note.Entry, "pr-100002", "{kep:127}: ", attr("100002", "node")),
		block(note.Entry, "pr-100099", "", attr("100099", "node"), func(b *note.Block) { b.Source = note.Text{{HTML: "From the comment"}} }),
		block(note.Entry, "pr-100098", "", attr("100098", "node")),
		block(note.Entry, "pr-100097", "書いた", attr("100097", "node")))
	apps.SIGs = []note.SIG{"apps"}
	s, _ := site.Link(append(corpus(), official(), apps), world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{})
	follow(t, pages)
	var got []string
	for _, it := range viewOf[view.NoteView](t, pages, "ru/1.27/sig-apps/index.html").Items {
		e := it.Entry
		says := string(e.Text.HTML)
		if e.Unwritten {
			says = "unwritten" + says
		}
		if e.Official != nil {
			if says += " " + e.Official.Lang + ": " + string(e.Official.HTML); !e.Upstream {
				t.Errorf("%q is not upstream's", says)
			}
		}
		got = append(got, says)
	}
	if len(got) != 4 || !strings.HasPrefix(got[0], "unwritten en: Added a <em>thing</em>") || got[1] != "unwritten en: From the comment" ||
		got[2] != "unwritten" || got[3] != "書いた" {
		t.Errorf("%q", got)
	}
	for _, it := range viewOf[view.NoteView](t, pages, "ja/1.27/sig-node/index.html").Items {
		if it.Entry == nil {
			continue
		}
		for _, l := range it.Entry.Also {
			if strings.Contains(l.Href, "sig-apps") {
				t.Errorf("%s also links to an unwritten entry", it.Entry.ID)
			}
		}
	}
}

// TestBegunTranslation checks that a new translation shows the source of unwritten entries and
// remarks, without the mark of official text.
func TestBegunTranslation(t *testing.T) {
	parse := func(path, text string) *note.Note {
		n, _ := source.Parse(source.Input{Path: path, Bytes: []byte(text)}, world(t).Names(), source.Options{})
		return n
	}
	in := parse("content/1.29/n.ja.md", "---\ntitle: い\n---\n\n前書きです。\n\n- 待つ動作が加わった。(#100099, @ann) [SIG Node]\n  - :pencil: アルファ版です。\n")
	out := parse("content/1.29/n.ru.md", "---\ntitle: И\ntranslates: n.ja.md\n---\n\n<!-- 前書きです。 -->\nПредисловие.\n\n<!-- 待つ動作が加わった。 -->\n- (#100099, @ann) [SIG Node]\n  <!-- アルファ版です。 -->\n  - :pencil:\n")
	s, _ := site.Link(append(corpus(), in, out), world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{})
	e := viewOf[view.NoteView](t, pages, "ru/1.29/n/index.html").Items[1].Entry
	if e == nil || !e.Unwritten || e.Upstream || e.Official == nil || e.Official.Lang != "ja" {
		t.Fatalf("%+v", e)
	}
	if r := e.Remarks[0]; r.Pair != nil || r.Mark.State != "solo" || r.Mark.Cap == "" || !strings.Contains(string(r.Rich.HTML), "アルファ版です。") || r.Rich.Lang != "ja" {
		t.Errorf("%+v", r)
	}
}

// TestUnwrittenTitles checks a new overview. An English heading without content keeps its title and
// is marked as unwritten. Other headings are not marked.
func TestUnwrittenTitles(t *testing.T) {
	english := func(b *note.Block) { b.Lang = "en" }
	written := child(block(note.Prose, "", "<p>説明</p>"))
	blocks := []note.Block{
		block(note.Entry, "kep-127", "Support User Namespaces", level(4), english),
		block(note.Entry, "kep-1287", "In-Place Update", level(4), english, written),
		block(note.Entry, "kep-753", "サイドカー", level(4)),
	}
	begun, same := newNote("1.29/overview", "ja", note.Overview, blocks...), newNote("1.28/overview", "en", note.Overview, blocks[0])
	s, _ := site.Link(append(corpus(), official(), begun, same), world(t), site.Options{})
	pages := page.Plan(s, words(t), page.Options{})
	var got []bool
	for _, path := range []string{"ja/1.29/overview/index.html", "en/1.28/overview/index.html"} {
		for _, it := range viewOf[view.NoteView](t, pages, path).Items {
			if it.Entry == nil {
				continue
			}
			if got = append(got, it.Entry.Unwritten); it.Entry.Text.HTML == "" {
				t.Errorf("%s: %s has no title", path, it.Entry.ID)
			}
		}
	}
	if want := []bool{true, false, false, false}; !slices.Equal(got, want) {
		t.Errorf("unwritten: got %v, want %v", got, want)
	}
}
