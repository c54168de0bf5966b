package output

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestUpgradeFacts checks that a site with an upgrade has the base file and one file for each release,
// and that other sites have none.
func TestUpgradeFacts(t *testing.T) {
	if found := files(t, upgradeFacts{}, small(t)); len(found) != 0 {
		t.Errorf("one release: %v", found)
	}
	data, ds, err := upstream.Load(fstest.MapFS{
		"releases/1.26.json": {Data: []byte(`{"release":"1.26","notes":[{"pr":1,"text":"Old.","published":true}]}`)},
		"releases/1.27.json": {Data: []byte(`{"release":"1.27","notes":[{"pr":114017,"text":"Removed.","published":true}]}`)},
		"findings/1.27.json": {Data: []byte(`{"release":"1.27","findings":[{"kind":"flag","name":"--a","component":["kubelet"],"class":"removed","pr":114017,"text":"Removed."}]}`)},
	})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	names := data.Names()
	s, _ := site.Link([]*note.Note{source.Official(data.Releases["1.26"], names), source.Official(data.Releases["1.27"], names)}, data, site.Options{})
	in := small(t)
	in.Site = s
	found := files(t, upgradeFacts{}, in)
	if len(found) != 3 || !strings.Contains(found["upgrade/facts/1.27.json"], `"name":"--a","event":"removed","components":["kubelet"]`) || !strings.Contains(found["upgrade/facts/base.json"], `"releases":["1.26","1.27"]`) {
		t.Errorf("%v", found)
	}
	if _, ok, err := (upgradeFacts{}).Find(in, "upgrade/facts/1.26.json"); !ok || err != nil {
		t.Error("1.26.json is not found", err)
	}
}
