package site_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// TestCrossings reports what leads from a note to where nothing is, and nothing else.
func TestCrossings(t *testing.T) {
	node, nodeEn := newNote("1.27/sig-node", "ja", entry("pr-1", "pr:1")), newNote("1.27/sig-node", "en", entry("pr-1", "pr:1"))
	nodeEn.Meta.Translates = "sig-node.ja.md"
	draft, old := newNote("1.27/draft", "ja"), newNote("1.26/old", "ja")
	draft.Meta.Draft = true
	a := newNote("1.27/a", "ja", note.Block{Type: note.Prose, Text: note.Text{{HTML: `<p id="in">x</p>`}}})
	a.Links = []note.Link{
		{Note: "1.27/sig-node", Place: "pr-1"}, {Note: "1.26/old"}, {Place: "in"}, // these lead somewhere
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
			"link/missing-note no note 1.27/gone":                                                   true,
			"link/draft 1.27/draft is a draft, so nothing leads to it":                              true,
			"link/missing-place 1.27/sig-node has no place pr-2":                                    true,
			"link/missing-place 1.27/a has no place out":                                            true,
			"link/missing-note no note 1.27/sig-nodes":                                              true,
			"link/missing-version 1.27/sig-node is not written in ru":                               true,
			"link/missing-place 1.27/sig-node has no place pr-1x":                                   true,
			"translates/missing translates gone.ru.md, which is no note":                            true,
			"translates/address translates 1.27/sig-node, but has an address of its own":            true,
			"address/alias a page stands at 1.27/sig-node already, so the alias does not lead here": true,
			"address/alias a page stands at keps already, so the alias does not lead here":          true,
			"address/alias a page stands at 1.27 already, so the alias does not lead here":          true,
			"address/alias the alias 1.27/former is one of " + a.Path + " already":                  true,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("only %q: %s", only, diff)
		}
		wantHints := map[string]string{
			"no note 1.27/gone":                             "write the path from this file, as ../1.26/sig-network.zh.md",
			"no note 1.27/sig-nodes":                        "did you mean sig-node.ja.md?",
			"1.27/draft is a draft, so nothing leads to it": "",
			"1.27/sig-node has no place pr-2":               "a heading or an entry says its id at its ¶",
			"1.27/sig-node has no place pr-1x":              "did you mean #pr-1? A heading or an entry says its id at its ¶",
			"1.27/a has no place out":                       "a heading or an entry says its id at its ¶",
			"1.27/sig-node is not written in ru":            "write sig-node.ja.md",
		}
		if diff := cmp.Diff(wantHints, hints); diff != "" {
			t.Errorf("only %q: hints: %s", only, diff)
		}
	}
}
