package importer

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// seeds adds the files of the cases in testdata/<dir> whose names end in suffix.
func seeds(f *testing.F, dir, suffix string) {
	names, _ := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			if strings.HasSuffix(file.Name, suffix) {
				f.Add(file.Data)
			}
		}
	}
}

// placed fails if a diagnostic points outside of the file.
func placed(t *testing.T, src []byte, ds []diag.Diagnostic) {
	t.Helper()
	lines := 2 + bytes.Count(src, []byte("\n")) + bytes.Count(src, []byte("\r"))
	for _, d := range ds {
		if d.Pos.Line < 0 || d.Pos.Line > lines || d.Pos.Col < 0 || d.Text == "" || d.Code == "" {
			t.Errorf("%d lines, and %v", lines, d)
		}
	}
}

// again fails if the output of an import cannot be loaded.
func again(t *testing.T, name string, v any) {
	t.Helper()
	f, err := encode(name, v)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := f.Bytes()
	if _, ds, err := upstream.Load(fstest.MapFS{name: {Data: b}}); err != nil || len(ds) > 0 {
		t.Errorf("%s cannot be loaded: %v %v", b, ds, err)
	}
}

func FuzzCVE(f *testing.F) {
	f.Add("**Affected Versions**\r\n- kubelet v1.27.0 - v1.27.1, fixed by #1\r\n### CVE-2024-0001 x", "a\tb")
	f.Fuzz(func(t *testing.T, text, title string) {
		c := vulnerability("CVE-2024-0001", cveItem{Text: text, Summary: title, Status: title, URL: title, Published: title})
		if len(c.Affected) > maxVersions || len([]rune(c.Title)) > maxItem || len([]rune(c.Text)) > maxSaid {
			t.Errorf("not bounded: %+v", c)
		}
		again(t, upstream.CVEFile, []upstream.CVE{c})
	})
}

func FuzzKEP(f *testing.F) {
	seeds(f, "kep", "kep.yaml")
	f.Fuzz(func(t *testing.T, src []byte) {
		k, _, ds := parseKEP(src, "keps/sig-node/127-x/kep.yaml")
		placed(t, src, ds)
		if k.Number != "NNNN" && strings.Trim(k.Number, "0123456789") != "" {
			t.Errorf("number %q", k.Number)
		}
		for _, r := range []string{k.LatestMilestone, string(k.Milestone.Alpha), string(k.Milestone.Removed)} {
			if r != "" && !upstream.IsRelease(r) {
				t.Errorf("milestone %q", r)
			}
		}
		again(t, upstream.KEPFile, []*upstream.KEP{k})
	})
}

func FuzzGate(f *testing.F) {
	seeds(f, "gate", ".md")
	f.Fuzz(func(t *testing.T, src []byte) {
		g, _, ds := parseGate(src, "content/en/"+gatePages+"/X.md", "en")
		placed(t, src, ds)
		if g != nil {
			if text := g.Description["en"]; strings.Contains(text, "<!--") && strings.Contains(text, "-->") || !utf8.ValidString(text) {
				t.Errorf("description %q", text)
			}
			again(t, upstream.GateFile, []*upstream.Gate{g})
		}
	})
}

func FuzzSIGs(f *testing.F) {
	seeds(f, "sig", "sigs.yaml")
	f.Fuzz(func(t *testing.T, src []byte) {
		groups, ds := parseSIGs(src)
		placed(t, src, ds)
		for _, g := range groups {
			if !groupFolder.MatchString(g.Dir) {
				t.Errorf("folder %q", g.Dir)
			}
		}
		again(t, upstream.SIGFile, groups)
	})
}

func FuzzNotes(f *testing.F) {
	seeds(f, "release", "draft.json")
	f.Fuzz(func(t *testing.T, src []byte) {
		notes, ds := parseNotes(src, draftPath+".json")
		placed(t, src, ds)
		for _, n := range notes {
			if n.note.PR <= 0 {
				t.Errorf("number %d", n.note.PR)
			}
		}
		m := newMerge("1.27", draftPath)
		m.addJSON(notes, ds)
		m.publishAll()
		again(t, "releases/1.27.json", m.release())
	})
}

func FuzzDraft(f *testing.F) {
	seeds(f, "release", "draft.md")
	const last = "\n\n## Changes by Kind\n\n### Feature\n\n- Last words. ([#99999](https://github.com/kubernetes/kubernetes/pull/99999), [@a](https://github.com/a))\n"
	f.Fuzz(func(t *testing.T, src []byte) {
		d, ds := parseDraft(src, draftPath+".md")
		placed(t, src, ds)
		m := newMerge("1.27", draftPath)
		m.addDraft(d, ds)
		again(t, "releases/1.27.json", m.release())
		// The section after an item must be read, whatever the item contains.
		swallowed, _ := parseDraft([]byte("- words "+strings.ReplaceAll(string(src), "\n", "\n  ")+last), "x.md")
		if n := len(swallowed.entries); utf8.Valid(src) && !opens(string(src)) && (n == 0 || swallowed.entries[n-1].prs[0] != 99999) {
			t.Errorf("the last entry is lost: %+v", swallowed.entries)
		}
	})
}

// opens reports whether a text has line ends or white space that could end an item early.
func opens(text string) bool { return strings.ContainsAny(text, "\r\t\f\v\x00") }
