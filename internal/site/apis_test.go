package site_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

func listed(kind note.EntryKind, resource string) note.Block {
	b := entry("api-"+resource, "api:"+resource)
	b.Kind = kind
	return b
}

func apiLines(s *site.Site) []string {
	var out []string
	for _, a := range s.APIs() {
		line := a.Group + " " + a.Version + " " + a.Resource
		for _, e := range a.History {
			line += " " + string(e.Release) + ":" + string(e.Kind) + "@" + string(e.Mention.Note.ID)
		}
		out = append(out, line)
	}
	return out
}

// TestAPIs checks that resources occur once, that histories are sorted, and that mentions without a
// change are ignored.
func TestAPIs(t *testing.T) {
	const flow = "flowcontrol.apiserver.k8s.io/"
	outer := entry("pr-1", "pr:1")
	outer.Children = []note.Block{listed(note.APIRemoved, "apps/v1beta1/deployments/scale")}
	outer.Refs = append(outer.Refs, outer.Children[0].Refs...)
	s, _ := site.Link([]*note.Note{
		newNote("1.29/api", "ja", listed(note.APIRemoved, flow+"v1beta2/flowschemas"), listed(note.APIAdded, flow+"v1/flowschemas")),
		newNote("1.26/network", "zh", listed(note.APIDeprecated, flow+"v1beta2/flowschemas"), listed(note.APIAdded, flow+"v1beta3/flowschemas")),
		newNote("1.26/network", "ja", listed(note.APIDeprecated, flow+"v1beta2/flowschemas")),
		newNote("1.27/node", "ja", outer, entry("x-1", "api:batch/v1/jobs")),
		newNote("log/spring", "ja", listed(note.APIRemoved, "batch/v1beta1/cronjobs")), // no release
	}, world(t), site.Options{})
	got := apiLines(s)
	want := []string{
		"apps v1beta1 deployments/scale 1.27:api-removed@1.27/node",
		"flowcontrol.apiserver.k8s.io v1beta2 flowschemas 1.26:api-deprecated@1.26/network 1.29:api-removed@1.29/api",
		"flowcontrol.apiserver.k8s.io v1beta3 flowschemas 1.26:api-added@1.26/network",
		"flowcontrol.apiserver.k8s.io v1 flowschemas 1.29:api-added@1.29/api",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for id, has := range map[string]bool{flow + "v1/flowschemas": true, "batch/v1/jobs": false, "batch/v1beta1/cronjobs": false, "apps/v1/none": false} {
		if got := s.HasPage(note.Key{Kind: note.API, ID: id}); got != has {
			t.Errorf("HasPage(%s) = %v", id, got)
		}
	}
}

func TestVersionOrder(t *testing.T) {
	want := []string{"v1alpha1", "v1alpha2", "v1beta1", "v1beta3", "v1beta10", "v1", "v2beta1", "v2"}
	var notes []note.Block
	for _, v := range slices.Backward(want) {
		notes = append(notes, listed(note.APIAdded, "apps/"+v+"/things"))
	}
	s, _ := site.Link([]*note.Note{newNote("1.27/api", "ja", notes...)}, world(t), site.Options{})
	var got []string
	for _, a := range s.APIs() {
		got = append(got, a.Version)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
