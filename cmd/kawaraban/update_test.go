package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// runUpdateIn runs update in a site. It returns the exit status and the output.
func runUpdateIn(t *testing.T, dir string, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(t.Context(), append([]string{"-C", dir, "update"}, args...), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// realCorpus returns the directory of the corpus.
func realCorpus(t *testing.T) string {
	t.Helper()
	dir := testcorpus.Path()
	if _, err := os.Stat(filepath.Join(dir, "current")); err != nil {
		t.Skipf("no corpus at %s", dir)
	}
	return dir
}

// TestUpdate checks that one call imports every release of the corpus into an empty directory. A
// second call must change nothing. A damaged source must affect only its own part.
func TestUpdate(t *testing.T) {
	from, dir := realCorpus(t), t.TempDir()
	status, out, errs := runUpdateIn(t, dir, "--from", from, "--all")
	if status != exitFine {
		t.Fatal(status, errs)
	}
	folders, err := filepath.Glob(filepath.Join(from, "*", "sig-release", "releases", "release-1.*"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out, " published notes (new)\n"); n != len(folders) {
		t.Errorf("%d releases of %d:\n%s", n, len(folders), out)
	}
	data := filepath.Join(dir, filepath.FromSlash(importTarget))
	first := readSite(t, data)
	for _, want := range []string{"| 5a52c38 (2026-01-22) | CC-BY-4.0 |", "`releases/1.36.json`", "| e8dfc80 (2026-08-13) | Apache-2.0 |"} {
		if !strings.Contains(first["SOURCES.md"], want) {
			t.Errorf("SOURCES.md lacks %s:\n%s", want, first["SOURCES.md"])
		}
	}
	status, out, errs = runUpdateIn(t, dir, "--from", from)
	if status != exitFine || out != "No changes.\n" || !maps.Equal(first, readSite(t, data)) {
		t.Errorf("the second run: status %d, %s%s", status, out, errs)
	}

	// Change a gate, empty a release and remove a checkout.
	changed := t.TempDir()
	for _, part := range []string{"kubernetes/website", "kubernetes/community", "current/sig-release"} {
		if err := os.CopyFS(filepath.Join(changed, filepath.FromSlash(part)), os.DirFS(filepath.Join(from, filepath.FromSlash(part)))); err != nil {
			t.Fatal(err)
		}
	}
	gates, err := filepath.Glob(filepath.Join(changed, "kubernetes/website/content/en/docs/reference/command-line-tools-reference/feature-gates/UserNamespacesSupport.md"))
	if err != nil || len(gates) == 0 {
		t.Fatal("no gates", err)
	}
	text, err := os.ReadFile(gates[0])
	if err != nil {
		t.Fatal(err)
	}
	write(t, gates[0], strings.Replace(string(text), "defaultValue: true", "defaultValue: false", 1))
	notes := filepath.Join(changed, "current/sig-release/releases/release-1.36/release-notes/release-notes-draft")
	write(t, notes+".json", "")
	status, out, errs = runUpdateIn(t, dir, "--from", changed)
	if status != exitMachine || !strings.Contains(errs, "release notes of 1.36: releases/release-1.36/release-notes/release-notes-draft.json: empty file") ||
		!strings.Contains(errs, "1 source failed; the existing data are kept") {
		t.Errorf("status %d:\n%s", status, errs)
	}
	second := readSite(t, data)
	if second["releases/1.36.json"] != first["releases/1.36.json"] || second["keps.json"] != first["keps.json"] {
		t.Error("data of a failed or missing source is not kept")
	}
	if second["gates.json"] == first["gates.json"] || !strings.Contains(out, "Feature gate UserNamespacesSupport: now beta, off since 1.33 (was beta, on since 1.33)\n") {
		t.Errorf("a changed gate is not reported:\n%s", out)
	}
	t.Run("over the network", func(t *testing.T) { updateOverNetwork(t, from, first) })
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.Chmod(name, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// upstreamWorld serves the corpus like GitHub: single files, and archives of repositories. Each
// fault of a path is served once before the file.
type upstreamWorld struct {
	dir      string
	faults   map[string][]string
	mu       sync.Mutex
	packed   map[string][]byte // archives by repository
	requests int
	sent     int
}

func (w *upstreamWorld) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests++
	place := strings.TrimPrefix(r.URL.Path, "/kubernetes/")
	if strings.HasPrefix(r.URL.Path, "/docs/reference/issues-security/official-cve-feed/") {
		place = "website/main/official-cve-feed.json"
	}
	parts := strings.SplitN(place, "/", 3)
	if len(parts) != 3 {
		http.NotFound(rw, r)
		return
	}
	var body []byte
	kind := "text/plain; charset=utf-8"
	if parts[1] == "tar.gz" {
		if w.packed[parts[0]] == nil {
			w.packed[parts[0]] = w.archive(parts[0])
		}
		body, kind = w.packed[parts[0]], "application/x-gzip"
	} else {
		body = w.file(parts[0], parts[2])
	}
	if body == nil {
		http.NotFound(rw, r)
		return
	}
	tag := fmt.Sprintf(`"%d-%x"`, len(body), body[len(body)/2:len(body)/2+4])
	rw.Header().Set("Content-Type", kind)
	rw.Header().Set("ETag", tag)
	name := path.Base(r.URL.Path)
	if faults := w.faults[name]; len(faults) > 0 {
		w.faults[name] = faults[1:]
		switch faults[0] {
		case "busy":
			rw.Header().Set("Retry-After", "1")
			rw.WriteHeader(http.StatusTooManyRequests)
			return
		case "truncated":
			rw.Header().Set("Content-Length", fmt.Sprint(len(body)))
			_, _ = rw.Write(body[:len(body)/2])
			return
		case "cut": // complete by its length, but truncated
			body = body[:len(body)/2]
		case "refused":
			rw.WriteHeader(http.StatusForbidden)
			return
		}
	}
	if r.Header.Get("If-None-Match") == tag {
		rw.WriteHeader(http.StatusNotModified)
		return
	}
	w.sent++
	_, _ = rw.Write(body)
}

// file returns a file of a repository of the corpus.
func (w *upstreamWorld) file(repository, name string) []byte {
	if name == "official-cve-feed.json" {
		b, _ := os.ReadFile(filepath.Join("..", "..", "internal", "importer", "testdata", "upstream", name))
		return b
	}
	for _, folder := range []string{"current", "kubernetes"} {
		if b, err := os.ReadFile(filepath.Join(w.dir, folder, repository, filepath.FromSlash(name))); err == nil {
			return b
		}
	}
	return nil
}

// archive packs a repository of the corpus as GitHub does.
func (w *upstreamWorld) archive(repository string) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	t := tar.NewWriter(z)
	_ = t.WriteHeader(&tar.Header{Typeflag: tar.TypeXGlobalHeader, Name: "pax_global_header", PAXRecords: map[string]string{"comment": strings.Repeat("64765b4f", 5)}})
	root := os.DirFS(filepath.Join(w.dir, "kubernetes", repository))
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		f, err := root.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if err := t.WriteHeader(&tar.Header{Name: repository + "-master/" + name, Mode: 0o644, Size: info.Size(), Typeflag: tar.TypeReg, ModTime: time.Date(2026, 7, 24, 12, 0, 0, 0, time.UTC)}); err != nil {
			return err
		}
		_, err = io.Copy(t, f)
		return err
	})
	if err != nil || t.Close() != nil || z.Close() != nil {
		return nil
	}
	return b.Bytes()
}

// updateOverNetwork checks that downloads give the same bytes as checkouts. Failed requests are
// repeated. A second run sends only ETags. A source that fails keeps its data.
func updateOverNetwork(t *testing.T, from string, want map[string]string) {
	dir := t.TempDir()
	world := &upstreamWorld{dir: from, packed: map[string][]byte{}, faults: map[string][]string{
		"sigs.yaml": {"busy"}, "schedule.yaml": {"truncated"}, "master": {"truncated"}, "deprecation-guide.md": {"busy", "truncated"},
	}}
	server := httptest.NewServer(world)
	defer server.Close()
	status, out, errs := runUpdateIn(t, dir, "--from", server.URL, "--all", "--quiet")
	if status != exitFine {
		t.Fatal(status, errs)
	}
	got := readSite(t, filepath.Join(dir, importTarget))
	for name, text := range want {
		switch name {
		case "kep-pulls.json", "SOURCES.md", "sources.json": // differ: from git history, or with other addresses
		default:
			if got[name] != text {
				t.Errorf("%s differs from the checkout", name)
			}
		}
	}
	if !strings.Contains(got["SOURCES.md"], "| 64765b4 (2026-07-24) |") || !strings.Contains(out, "Release 1.36: 344 published notes (new)\n") {
		t.Errorf("%s\n%s", got["SOURCES.md"], out)
	}
	if !strings.Contains(out, "CVE feed: 6 vulnerabilities (new)\n") || !strings.Contains(got["SOURCES.md"], "| `cves.json` | [kubernetes/website](https://github.com/kubernetes/website): the official CVE feed, from <http://127.0.0.1") {
		t.Errorf("no CVE feed: %s\n%s", out, got["SOURCES.md"])
	}
	t.Logf("%d requests, %d files sent", world.requests, world.sent)

	world.sent = 0
	if status, out, errs = runUpdateIn(t, dir, "--from", server.URL, "--all", "--quiet"); status != exitFine || out != "No changes.\n" || world.sent != 0 {
		t.Errorf("the second run: status %d, %d files sent: %s%s", status, world.sent, out, errs)
	}
	world.faults = map[string][]string{"sigs.yaml": {"refused", "refused", "refused"}, "release-notes-draft.md": {"cut"}}
	status, _, errs = runUpdateIn(t, dir, "--from", server.URL, "--all", "--quiet")
	if status != exitMachine || !strings.Contains(errs, "kawaraban: SIGs: http://127.0.0.1") || !maps.Equal(got, readSite(t, filepath.Join(dir, importTarget))) {
		t.Errorf("with failures: status %d: %s", status, errs)
	}
}
