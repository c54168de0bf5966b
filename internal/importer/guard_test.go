package importer

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestGuard checks that an importer does not replace good data if the source is empty, damaged or
// much smaller. It must accept a source that only differs.
func TestGuard(t *testing.T) {
	const (
		notes  = "releases/release-1.29/release-notes/release-notes-draft"
		pages  = "content/en/" + gatePages + "/"
		sigs   = "sigs:\n- dir: sig-node\n  name: Node\n- dir: sig-apps\n  name: Apps\n- dir: sig-auth\n  name: Auth\n"
		js     = `{"1": {"text": "a", "pr_number": 1}, "2": {"text": "b", "pr_number": 2}, "3": {"text": "c", "pr_number": 3}}`
		md     = "- A ([#1](https://github.com/kubernetes/kubernetes/pull/1), [@ann](https://github.com/ann)) [SIG Node]\n"
		kep    = "title: A\nkep-number: %d\nowning-sig: sig-node\nstatus: implemented\n"
		gate   = "---\ntitle: %s\ncontent_type: feature_gate\nstages:\n- stage: alpha\n  defaultValue: false\n  fromVersion: \"1.29\"\n---\nText.\n"
		kept   = ": keeping data/"
		gone   = "\x00" // in the place of a text: the file is removed
		jsName = notes + ".json"
	)
	keps := func(n int) map[string]string {
		out := map[string]string{}
		for i := 1; i <= n; i++ {
			out[fmt.Sprintf("keps/sig-node/%d-x/kep.yaml", i)] = fmt.Sprintf(kep, i)
		}
		return out
	}
	gates := map[string]string{pages + "Aaa.md": fmt.Sprintf(gate, "Aaa"), pages + "Bbb.md": fmt.Sprintf(gate, "Bbb"), pages + "Ccc.md": fmt.Sprintf(gate, "Ccc")}
	release := map[string]string{jsName: js, notes + ".md": md}
	two := md + strings.ReplaceAll(strings.ReplaceAll(md, "#1", "#2"), "pull/1", "pull/2")
	three := map[string]string{jsName: js, notes + ".md": two + strings.ReplaceAll(strings.ReplaceAll(md, "#1", "#3"), "pull/1", "pull/3")}
	for _, c := range []struct {
		name string
		run  func(In) (Result, error)
		good map[string]string
		bad  map[string]string // what is another then
		want string            // of the error; empty: the result is taken
	}{
		{"release, same", Release, release, nil, ""},
		{"release, both empty", Release, release, map[string]string{jsName: "", notes + ".md": "\n"}, "draft.json: empty file: keeping data/releases/1.29.json (3 records, "},
		{"release, empty JSON", Release, release, map[string]string{jsName: ""}, "draft.json: empty file"},
		{"release, empty Markdown", Release, release, map[string]string{notes + ".md": ""}, "draft.md: empty file"},
		{"release, bytes", Release, release, map[string]string{jsName: "\xff\xfe"}, "draft.json:1: invalid JSON: expected an object of release notes"},
		{"release, brackets", Release, release, map[string]string{jsName: strings.Repeat("[", 5000)}, "invalid JSON: expected an object of release notes"},
		{"release, JSON cut", Release, release, map[string]string{jsName: js[:len(js)-9]}, "rest skipped"},
		{"release, Markdown of bytes", Release, release, map[string]string{notes + ".md": "\xff\xfe garbage"}, "draft.md: the file has no entry of release notes"},
		{"release, JSON too large", Release, release, map[string]string{jsName: strings.Repeat(" ", maxLarge+1)}, ", limit "},
		{"release, no notes", Release, release, map[string]string{jsName: "{}", notes + ".md": gone}, "incomplete result (0 records, "},
		{"release, one note of three", Release, release, map[string]string{jsName: `{"1": {"text": "a", "pr_number": 1}}`}, "incomplete result (1 record, "},
		{"release, two notes of three", Release, release, map[string]string{jsName: `{"1": {"text": "a", "pr_number": 1}, "2": {"text": "b", "pr_number": 2}}`}, ""},
		{"release, Markdown cut", Release, three, map[string]string{notes + ".md": md}, "incomplete result (1 published note): keeping data/releases/1.29.json (3 published notes)"},
		{"release, two entries of three", Release, three, map[string]string{notes + ".md": two}, ""},
		{"sigs, same", SIGs, map[string]string{sigSource: sigs}, nil, ""},
		{"sigs, empty", SIGs, map[string]string{sigSource: sigs}, map[string]string{sigSource: ""}, "sigs.yaml: empty file: keeping data/sigs.json (3 records, "},
		{"sigs, bytes", SIGs, map[string]string{sigSource: sigs}, map[string]string{sigSource: "\xff\xfe"}, kept},
		{"sigs, cut", SIGs, map[string]string{sigSource: sigs}, map[string]string{sigSource: sigs[:40] + "  x: [a"}, kept},
		{"sigs, another file", SIGs, map[string]string{sigSource: sigs}, map[string]string{sigSource: "x: y\n"}, "incomplete result (0 records, "},
		{"keps, same", KEPs, keps(3), nil, ""},
		{"keps, one empty", KEPs, keps(3), map[string]string{"keps/sig-node/2-x/kep.yaml": ""}, "keps/sig-node/2-x/kep.yaml: empty file: keeping data/keps.json (3 records, "},
		{"keps, one of three", KEPs, keps(3), map[string]string{"keps/sig-node/2-x/kep.yaml": gone, "keps/sig-node/1-x/kep.yaml": gone}, "incomplete result (1 record, "},
		{"keps, one with a defect", KEPs, keps(3), map[string]string{"keps/sig-node/2-x/kep.yaml": "title: ["}, ""},
		{"gates, same", Gates, gates, nil, ""},
		{"gates, one empty", Gates, gates, map[string]string{pages + "Aaa.md": ""}, "Aaa.md: empty file: keeping data/gates.json (3 records, "},
		{"gates, no front matter", Gates, gates, map[string]string{pages + "Aaa.md": "x", pages + "Bbb.md": "x", pages + "Ccc.md": "x"}, "incomplete result (0 records, "},
	} {
		t.Run(c.name, func(t *testing.T) {
			good, err := c.run(In{FS: checkoutOf(c.good, nil), Release: "1.29"})
			if err != nil {
				t.Fatal(err)
			}
			if err := good.Guard(fstest.MapFS{}, "data"); err != nil {
				t.Fatalf("the good source is refused: %v", err)
			}
			data := fstest.MapFS{}
			for name, text := range content(t, good) {
				data["data/"+name] = &fstest.MapFile{Data: []byte(text)}
			}
			bad, err := c.run(In{FS: checkoutOf(c.good, c.bad), Release: "1.29"})
			if err != nil {
				t.Fatal(err)
			}
			err = bad.Guard(data, "data")
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), kept)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	pulls, err := KEPs(In{FS: checkoutOf(keps(1), nil), Pulls: &Table{"table.json", []byte(`{"1": [1]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := pulls.Guard(fstest.MapFS{"data/kep-pulls.json": {Data: []byte(`{"1": ["1"], "2": ["1"], "3": ["1"]}`)}}, "data"); err == nil || !strings.Contains(err.Error(), "incomplete result (1 record, ") {
		t.Errorf("a table of pull requests that is far smaller: %v", err)
	}
	if err := pulls.Guard(fstest.MapFS{"data/keps.json": {Data: []byte("<<<<<<< " + strings.Repeat("x", 5000))}}, "data"); err == nil {
		t.Error("a larger file that cannot be read is replaced")
	}
}

// checkoutOf returns a checkout of files, some of them changed.
func checkoutOf(files, changed map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for _, m := range []map[string]string{files, changed} {
		for name, text := range m {
			out[name] = &fstest.MapFile{Data: []byte(text)}
			if text == "\x00" {
				delete(out, name)
			}
		}
	}
	return out
}
