package site_test

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// TestEffect checks the rules of docs/upgrade.md with changes of 1.27 to 1.29 and 1.34.
func TestEffect(t *testing.T) {
	got := map[string]site.Effect{}
	s := official(t)
	for _, r := range []note.Release{"1.27", "1.28", "1.29", "1.34"} {
		st := s.Step(r)
		for _, list := range [][]*site.Change{st.Urgent, st.Removals, st.Deprecations, st.APIChanges} {
			for _, c := range list {
				got["#"+c.PR] = c.Effect()
			}
		}
		for _, list := range [][]site.GateChange{st.Flips, st.GA, st.Gone} {
			for _, c := range list {
				got[c.Gate+" "+string(c.Turn)] = c.Effect()
			}
		}
		for _, c := range st.APIs {
			got[c.Resource.Key().ID+" "+string(c.Kind)] = c.Effect()
		}
	}
	for what, want := range map[string]site.Effect{
		"#115331": site.Action, "#114017": site.Action, "#115944": site.Nothing, "#115371": site.Behavior, "#113218": site.Nothing,
		"SidecarContainers on": site.Behavior, "TopologyManager ga": site.Nothing, "StructuredAuthenticationConfiguration ga": site.Behavior, "TopologyManager gone": site.Action,
		"flowcontrol.apiserver.k8s.io/v1beta2/flowschemas " + string(note.APIRemoved): site.Action,
	} {
		if got[what] != want {
			t.Errorf("%s: %q, want %q", what, got[what], want)
		}
	}
}
