//go:build unix

package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// kills is how often the builder is killed.
const kills = 20

// A build that is killed at any moment, also while files are renamed, is completed or
// forgotten by the next one: what stands there then is exactly the new site.
func TestKilledBuilds(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "kawaraban") // by this name the test program is the command
	if err := os.Symlink(self, bin); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var want [2]map[string]string
	var took time.Duration
	for v := range want {
		writeNotes(t, dir, v)
		start := time.Now()
		buildSite(t, bin, dir, "--out", fmt.Sprintf("want-%d", v))
		took = time.Since(start)
		want[v] = readSite(t, filepath.Join(dir, fmt.Sprintf("want-%d", v)))
	}
	if maps.Equal(want[0], want[1]) {
		t.Fatal("the two contents make one site")
	}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // moments need not repeat
	killed, renaming := 0, 0
	for round := 0; killed < kills; round++ {
		if round == 10*kills {
			t.Fatalf("only %d of %d builds were killed at work", killed, round)
		}
		v := round % 2
		writeNotes(t, dir, v)
		late := round%4 < 2
		if !killBuild(t, bin, dir, late, time.Duration(r.Int64N(int64(took)))) {
			continue
		}
		killed++
		if len(journals(t, dir)) > 0 {
			renaming++
		}
		if round%3 == 0 { // the next content may come after a kill as well
			v = 1 - v
			writeNotes(t, dir, v)
		}
		buildSite(t, bin, dir)
		if got := readSite(t, filepath.Join(dir, "public")); !maps.Equal(got, want[v]) {
			t.Fatalf("after kill %d the folder of %d files is not the new site of %d", round, len(got), len(want[v]))
		}
		if len(journals(t, dir)) > 0 {
			t.Fatalf("after kill %d the journal was left", round)
		}
	}
	if renaming == 0 {
		t.Error("no build was killed while it renamed")
	}
	t.Logf("%d of %d kills came while files were renamed", renaming, killed)
}

// killBuild starts a build and kills it after a while, or, when late, as soon as it has
// decided to rename; it reports false when the build was faster.
func killBuild(t *testing.T, bin, dir string, late bool, after time.Duration) bool {
	t.Helper()
	cmd := exec.Command(bin, "-C", dir, "build")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	kill := time.After(after)
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("the build failed: %v", err)
			}
			return false
		case <-kill:
			if late {
				kill = nil // rather by the journal
				continue
			}
		case <-time.After(50 * time.Microsecond):
			if !late || len(journals(t, dir)) == 0 {
				continue
			}
		}
		_ = cmd.Process.Kill() // it may have ended just now
		return <-ended != nil
	}
}

// journals are what a build leaves that was killed while it renamed.
func journals(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, stateDir, "journal-????????????????"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// writeNotes makes the content one of two: they share some notes, and of some only one has.
func writeNotes(t *testing.T, dir string, version int) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, "content")); err != nil {
		t.Fatal(err)
	}
	files := corpus.Make(corpus.Options{Notes: 8, Entries: 5, Seed: 1}, corpus.Kawaraban)[:4+4*version]
	for i, f := range files {
		if i%2 == 0 {
			f.Data = fmt.Appendf(f.Data, "\n- version %d (#115331, @octo)\n", version)
		}
		p := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func buildSite(t *testing.T, bin, dir string, args ...string) {
	t.Helper()
	if out, err := exec.Command(bin, append([]string{"-C", dir, "build"}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func readSite(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := contents(dir)
	if err != nil {
		t.Fatal(err)
	}
	return files
}
