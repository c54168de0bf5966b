package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// made writes a release with a text in place of the program, and returns its files.
func made(t *testing.T, chosen []platform) map[string][]byte {
	t.Helper()
	r := &release{version: "v1.2.3-rc.1", sources: "../..", out: filepath.Join(t.TempDir(), "dist"), sums: map[string]string{}}
	r.build = func(p platform, to string) error { return os.WriteFile(to, []byte("program of "+p.name()), 0o755) }
	if err := r.write(chosen); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	names, err := os.ReadDir(r.out)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if files[n.Name()], err = os.ReadFile(filepath.Join(r.out, n.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// untar returns the content of a tar.gz file, and the names of executable files.
func untar(t *testing.T, data []byte) (files map[string]string, executable []string) {
	t.Helper()
	g, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for r := tar.NewReader(g); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, executable
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[head.Name] = string(text)
		if head.Mode&0o111 != 0 {
			executable = append(executable, head.Name)
		}
	}
}

func TestRelease(t *testing.T) {
	files := made(t, platforms)
	if again := made(t, platforms); !cmp.Equal(files, again) {
		t.Error("the second release differs")
	}
	unix, executable := untar(t, files["kawaraban-v1.2.3-rc.1-linux-arm64.tar.gz"])
	if dir := "kawaraban-v1.2.3-rc.1-linux-arm64/"; unix[dir+"kawaraban"] != "program of linux-arm64" || !slices.Equal(executable, []string{dir + "kawaraban"}) || unix[dir+"LICENSE"] == "" {
		t.Errorf("archive for Linux: executable %q", executable)
	}
	windows := files["kawaraban-v1.2.3-rc.1-windows-amd64.zip"]
	z, err := zip.NewReader(bytes.NewReader(windows), int64(len(windows)))
	if err != nil || len(z.File) != 3 || z.File[2].Name != "kawaraban-v1.2.3-rc.1-windows-amd64/kawaraban.exe" {
		t.Errorf("archive for Windows: %v", err)
	}
	for name, data := range files {
		sum := sumOf(data) + "  " + name + "\n"
		if name != "SHA256SUMS" && !strings.Contains(string(files["SHA256SUMS"]), sum) {
			t.Errorf("SHA256SUMS lacks %q", sum)
		}
		if strings.HasSuffix(name, "darwin-arm64.tar.gz") && !strings.Contains(string(files["kawaraban.rb"]), sumOf(data)) {
			t.Error("the formula lacks the checksum for macOS on arm64")
		}
	}
	if strings.Contains(string(files["Containerfile"]), "VERSION") {
		t.Error("the Containerfile has no version")
	}
}

func sumOf(data []byte) string {
	r := &release{out: os.TempDir(), sums: map[string]string{}}
	name := "kawaraban-sum"
	defer os.Remove(filepath.Join(r.out, name))
	if err := r.put(name, data); err != nil {
		return err.Error()
	}
	return r.sums[name]
}

// TestPackages checks that the packages for npm refer to each other, and that none runs a script
// during the installation.
func TestPackages(t *testing.T) {
	files := made(t, platforms)
	main, executable := untar(t, files["kawaraban-1.2.3-rc.1.tgz"])
	var m packageJSON
	if err := json.Unmarshal([]byte(main["package/package.json"]), &m); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(executable, []string{"package/" + m.Bin["kawaraban"]}) || len(m.Optional) != len(platforms) {
		t.Errorf("executable %q, %d optional packages", executable, len(m.Optional))
	}
	for _, p := range platforms {
		sub, _ := untar(t, files["kawaraban-"+p.os+"-"+p.cpu+"-1.2.3-rc.1.tgz"])
		var s packageJSON
		if err := json.Unmarshal([]byte(sub["package/package.json"]), &s); err != nil {
			t.Fatal(err)
		}
		if s.Version != m.Optional[s.Name] || sub["package/bin/"+p.program()] != "program of "+p.name() || strings.Contains(sub["package/package.json"], "scripts") {
			t.Errorf("%s: version %s, want %s", s.Name, s.Version, m.Optional[s.Name])
		}
	}
}

func TestInvalidVersion(t *testing.T) {
	for _, version := range []string{"", "1.2.3", "v1.2", "v1.2.3 -X", "v1.2.3\n"} {
		r := &release{version: version, out: filepath.Join(t.TempDir(), "dist")}
		if err := r.write(nil); err == nil {
			t.Errorf("%q is accepted", version)
		}
	}
}
