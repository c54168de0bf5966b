//go:build unix

package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledUpdates kills updates at random moments. Each file must have its old or new content. The
// next update must give the files of an uninterrupted one, including their origins.
func TestKilledUpdates(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	var want [2]map[string]string
	var took time.Duration
	for v := range want {
		writeUpstream(t, dir, v)
		start := time.Now()
		ending(t, updating(bin, dir))
		took = time.Since(start)
		want[v] = readSite(t, filepath.Join(dir, importTarget))
	}
	for _, name := range []string{"keps.json", "kep-pulls.json", "releases/1.30.json", "findings/1.30.json", "SOURCES.md", "sources.json"} {
		if want[0][name] == "" || want[0][name] == want[1][name] {
			t.Fatalf("%s does not differ between the two", name)
		}
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	mixed, count, was := 0, 0, 1
	for round := 0; count < *kills; round++ {
		if round > 10**kills {
			t.Fatalf("only %d of %d updates were killed at work", count, round)
		}
		v := 1 - was
		writeUpstream(t, dir, v)
		var until func() bool
		if round%2 == 0 {
			until = func() bool { return len(beside(t, dir)) > 0 }
		}
		if !killed(t, updating(bin, dir), time.Duration(random.Int64N(int64(took))), until) {
			was = v
			continue
		}
		count++
		left := readSite(t, filepath.Join(dir, importTarget))
		maps.DeleteFunc(left, func(name, _ string) bool { return strings.HasSuffix(name, ".new") })
		for name, text := range left {
			if text != want[0][name] && text != want[1][name] {
				t.Fatalf("after kill %d %s is neither the old file nor the new one", count, name)
			}
		}
		if !maps.Equal(left, want[was]) && !maps.Equal(left, want[v]) {
			mixed++
		}
		ending(t, updating(bin, dir))
		if got := readSite(t, filepath.Join(dir, importTarget)); !maps.Equal(got, want[v]) {
			t.Fatalf("after kill %d the next update does not give the data of the checkouts", count)
		}
		was = v
	}
	t.Logf("%d updates killed, %d of them between two files", count, mixed)
}

func updating(bin, dir string) *exec.Cmd {
	return exec.Command(bin, "-C", dir, "update", "--quiet", "--force", "--from", filepath.Join(dir, "src"))
}

// writeUpstream writes one of two versions of the checkouts.
func writeUpstream(t *testing.T, dir string, version int) {
	t.Helper()
	writeCheckout(t, dir, version)
	src := filepath.Join(dir, "src")
	if err := os.RemoveAll(src); err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(src, "sig-release", "releases", "release-1.30", "release-notes")
	if err := os.MkdirAll(notes, 0o755); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"checkout": "enhancements", "table.json": "enhancements_pr_to_kep.json"} {
		if err := os.Rename(filepath.Join(dir, from), filepath.Join(src, to)); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{
		filepath.Join(notes, "release-notes-draft.json"): fmt.Sprintf(`{"1": {"text": "Removed the kubelet flag --old-%d", "pr_number": 1}}`, version),
		filepath.Join(src, "SOURCES.md"): fmt.Sprintf("| a | kubernetes/enhancements | %07d (2026-01-0%d) |\n| b | kubernetes/sig-release | %07d (2026-01-0%d) |\n",
			version, version+1, version, version+1),
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
