package upstream

import (
	"os"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestPromisesBecame compares the outcome of announcements with the history of Kubernetes.
func TestPromisesBecame(t *testing.T) {
	d, _, err := Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]string{}
	for _, p := range NewOutlook(d).Promises() {
		got[p.PR] = string(p.Said) + " " + string(p.Outcome) + " " + string(p.Came)
	}
	for pr, want := range map[int]string{
		107094: "1.24 kept 1.27",      // --container-runtime, "in future releases"
		116233: "1.27 kept 1.29",      // GRPCContainerProbe, "in v1.29"
		120574: "1.29 late 1.35",      // ComponentSLIs, "in v1.31"
		121089: "1.29 kept 1.32",      // flowcontrol v1beta3, "in v1.32"
		130058: "1.33 kept 1.34",      // LegacySidecarContainers, "in v1.34"
		126441: "1.31 due ",           // AllowInsecureKubeletCertificateSigningRequests, "in v1.33": 1.35 has it
		129731: "1.33 unknown ",       // SidecarContainers, "in v1.36": the data on gates end before
		135874: "1.36 open ",          // the legacy profile, "in v1.39"
		116530: "1.28 withdrawn 1.28", // --provider-id
	} {
		if got[pr] != want {
			t.Errorf("#%d: %q, want %q", pr, got[pr], want)
		}
	}
}

// TestPromisedLock finds the lock in the list of a later release.
func TestPromisedLock(t *testing.T) {
	d := &Data{GateList: []*Gate{{Name: "Wipes"}}, ReleaseList: []*Release{{Release: "1.33"}, {Release: "1.34", Notes: []ReleaseNote{{PR: 1}}}}}
	d.GateLists = map[note.Release]*GateVersions{"1.34": {Release: "1.34", Gates: map[string][]GateSet{"Wipes": {{From: "1.34", Stage: note.Stable, Locked: true}}}}}
	d.Findings = map[note.Release]*Findings{"1.33": {Promises: []Promise{
		{Turn: WillLock, Target: "1.34", PR: 1, Names: []PromisedName{{Kind: "gate", Name: "Wipes"}}},
		{Turn: WillGo, Target: "1.34", PR: 2, Names: []PromisedName{{Kind: "gate", Name: "Wipes"}}},
	}}}
	d.indexGates()
	got := NewOutlook(d).Promises()
	if len(got) != 2 || got[0].Outcome != PromiseKept || got[0].Came != "1.34" || got[1].Outcome != PromiseDue {
		t.Errorf("%+v", got)
	}
	if settled := NewOutlook(d).LockedOrDeprecated(); len(settled) != 1 || !settled[0].State.Locked {
		t.Errorf("settled %+v", settled)
	}
}
