package publish

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// clone returns a clone with one commit and the bare repository that it pushes to.
func clone(t *testing.T) (dir, remote string, call func(dir string, args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	top := t.TempDir()
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(top, "gitconfig"))
	call = func(dir string, args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	for _, v := range []string{"user.name Ann", "user.email ann@example.com", "init.defaultBranch main"} {
		call(top, append([]string{"config", "--global"}, strings.Fields(v)...)...)
	}
	dir, remote = filepath.Join(top, "site"), filepath.Join(top, "remote.git")
	call(top, "init", "-q", "--bare", remote)
	call(top, "init", "-q", dir)
	call(dir, "commit", "-q", "--allow-empty", "-m", "Begin")
	call(dir, "remote", "add", "origin", remote)
	return dir, remote, call
}

func looked(t *testing.T, dir string, limits Limits) *Branch {
	t.Helper()
	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Look(t.Context(), repo, Options{Remote: "origin", Branch: "gh-pages", Sources: []string{"content"}, Version: "v0", Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func built(t *testing.T, contents map[string]string) *Site {
	t.Helper()
	var files []outdir.File
	for p, c := range contents {
		files = append(files, outdir.Static(p, []byte(c)))
	}
	set, err := outdir.NewSet(files)
	if err != nil {
		t.Fatal(err)
	}
	recording, site, err := Record(set, git.SHA1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range recording.Paths() {
		f, _ := recording.Get(p)
		if _, err := f.Bytes(); err != nil {
			t.Fatal(err)
		}
	}
	return site
}

// TestLimits checks the limits with a site of 3 + 30 + 300 bytes.
func TestLimits(t *testing.T) {
	dir, _, _ := clone(t)
	site := built(t, map[string]string{"a.html": "abc", "b.html": strings.Repeat("b", 30), "ja/c.html": strings.Repeat("c", 300)})
	for _, c := range []struct {
		limits Limits
		near   bool
		text   string
	}{
		{Limits{}, false, ""},
		{Limits{Site: 333, Warn: 334, File: 300}, false, ""},
		{Limits{Site: 333, Warn: 333, File: 300}, true, ""},
		{Limits{Site: 332, File: 300}, false, "the site has 333 bytes, limit of GitHub Pages 332 bytes"},
		{Limits{Site: 333, File: 299}, false, "file too large: ja/c.html has 300 bytes, limit 299 bytes"},
	} {
		plan, err := looked(t, dir, c.limits).Compare(site)
		refused, ok := errors.AsType[*Refused](err)
		if ok != (c.text != "") || ok && (refused.Text != c.text || refused.Reason != Content || refused.Hint == "") {
			t.Errorf("%v: %v", c.limits, err)
		}
		if err == nil && plan.Near != c.near {
			t.Errorf("%v: near is %v", c.limits, plan.Near)
		}
	}
}

// TestCompare checks the numbers of changes and the written objects. The second site needs two blobs
// and three trees (the root, ja and its new directory), because the blob of a moved file exists.
func TestCompare(t *testing.T) {
	dir, remote, call := clone(t)
	plan, err := looked(t, dir, Limits{}).Compare(built(t, map[string]string{"a.html": "a", "b.html": "b", "ja/x/c.html": "c", "en/d.html": "d"}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	next := built(t, map[string]string{"a.html": "a", "b.html": "other", "ja/y/c.html": "c", "en/d.html": "d", "e.html": "e"})
	plan, err = looked(t, dir, Limits{}).Compare(next)
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{{"b.html", Changed}, {"e.html", Added}, {"ja/x/c.html", Removed}, {"ja/y/c.html", Added}}
	if diff := cmp.Diff(want, plan.Changes); diff != "" || plan.Added != 2 || plan.Changed != 1 || plan.Removed != 1 || plan.Files != 5 {
		t.Errorf("%+v\n%s", plan, diff)
	}
	if n := len(plan.blobs()); n != 2 {
		t.Errorf("%d blobs are written, not 2: the content of c.html exists", n)
	}
	done, err := plan.Publish(t.Context())
	if err != nil || done.Parent == "" || string(done.Commit) != call(remote, "rev-parse", "gh-pages") {
		t.Fatal(done, err)
	}
	call(remote, "fsck", "--strict")
	again, err := looked(t, dir, Limits{}).Compare(next)
	if err != nil || !again.Empty() || len(again.blobs()) != 0 {
		t.Errorf("%d changes, %d contents, %v", len(again.Changes), len(again.blobs()), err)
	}
}

// TestForeignCNAME checks that a link or submodule named CNAME is not used as a domain and is
// removed.
func TestForeignCNAME(t *testing.T) {
	dir, remote, call := clone(t)
	site := built(t, map[string]string{"a.html": "a"})
	plan, err := looked(t, dir, Limits{}).Compare(site)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"120000", "160000"} {
		id := call(remote, "rev-parse", "gh-pages")
		if mode == "120000" {
			id = call(remote, "rev-parse", "gh-pages:a.html")
		}
		call(dir, "fetch", "-q", "origin", "gh-pages")
		call(dir, "read-tree", "FETCH_HEAD")
		call(dir, "update-index", "--add", "--cacheinfo", mode+","+id+",CNAME")
		call(dir, "push", "-q", "origin", call(dir, "commit-tree", "-p", "FETCH_HEAD", "-m", "Create CNAME", call(dir, "write-tree"))+":gh-pages")
		b := looked(t, dir, Limits{})
		if domain, err := b.Domain(t.Context()); domain != "" || err != nil {
			t.Errorf("%s: the domain is %q, %v", mode, domain, err)
		}
		plan, err := b.Compare(site)
		if err != nil || plan.Kept || plan.Removed != 1 {
			t.Fatalf("%s: %+v, %v", mode, plan, err)
		}
		if _, err := plan.Publish(t.Context()); err != nil {
			t.Fatal(err)
		}
		call(remote, "fsck", "--strict")
	}
}

// TestOther checks that nothing is pushed if the second read of a page gives different bytes.
func TestOther(t *testing.T) {
	dir, remote, call := clone(t)
	calls := 0
	set, err := outdir.NewSet([]outdir.File{{Path: "a.html", Bytes: func() ([]byte, error) {
		calls++
		return fmt.Append(nil, calls), nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	recording, site, err := Record(set, git.SHA1)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := recording.Get("a.html")
	if _, err := f.Bytes(); err != nil {
		t.Fatal(err)
	}
	plan, err := looked(t, dir, Limits{}).Compare(site)
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.Publish(t.Context())
	if refused, ok := errors.AsType[*Refused](err); !ok || refused.Reason != Machine || refused.Hint != "publish again" {
		t.Errorf("the error is %v", err)
	}
	if refs := call(remote, "for-each-ref"); refs != "" {
		t.Errorf("unexpected refs %s", refs)
	}
}

func TestTrailer(t *testing.T) {
	for message, want := range map[string]string{
		"Publish x\n\nKawaraban-Source: abc\nKawaraban-Version: v1\n":           "abc",
		"Publish x\r\n\r\nKawaraban-Source: abc\r\n":                            "abc",
		"Kawaraban-Source: abc":                                                 "abc",
		"Revert \"Publish x\"\n\nKawaraban-Source: abc\n\nThis reverts commit.": "",
		"Speak of Kawaraban-Source: abc":                                        "",
		"x\n\n Kawaraban-Source: abc":                                           "",
		"":                                                                      "",
	} {
		if got := trailer(message, sourceTrailer); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func FuzzTrailer(f *testing.F) {
	f.Add("Publish\n\nKawaraban-Source: x")
	f.Fuzz(func(t *testing.T, message string) {
		if got := trailer(message, sourceTrailer); strings.ContainsAny(got, "\n") || !strings.Contains(message, got) {
			t.Errorf("%q", got)
		}
	})
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1000: "1.0 kB", 83_100_000: "83.1 MB", 100 << 20: "104.9 MB", 1_000_000_000: "1.00 GB"} {
		if got := Size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestIsSource(t *testing.T) {
	for _, c := range []struct {
		path         string
		ignored, own bool
	}{
		{"content/1.29/sig-node.ja.md", false, true}, {"content/1.29/sig-node.ja.md", true, true}, {"content/1.29/sig-node.ja.markdown", true, true}, {"site.yaml", false, true},
		{"content/_data/keps.json", true, false}, {"content/.obsidian/x.md", false, false}, {"content/a.md~", false, false},
		{"content/.a.md.swp", false, false}, {"templates/note.html", false, true}, {"static/x.png", true, false},
	} {
		if got := isSource(c.path, c.ignored); got != c.own {
			t.Errorf("%s, ignored %v: %v", c.path, c.ignored, got)
		}
	}
}

// TestRefusalsAreTold checks that each message in the table of docs/publishing.md occurs in the
// code.
func TestRefusalsAreTold(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "publishing.md"))
	if err != nil {
		t.Fatal(err)
	}
	code := ""
	for _, pattern := range []string{"*.go", "../git/*.go", "../../cmd/kawaraban/publish.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				code += string(src)
			}
		}
	}
	_, table, _ := strings.Cut(string(doc), "### When it refuses")
	table, _, _ = strings.Cut(table, "\n### ")
	rows := 0
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(line, " | ")
		message, ok := strings.CutPrefix(cells[0], "| ")
		if !ok || len(cells) != 2 || message == "it says" {
			continue
		}
		rows++
		for part := range strings.SplitSeq(message, "…") {
			if !strings.Contains(code, part) {
				t.Errorf("no message contains %q", part)
			}
		}
	}
	if rows < 20 {
		t.Errorf("the table has %d rows", rows)
	}
}
