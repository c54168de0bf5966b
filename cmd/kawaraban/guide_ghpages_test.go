//go:build unix

package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// github replaces GitHub for the commands of the guide.
type github struct {
	kawaraban   string   // a repository with this repository's current files
	proxy       string   // address of a proxy to a server of release notes
	certificate string   // file with the certificate of that server
	goes        []string // variables with the locations of Go's caches
}

// raw is the host of the release notes that import release downloads.
const raw = "raw.githubusercontent.com"

// newGitHub starts the replacement until the end of the test.
func newGitHub(t *testing.T) github {
	t.Helper()
	dir := t.TempDir()
	f := github{kawaraban: filepath.Join(dir, "kawaraban"), certificate: filepath.Join(dir, "cert.pem")}
	if err := commitOwn(f.kawaraban); err != nil {
		t.Fatal(err)
	}
	cert, err := selfSigned(f.certificate)
	if err != nil {
		t.Fatal(err)
	}
	mirror := httptest.NewUnstartedServer(http.HandlerFunc(publishedNotes))
	mirror.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	mirror.StartTLS()
	t.Cleanup(mirror.Close)
	proxy := httptest.NewServer(connectTo(mirror.Listener.Addr().String()))
	t.Cleanup(proxy.Close)
	f.proxy = proxy.URL
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		f.goes = append(f.goes, name+"="+strings.TrimSpace(string(value)))
	}
	return f
}

// commitOwn creates a repository with the current files of this one, without tests.
func commitOwn(dir string) error {
	for _, name := range []string{"cmd", "internal", "templates", "static", "content"} {
		if err := copySources(filepath.Join(dir, name), os.DirFS(filepath.Join(repository, name))); err != nil {
			return err
		}
	}
	for _, name := range []string{"Makefile", "go.mod", "go.sum", "site.yaml"} {
		data, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	for _, args := range [][]string{
		{"init", "--quiet", "-b", "main"}, {"add", "--force", "."},
		{"-c", "user.name=Mona", "-c", "user.email=mona@example.org", "commit", "--quiet", "--message", "All of it"},
	} {
		if output, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %v: %w\n%s", args, err, output)
		}
	}
	return nil
}

// copySources copies a directory without tests, their data and node_modules.
func copySources(to string, from fs.FS) error {
	return fs.WalkDir(from, ".", func(p string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "node_modules" || name == "testdata"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, p), 0o755)
		case strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".test") || !d.Type().IsRegular():
			return nil
		}
		data, err := fs.ReadFile(from, p)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, p), data, 0o644)
	})
}

// selfSigned creates a certificate for the host of release notes, and writes it to a file.
func selfSigned(file string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, DNSNames: []string{raw},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, os.WriteFile(file, text, 0o644)
}

// connectTo returns a proxy that forwards connections for the host of release notes to one address.
// It refuses all others, so that no test reaches the network.
func connectTo(address string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Host != raw+":443" {
			http.Error(w, "the tests reach no "+r.Host, http.StatusForbidden)
			return
		}
		there, err := net.Dial("tcp", address)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		here, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			there.Close()
			return
		}
		join(here, buffered, there)
	}
}

// join copies bytes in both directions until one connection ends.
func join(here net.Conn, buffered *bufio.ReadWriter, there net.Conn) {
	defer here.Close()
	defer there.Close()
	fmt.Fprint(here, "HTTP/1.1 200 Connection established\r\n\r\n")
	done := make(chan struct{}, 2)
	go func() { io.Copy(there, buffered); done <- struct{}{} }()
	go func() { io.Copy(here, there); done <- struct{}{} }()
	<-done
}

// publishedNotes serves the release notes of 1.29 as the upstream repository does.
func publishedNotes(w http.ResponseWriter, r *http.Request) {
	const draft = "/releases/release-1.29/release-notes/release-notes-draft"
	js, md, err := madeNotes("1.29")
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case strings.HasPrefix(r.URL.Path, "/kubernetes/sig-release/") && strings.HasSuffix(r.URL.Path, draft+".json"):
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.WriteString(w, js)
	case strings.HasPrefix(r.URL.Path, "/kubernetes/sig-release/") && strings.HasSuffix(r.URL.Path, draft+".md"):
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.WriteString(w, md)
	default:
		http.NotFound(w, r)
	}
}

// releaseNotes returns the notes of a release in upstream's two formats.
func releaseNotes(t *testing.T, release note.Release) (js, md string) {
	t.Helper()
	js, md, err := madeNotes(release)
	if err != nil {
		t.Fatal(err)
	}
	return js, md
}

// madeNotes derives the notes from the data that this repository's site has imported. Each note is
// reduced to its first line.
func madeNotes(release note.Release) (js, md string, err error) {
	data, err := os.ReadFile(filepath.Join(repository, "content", "_data", "releases", string(release)+".json"))
	if err != nil {
		return "", "", err
	}
	var file upstream.Release
	if err := json.Unmarshal(data, &file); err != nil {
		return "", "", err
	}
	rows, text := map[string]map[string]any{}, strings.Builder{}
	text.WriteString("## Changes by Kind\n\n### Feature\n\n")
	for _, n := range file.Notes {
		if !n.Published || n.PR == 0 {
			continue
		}
		first, _, _ := strings.Cut(n.Text, "\n")
		line := fmt.Sprintf("%s ([#%d](https://github.com/kubernetes/kubernetes/pull/%d), [@%s](https://github.com/%s))", first, n.PR, n.PR, n.Author, n.Author)
		rows[fmt.Sprint(n.PR)] = map[string]any{"text": first, "markdown": line, "author": n.Author, "pr_number": n.PR,
			"pr_url": fmt.Sprintf("https://github.com/kubernetes/kubernetes/pull/%d", n.PR), "kinds": n.Kinds, "sigs": n.SIGs, "areas": n.Areas}
		fmt.Fprintf(&text, "- %s\n", line)
	}
	if len(rows) < 50 || !slices.ContainsFunc(file.Notes, func(n upstream.ReleaseNote) bool { return slices.Contains(n.SIGs, "network") }) {
		return "", "", fmt.Errorf("%d notes were made of the data of %s", len(rows), release)
	}
	raw, err := json.Marshal(rows)
	return string(raw), text.String(), err
}
