// Command release builds the files of a release:
//
//	go run ./internal/release -version v1.2.3 -out dist
//
// It writes an archive of the program for each platform, npm packages, a Homebrew formula, a
// Containerfile and SHA256SUMS. The same sources and the same Go give the same bytes.
//
// The npm package kawaraban depends on one optional package for each platform, which contains the
// program. npm installs only the one that fits. No script runs during the installation.
package main

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// platform is an operating system and a processor, with the names of Go and of npm.
type platform struct{ goos, goarch, os, cpu string }

var platforms = []platform{
	{"linux", "amd64", "linux", "x64"}, {"linux", "arm64", "linux", "arm64"},
	{"darwin", "amd64", "darwin", "x64"}, {"darwin", "arm64", "darwin", "arm64"},
	{"windows", "amd64", "win32", "x64"}, {"windows", "arm64", "win32", "arm64"},
}

func (p platform) name() string { return p.goos + "-" + p.goarch }

func (p platform) program() string {
	if p.goos == "windows" {
		return "kawaraban.exe"
	}
	return "kawaraban"
}

// release is the input of all files.
type release struct {
	version string // v1.2.3
	sources string // directory of the repository
	out     string
	build   func(p platform, to string) error // builds the program
	sums    map[string]string                 // SHA-256 of the written files, by name
}

var versionForm = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

func main() {
	version := flag.String("version", "", "version of the release: v1.2.3")
	out := flag.String("out", "dist", "directory for the files; it must not exist")
	only := flag.String("only", "", "build one platform: linux-amd64")
	flag.Parse()
	if err := run(*version, *out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(version, out, only string) error {
	r := &release{version: version, sources: ".", out: out, sums: map[string]string{}}
	r.build = r.goBuild
	chosen := platforms
	if only != "" {
		chosen = slices.DeleteFunc(slices.Clone(platforms), func(p platform) bool { return p.name() != only })
		if len(chosen) == 0 {
			return fmt.Errorf("unknown platform %q: use one such as linux-amd64", only)
		}
	}
	return r.write(chosen)
}

// write writes all files. The directory must not exist, so that it contains nothing else.
func (r *release) write(chosen []platform) error {
	if !versionForm.MatchString(r.version) {
		return fmt.Errorf("invalid -version %q: write it as v1.2.3", r.version)
	}
	if err := os.Mkdir(r.out, 0o755); err != nil {
		return fmt.Errorf("creating the output directory: %w", err)
	}
	programs, err := os.MkdirTemp("", "kawaraban-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(programs)
	for _, p := range chosen {
		program := filepath.Join(programs, p.name()+"-"+p.program())
		if err := r.build(p, program); err != nil {
			return fmt.Errorf("building for %s: %w", p.name(), err)
		}
		if err := cmp.Or(r.archive(p, program), r.platformPackage(p, program)); err != nil {
			return fmt.Errorf("packing for %s: %w", p.name(), err)
		}
	}
	return cmp.Or(r.mainPackage(chosen), r.formula(), r.containerfile(), r.checksums())
}

// goBuild builds the program without cgo and without paths of this machine.
func (r *release) goBuild(p platform, to string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.stamped="+r.version, "-o", to, "./cmd/kawaraban")
	cmd.Dir, cmd.Stderr = r.sources, os.Stderr
	cmd.Env = append(os.Environ(), "GOOS="+p.goos, "GOARCH="+p.goarch, "CGO_ENABLED=0", "GOFLAGS=")
	return cmd.Run()
}

// put writes a file of the release and records its checksum.
func (r *release) put(name string, data []byte) error {
	r.sums[name] = fmt.Sprintf("%x", sha256.Sum256(data))
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}

func (r *release) archiveName(p platform) string {
	ext := ".tar.gz"
	if p.goos == "windows" {
		ext = ".zip"
	}
	return "kawaraban-" + r.version + "-" + p.name() + ext
}

// archive writes the program with licence and README.
func (r *release) archive(p platform, program string) error {
	var files []file
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(filepath.Join(r.sources, name))
		if err != nil {
			return err
		}
		files = append(files, file{name, data, 0o644})
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	files = append(files, file{p.program(), data, 0o755})
	folder := strings.TrimSuffix(strings.TrimSuffix(r.archiveName(p), ".zip"), ".tar.gz")
	pack := tarball
	if p.goos == "windows" {
		pack = zipped
	}
	packed, err := pack(folder, files)
	return cmp.Or(err, r.put(r.archiveName(p), packed))
}

// checksums writes SHA256SUMS, in the format of sha256sum.
func (r *release) checksums() error {
	var lines []string
	for name, sum := range r.sums {
		lines = append(lines, sum+"  "+name+"\n")
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Compare(a[64:], b[64:]) })
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}
