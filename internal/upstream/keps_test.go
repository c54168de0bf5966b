package upstream

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKEPsOf127 compares the KEPs of the notes of 1.27 with counts made by hand from the JSON of the
// release team. The documents of published notes have the numbers of 39 KEPs; 3785 is not a KEP. The
// threads of their pull requests add five: 693 by #3745, 2876 by #3747, 3668 by #3682, 3695 by #3738
// and 3715 by #3724. The gates in the texts add 20, each looked up in its kep.yaml, and that of
// KEP-1029 in a note of 1.31. #114997 adds KEP-3466 by its short address in a document of type
// external. So the counts are 40, 45 and 65.
func TestKEPsOf127(t *testing.T) {
	d, _, err := Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	var direct, threads, all []string
	for n := range d.Releases["1.27"].Published {
		direct = append(direct, d.numbered(n.KEPs)...)
		threads = append(threads, d.numbered(n.KEPs)...)
		threads = append(threads, lead(n.KEPPulls, d.KEPsOfThread)...)
		all = append(all, d.KEPsOfNote(n)...)
	}
	direct, threads, all = inOrder(direct), inOrder(threads), inOrder(all)
	if len(direct) != 40 || len(threads) != 45 || len(all) != 65 {
		t.Errorf("%d KEPs by documents, %d with threads, %d with gates; want 40, 45, 65", len(direct), len(threads), len(all))
	}
	more := slices.DeleteFunc(slices.Clone(threads), func(k string) bool { return slices.Contains(direct, k) })
	if diff := cmp.Diff([]string{"693", "2876", "3668", "3695", "3715"}, more); diff != "" {
		t.Error(diff)
	}
	byGate := slices.DeleteFunc(slices.Clone(all), func(k string) bool { return slices.Contains(threads, k) })
	want := []string{
		"127", "277", "284", "563", "596", "625", "1029", "1491", "1591", "1610", "1847", "1885", "2079", "2258", "2599", "2727", "2802", "2896", "3107", "3335",
	}
	if diff := cmp.Diff(want, byGate); diff != "" {
		t.Error(diff)
	}
}

// TestKEPsOfNote checks the sources of the KEPs of a note, the most reliable first.
func TestKEPsOfNote(t *testing.T) {
	d, _, err := Load(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		n    ReleaseNote
		want []string
	}{
		{"a document before a gate", ReleaseNote{KEPs: []string{"1884"}, Text: "`UserNamespacesSupport`"}, []string{"1884"}},
		{"a number in the text", ReleaseNote{Text: "Works (KEP-752)."}, []string{"752"}},
		{"a number that a folder has", ReleaseNote{KEPs: []string{"2043"}}, []string{"1884"}},
		{"a gate before a thread", ReleaseNote{KEPPulls: []string{"1700"}, Text: "Enabled `UserNamespacesSupport`."}, []string{"127"}},
		{"a gate in a fence is code", ReleaseNote{Text: "See\n```\nUserNamespacesSupport\n```\n"}, nil},
		{"a gate in an address is none", ReleaseNote{Text: "[see](https://example.com/UserNamespacesSupport)"}, nil},
		{"a thread of one KEP", ReleaseNote{KEPPulls: []string{"3761"}}, []string{"127"}},
		{"a thread of two", ReleaseNote{KEPPulls: []string{"1700"}}, nil},
		{"a thread in the text", ReleaseNote{Text: "By kubernetes/enhancements#3761."}, []string{"127"}},
		{"a thread behind a link", ReleaseNote{Text: "By [this](https://github.com/kubernetes/enhancements/pull/3761)."}, []string{"127"}},
		{"an issue that is a KEP's", ReleaseNote{Text: "By [this](https://github.com/kubernetes/enhancements/issues/752)."}, []string{"752"}},
		{"a document that is no KEP but a thread", ReleaseNote{KEPs: []string{"3761"}}, []string{"127"}},
		{"nothing", ReleaseNote{KEPs: []string{"9999"}, Text: "`Unrelated`"}, nil},
	} {
		if diff := cmp.Diff(c.want, d.KEPsOfNote(&c.n)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestLearnedGates checks that an official note with one gate and one KEP assigns the gate to the
// KEP, if no other source does and no other note contradicts it.
func TestLearnedGates(t *testing.T) {
	files := sample(t)
	files[GateFile] = pretty(t, []*Gate{{Name: "AlphaGate"}, {Name: "BetaGate"}, {Name: "GammaGate"}, {Name: "UserNamespacesSupport"}})
	files["releases/1.28.json"] = pretty(t, &Release{Release: "1.28", Notes: []ReleaseNote{
		{PR: 1, Published: true, KEPs: []string{"752"}, Text: "Added `AlphaGate`."},
		{PR: 2, Published: true, KEPs: []string{"752"}, Text: "Added `BetaGate`."},
		{PR: 3, Published: true, KEPs: []string{"1884"}, Text: "Changed `BetaGate`."},
		{PR: 4, Published: true, KEPs: []string{"752"}, Text: "Changed `GammaGate` and `AlphaGate`."},
		{PR: 5, Published: true, KEPs: []string{"752"}, Text: "Changed `UserNamespacesSupport`."},
		{PR: 6, KEPs: []string{"752"}, Text: "A draft on `GammaGate`."},
	}})
	d, _, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	got := []any{d.KEPsOfGate("AlphaGate"), d.KEPsOfGate("BetaGate"), d.KEPsOfGate("GammaGate"), d.KEPsOfGate("UserNamespacesSupport"), d.Learned("AlphaGate"), d.Learned("UserNamespacesSupport")}
	if diff := cmp.Diff([]any{[]string{"752"}, []string(nil), []string(nil), []string{"127"}, true, false}, got); diff != "" {
		t.Error(diff)
	}
}

func TestIsRelease(t *testing.T) {
	for s, want := range map[string]bool{
		"1.27": true, "1.0": true, "1.9": true, "1.999": true, "1.1000": false, "1.": false, "1": false, "": false, "1.07": false,
		"1.00": false, "2.1": false, "v1.27": false, "1.27.1": false, "1.2x": false, "1.-1": false, "1.２": false,
	} {
		if IsRelease(s) != want {
			t.Errorf("IsRelease(%q) is %v", s, !want)
		}
	}
}
