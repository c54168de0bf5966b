package importer

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// tree returns a file system with the files of a case, except the expected results.
func tree(a *txtar.Archive) fstest.MapFS {
	files := fstest.MapFS{}
	for _, f := range a.Files {
		if f.Name != "want" {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return files
}

// printResult prints the files and the problems of an import.
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
	} {
		pulls, ds, err := parsePulls([]byte(c.src), "table.json")
		if err != nil {
			t.Error(err)
		}
		b, err := json.Marshal(pulls)
		if got := string(b) + " " + string(rune('0'+len(ds))); err != nil || got != c.want {
			t.Errorf("%s: %s, want %s; %v", c.src, got, c.want, err)
		}
	}
}

// TestNoTable checks that files without a table are refused.
func TestNoTable(t *testing.T) {
	const want = "invalid table of pull requests table.json: expected a JSON object from pull request numbers to lists of KEP numbers"
	for _, src := range []string{``, `{}`, `null`, `[]`, `{"1": ["a"`, `{"12": "x"}`, `{"1": [2]} {`} {
		if _, _, err := parsePulls([]byte(src), "table.json"); err == nil || err.Error() != want {
			t.Errorf("%s: %v", src, err)
		}
	}
}

func TestFolderNumber(t *testing.T) {
	for name, want := range map[string]int{
		"keps/sig-node/127-user-namespaces/kep.yaml": 127, "keps/sig-network/0752-slices/README.md": 752,
		"keps/sig-cli/kustomize/2206-openapi/kep.yaml": 2206, "keps/sig-node/20190129-hugepages.md": 0,
		"keps/NNNN-kep-template/kep.yaml": 0, "keps/prod-readiness/sig-node/127.yaml": 0, "keps/sig-node/0000-x/kep.yaml": 0,
		"keps/sig-node/127-a/128-b/kep.yaml": 127, "README.md": 0, "keps/sig-node/123456789-x/kep.yaml": 0,
	} {
		if got := folderNumber(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// TestPullsOfHistory imports a checkout with and without history. Without history no table is
// written, so that an older one is kept, and the reason is reported.
func TestPullsOfHistory(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git command")
	}
	dir := t.TempDir()
	call := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgSign=false"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const kep = "title: A\nkep-number: 127\nowning-sig: sig-node\nstatus: implemented\n"
	write("keps/sig-node/127-a/kep.yaml", kep)
	without, err := KEPs(In{FS: os.DirFS(dir), Dir: dir})
	if err != nil || len(without.Files) != 1 || len(without.Diags) != 1 || without.Diags[0].Code != "pulls/history" {
		t.Errorf("without a history: %d files, %v, %v", len(without.Files), without.Diags, err)
	}
	call("init", "-q")
	call("add", ".")
	call("commit", "-q", "-m", "Merge pull request #12 from ann/a")
	write("keps/sig-node/127-a/README.md", "x")
	write("keps/sig-cli/1441-b/README.md", "x")
	write("keps/sig-cli/0000-c/README.md", "x")
	call("add", ".")
	call("commit", "-q", "-m", "Two at once (#13)")
	write("keps/sig-cli/1441-b/README.md", "y")
	call("commit", "-q", "-a", "-m", "By hand")
	r, err := KEPs(In{FS: os.DirFS(dir), Dir: dir})
	if err != nil || r.Count("pull requests") != 2 {
		t.Fatal(r.Counts, r.Diags, err)
	}
	if got, want := content(t, r)[upstream.PullFile], "{\n  \"12\": [\n    \"127\"\n  ],\n  \"13\": [\n    \"127\",\n    \"1441\"\n  ]\n}\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r, err = KEPs(In{FS: os.DirFS(dir), Dir: dir, Pulls: &Table{"t.json", []byte(`{"5": [753]}`)}})
	if err != nil || content(t, r)[upstream.PullFile] != "{\n  \"5\": [\n    \"753\"\n  ]\n}\n" {
		t.Errorf("a table goes before the history: %v, %v", r.Counts, err)
	}
}

// TestNotTrusted checks that files that are not regular, or too large, are reported and omitted.
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
