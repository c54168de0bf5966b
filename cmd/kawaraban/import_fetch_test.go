package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kawaraban/kawaraban/internal/testcorpus"

	"github.com/kawaraban/kawaraban/internal/diskcache"
)

// upstreamServer serves the files of a directory like a server of raw files, each with an ETag. It
// serves "as a page" as HTML, and answers "not now" with a delay of ten minutes.
func upstreamServer(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(filepath.Clean(r.URL.Path))))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		tag := fmt.Sprintf(`"%d-%x"`, len(b), b[:min(len(b), 8)])
		w.Header().Set("ETag", tag)
		switch {
		case string(b) == "as a page\n":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		case string(b) == "not now\n":
			w.Header().Set("Retry-After", "600")
			w.WriteHeader(http.StatusTooManyRequests)
		case r.Header.Get("If-None-Match") == tag:
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(b)
	})
}

// serveFolder is the script command serve. It serves a directory at $SERVER.
func serveFolder(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve folder")
	}
	s := httptest.NewServer(upstreamServer(ts.MkAbs(args[0])))
	ts.Defer(s.Close)
	ts.Setenv("SERVER", s.URL)
}

// damage is a script command. It changes a byte of every file in a directory.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage folder")
	}
	files, err := contents(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("%s has no files", args[0])
	}
	for name, text := range files {
		b := []byte(text)
		b[len(b)/2] ^= 1
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), filepath.FromSlash(name)), b, 0o600))
	}
}

// authority returns a certificate for a host, and the name of a file with its issuer.
func authority(t *testing.T, host string) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}

// throughProxy starts a proxy that forwards every connection to one server. asked returns the
// requested hosts.
func throughProxy(t *testing.T, server string) (address string, requests func() []string) {
	t.Helper()
	var mu sync.Mutex
	var hosts []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		hosts = append(hosts, r.Method+" "+r.Host)
		mu.Unlock()
		to, err := net.Dial("tcp", server)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer to.Close()
		w.WriteHeader(http.StatusOK)
		from, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer from.Close()
		go func() { _, _ = io.Copy(to, from) }()
		_, _ = io.Copy(from, to)
	}))
	t.Cleanup(proxy.Close)
	return proxy.URL, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return hosts
	}
}

// TestImportByDefault imports without flags, through a proxy to a local server. That server has the
// default server's name, certificate and paths, and real files.
func TestImportByDefault(t *testing.T) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("this system ignores certificate files")
	}
	checkout := testcorpus.Path("kubernetes", "sig-release")
	if _, err := os.Stat(checkout); err != nil {
		t.Skipf("no corpus of Kubernetes' repositories at %s", checkout)
	}
	cert, issuer := authority(t, "raw.githubusercontent.com")
	s := httptest.NewUnstartedServer(http.StripPrefix("/kubernetes/sig-release/master", upstreamServer(checkout)))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	proxy, requests := throughProxy(t, s.Listener.Addr().String())

	site := t.TempDir()
	env := []string{"HTTPS_PROXY=" + strings.Replace(proxy, "://", "://me:hidden@", 1), "NO_PROXY=", "https_proxy=", "no_proxy=", "SSL_CERT_FILE=" + issuer, "SSL_CERT_DIR=" + t.TempDir()}
	out, err := program(t, env, "-C", site, "import", "release", "1.29", "--quiet").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"fetched: https://raw.githubusercontent.com/kubernetes/sig-release/master/releases/release-1.29/release-notes/release-notes-draft.json (335409 bytes, blob ",
		"fetched: https://raw.githubusercontent.com/kubernetes/sig-release/master/releases/release-1.29/release-notes/release-notes-draft.md (80465 bytes, blob ",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("missing in the output: %s\n%s", want, out)
		}
	}
	if hosts := requests(); len(hosts) == 0 || strings.Join(hosts, "") != strings.Repeat("CONNECT raw.githubusercontent.com:443", len(hosts)) {
		t.Errorf("requests to the proxy: %q", hosts)
	}
	for _, name := range []string{"1.29.json"} {
		got, err := os.ReadFile(filepath.Join(site, "content", "_data", "releases", name))
		want, missing := os.ReadFile(filepath.Join("..", "..", "content", "_data", "releases", name))
		if err != nil || missing != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from an import of the checkout: %v %v", name, err, missing)
		}
	}
	// The proxy cannot reach a server, and the issuer is unknown.
	s.Close()
	out, err = program(t, env, "-C", site, "import", "release", "1.29").CombinedOutput()
	if e, ok := err.(*exec.ExitError); !ok || e.ExitCode() != exitMachine || !strings.Contains(string(out), "the server cannot be reached: Bad Gateway") || strings.Contains(string(out), "hidden") {
		t.Errorf("%v\n%s", err, out)
	}
}

// program returns a command line that runs as a process.
func program(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "kawaraban") // TestMain checks this name
	if err := os.Symlink(self, link); err != nil {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), link, args...)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

// TestImportsAtOnce checks that two imports of one release at the same time succeed and write
// complete files. The second uses the downloads of the first.
func TestImportsAtOnce(t *testing.T) {
	dir := releaseCheckout(t)
	var mu sync.Mutex
	whole := 0
	files := upstreamServer(dir)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.Header.Get("If-None-Match") == "" {
			whole++
		}
		mu.Unlock()
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	site := t.TempDir()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			var out bytes.Buffer
			if status := run(t.Context(), []string{"-C", site, "import", "release", "1.29", "--from", s.URL}, &out, &out); status != exitFine {
				t.Errorf("status %d\n%s", status, out.String())
			}
		})
	}
	group.Wait()
	if whole != 2 {
		t.Errorf("%d files were fetched in full", whole)
	}
	other := t.TempDir()
	var out bytes.Buffer
	if status := run(t.Context(), []string{"-C", other, "import", "release", "1.29", dir}, &out, &out); status != exitFine {
		t.Fatalf("status %d\n%s", status, out.String())
	}
	got, err := contents(filepath.Join(site, "content"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := contents(filepath.Join(other, "content"))
	if err != nil || len(want) != 1 || len(got) != 1 || got["_data/releases/1.29.json"] != want["_data/releases/1.29.json"] {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	kept, err := contents(filepath.Join(site, diskcache.Dir))
	if err != nil || len(kept) != 2 {
		t.Errorf("%d files are kept, %v", len(kept), err)
	}
}

// releaseCheckout creates a checkout with the notes of 1.29.
func releaseCheckout(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	base := filepath.Join(dir, "releases", "release-1.29", "release-notes")
	if err := os.MkdirAll(base, 0o700); err != nil {
		t.Fatal(err)
	}
	for end, text := range map[string]string{
		".json": `{"12": {"text": "x", "author": "ann", "pr_number": 12, "sigs": ["node"]}}`,
		".md":   "- Words ([#12](https://github.com/kubernetes/kubernetes/pull/12), [@ann](https://github.com/ann)) [SIG Node]\n",
	} {
		if err := os.WriteFile(filepath.Join(base, "release-notes-draft"+end), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestImportInterrupted checks that Ctrl-C ends the command at once, without output files, while a
// server sends nothing or another import locks the cache.
func TestImportInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	}))
	t.Cleanup(s.Close)
	site := t.TempDir()
	interrupted := func() {
		t.Helper()
		var out, errs bytes.Buffer
		status := run(ctx, []string{"-C", site, "import", "release", "1.29", "--from", s.URL}, &out, &errs)
		if status != exitMachine || out.Len() > 0 || errs.String() != "kawaraban: interrupted\n" {
			t.Errorf("status %d\n%s%s", status, out.String(), errs.String())
		}
		if _, err := os.Stat(filepath.Join(site, "content")); !os.IsNotExist(err) {
			t.Errorf("content was created: %v", err)
		}
	}
	interrupted()
	root, err := os.OpenRoot(site)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	holder, err := diskcache.Open(t.Context(), root, filepath.Base(fetchedDir))
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	interrupted()
}

// TestImportCtrlC interrupts a process while its server sends slowly. A second import in the same
// directory must then succeed.
func TestImportCtrlC(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system has no such signal")
	}
	dripping := make(chan bool, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		for r.Context().Err() == nil {
			fmt.Fprint(w, " ")
			w.(http.Flusher).Flush()
			select {
			case dripping <- true:
			default:
			}
			time.Sleep(time.Millisecond)
		}
	}))
	t.Cleanup(s.Close)
	site := t.TempDir()
	cmd := program(t, nil, "-C", site, "import", "release", "1.29", "--from", s.URL)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-dripping
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitMachine || output.String() != "kawaraban: interrupted\n" {
		t.Errorf("%v\n%s", err, output.String())
	}
	var out bytes.Buffer
	good := httptest.NewServer(upstreamServer(releaseCheckout(t)))
	t.Cleanup(good.Close)
	if status := run(t.Context(), []string{"-C", site, "import", "release", "1.29", "--from", good.URL}, &out, &out); status != exitFine {
		t.Errorf("status %d\n%s", status, out.String())
	}
}
