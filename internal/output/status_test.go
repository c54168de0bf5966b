package output

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

func TestAPIStatus(t *testing.T) {
	text := files(t, api{}, small(t))["api/v1/status.json"]
	var got Status
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	both, none := map[note.Lang]int{"ja": 1, "en": 1}, map[note.Lang]int{}
	row := Coverage{Release: "1.27", SIG: "cli", Published: 1, Covered: 1, Missing: []Missing{}, Languages: both, Notes: []note.ID{}, Claims: []Claim{}, Elsewhere: []Elsewhere{}}
	node, free := row, row
	node.SIG, node.Notes, node.Claims = "node", []note.ID{"1.27/sig-node"}, []Claim{{Person: "y1r96", Date: "2023-06-15"}}
	free.SIG, free.Covered, free.Missing, free.Languages = "", 0, []Missing{{PR: 5, Repo: "kubernetes/enhancements"}}, none
	want := Status{
		Releases: []ReleaseStatus{{Release: "1.27", Published: 2, Covered: 1, Languages: both, Elsewhere: []Elsewhere{
			{Title: "まとめ", Language: "ja", URL: "https://example.org/", Author: "octo", Kind: "overview"},
		}}},
		Coverage: []Coverage{row, node, free},
		// Of the Japanese note: the first paragraph, the heading, two entries, a remark and a
		// detail. The English one has the heading, which is the same in both, and the first entry.
		Translations: []TranslationStatus{{Note: "1.27/sig-node", Lang: "en", From: "ja", Blocks: 6, Translated: 2, Missing: 4, Unrecorded: 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestStatusWithTexts(t *testing.T) {
	s := small(t).Site
	rows := StatusOf([]site.Board{*s.Board("1.27")}, true).Coverage
	got := rows[len(rows)-1].Missing
	want := []Missing{{5, "kubernetes/enhancements", &MissingText{Kinds: []note.EntryKind{}, SIGs: []note.SIG{}, Text: "Other."}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	text, err := json.Marshal(got)
	if want := `[{"pr":5,"repo":"kubernetes/enhancements","kinds":[],"sigs":[],"text":"Other."}]`; err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}
