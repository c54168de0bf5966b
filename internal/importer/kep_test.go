package importer

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// tree makes a file system of a case's files, apart from what it wants.
func tree(a *txtar.Archive) fstest.MapFS {
	files := fstest.MapFS{}
	for _, f := range a.Files {
		if f.Name != "want" {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return files
}

// printResult prints the files of an import and what is wrong.
func printResult(t *testing.T, r Result) string {
	var b strings.Builder
	for _, f := range r.Files {
		text, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		var compact bytes.Buffer
		var list []json.RawMessage
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		for _, v := range list {
			if err := json.Compact(&compact, v); err != nil {
				t.Fatal(err)
			}
			compact.WriteByte('\n')
		}
		b.Write(compact.Bytes())
	}
	printDiags(&b, r.Diags, "")
	return b.String()
}

func runCases(t *testing.T, dir string, run func(In) (Result, error)) {
	golden(t, dir, func(t *testing.T, a *txtar.Archive) string {
		r, err := run(In{FS: tree(a)})
		if err != nil {
			return err.Error() + "\n"
		}
		return printResult(t, r)
	})
}

func TestKEPCases(t *testing.T)  { runCases(t, "kep", KEPs) }
func TestGateCases(t *testing.T) { runCases(t, "gate", Gates) }
func TestSIGCases(t *testing.T)  { runCases(t, "sig", SIGs) }

func TestPulls(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{"3761": [753, 753], "20": [0, 3, 20200309]}`, `{"20":["3","20200309"],"3761":["753"]} 0`},
		{`{"x": [1], "5": [-1, 2]}`, `{"5":["2"]} 2`},
		{`[]`, `null 1`},
		{`{"1": ["a"`, `null 1`},
	} {
		pulls, ds := parsePulls([]byte(c.src))
		b, err := json.Marshal(pulls)
		if got := string(b) + " " + string(rune('0'+len(ds))); err != nil || got != c.want {
			t.Errorf("%s: %s, want %s; %v", c.src, got, c.want, err)
		}
	}
}

// TestNotTrusted: what is no plain file of a decent size is reported and left out.
func TestNotTrusted(t *testing.T) {
	kep := []byte("title: A\nkep-number: 127\nowning-sig: sig-node\nstatus: implemented\n")
	r, err := KEPs(In{FS: fstest.MapFS{
		"keps/sig-node/127-a/kep.yaml":                          {Data: kep},
		"keps/sig-node/128-b/kep.yaml":                          {Data: []byte("/etc/passwd"), Mode: fs.ModeSymlink},
		"keps/sig-node/129-c/kep.yaml":                          {Data: bytes.Repeat([]byte("# "), maxSmall)},
		"keps/" + strings.Repeat("a/", maxDepth+3) + "kep.yaml": {Data: kep},
	}})
	if err != nil || r.Count("KEPs") != 1 || len(r.Diags) != 3 {
		t.Errorf("%d KEPs, %v %v", r.Count("KEPs"), r.Diags, err)
	}
	for _, i := range Importers {
		if _, err := i.Run(In{FS: fstest.MapFS{}, Release: "1.27"}); err == nil || !strings.Contains(err.Error(), "is this a checkout of") {
			t.Errorf("%s takes an empty folder: %v", i.Name, err)
		}
	}
}
