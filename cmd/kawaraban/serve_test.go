//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// serving is a preview that runs as a process.
type serving struct {
	cmd    *exec.Cmd
	out    *bufio.Reader
	stderr bytes.Buffer
	first  string // first line of standard output
}

// startServe starts kawaraban serve for a site with one note.
func startServe(t *testing.T, env []string, args ...string) *serving {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "kawaraban") // the test program runs as the command under this name
	if err := os.Symlink(self, bin); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "content", "1.27"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "content", "1.27", "sig-node.ja.md"), []byte("---\ntitle: T\nsigs: [node]\n---\n\n- 文 (#1, @octo)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	s := &serving{cmd: exec.CommandContext(ctx, bin, append([]string{"-C", dir, "serve"}, args...)...)}
	s.cmd.Env = append(os.Environ(), env...)
	s.cmd.Stderr = &s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewReader(out)
	if s.first, err = s.out.ReadString('\n'); err != nil || !strings.HasPrefix(s.first, "Serving at ") {
		t.Fatalf("%v: %v\n%s", err, s.cmd.Wait(), s.stderr.String())
	}
	s.first = strings.TrimPrefix(s.first, "Serving at ")
	return s
}

// end sends a signal to the preview and checks that it exits with status 0.
func (s *serving) end(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, s.out); err != nil {
		t.Error(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("after %s: %v\n%s", signal, err, s.stderr.String())
	}
}

// TestServe checks that the first line has the address, and that the address answers. Ctrl-C and
// SIGTERM must end the preview with status 0.
func TestServe(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		s := startServe(t, nil, "--addr", "127.0.0.1:0", "--base", "notes")
		at, rest, _ := strings.Cut(s.first, " ")
		if !strings.HasPrefix(at, "http://127.0.0.1:") || !strings.HasSuffix(at, "/notes/") || rest != "(press Ctrl-C to stop)\n" {
			t.Errorf("the first line is %q", s.first)
		}
		resp, err := http.Get(at + "ja/1.27/sig-node/")
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(page), "_kawaraban/preview.js") {
			t.Errorf("%d, %v", resp.StatusCode, err)
		}
		resp.Body.Close()
		s.end(t, signal)
		if s.stderr.Len() > 0 {
			t.Errorf("standard error has %s", s.stderr.String())
		}
	}
}

// TestServePortTaken checks that a used port is replaced by the next free one, with a message.
func TestServePortTaken(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	port := ln.Addr().(*net.TCPAddr).Port
	s := startServe(t, nil, "--addr", fmt.Sprintf("127.0.0.1:%d", port))
	s.end(t, os.Interrupt)
	var got int
	if _, err := fmt.Sscanf(s.first, "http://127.0.0.1:%d/", &got); err != nil || got <= port || got >= port+ports {
		t.Errorf("%q, although port %d is in use", s.first, port)
	}
	if want := fmt.Sprintf("port %d is in use, using %d\n", port, got); s.stderr.String() != want {
		t.Errorf("got %q, want %q", s.stderr.String(), want)
	}
}

// TestServeOthers checks the warning for an address that other machines can reach, and that the
// printed address works in a local browser.
func TestServeOthers(t *testing.T) {
	s := startServe(t, nil, "--addr", ":0")
	if !strings.HasPrefix(s.first, "http://127.0.0.1:") {
		t.Errorf("the first line is %q", s.first)
	}
	s.end(t, os.Interrupt)
	_, at, _ := strings.Cut(s.stderr.String(), "warning: other machines can reach ")
	at, _, found := strings.Cut(at, " and read this site")
	if !found {
		t.Fatalf("standard error has %q", s.stderr.String())
	}
	for one := range strings.SplitSeq(at, " or ") { // the port, at addresses of this machine
		if u, err := url.Parse(one); err != nil || u.Scheme != "http" || !strings.Contains(s.first, ":"+u.Port()+"/") {
			t.Errorf("invalid address for other machines %q, %v", one, err)
		}
	}
}

// TestBrowserOf checks that BROWSER overrides the default of every system.
func TestBrowserOf(t *testing.T) {
	blank := filepath.Join(t.TempDir(), "my browser")
	if err := os.WriteFile(blank, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		chosen, system string
		want           []string
	}{
		{"", "linux", []string{"xdg-open"}},
		{"", "darwin", []string{"open"}},
		{"", "windows", []string{"rundll32", "url.dll,FileProtocolHandler"}},
		{"firefox", "darwin", []string{"firefox"}},
		{"firefox --new-window", "linux", []string{"firefox", "--new-window"}},
		{blank, "linux", []string{blank}},
		{" ", "linux", []string{"xdg-open"}},
	} {
		if got := browserOf(c.chosen, c.system); !slices.Equal(got, c.want) {
			t.Errorf("%q on %s: got %q, want %q", c.chosen, c.system, got, c.want)
		}
	}
}

// TestServeOpens checks that --open runs the browser with the address.
func TestServeOpens(t *testing.T) {
	note := filepath.Join(t.TempDir(), "opened")
	browser := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(browser, []byte("#!/bin/sh\nprintf %s \"$1\" > "+note+".new && mv "+note+".new "+note+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := startServe(t, []string{"BROWSER=" + browser}, "--addr", "127.0.0.1:0", "--open")
	var opened []byte
	for range 3000 {
		var err error
		if opened, err = os.ReadFile(note); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if at, _, _ := strings.Cut(s.first, " "); string(opened) != at {
		t.Errorf("opened %q, not %q", opened, at)
	}
	s.end(t, os.Interrupt)
	none := startServe(t, []string{"BROWSER=/nowhere/browser"}, "--addr", "127.0.0.1:0", "--open")
	none.end(t, os.Interrupt)
	if !strings.HasPrefix(none.stderr.String(), "warning: cannot open a browser: ") {
		t.Errorf("standard error has %q", none.stderr.String())
	}
}

func TestBasePath(t *testing.T) {
	for in, want := range map[string]string{
		"": "/", "/": "/", "notes": "/notes/", "/notes": "/notes/", "/notes/": "/notes/", "//a//b/": "/a/b/", "/a/./b": "/a/b/", "/瓦版/": "/瓦版/",
		"../x": "", "/a/../b": "", "/a?b": "", "/a#b": "", "/a b/": "", `C:\x`: "", "/%2e%2e/": "", "http://x/": "",
	} {
		if got, err := basePath(in); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v", in, got, err)
		}
	}
}
