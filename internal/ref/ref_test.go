package ref

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
)

func testNames() *Names {
	keps := map[string][]string{}
	for _, n := range []string{"19", "1287", "1435", "2008", "2413", "3070", "3488", "3521", "3673", "3960"} {
		keps[n] = []string{"KEP of number " + n}
	}
	keps["127"] = []string{"Support User Namespaces in stateless pods"}
	keps["1884"] = []string{"Kubelet pod resource endpoint"}
	keps["3386"] = []string{"Kubelet Evented PLEG for Better Performance"}
	keps["2400"] = []string{"Node swap"}
	keps["5000"], keps["5001"] = []string{"One title for two proposals"}, []string{"One Title for Two Proposals"}
	return NewNames(NamesSpec{
		Gates: []string{
			"NodeLogQuery", "MinimizeIPTablesRestore", "EndpointSlice", "PodDisruptionBudget", "ReadWriteOncePod",
			"ValidatingAdmissionPolicy",
		},
		FormerGates: map[string]string{"OldLogQuery": "NodeLogQuery"},
		KEPs:        keps,
		KEPFolders:  map[string]string{"2043": "1884"},
		SIGs: map[string]string{
			"node": "Node", "network": "Network", "testing": "Testing", "cloud-provider": "Cloud Provider",
			"api-machinery": "API Machinery", "release": "Release", "cli": "CLI",
		},
		WGs: map[string]string{"lts": "LTS", "batch": "Batch"},
	})
}

// oneCase is a line of a case file: a text with its references in ⟦ ⟧.
type oneCase struct {
	text string
	want []string // written=id
}

func parseCase(t *testing.T, line string) oneCase {
	t.Helper()
	marked, ids, _ := strings.Cut(line, "=>")
	marked = strings.TrimSpace(marked)
	var c oneCase
	for i, id := range strings.Fields(ids) {
		parts := strings.Split(marked, "⟦")
		if i+1 >= len(parts) {
			c.want = append(c.want, marked+"="+id)
			continue
		}
		written, _, ok := strings.Cut(parts[i+1], "⟧")
		if !ok {
			t.Fatalf("case without closing mark: %s", line)
		}
		c.want = append(c.want, written+"="+id)
	}
	c.text = strings.NewReplacer("⟦", "", "⟧", "").Replace(marked)
	return c
}

func section(t *testing.T, kind note.RefKind, name string) []string {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", string(kind)+".txtar"))
	if err != nil {
		t.Fatalf("kind %s has no case file: %v", kind, err)
	}
	for _, f := range a.Files {
		if f.Name == name {
			return strings.Split(strings.TrimSpace(string(f.Data)), "\n")
		}
	}
	return nil
}

func scanKind(text string, in Context, kind note.RefKind) []string {
	var out []string
	for _, m := range Scan(text, in, testNames()) {
		if m.Ref.Kind == kind {
			out = append(out, text[m.Start:m.End]+"="+m.Ref.ID)
		}
	}
	return out
}

func TestCases(t *testing.T) {
	for _, k := range Kinds() {
		t.Run(string(k.Name), func(t *testing.T) {
			found := section(t, k.Name, "found")
			if len(found) == 0 {
				t.Fatal("no case")
			}
			for _, line := range found {
				c := parseCase(t, line)
				if d := cmp.Diff(c.want, scanKind(c.text, Context{}, k.Name)); d != "" {
					t.Errorf("%s\n%s", line, d)
				}
			}
			for _, line := range section(t, k.Name, "none") {
				if got := scanKind(line, Context{}, k.Name); got != nil {
					t.Errorf("%s\nis not a %s, got %v", line, k.Name, got)
				}
			}
			for _, line := range section(t, k.Name, "code") {
				c := parseCase(t, line)
				if d := cmp.Diff(c.want, scanKind(c.text, Context{InCode: true}, k.Name)); d != "" {
					t.Errorf("in code: %s\n%s", line, d)
				}
			}
		})
	}
}

// TestNormalForms checks the label and address of the example of every row.
func TestNormalForms(t *testing.T) {
	want := map[note.RefKind][2]string{
		note.PR:          {"#115331", "https://github.com/kubernetes/kubernetes/pull/115331"},
		note.Issue:       {"#112044", "https://github.com/kubernetes/kubernetes/issues/112044"},
		note.KEP:         {"KEP-127", "https://kep.k8s.io/127"},
		note.Thread:      {"containerd/containerd#8006", "https://github.com/containerd/containerd/issues/8006"},
		note.Repo:        {"kong/blixt", "https://github.com/kong/blixt"},
		note.RepoRelease: {"containerd/containerd v1.7.0", "https://github.com/containerd/containerd/releases/tag/v1.7.0"},
		note.SIGRef:      {"SIG node", "https://github.com/kubernetes/community/tree/master/sig-node"},
		note.WG:          {"wg-lts", "https://github.com/kubernetes/community/tree/master/wg-lts"},
		note.Gate: {"NodeLogQuery",
			"https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/#NodeLogQuery"},
		note.API:        {"flowcontrol.apiserver.k8s.io/v1beta3/flowschemas", ""},
		note.ReleaseRef: {"v1.29", "https://github.com/kubernetes/kubernetes/blob/master/CHANGELOG/CHANGELOG-1.29.md"},
		note.PersonRef:  {"@wojtek-t", "https://github.com/wojtek-t"},
	}
	for _, k := range Kinds() {
		r := note.Ref{Kind: k.Name, ID: k.Normal}
		if d := cmp.Diff(want[k.Name], [2]string{Label(r), URL(r)}); d != "" {
			t.Errorf("%s\n%s", k.Name, d)
		}
	}
}

func TestNoOverlap(t *testing.T) {
	for _, k := range Kinds() {
		for _, line := range slices.Concat(section(t, k.Name, "found"), section(t, k.Name, "none")) {
			text := parseCase(t, line).text
			s := &scanner{folded: fold(text), names: testNames()}
			for i := range s.text {
				if !s.starts(i) {
					continue
				}
				by := map[int]note.RefKind{}
				for _, row := range kinds {
					f := row.match(s, i)
					if f.end <= i {
						continue
					}
					if other, taken := by[f.end]; taken {
						t.Errorf("%q: %s and %s both claim %q", text, other, row.Name, s.text[i:f.end])
					}
					by[f.end] = row.Name
				}
			}
		}
	}
}

func TestComment(t *testing.T) {
	for text, want := range map[string][]bool{
		"(comment - k/k#102316)":                   {true},
		"(comment- kubernetes/enhancements#3673)":  {true},
		"(comment - KEP-2413)":                     {true},
		"は不要?(comment - k/k#96120)":                {true},
		"(k/k#96120, comment - k/k#114458)":        {false, true},
		"(comment - k/k#99425, k/k#115670)":        {true, false},
		"（ｃｏｍｍｅｎｔ　－　k/k#102316）":                   {true},
		"commented in k/k#102316":                  {false},
		"コメント: k/k#102316, комментарий k/k#102317": {true, true},
	} {
		var got []bool
		for _, m := range Scan(text, Context{}, testNames()) {
			got = append(got, m.Ref.Comment)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s\n%s", text, d)
		}
	}
}

func TestTitles(t *testing.T) {
	for text, want := range map[string][]string{
		"まず Kubelet Evented PLEG for Better Performance です": {"Kubelet Evented PLEG for Better Performance=3386"},
		"まず kubelet evented PLEG for better performanceです":  {"kubelet evented PLEG for better performance=3386"},
		"Kubelet Evented PLEGs for Beter Performance":       {"Kubelet Evented PLEGs for Beter Performance=3386"},
		"support user-namespaces in the stateless pod":      {"support user-namespaces in the stateless pod=127"},
		"Support of User Namespaces":                        nil,
		"Node swap":                                         {"Node swap=2400"},
		"the Node swap":                                     nil,
		"One title for two proposals":                       nil,
		"Kubelet Evented PLEG. Performance":                 nil,
	} {
		if d := cmp.Diff(want, scanKind(text, Context{Titles: true}, note.KEP)); d != "" {
			t.Errorf("%s\n%s", text, d)
		}
		if got := scanKind(text, Context{}, note.KEP); got != nil {
			t.Errorf("%s: titles are not enabled, got %v", text, got)
		}
	}
}

func TestNamesDigest(t *testing.T) {
	a := NamesSpec{Gates: []string{"A", "B"}, KEPs: map[string][]string{"1": {"x"}}}
	b := NamesSpec{Gates: []string{"B", "A"}, KEPs: map[string][]string{"1": {"x"}}}
	c := NamesSpec{Gates: []string{"B", "A"}, KEPs: map[string][]string{"1": {"y"}}}
	if NewNames(a).Digest() != NewNames(b).Digest() {
		t.Error("order of the gates changes the digest")
	}
	if NewNames(a).Digest() == NewNames(c).Digest() {
		t.Error("a title does not change the digest")
	}
}

func TestSIGName(t *testing.T) {
	for name, want := range map[string]note.SIG{
		"Node": "node", "node": "node", "sig-node": "node", "SIG Node": "node", "sig/api-machinery": "api-machinery",
		"API Machinery": "api-machinery", "wg-lts": "wg-lts", "WG LTS": "wg-lts", "nowhere": "",
	} {
		if got, _ := testNames().SIG(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestParseSIGList(t *testing.T) {
	for list, want := range map[string][]note.SIG{
		"[SIG Cloud Provider, Node and Testing]": {"cloud-provider", "node", "testing"},
		"[sig/node,sig/testing]":                 {"node", "testing"},
		"sig/node, sig/cloud-provider":           {"node", "cloud-provider"},
		"SIG Node":                               {"node"},
		"SIG-Node":                               {"node"},
		"[SIG Node, Node]":                       {"node"},
		"[SIG Contributor Experience and Node]":  {"contributor-experience", "node"},
		"［SIG Node、Network］":                     {"node", "network"},
		"[WG LTS]":                               {"wg-lts"},
		"[Node and Testing]":                     nil,
		"[signal]":                               nil,
		"":                                       nil,
		"[SIG API Machinery, CLI and 変更]":        {"api-machinery", "cli"},
		"[SIG]":                                  nil,
		"SIG Cloud Provider, Node, and Testing\n": {"cloud-provider", "node", "testing"},
	} {
		if d := cmp.Diff(want, ParseSIGList(list, testNames())); d != "" {
			t.Errorf("%s\n%s", list, d)
		}
	}
}

// TestTitleBeginsWithSmallWord checks that a leading small word counts only for titles that start
// with one.
func TestTitleBeginsWithSmallWord(t *testing.T) {
	names := NewNames(NamesSpec{KEPs: map[string][]string{
		"1287": {"In-place Update of Pod Resources"}, "127": {"Support User Namespaces"},
	}})
	for text, want := range map[string]string{
		"In-place Update of Pod Resources":      "In-place Update of Pod Resources",
		"see in-place update of pod resources.": "in-place update of pod resources",
		"in Support User Namespaces":            "Support User Namespaces",
		"place update of pod resources":         "place update of pod resources",
	} {
		got := ""
		for _, m := range Scan(text, Context{Titles: true}, names) {
			got += text[m.Start:m.End]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
