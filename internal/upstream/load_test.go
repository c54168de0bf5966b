package upstream

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

func pretty(t *testing.T, v any) *fstest.MapFile {
	t.Helper()
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return &fstest.MapFile{Data: b}
}

// sample returns small data with the special cases of the real data: a number of two KEPs, a number
// that only a directory has, and gates that replaced other gates.
func sample(t *testing.T) fstest.MapFS {
	return fstest.MapFS{
		KEPFile: pretty(t, []*KEP{
			{Number: "NNNN", Title: "Template", Dir: "keps/NNNN-kep-template", Gates: []GateUse{{Name: "MyFeature"}}},
			{Number: "127", Title: "Support User Namespaces", Dir: "keps/sig-node/127-user-namespaces", Authors: []string{"rata", "Ann Other"}, Gates: []GateUse{{Name: "UserNamespacesSupport"}}},
			{Number: "1884", Title: "Concrete", Dir: "keps/sig-node/2043-concrete"},
			{Number: "2133", Title: "One", Dir: "keps/sig-node/2133-one", Authors: []string{"Rata"}, Gates: []GateUse{{Name: "OldName"}, {Name: "n/a"}}},
			{Number: "2133", Title: "Other", Dir: "keps/sig-api-machinery/2133-other", Gates: []GateUse{{Name: "newName"}}},
			{Number: "752", Title: "Slices", Dir: "keps/sig-network/0752-slices"},
		}),
		GateFile: pretty(t, []*Gate{
			{Name: "NewName", FormerTitles: []string{"OldName"}},
			{Name: "StatelessSupport", Description: map[note.Lang]string{"en": "Was superseded\nby the `UserNamespacesSupport` gate."}},
			{Name: "Unrelated"},
			{Name: "UserNamespacesSupport"},
		}),
		SIGFile:              pretty(t, []*SIG{{Label: "node", Name: "Node", Dir: "sig-node", Kind: Group, Leads: []Lead{{Person: "RATA", Name: "R. A.", Role: "chair"}}}}),
		PullFile:             pretty(t, map[string][]string{"3761": {"127"}, "1700": {"1884", "127"}}),
		"releases/1.9.json":  pretty(t, &Release{Release: "1.9", Notes: []ReleaseNote{{PR: 7, Text: "draft"}, {PR: 7, Text: "out", Published: true, Author: "rata"}}}),
		"releases/1.27.json": pretty(t, &Release{Release: "1.27", Notes: []ReleaseNote{{PR: 7, Also: []int{8}, KEPs: []string{"1884"}, KEPPulls: []string{"1700", "1"}, Published: true}, {PR: 7, Repo: "a/b"}}}),
		ReleasesFile:         {Data: []byte("releases:\n  - release: \"1.27\"\n    date: 2023-04-11\n    name: Chill Vibes\n    announced: {enhancements: 60}\n    lede:\n      ja: 前書き\n      zh-CN: 导语\n      en: \"\"\n  - release: 1.30\n")},
	}
}

func TestIndexes(t *testing.T) {
	d, ds, err := Load(sample(t))
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	slugs := func(ks []*KEP) (out []string) {
		for _, k := range ks {
			out = append(out, k.Slug())
		}
		return out
	}
	texts := func(ns []OfficialNote) (out []string) {
		for _, n := range ns {
			out = append(out, string(n.Release)+" "+n.Note.Text)
		}
		return out
	}
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"numbers", d.KEPNumbers(), []string{"127", "752", "1884", "2133"}},
		{"a number used twice", slugs(d.KEP("2133")), []string{"2133-one", "2133-other"}},
		{"a number that only a folder has", slugs(d.KEP("2043")), []string{"2043-concrete"}},
		{"leading zeros", slugs(d.KEP("0752")), []string{"0752-slices"}},
		{"the template is no KEP", slugs(d.KEP("NNNN")), []string(nil)},
		{"gates of a KEP, the superseded one too", d.GatesOfKEP("127"), []string{"StatelessSupport", "UserNamespacesSupport"}},
		{"by a former title", d.KEPsOfGate("NewName"), []string{"2133"}},
		{"nobody's gate", d.KEPsOfGate("Unrelated"), []string(nil)},
		{"former title", d.Gate("OldName").Name, "NewName"},
		{"notes of a pull request", texts(d.OfficialNote(7)), []string{"1.9 out", "1.9 draft", "1.27 "}},
		{"second number of an entry", len(d.OfficialNote(8)), 1},
		{"KEPs of a note", d.KEPsOfNote(d.OfficialNote(8)[0].Note), []string{"1884"}},
		{"person", *d.Person("Rata"), Person{Handle: "RATA", Name: "R. A.", Leads: []Leading{{"node", "chair"}}, KEPs: []string{"127", "2133"}, Notes: texts2(d)}},
		{"a name is not a handle", d.Person("Ann Other"), (*Person)(nil)},
		{"by hand", []any{d.Releases["1.27"].Date, *d.Releases["1.27"].Announced.Enhancements, d.Releases["1.27"].Announced.Removed}, []any{"2023-04-11", 60, (*int)(nil)}},
		{"ledes by language", d.Releases["1.27"].Lede, map[note.Lang]string{"ja": "前書き", "zh": "导语"}},
		{"oldest first", []note.Release{d.ReleaseList[0].Release, d.ReleaseList[1].Release, d.ReleaseList[2].Release}, []note.Release{"1.9", "1.27", "1.30"}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// texts2 has only one note of rata, the published one of 1.9.
func texts2(d *Data) []OfficialNote {
	return []OfficialNote{{"1.9", &d.Releases["1.9"].Notes[1]}}
}

func TestLoadNothing(t *testing.T) {
	d, ds, err := Load(fstest.MapFS{})
	if err != nil || len(ds) > 0 || d.Gate("X") != nil || d.KEP("1") != nil || len(d.ReleaseList) > 0 {
		t.Errorf("an empty folder is an empty world: %v %v", err, ds)
	}
	if new(Data).KEP("1") != nil || new(Data).Person("x") != nil {
		t.Error("the zero value knows nothing")
	}
}

func TestLoadBroken(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       string
	}{
		{KEPFile, "[\n  {\"number\": }\n]", "content/_data/keps.json:2:14"},
		{GateFile, "[{\"name\": 3}]", "content/_data/gates.json:1:11"},
		{"releases/1.27.json", `{"release":"1.28"}`, "content/_data/releases/1.27.json"},
		{"releases/x.json", `{"release":"x"}`, "content/_data/releases/x.json"},
		{ReleasesFile, "releases:\n  - release: v1\n", "content/_data/releases.yaml:2:14"},
		{ReleasesFile, "releases:\n  - {release: '1.2', date: 2023-14-05}\n", "content/_data/releases.yaml:2:28"},
		{ReleasesFile, "releases:\n  - release: '1.2'\n  - release: '1.2'\n", "content/_data/releases.yaml:3:14"},
		{ReleasesFile, "releases:\n  - release: '1.2'\n    lede:\n      klingon: nuqneH\n", "content/_data/releases.yaml:4:16"},
		{ReleasesFile, "releases:\n  - release: '1.2'\n    lede:\n      en: " + strings.Repeat("ж", maxLede+1) + "\n", "content/_data/releases.yaml:4:11"},
	} {
		d, ds, err := Load(fstest.MapFS{c.name: {Data: []byte(c.data)}})
		if err != nil || d == nil || len(ds) != 1 || ds[0].Severity != diag.Error || ds[0].Pos.String() != c.want {
			t.Errorf("%s %q: %v %v, want one error at %s", c.name, c.data, ds, err, c.want)
		}
	}
}

func TestDigest(t *testing.T) {
	fsys := sample(t)
	a, _, _ := Load(fsys)
	b, _, _ := Load(fsys)
	fsys[SIGFile] = pretty(t, []*SIG{})
	c, _, _ := Load(fsys)
	if a.Digest() != b.Digest() || a.Digest() == c.Digest() {
		t.Error("equal bytes have equal digests, others have others")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(`[{"number":"1","gates":[{"name":"A"}],"authors":["a"]},null]`, `[{"name":"A"}]`, `{"release":"1.27","notes":[{"pr":1}]}`, "releases:\n- release: '1.27'\n")
	f.Fuzz(func(t *testing.T, keps, gates, release, yaml string) {
		d, _, err := Load(fstest.MapFS{
			KEPFile: {Data: []byte(keps)}, GateFile: {Data: []byte(gates)},
			"releases/1.27.json": {Data: []byte(release)}, ReleasesFile: {Data: []byte(yaml)},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range d.KEPList {
			_ = k.Slug()
		}
	})
}

func TestNames(t *testing.T) {
	d, _, err := Load(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	n := d.Names()
	gate, known := n.Gate("OldName")
	sig, living := n.SIG("SIG Node")
	got := []any{n.KEPTitles("2133"), n.IsKEP("NNNN"), n.IsKEP("2043"), gate, known, sig, living, n.Digest() == d.Names().Digest()}
	want := []any{[]string{"One", "Other"}, false, false, "NewName", true, note.SIG("node"), true, true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if new(Data).Names().IsKEP("1") {
		t.Error("no data, no names")
	}
}

// TestTemplateWords reads KEPs with unchanged words of the template.
func TestTemplateWords(t *testing.T) {
	d, _, err := Load(fstest.MapFS{KEPFile: pretty(t, []*KEP{
		{Number: "NNNN", Title: "KEP Template", Dir: "keps/NNNN-kep-template", Status: "provisional|implementable", Stage: "alpha|beta|stable"},
		{Number: "3659", Title: "KEP Template", Dir: "keps/sig-cli/3659-kubectl-apply-prune", Status: "implementable", Stage: "alpha"},
		{Number: "85", Title: "KEP Template", Dir: "keps/85"},
	})})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, k := range d.KEPList {
		got = append(got, k.Number+" "+k.Title+" "+k.Status+" "+k.Stage)
	}
	want := []string{"NNNN KEP Template  ", "3659 Kubectl apply prune implementable alpha", "85 KEP Template  "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Similar spellings of a status are that status. An unknown or ambiguous word is kept as written.
func TestStatusMeant(t *testing.T) {
	for written, want := range map[string]string{
		"implemented": "implemented", "implementable": "implementable", "imlpemented": "implemented", "implemented (alpha)": "implemented",
		"Provisional": "provisional", "witdrawn": "withdrawn", "defered ": "deferred", "superseded": "superseded", "removed": "removed",
		"imp": "imp", "r": "r", "": "", "(alpha)": "(alpha)",
	} {
		if got := statusMeant(written); got != want {
			t.Errorf("statusMeant(%q) = %q, want %q", written, got, want)
		}
	}
}

// TestTitlesArePlain checks that Markdown in titles becomes plain text.
func TestTitlesArePlain(t *testing.T) {
	d, _, err := Load(fstest.MapFS{KEPFile: pretty(t, []*KEP{
		{Number: "3720", Title: "Freezing `k8s.gcr.io` image registry", Dir: "keps/sig-release/3720-freeze"},
		{Number: "1", Title: "**Bold** a_b * c", Dir: "keps/sig-release/1-bold"},
	})})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := d.KEPs["3720"][0].Title, d.KEPs["1"][0].Title; a != "Freezing k8s.gcr.io image registry" || b != "Bold a_b * c" {
		t.Errorf("got %q and %q", a, b)
	}
}

func TestGlossary(t *testing.T) {
	m := sample(t)
	d, ds, err := Load(m)
	if err != nil || len(ds) > 0 || d.Glossary != nil {
		t.Fatal("without a file there is a glossary", err, ds)
	}
	without := d.Digest()
	m[GlossaryFile] = &fstest.MapFile{Data: []byte("terms:\n  - id: pod\n    names: {en: Pod}\n  - id: Node\n    names: {en: node}\n")}
	d, ds, err = Load(m)
	if err != nil || d.Glossary.Term("pod") == nil || len(d.Glossary.Terms) != 1 || len(d.KEPs) == 0 {
		t.Fatal("a broken term costs more than itself", err)
	}
	if len(ds) != 1 || ds[0].Pos.String() != "content/_data/glossary.yaml:4:9" || ds[0].Code != "glossary/id" {
		t.Errorf("diagnostics %v", ds)
	}
	if d.Digest() == without {
		t.Error("the digest does not know the glossary")
	}
}
