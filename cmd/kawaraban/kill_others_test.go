//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// TestKilledImports kills imports at random moments. Each file must have its old or new content. The
// next import must complete it, with any leftover files, and the site built then must be correct.
func TestKilledImports(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	var want [2]map[string]string
	var took time.Duration
	for v := range want {
		writeCheckout(t, dir, v)
		start := time.Now()
		ending(t, importing(bin, dir))
		took = time.Since(start)
		want[v] = readSite(t, filepath.Join(dir, importTarget))
	}
	if len(want[0]) != 2 || want[0]["keps.json"] == want[1]["keps.json"] || want[0]["kep-pulls.json"] == want[1]["kep-pulls.json"] {
		t.Fatal("the two checkouts do not differ in two files")
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	seen, count, was := map[string]int{}, 0, 1
	for round := 0; count < *kills; round++ {
		if round > 10**kills {
			t.Fatalf("only %d of %d imports were killed at work", count, round)
		}
		v := 1 - was
		writeCheckout(t, dir, v)
		var until func() bool
		if round%2 == 0 { // the steps after reading are short
			until = func() bool { return len(beside(t, dir)) > 0 }
		}
		if !killed(t, importing(bin, dir), time.Duration(random.Int64N(int64(took))), until) {
			was = v
			continue
		}
		count++
		seen[dataAfter(t, dir, want[was], want[v])]++
		ending(t, importing(bin, dir))
		if got := readSite(t, filepath.Join(dir, importTarget)); !maps.Equal(got, want[v]) {
			t.Fatalf("after kill %d the next import left %d files, which differ from the checkout", count, len(got))
		}
		was = v
	}
	t.Logf("%d imports killed, and after it: %v", count, seen)
}

// importing returns the command that imports the checkout.
func importing(bin, dir string) *exec.Cmd {
	return exec.Command(bin, "-C", dir, "import", "keps", "--quiet", "--force", "--pull-requests", filepath.Join(dir, "table.json"), filepath.Join(dir, "checkout"))
}

// writeCheckout writes one of two versions of the checkout.
func writeCheckout(t *testing.T, dir string, version int) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, "checkout")); err != nil {
		t.Fatal(err)
	}
	var files []corpus.File
	for i := range 40 + 40*version {
		files = append(files, corpus.File{Path: fmt.Sprintf("checkout/keps/sig-node/%d-a/kep.yaml", 100+i), Data: fmt.Appendf(nil,
			"title: Swap %d\nkep-number: %[1]d\nowning-sig: sig-node\nstatus: implementable\nstage: beta\nmilestone:\n  alpha: \"v1.22\"\n  beta: \"v1.28\"\n", 100+i)})
	}
	table := corpus.File{Path: "table.json", Data: fmt.Appendf(nil, `{"%d": [1000]}`, 100+version)}
	for _, f := range append(files, table) {
		p := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// beside returns the temporary files of an import.
func beside(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, importTarget, "*.new"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// dataAfter describes the files after a killed import. Each file must be one of two versions.
func dataAfter(t *testing.T, dir string, before, next map[string]string) string {
	t.Helper()
	got := readSite(t, filepath.Join(dir, importTarget))
	left := ""
	for name := range got {
		if strings.HasSuffix(name, ".new") {
			delete(got, name)
			left = ", with temporary files"
		}
	}
	for name, text := range got {
		if text != before[name] && text != next[name] {
			t.Fatalf("after a kill %s is neither the old file nor the new one", name)
		}
	}
	switch {
	case maps.Equal(got, before):
		return "the old data" + left
	case maps.Equal(got, next):
		return "the new data"
	case len(got) != len(before):
		t.Fatalf("after a kill there are %d files", len(got))
	}
	return "one file new, one old"
}

// TestKilledServers kills previews at random moments, even before their first response. The site
// must be unchanged and the port free. The next preview must show the current files.
func TestKilledServers(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	writeNotes(t, dir, 1)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	answered := 0
	edited := filepath.Join(dir, "content", "1.27", "edited.en.md")
	if err := os.MkdirAll(filepath.Dir(edited), 0o755); err != nil {
		t.Fatal(err)
	}
	for kill := range *kills {
		text := fmt.Sprintf("---\ntitle: Edit %d\n---\n\n- an entry (#1, @octo)\n", kill)
		if err := os.WriteFile(edited, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		before := readSite(t, dir)
		if killServer(t, bin, dir, edited, fmt.Sprintf("Edit %d", kill), time.Duration(random.Int64N(int64(400*time.Millisecond)))) {
			answered++
		}
		after := readSite(t, dir)
		rel := "content/1.27/edited.en.md" // saved while the server ran
		after[rel] = before[rel]
		if !maps.Equal(before, after) {
			t.Fatalf("after kill %d the site's folder has %d files, and had %d", kill, len(after), len(before))
		}
	}
	if answered == 0 {
		t.Error("every preview was killed before it answered")
	}
	t.Logf("%d previews killed, %d of them after a response with the saved note; the site was unchanged each time", *kills, answered)
}

// killServer starts a preview, saves a note and kills the preview after a delay. The delay starts
// with the first response or at once. The result reports whether the preview answered, with the
// title that was saved before.
func killServer(t *testing.T, bin, dir, edited, title string, after time.Duration) (answered bool) {
	t.Helper()
	cmd := exec.Command(bin, "-C", dir, "serve", "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed as requested
	}()
	if after%3 == 0 {
		time.Sleep(after)
		return false
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("output of the preview: %q: %v", line, err)
	}
	at, _, _ := strings.Cut(strings.TrimPrefix(line, "Serving at "), " ")
	page := pageAt(t, at+"en/1.27/edited/")
	if !bytes.Contains(page, []byte(title)) {
		t.Fatalf("the preview does not show %q", title)
	}
	if err := os.WriteFile(edited, []byte("---\ntitle: Saved meanwhile\n---\n\n- an entry (#1, @octo)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after / 4)
	return true
}

// pageAt requests a page of a preview.
func pageAt(t *testing.T, address string) []byte {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, resp.StatusCode, err)
	}
	return page
}

// ending runs a command that must succeed.
func ending(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
