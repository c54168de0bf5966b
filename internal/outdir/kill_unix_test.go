//go:build unix

package outdir

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func version(n int) []File {
	var files []File
	for i := range 120 {
		path := fmt.Sprintf("ja/%d/page-%d/index.html", i%20, i)
		switch {
		case i%4 == 0:
			files = append(files, Static(path, []byte("the same in all")))
		case i%4 == 1:
			files = append(files, Static(fmt.Sprintf("v%d/%s", n, path), []byte(path)))
		default:
			files = append(files, Static(path, fmt.Appendf(nil, "%d of version %d %s", i, n, strings.Repeat("x", i))))
		}
	}
	return files
}

const (
	childDir  = "KAWARABAN_TEST_WRITE_TO"
	childSize = "KAWARABAN_TEST_FILE_SIZE"
)

// TestMain lets the test binary act as the builder that is killed, or whose disk is full.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	if os.Getenv(childSize) != "" {
		os.Exit(fullDisk(dir))
	}
	for n := 0; ; n++ {
		s, err := NewSet(version(n % 2))
		if err == nil {
			_, err = WriteDir(context.Background(), dir, s, Options{disk: disk{unsynced: true}})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// TestKill checks that a builder killed at any time leaves one of the sites, or a directory marked
// as unfinished that the next build completes.
func TestKill(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // the times need not be reproducible
	dir := filepath.Join(t.TempDir(), "public")
	var sites []*Set
	var whole []map[string]string
	for n := range 2 {
		s, err := NewSet(version(n))
		if err != nil {
			t.Fatal(err)
		}
		sites, whole = append(sites, s), append(whole, contents(t, s))
	}
	half := 0
	for round := range 30 {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), childDir+"="+dir)
		var says strings.Builder
		cmd.Stderr = &says
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(150_000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatalf("the builder ended by itself: %v: %s", err, &says)
		}
		_ = cmd.Wait() // the process was killed
		if says.Len() > 0 {
			t.Fatalf("the builder failed: %s", &says)
		}
		unfinished, err := Unfinished(dir)
		if err != nil {
			t.Fatal(err)
		}
		got := tree(t, dir)
		maps.DeleteFunc(got, func(path, _ string) bool { return strings.HasPrefix(path, ".") })
		isWhole := len(got) == 0 || slices.ContainsFunc(whole, func(w map[string]string) bool { return maps.Equal(w, got) })
		if !isWhole {
			half++
		}
		if !isWhole && !unfinished {
			t.Fatalf("the folder of %d files is neither of the sites, and not known as unfinished", len(got))
		}
		if round%3 == 0 {
			if st := write(t, dir, sites[round%2]); st.Aside != "" {
				t.Errorf("the list of written files was not trusted")
			}
			same(t, dir, whole[round%2])
		}
	}
	if half == 0 {
		t.Error("no builder was killed while it renamed files")
	}
	t.Logf("%d of 30 kills came while files were renamed", half)
}

// fullDisk replaces the site in dir with a limit on file sizes, at which the kernel refuses to
// write. It returns exit status 0 if WriteDir reported the error.
func fullDisk(dir string) int {
	var size uint64
	if _, err := fmt.Sscan(os.Getenv(childSize), &size); err != nil {
		return 2
	}
	signal.Ignore(syscall.SIGXFSZ) // so that writing fails instead
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
		return 3
	}
	s, err := NewSet(version(1))
	if err != nil {
		return 4
	}
	if _, err := WriteDir(context.Background(), dir, s, Options{}); err == nil || !strings.Contains(err.Error(), "file too large") {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// TestFullDisk checks that a full disk, for a page or for the manifest, leaves the old site intact.
func TestFullDisk(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "public")
	old, err := NewSet(version(0))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, old)
	for _, size := range []string{"0", "100", "130", "5000"} { // pages have up to 140 bytes, the manifest 12,000
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), childDir+"="+dir, childSize+"="+size)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("with %s bytes: %v: %s", size, err, out)
		}
		same(t, dir, contents(t, old))
	}
	if st := write(t, dir, old); st.Written+st.Removed != 0 {
		t.Errorf("after a full disk: %+v", st)
	}
}
