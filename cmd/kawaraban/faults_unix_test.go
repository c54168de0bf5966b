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
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/diskcache"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// stranger is the ID of a user and group without files or memberships.
const stranger = 65534

// TestForbidden checks builds without permissions. One message has the file and a hint; the old site
// and data are unchanged. Root ignores permissions, so the command runs as another user.
func TestForbidden(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can run a command as somebody else")
	}
	bin := runnable(t)
	for _, c := range []struct {
		name   string
		forbid func(s *forbidden)
		status int
		want   string // standard error without the name of the site's directory
	}{
		{"nothing", func(*forbidden) {}, 0, ""},
		{"the output folder", func(s *forbidden) { s.mode("public", 0o555) }, 3, "kawaraban: writing public: writing to the output directory: "},
		{"a folder of the output", func(s *forbidden) { s.mode("public/ja", 0o555) }, 3, "(the next build completes it)"},
		{"a file of the output", func(s *forbidden) { s.write("public/ja/index.html", "theirs"); s.mode("public/ja/index.html", 0) }, 0, ""},
		{"the state", func(s *forbidden) { s.mode(".kawaraban", 0o555) }, 3, "kawaraban: writing public: "},
		{"what is kept", func(s *forbidden) { s.modes(".kawaraban/cache", 0o555) }, 0, "info: cannot write the build cache: "},
		{"what was kept", func(s *forbidden) { s.modes(".kawaraban/cache", 0) }, 0, "info: "},
		{"a note", func(s *forbidden) { s.mode("content/1.27/x.ja.md", 0) }, 1, "content/1.27/x.ja.md: cannot be read: permission denied [content/unreadable]"},
		{"a folder of notes", func(s *forbidden) { s.mode("content/1.27", 0) }, 1, "content/1.27: cannot be read: permission denied [content/unreadable]"},
		{"all notes", func(s *forbidden) { s.mode("content", 0) }, 3, "kawaraban: reading upstream data: content/_data: permission denied"},
		{"the settings", func(s *forbidden) { s.write("site.yaml", "title: x\n"); s.mode("site.yaml", 0) }, 3, "kawaraban: reading the settings: site.yaml: permission denied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newForbidden(t, bin)
			s.write("content/1.27/y.ja.md", "# 別の題\n\n- 変更 (#1, @octo)\n")
			c.forbid(s)
			status, stderr := s.build()
			if status != c.status || !strings.Contains(stderr, c.want) || c.want == "" && stderr != "" {
				t.Errorf("status %d, standard error:\n%s", status, stderr)
			}
			if n := strings.Count(stderr, "permission denied"); c.status == 3 && (n != 1 || !strings.Contains(stderr, "\n    hint: give your account ")) {
				t.Errorf("the message is printed %d times:\n%s", n, stderr)
			}
			if halfway := strings.Contains(stderr, "completes it"); c.status == 3 && !halfway && !maps.Equal(readSite(t, filepath.Join(s.dir, "public")), s.before) {
				t.Error("the old site is damaged")
			}
			s.allow()
			if status, stderr := s.build(); status != 0 || stderr != "" {
				t.Errorf("with permissions: status %d, standard error:\n%s", status, stderr)
			}
			ending(t, exec.Command(s.bin, "-C", s.dir, "build", "--no-cache", "--out", "anew"))
			if !maps.Equal(readSite(t, filepath.Join(s.dir, "public")), readSite(t, filepath.Join(s.dir, "anew"))) {
				t.Error("with permissions, the site differs")
			}
		})
	}
}

// forbidden is a built site of the user stranger. The test removes some of its permissions.
type forbidden struct {
	t        *testing.T
	bin, dir string
	before   map[string]string
	changed  map[string]os.FileMode
}

func newForbidden(t *testing.T, bin string) *forbidden {
	t.Helper()
	base := t.TempDir()
	letIn(t, base)
	s := &forbidden{t: t, bin: bin, dir: filepath.Join(base, "site"), changed: map[string]os.FileMode{}}
	s.write("content/1.27/x.ja.md", "# 題\n\n- 変更 (#115331, @octo)\n")
	s.own()
	if status, stderr := s.build(); status != 0 || stderr != "" {
		t.Fatalf("status %d: %s", status, stderr)
	}
	s.before = readSite(t, filepath.Join(s.dir, "public"))
	return s
}

// runnable returns a copy of the command that every user can run.
func runnable(t *testing.T) string {
	t.Helper()
	base := t.TempDir()
	letIn(t, base)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(base, "kawaraban")
	if err := os.WriteFile(bin, program, 0o755); err != nil {
		t.Fatal(err)
	}
	return bin
}

// letIn makes a test's directory accessible to every user.
func letIn(t *testing.T, dir string) {
	t.Helper()
	for top := filepath.Clean(os.TempDir()); len(dir) > len(top); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// write writes a file of the site. Its owner is the stranger.
func (s *forbidden) write(name, text string) {
	s.t.Helper()
	p := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	s.own()
}

// own makes the stranger the owner of all files of the site.
func (s *forbidden) own() {
	s.t.Helper()
	err := filepath.WalkDir(s.dir, func(p string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(p, stranger, stranger))
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// mode changes the permissions of a file or directory until allow is called.
func (s *forbidden) mode(name string, mode os.FileMode) {
	s.t.Helper()
	p := filepath.Join(s.dir, filepath.FromSlash(name))
	info, err := os.Stat(p)
	if err == nil {
		s.changed[p] = info.Mode().Perm()
		err = os.Chmod(p, mode)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// modes changes the permissions of a directory and its subdirectories.
func (s *forbidden) modes(name string, mode os.FileMode) {
	s.t.Helper()
	err := filepath.WalkDir(filepath.Join(s.dir, filepath.FromSlash(name)), func(p string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(s.dir, p)
		if err == nil {
			s.mode(rel, mode)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// allow restores the permissions.
func (s *forbidden) allow() {
	s.t.Helper()
	for p, mode := range s.changed {
		if err := os.Chmod(p, mode); err != nil && !errors.Is(err, os.ErrNotExist) {
			s.t.Fatal(err)
		}
	}
}

// build builds as the stranger. It returns the exit status and standard error.
func (s *forbidden) build() (status int, stderr string) {
	s.t.Helper()
	cmd := exec.Command(s.bin, "build")
	var buffer bytes.Buffer
	cmd.Dir, cmd.Stderr = s.dir, &buffer
	cmd.Env = append(os.Environ(), "HOME="+s.dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
	err := cmd.Run()
	if exit, failed := errors.AsType[*exec.ExitError](err); failed {
		return exit.ExitCode(), buffer.String()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return 0, buffer.String()
}

// editedBuilds is the number of builds in TestEditedWhileBuilt.
var editedBuilds = flag.Int("edited.builds", 3, "how often TestEditedWhileBuilt builds a site that is being edited")

// TestEditedWhileBuilt builds a site while its files are written, truncated, replaced, removed and
// restored, with random times. After each build every link must have a target. A build after the last
// edit must equal a clean one, with any cache.
func TestEditedWhileBuilt(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	writeNotes(t, dir, 1)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // moments need not repeat
	edits, statuses := 0, map[int]int{}
	for round := range *editedBuilds {
		done, ended := make(chan struct{}), make(chan error, 1)
		go func() { ended <- editUntil(dir, rand.New(rand.NewPCG(random.Uint64(), 0)), &edits, done) }()
		out, err := exec.Command(bin, "-C", dir, "build").CombinedOutput()
		close(done)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		exit, failed := errors.AsType[*exec.ExitError](err)
		if err != nil && (!failed || exit.ExitCode() != exitContent) {
			t.Fatalf("build %d: %v\n%s", round, err, out)
		}
		if failed {
			statuses[exitContent]++
		} else {
			statuses[exitFine]++
		}
		found, err := sitecheck.Site(os.DirFS(filepath.Join(dir, "public")), "/")
		if err != nil || len(found) > 0 {
			t.Fatalf("build %d: %v, %v", round, found, err)
		}
		_ = exec.Command(bin, "-C", dir, "build").Run() // its status depends on the last edits
		_ = exec.Command(bin, "-C", dir, "build", "--no-cache", "--out", "anew").Run()
		if !maps.Equal(readSite(t, filepath.Join(dir, "public")), readSite(t, filepath.Join(dir, "anew"))) {
			t.Fatalf("build %d: after the edits the site differs from a clean build", round)
		}
	}
	t.Logf("%d edits during %d builds, which ended with the statuses %v", edits, *editedBuilds, statuses)
}

// editUntil edits the notes at random until done is closed.
func editUntil(dir string, r *rand.Rand, edits *int, done <-chan struct{}) error {
	files, err := filepath.Glob(filepath.Join(dir, "content", "*", "*.md"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%d notes, %w", len(files), err)
	}
	for {
		select {
		case <-done:
			return nil
		case <-time.After(time.Duration(r.IntN(3000)) * time.Microsecond):
		}
		*edits++
		if err := editOnce(files[r.IntN(len(files))], r); err != nil {
			return err
		}
	}
}

// editOnce changes a file in one of six ways.
func editOnce(name string, r *rand.Rand) error {
	text := fmt.Appendf(nil, "---\ntitle: Title %03d\n---\n\n- an entry (#%d, @octo)\n%s", r.IntN(1000), 1000+r.IntN(9000), strings.Repeat("- more\n", r.IntN(3)*r.IntN(3000)))
	switch r.IntN(6) {
	case 0: // replaced by another file
		if err := os.WriteFile(name+".tmp", text, 0o600); err != nil {
			return err
		}
		return os.Rename(name+".tmp", name)
	case 1: // removed for a moment
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		time.Sleep(time.Duration(r.IntN(2000)) * time.Microsecond)
		return os.WriteFile(name, text, 0o600)
	case 2: // truncated
		return os.WriteFile(name, text[:r.IntN(len(text))], 0o600)
	case 3: // written in two steps
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		_, err = f.Write(text[:len(text)/2])
		time.Sleep(time.Millisecond)
		_, more := f.Write(text[len(text)/2:])
		return errors.Join(err, more, f.Close())
	case 4: // the old time or a time in another year
		info, err := os.Stat(name)
		if err != nil {
			return os.WriteFile(name, text, 0o600)
		}
		at := []time.Time{info.ModTime(), time.Unix(0, 0), time.Now().AddDate(70, 0, 0)}[r.IntN(3)]
		return errors.Join(os.WriteFile(name, text, 0o600), os.Chtimes(name, at, at))
	}
	return os.WriteFile(name, text, 0o600)
}

// TestClockJumps checks that builds do not depend on correct clocks. Notes change with the same size
// and time. Output directory, manifest and cache have times in the future or long ago.
func TestClockJumps(t *testing.T) {
	bin, dir := binary(t), t.TempDir()
	note := filepath.Join(dir, "content", "1.27", "x.en.md")
	if err := os.MkdirAll(filepath.Dir(note), 0o755); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	times := []time.Time{time.Unix(1, 0), time.Now().AddDate(80, 0, 0), time.Now(), time.Date(2038, 1, 20, 0, 0, 0, 0, time.UTC)}
	for round := range 12 {
		at := times[round%len(times)]
		if round%3 > 0 && round > 0 {
			at = times[(round-1)%len(times)] // the same time and size, different text
		}
		if err := os.WriteFile(note, fmt.Appendf(nil, "# Title %03d\n\n- an entry (#1, @octo)\n", round), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(note, at, at); err != nil {
			t.Fatal(err)
		}
		buildSite(t, bin, dir)
		buildSite(t, bin, dir, "--no-cache", "--out", "anew")
		if !maps.Equal(readSite(t, filepath.Join(dir, "public")), readSite(t, filepath.Join(dir, "anew"))) {
			t.Fatalf("round %d: the site differs from a clean build", round)
		}
		jump(t, []string{filepath.Join(dir, "public"), filepath.Join(dir, diskcache.StateDir)}, times[random.IntN(len(times))])
		damaged := filepath.Join(dir, "public", "en", "1.27", "x", "index.html")
		page, err := os.ReadFile(damaged)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(damaged, bytes.ToUpper(page), 0o600); err != nil { // of the same size
			t.Fatal(err)
		}
	}
}

// jump sets one time for all files of some directories.
func jump(t *testing.T, dirs []string, at time.Time) {
	t.Helper()
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			return os.Chtimes(p, at, at)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
