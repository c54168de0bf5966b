package output

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func journey(t *testing.T) In {
	t.Helper()
	data, ds, err := upstream.Load(fstest.MapFS{
		"keps.json": {Data: []byte(`[{"number":"127","title":"Support User Namespaces","dir":"keps/sig-node/127-user-namespaces","sig":"node","gates":[{"name":"Flipped","components":["kubelet","unheard-of"]}]}]`)},
		"gates.json": {Data: []byte(`[
			{"name":"Flipped","stages":[{"stage":"alpha","default":false,"from":"1.20","to":"1.26"},{"stage":"beta","default":true,"from":"1.27"}]},
			{"name":"Gone","removed":true,"stages":[{"stage":"stable","default":true,"locked":true,"from":"1.24","to":"1.26"}]}]`)},
		"releases/1.27.json": {Data: []byte(`{"release":"1.27","notes":[
			{"pr":100001,"text":"Act on the kubelet.","kind":"other","kinds":["other"],"areas":["apiserver","test"],"published":true,"urgent":true},
			{"pr":100002,"text":"Removed the flag.","kind":"deprecation","kinds":["deprecation"],"published":true},
			{"pr":100003,"text":"The field is deprecated.","kind":"deprecation","kinds":["deprecation"],"published":true},
			{"pr":100004,"text":"Added a field for the gate \u0060Flipped\u0060.","kind":"api-change","kinds":["api-change"],"published":true}]}`)},
		"releases.yaml": {Data: []byte("releases:\n  - release: \"1.26\"\n    end-of-support: 2024-02-28\n  - release: \"1.27\"\n    date: 2023-04-11\n")},
	})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	names := data.Names()
	list, ds := source.Parse(source.Input{
		Path:  "content/1.27/apis.ja.md",
		Bytes: []byte("---\ntitle: API\nsigs: [node]\nkind: changes\n---\n\n## APIの変更\n\n### Removed\n\n- policy/v1beta1/poddisruptionbudgets\n"),
	}, names, source.Options{})
	if list == nil {
		t.Fatal(ds)
	}
	s, _ := site.Link([]*note.Note{source.Official(data.Releases["1.27"], names), list}, data, site.Options{})
	return In{Site: s, Config: config.Default()}
}

func TestAPIUpgrade(t *testing.T) {
	made := files(t, api{}, journey(t))
	var index apiIndex
	if err := json.Unmarshal([]byte(made["api/v1/index.json"]), &index); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]apiUpgradeLink{{"1.26", "1.27", "upgrade/1.26-1.27.json"}}, index.Upgrades); diff != "" {
		t.Error(diff)
	}
	var got apiUpgrade
	if err := json.Unmarshal([]byte(made["api/v1/upgrade/1.26-1.27.json"]), &got); err != nil {
		t.Fatal(err)
	}
	if got.EndOfSupport != "2024-02-28" || len(got.Steps) != 1 {
		t.Fatalf("%+v", got)
	}
	st, off, on := got.Steps[0], false, true
	var prs []int
	var effects []site.Effect
	for _, changes := range [][]apiUpgradeChange{st.Urgent, st.Removals, st.Deprecations, st.APIChanges} {
		for _, c := range changes {
			prs, effects = append(prs, c.PR), append(effects, c.Effect)
		}
	}
	if diff := cmp.Diff([]int{100001, 100002, 100003, 100004}, prs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]site.Effect{site.Action, site.Action, site.Nothing, site.Nothing}, effects); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]site.Component{"kube-apiserver", "kubelet"}, st.Urgent[0].Components); diff != "" {
		t.Error(diff)
	}
	flips := []apiTurn{{
		Gate: "Flipped", Turn: site.TurnOn, KEPs: []int{127}, SIGs: []note.SIG{"node"}, Components: []site.Component{"kubelet"}, PRs: []int{100004}, Effect: site.Behavior,
		Before: &apiSpan{Stage: "alpha", Default: &off, From: "1.20", To: "1.26"}, After: &apiSpan{Stage: "beta", Default: &on, From: "1.27"},
	}}
	if diff := cmp.Diff(flips, st.Flips); diff != "" {
		t.Error(diff)
	}
	gone := []apiTurn{{
		Gate: "Gone", Turn: site.TurnGone, KEPs: []int{}, SIGs: []note.SIG{}, Components: []site.Component{}, PRs: []int{}, Effect: site.Action,
		Before: &apiSpan{Stage: "stable", Default: &on, Locked: true, From: "1.24", To: "1.26"},
	}}
	if diff := cmp.Diff(gone, st.Gone); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]apiListedKind{{"policy/v1beta1/poddisruptionbudgets", "", note.APIRemoved, "1.27/apis", site.Action}}, st.APIs); diff != "" {
		t.Error(diff)
	}
}
