//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/diskcache"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// kills is how often each command is killed. Release tests use 200.
var kills = flag.Int("kills", 4, "how often TestKilledBuilds, TestKilledImports and TestKilledServers kill")

// TestKilledBuilds kills builds at random moments. The output must be the old site, the new site, or
// a directory marked as unfinished, which check and publish refuse. The next build must give exactly
// the new site, without leftover files. The cache must not affect later builds.
func TestKilledBuilds(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
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
		t.Fatal("the two versions give the same site")
	}
	buildSite(t, bin, dir)                                            // with the second content
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // moments need not repeat
	seen, killed, was := map[string]int{}, 0, 1
	for round := 0; killed < *kills || seen[halfway] == 0; round++ {
		if round > 20**kills {
			t.Fatalf("only %d of %d builds were killed at work, and after it: %v", killed, round, seen)
		}
		v := 1 - was
		writeNotes(t, dir, v)
		if round%3 > 0 { // else the cache stays
			forget(t, dir)
		}
		if !killBuild(t, bin, dir, round%4 < 3, time.Duration(random.Int64N(int64(took)))) {
			was = v
			continue
		}
		killed++
		state := stateAfter(t, dir, want[was], want[v])
		seen[state]++
		checkRefused(t, bin, dir, state)
		if round%5 == 0 { // after a kill the next build may have new content
			v = 1 - v
			writeNotes(t, dir, v)
		}
		buildSite(t, bin, dir)
		if got := readSite(t, filepath.Join(dir, "public")); !maps.Equal(got, want[v]) {
			t.Fatalf("after kill %d the directory of %d files differs from the new site of %d", killed, len(got), len(want[v]))
		}
		if unfinished(t, dir) {
			t.Fatalf("after kill %d a whole build left the folder unfinished", killed)
		}
		if left := leftBehind(t, dir); len(left) > 0 {
			t.Fatalf("files left after kill %d: %q", killed, left)
		}
		was = v
	}
	t.Logf("%d builds killed, and after it: %v", killed, seen)
}

// The states of a site after a killed build.
const (
	siteBefore = "the old site"
	siteAfter  = "the new site"
	halfway    = "some files renamed, and marked as unfinished"
)

// stateAfter returns the state of the site after a killed build.
func stateAfter(t *testing.T, dir string, before, next map[string]string) string {
	t.Helper()
	got := readSite(t, filepath.Join(dir, "public"))
	switch {
	case maps.Equal(got, before):
		return siteBefore
	case maps.Equal(got, next):
		return siteAfter
	case !unfinished(t, dir):
		t.Fatalf("after a kill the folder of %d files is neither the old site nor the new one, and not marked as unfinished", len(got))
	}
	return halfway
}

// unfinished reports whether the output directory is marked as unfinished.
func unfinished(t *testing.T, dir string) bool {
	t.Helper()
	unfinished, err := outdir.Unfinished(filepath.Join(dir, "public"))
	if err != nil {
		t.Fatal(err)
	}
	return unfinished
}

// checkRefused checks that check refuses a directory that is marked as unfinished.
func checkRefused(t *testing.T, bin, dir, state string) {
	t.Helper()
	if state != halfway {
		return
	}
	out, err := exec.Command(bin, "-C", dir, "check", "--site", "public").CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != exitMachine || !strings.Contains(string(out), "incomplete site") {
		t.Errorf("an unfinished site is checked: %v: %s", err, out)
	}
}

// forget deletes the build cache.
func forget(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(diskcache.Dir))); err != nil {
		t.Fatal(err)
	}
}

// leftBehind returns unexpected files in the state directory.
func leftBehind(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, diskcache.StateDir))
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		kept := regexp.MustCompile(`^(?:(?:manifest|lock)-[0-9a-f]{16}|cache)$`).MatchString(e.Name())
		if !kept {
			left = append(left, e.Name())
		}
	}
	return left
}

// binary returns a link to the test program under the command's name.
func binary(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "kawaraban")
	if err := os.Symlink(self, bin); err != nil {
		t.Fatal(err)
	}
	return bin
}

// killBuild starts a build and kills it after a delay. If late is set, it kills the build soon after
// the first write. It returns false if the build ended first.
func killBuild(t *testing.T, bin, dir string, late bool, after time.Duration) bool {
	t.Helper()
	var renaming func() bool
	if late {
		before := mark(t, dir)
		renaming = func() bool { return mark(t, dir) != before }
	}
	return killed(t, exec.Command(bin, "-C", dir, "build"), after, renaming)
}

// mark reads the file of the output directory that changes just before the first rename.
func mark(t *testing.T, dir string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "public", ".kawaraban-site"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// killed starts a command and kills it after a delay or, with until, as soon as until returns true.
// It returns false if the command ended first. It must then have succeeded.
func killed(t *testing.T, cmd *exec.Cmd, after time.Duration, until func() bool) bool {
	t.Helper()
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
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
				t.Fatalf("the command failed: %v: %s", err, output.String())
			}
			return false
		case <-kill:
			if until != nil {
				kill = nil // wait for until instead
				continue
			}
		case <-time.After(50 * time.Microsecond):
			if until == nil || !until() {
				continue
			}
		}
		_ = cmd.Process.Kill() // it may have ended just now
		exit, failed := errors.AsType[*exec.ExitError](<-ended)
		if failed && exit.ExitCode() >= 0 {
			t.Fatalf("the command failed: %v: %s", exit, output.String())
		}
		return failed
	}
}

// writeNotes writes one of two versions of the content. Some notes are in both, some in one only.
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
