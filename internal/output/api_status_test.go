package output

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

func TestAPIStatus(t *testing.T) {
	text := files(t, api{}, small(t))["api/v1/status.json"]
	var got apiStatus
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	both, none := map[note.Lang]int{"ja": 1, "en": 1}, map[note.Lang]int{}
	row := apiCoverage{Release: "1.27", SIG: "cli", Published: 1, Covered: 1, Missing: []int{}, Threads: []string{}, Languages: both, Notes: []note.ID{}, Claims: []apiClaim{}, Elsewhere: []apiElsewhere{}}
	node, free := row, row
	node.SIG, node.Notes, node.Claims = "node", []note.ID{"1.27/sig-node"}, []apiClaim{{Person: "y1r96", Date: "2023-06-15"}}
	free.SIG, free.Covered, free.Threads, free.Languages = "", 0, []string{"kubernetes/enhancements#5"}, none
	want := apiStatus{
		Releases: []apiReleaseStatus{{Release: "1.27", Published: 2, Covered: 1, Languages: both, Elsewhere: []apiElsewhere{
			{Title: "まとめ", Language: "ja", URL: "https://example.org/", Author: "octo", Kind: "overview"},
		}}},
		Coverage: []apiCoverage{row, node, free},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
