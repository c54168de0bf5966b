package site_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

func TestCrossings(t *testing.T) {
	node, nodeEn := newNote("1.27/sig-node", "ja", entry("pr-1", "pr:1")), newNote("1.27/sig-node", "en", entry("pr-1", "pr:1"))
	nodeEn.Meta.Translates = "sig-node.ja.md"
	draft, old := newNote("1.27/draft", "ja"), newNote("1.26/old", "ja")
	draft.Meta.Draft = true
	a := newNote("1.27/a", "ja", note.Block{Type: note.Prose, Text: note.Text{{HTML: `<p id="in">x</p>`}}})
	a.Links = []note.Link{
		{Note: "1.27/sig-node", Place: "pr-1"}, {Note: "1.26/old"}, {Place: "in"}, // valid links
		{Note: "1.27/sig-node", Lang: "en", Place: "pr-1"},
		{Note: "1.27/gone"}, {Note: "1.27/draft"}, {Note: "1.27/sig-node", Place: "pr-2"}, {Place: "out"},
		{Note: "1.27/sig-nodes", Lang: "ja"}, {Note: "1.27/sig-node", Lang: "ru", Place: "pr-1x"},
	}
	a.Meta.Translates = "gone.ru.md"
	a.Meta.Aliases = []string{"1.27/former", "1.27/sig-node", "keps", "1.27"}
	b := newNote("1.27/b", "en")
	b.Meta.Translates = "1.27/sig-node"
	b.Meta.Aliases = []string{"1.27/former"}
	notes := []*note.Note{node, nodeEn, draft, old, a, b}
	for _, only := range []note.Release{"", "1.27"} {
		_, ds := site.Link(notes, world(t), site.Options{Only: only})
		got, hints := map[string]bool{}, map[string]string{}
		for _, d := range ds {
			got[string(d.Code)+" "+d.Text] = true
			if strings.HasPrefix(string(d.Code), "link/") {
				hints[d.Text] = d.Hint
			}
		}
		want := map[string]bool{
			"link/missing-note unknown note \"1.27/gone\"":                                  true,
			"link/draft note 1.27/draft is a draft, so the link is not shown":               true,
			"link/missing-place unknown place \"#pr-2\" in note 1.27/sig-node":              true,
			"link/missing-place unknown place \"#out\" in note 1.27/a":                      true,
			"link/missing-note unknown note \"1.27/sig-nodes\"":                             true,
			"link/missing-version note 1.27/sig-node has no version in ru":                  true,
			"link/missing-place unknown place \"#pr-1x\" in note 1.27/sig-node":             true,
			"translates/missing unknown note \"gone.ru.md\" in translates:":                 true,
			"translates/address note translates 1.27/sig-node, but has a different address": true,
			"address/alias alias 1.27/sig-node is the address of a page, ignored":           true,
			"address/alias alias keps is the address of a page, ignored":                    true,
			"address/alias alias 1.27 is the address of a page, ignored":                    true,
			"address/alias duplicate alias 1.27/former: also in " + a.Path:                  true,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("only %q: %s", only, diff)
		}
		wantHints := map[string]string{
			"unknown note \"1.27/gone\"":                           "write the path relative to this file, such as ../1.26/sig-network.zh.md",
			"unknown note \"1.27/sig-nodes\"":                      "did you mean sig-node.ja.md?",
			"note 1.27/draft is a draft, so the link is not shown": "",
			"unknown place \"#pr-2\" in note 1.27/sig-node":        "copy the id from the ¶ of a heading or entry",
			"unknown place \"#pr-1x\" in note 1.27/sig-node":       "did you mean #pr-1? Copy the id from the ¶ of a heading or entry",
			"unknown place \"#out\" in note 1.27/a":                "copy the id from the ¶ of a heading or entry",
			"note 1.27/sig-node has no version in ru":              "write sig-node.ja.md",
		}
		if diff := cmp.Diff(wantHints, hints); diff != "" {
			t.Errorf("only %q: hints: %s", only, diff)
		}
	}
}

// TestTranslatesInCircles checks that cycles of translations are reported once. The original must
// not depend on the order of the files.
func TestTranslatesInCircles(t *testing.T) {
	for _, tt := range []struct {
		name     string
		versions []string // pairs of a language and the value of translates
		original note.Lang
		want     []string
	}{
		{"no circle", []string{"ja", "", "en", "n.ja.md", "zh", "n.en.md"}, "ja", nil},
		{"by the whole path, and from the folder", []string{"ja", "", "en", "content/1.29/n.ja.md", "zh", "./n.ja.md"}, "ja", nil},
		{"itself alone", []string{"ja", "n.ja.md"}, "ja", []string{"content/1.29/n.ja.md translates/itself: note translates itself"}},
		{"itself, by its address", []string{"ja", "1.29/n.ja.md", "en", "n.ja.md"}, "ja", []string{"content/1.29/n.ja.md translates/itself: note translates itself"}},
		{"two", []string{"ja", "n.en.md", "en", "n.ja.md"}, "ja", []string{"content/1.29/n.ja.md translates/circle: translation loop: n.en.md → n.ja.md"}},
		{"two, one without a language", []string{"ja", "n", "en", "n.ja.md"}, "ja", []string{"content/1.29/n.ja.md translates/circle: translation loop: n.en.md → n.ja.md"}},
		{"three", []string{"zh", "n.ja.md", "en", "n.zh.md", "ja", "n.en.md"}, "ja", []string{"content/1.29/n.ja.md translates/circle: translation loop: n.en.md → n.zh.md → n.ja.md"}},
		{"two beside an original, and one that leads to them", []string{"en", "", "ja", "n.zh.md", "zh", "n.ja.md", "ru", "n.ja.md"}, "en", []string{"content/1.29/n.ja.md translates/circle: translation loop: n.zh.md → n.ja.md"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var notes []*note.Note
			for i := 0; i < len(tt.versions); i += 2 {
				n := newNote("1.29/n", note.Lang(tt.versions[i]), entry("pr-1", "pr:1"))
				n.Meta.Translates = tt.versions[i+1]
				notes = append(notes, n)
			}
			for range notes {
				notes = append(notes[1:], notes[0])
				s, ds := site.Link(notes, world(t), site.Options{})
				var got []string
				for _, d := range ds {
					if strings.HasPrefix(string(d.Code), "translates/") {
						got = append(got, d.Pos.File+" "+string(d.Code)+": "+d.Text)
					}
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Error(diff)
				}
				first := s.Original("1.29/n")
				if first.Lang != tt.original || s.SourceOf(first) != nil || len(s.Translations()) != len(notes)-1 {
					t.Errorf("the original is %s, of %d translations", first.Lang, len(s.Translations()))
				}
			}
		})
	}
}

// TestSourceNamed checks that the source of a version is the one it names, or the original if it
// names another note.
func TestSourceNamed(t *testing.T) {
	for translates, want := range map[string]note.Lang{"n.zh.md": "zh", "content/1.29/n.zh.md": "zh", "1.29/n": "ja", "": "ja", "other.zh.md": "ja"} {
		en := newNote("1.29/n", "en", entry("pr-1", "pr:1"))
		zh := newNote("1.29/n", "zh", entry("pr-1", "pr:1"))
		en.Meta.Translates, zh.Meta.Translates = translates, "n.ja.md"
		s, _ := site.Link([]*note.Note{newNote("1.29/n", "ja", entry("pr-1", "pr:1")), en, zh}, world(t), site.Options{})
		if got := s.SourceOf(en); got == nil || got.Lang != want {
			t.Errorf("translates %q: the source is %v, want %s", translates, got, want)
		}
	}
}
