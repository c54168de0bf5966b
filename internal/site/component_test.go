package site_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func TestComponents(t *testing.T) {
	s, _ := site.Link(nil, &upstream.Data{}, site.Options{})
	for _, c := range []struct {
		text  string
		areas []string
		want  []site.Component
	}{
		{"Kubelet: remove deprecated flag", nil, []site.Component{"kubelet"}},
		{"The metric `scheduler_scheduler_goroutines` is removed.", nil, []site.Component{"kube-scheduler"}},
		{"`kubescheduler.config.k8s.io/v1beta2` is removed", nil, []site.Component{"kube-scheduler"}},
		{"The API server and `kube-controller-manager`", nil, []site.Component{"kube-apiserver", "kube-controller-manager"}},
		{"cloud-controller-manager: a flag", nil, []site.Component{"cloud-provider"}},
		{"[KCCM - service controller]: drop", nil, []site.Component{"cloud-provider"}},
		{"Client-go: a race", []string{"test", "dependency"}, []site.Component{"client-go"}},
		{"CSI migration", nil, []site.Component{"CSI"}},
		{"CRI v1alpha2", nil, []site.Component{"CRI"}},
		{"A script describes the scheduled work", nil, nil}, // neither CRI nor a scheduler
		{"Nothing", []string{"ipvs", "provider/gcp", "apiserver"}, []site.Component{"kube-apiserver", "cloud-provider", "kube-proxy"}},
	} {
		got := s.ComponentsOf(&site.Change{Note: &upstream.ReleaseNote{Text: c.text, Areas: c.areas}})
		if len(got) != len(c.want) || cmp.Diff(c.want, got) != "" && len(c.want) > 0 {
			t.Errorf("%q %v: %v, want %v", c.text, c.areas, got, c.want)
		}
	}
}

// TestComponentsOfGates checks that a sentence that names only a gate affects the components that
// read the gate, according to kep.yaml (KEP-3022: MinDomainsInPodTopologySpread).
func TestComponentsOfGates(t *testing.T) {
	s := official(t)
	c := s.Facts(note.Release("1.27")).Change("114445")
	if diff := cmp.Diff([]site.Component{"kube-apiserver", "kube-scheduler"}, s.ComponentsOf(c)); diff != "" {
		t.Error(diff)
	}
}
