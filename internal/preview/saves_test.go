//go:build linux

package preview

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// savedSite is the directory of a served site in which programs write files.
type savedSite struct {
	t   *testing.T
	dir string // where programs write
	n   int    // number of saves of the note
}

// The note that the programs save, and another one.
const (
	note1 = "content/1.27/sig-node.ja.md"
	note2 = "content/1.27/overview.ru.md"
)

// mark returns the last line of the note, with the number of the save.
func (d *savedSite) mark() string { return fmt.Sprintf("印%d", d.n) }

// newSavedSite creates a site whose notes can be saved.
func newSavedSite(t *testing.T) *savedSite {
	t.Helper()
	d := &savedSite{t: t, dir: folder(t, sample(t))}
	d.write(note1, d.read(note1)+"\n"+d.mark()+"\n")
	d.git("init", "-q", "-b", "main")
	return d
}

func (d *savedSite) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *savedSite) ok(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *savedSite) read(name string) string {
	d.t.Helper()
	text, err := os.ReadFile(d.path(name))
	d.ok(err)
	return string(text)
}

// write truncates and writes a file.
func (d *savedSite) write(name, text string) {
	d.t.Helper()
	d.ok(os.MkdirAll(filepath.Dir(d.path(name)), 0o755))
	d.ok(os.WriteFile(d.path(name), []byte(text), 0o644))
}

func (d *savedSite) rename(from, to string) {
	d.t.Helper()
	d.ok(os.Rename(d.path(from), d.path(to)))
}

// next returns the text of the note with the next mark.
func (d *savedSite) next() string {
	d.t.Helper()
	was := d.mark()
	text := d.read(note1)
	if !strings.Contains(text, was+"\n") {
		d.t.Fatalf("%s has no %s", note1, was)
	}
	return strings.Replace(text, was+"\n", fmt.Sprintf("印%d\n", d.n+1), 1)
}

// run runs a program in the site's directory.
func (d *savedSite) run(name string, args ...string) {
	d.t.Helper()
	c := exec.Command(name, args...)
	c.Dir = d.dir
	c.Env = append(os.Environ(), "HOME="+filepath.Dir(d.dir), "LC_ALL=C.UTF-8", "TERM=dumb", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_AUTHOR_NAME=writer", "GIT_AUTHOR_EMAIL=writer@example.org", "GIT_COMMITTER_NAME=writer", "GIT_COMMITTER_EMAIL=writer@example.org")
	if out, err := c.CombinedOutput(); err != nil {
		d.t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

func (d *savedSite) git(args ...string) { d.t.Helper(); d.run("git", args...) }
func (d *savedSite) sh(script string)   { d.t.Helper(); d.run("sh", "-ec", script) }

// replace returns the command of sed and Vim that writes the next mark.
func (d *savedSite) replace() string { return fmt.Sprintf("s/%s$/印%d/", d.mark(), d.n+1) }

// vim saves a note with some settings, twice in one session.
func (d *savedSite) vim(settings string) {
	d.t.Helper()
	program := "vim"
	if _, err := exec.LookPath(program); err != nil {
		program = "vim.tiny"
	}
	d.run(program, "-u", "NONE", "-i", "NONE", "-N", "-es", "-c", "set fileencodings=utf-8 "+settings,
		"-c", "normal! Goabout to be saved", "-c", "write", "-c", "$delete", "-c", "%"+d.replace(), "-c", "wq", d.path(note1))
}

// emacs saves a note with some settings, after an automatic save.
func (d *savedSite) emacs(settings string) {
	d.t.Helper()
	d.run("emacs", "-Q", "--batch", d.path(note1), "--eval", fmt.Sprintf(
		`(progn %s (set-buffer-file-coding-system 'utf-8-unix) (auto-save-mode 1) (goto-char (point-min)) (search-forward %q) (replace-match %q) (do-auto-save) (save-buffer))`,
		settings, d.mark(), fmt.Sprintf("印%d", d.n+1)))
}

// save is a way to save a note, possibly with other changes.
type save struct {
	name  string
	needs string // a required program; empty if system calls are sufficient
	note  bool   // the note has the next mark afterwards
	do    func(*savedSite)
	still bool // no page differs afterwards
}

// saves lists the saves of real programs, and the documented behaviour of others.
var saves = []save{
	{"Vim", "vim", true, func(d *savedSite) { d.vim("") }, false},
	{"Vim, with a swap file", "vim", true, func(d *savedSite) { d.vim("swapfile updatecount=1 directory=.") }, false},
	{"Vim, backups by renaming", "vim", true, func(d *savedSite) { d.vim("backup backupcopy=no") }, false},
	{"Vim, backups by copying", "vim", true, func(d *savedSite) { d.vim("backup backupcopy=yes") }, false},
	{"Vim, a backup only while it writes", "vim", true, func(d *savedSite) { d.vim("nobackup writebackup backupcopy=auto") }, false},
	{"Vim, no backup at all", "vim", true, func(d *savedSite) { d.vim("nobackup nowritebackup noswapfile") }, false},
	{"Vim, backups with a suffix of their own", "vim", true, func(d *savedSite) { d.vim("backup backupcopy=no backupext=.bak") }, false},
	{"Emacs", "emacs", true, func(d *savedSite) { d.emacs("") }, false},
	{"Emacs, backups by copying", "emacs", true, func(d *savedSite) { d.emacs("(setq backup-by-copying t)") }, false},
	{"Emacs, a new file in the place of the old one", "emacs", true, func(d *savedSite) { d.emacs("(setq file-precious-flag t make-backup-files nil)") }, false},
	{"sed -i", "sed", true, func(d *savedSite) { d.run("sed", "-i", d.replace(), d.path(note1)) }, false},
	{"sed -i.bak", "sed", true, func(d *savedSite) { d.run("sed", "-i.bak", d.replace(), d.path(note1)) }, false},
	{"rsync", "rsync", true, func(d *savedSite) { d.rsync() }, false},
	{"rsync --inplace", "rsync", true, func(d *savedSite) { d.rsync("--inplace") }, false},
	{"rsync -a of a folder", "rsync", true, func(d *savedSite) { d.rsync("-a", "--delay-updates") }, false},
	{"Visual Studio Code: emptied, then written", "", true, func(d *savedSite) { d.emptied(30 * time.Millisecond) }, false},
	{"Visual Studio Code, as it writes its settings: a file ending in .vsctmp, renamed", "", true, func(d *savedSite) {
		d.write(note1+".vsctmp", d.next())
		d.rename(note1+".vsctmp", note1)
	}, false},
	{"JetBrains: safe write", "", true, func(d *savedSite) {
		d.write(note1+"___jb_tmp___", d.next())
		d.rename(note1, note1+"___jb_old___")
		d.rename(note1+"___jb_tmp___", note1)
		d.ok(os.Remove(d.path(note1 + "___jb_old___")))
	}, false},
	{"written in pieces", "", true, func(d *savedSite) { d.inPieces() }, false},
	{"written through memory", "", true, func(d *savedSite) { d.mapped() }, false},
	{"git commit -a", "git", false, func(d *savedSite) { d.git("add", "-A"); d.git("commit", "-qm", "all") }, true},
	{"echo, into two notes", "sh", false, func(d *savedSite) {
		d.sh("echo '- 文 (#5, @octo)' >>" + note1 + "; mkdir content/1.28; echo '- 文 (#6, @octo)' >content/1.28/six.ja.md")
	}, false},
	{"git stash", "git", false, func(d *savedSite) { d.git("stash", "-u", "-q") }, false},
	{"git stash pop", "git", false, func(d *savedSite) { d.git("stash", "pop", "-q") }, false},
	{"git switch to a new branch, and back", "git", false, func(d *savedSite) {
		d.git("switch", "-q", "-c", "other")
		d.git("add", "-A")
		d.git("commit", "-qm", "other")
		d.git("switch", "-q", "main")
	}, false},
	{"git merge", "git", false, func(d *savedSite) { d.git("merge", "-q", "other") }, false},
	{"git rebase", "git", false, func(d *savedSite) { d.git("reset", "-q", "--hard", "HEAD~1"); d.git("rebase", "-q", "other") }, true},
	{"mv of a note", "mv", false, func(d *savedSite) { d.run("mv", d.path(note2), d.path("content/1.27/outlook.ru.md")) }, false},
	{"mv of a folder", "mv", false, func(d *savedSite) { d.run("mv", d.path("content/1.26"), d.path("content/1.25")) }, false},
	{"mv of a folder, and back with another note", "mv", false, func(d *savedSite) {
		d.sh("mv content/1.25 content/1.24; echo '- 別 (#7, @octo)' >content/1.24/seven.ja.md; mv content/1.24 content/1.26")
	}, false},
	{"cp -r of a folder", "cp", false, func(d *savedSite) { d.run("cp", "-r", d.path("content/1.27"), d.path("content/1.28")) }, false},
	{"mkdir -p and echo", "sh", false, func(d *savedSite) {
		d.sh("mkdir -p content/1.29/x/y && echo '- 新しい (#9, @octo)' >content/1.29/x/y/z.ja.md")
	}, false},
	{"echo >>", "sh", false, func(d *savedSite) { d.sh("echo '- もう一つ (#10, @octo)' >>content/1.29/x/y/z.ja.md") }, false},
	{"rm -r of a folder", "rm", false, func(d *savedSite) { d.run("rm", "-r", d.path("content/1.28"), d.path("content/1.29")) }, false},
	{"rm -r and cp -r of the same folder", "cp", false, func(d *savedSite) {
		d.sh("cp -r content/1.27 ../aside; rm -r content/1.27; cp -r ../aside content/1.27; rm -r ../aside; echo '- 後 (#11, @octo)' >>content/1.27/sig-node.ja.md")
	}, false},
	{"touch", "touch", false, func(d *savedSite) { d.sh("touch content/*/*.md site.yaml") }, true},
	{"tar over everything", "tar", false, func(d *savedSite) {
		d.sh("tar cf ../all.tar content; rm -r content/1.27 content/_data; tar xf ../all.tar")
	}, true},
}

// rsync copies the next text from another directory.
func (d *savedSite) rsync(args ...string) {
	d.t.Helper()
	from := filepath.Join(d.t.TempDir(), "1.27")
	d.ok(os.MkdirAll(from, 0o755))
	d.ok(os.WriteFile(filepath.Join(from, filepath.Base(note1)), []byte(d.next()), 0o644))
	d.run("rsync", append(append([]string{"--recursive", "--ignore-times"}, args...), from+"/", filepath.Dir(d.path(note1))+"/")...)
}

// emptied saves in place like editors that truncate the file first.
func (d *savedSite) emptied(pause time.Duration) {
	text := d.next()
	f, err := os.OpenFile(d.path(note1), os.O_WRONLY|os.O_TRUNC, 0)
	d.ok(err)
	time.Sleep(pause)
	_, err = f.WriteString(text)
	d.ok(errors.Join(err, f.Sync(), f.Close()))
}

// inPieces saves in place, slowly.
func (d *savedSite) inPieces() {
	text := d.next()
	f, err := os.OpenFile(d.path(note1), os.O_WRONLY|os.O_TRUNC, 0)
	d.ok(err)
	for len(text) > 0 {
		n := min(len(text), 200)
		_, err = f.WriteString(text[:n])
		d.ok(err)
		text = text[n:]
		time.Sleep(7 * time.Millisecond)
	}
	d.ok(f.Close())
}

// mapped saves through a memory mapping, for which systems send no event.
func (d *savedSite) mapped() {
	text := d.next()
	f, err := os.OpenFile(d.path(note1), os.O_RDWR, 0)
	d.ok(err)
	d.ok(f.Truncate(int64(len(text))))
	m, err := syscall.Mmap(int(f.Fd()), 0, len(text), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	d.ok(err)
	time.Sleep(200 * time.Millisecond) // wait until the events of the new length are handled
	copy(m, text)
	d.ok(errors.Join(syscall.Munmap(m), f.Close()))
}

// TestSaves saves with real programs in a served directory. The served files must equal a clean build,
// with file system events and with polling.
func TestSaves(t *testing.T) {
	for title, o := range map[string]Options{"events": {}, "polling": {Poll: true}} {
		t.Run(title, func(t *testing.T) {
			d := newSavedSite(t)
			d.saveAll(serve(t, d.dir, o))
		})
	}
}

// TestSavesBehind serves a directory that is mounted at a second path. The file system then sends no
// events for changes at the first path.
func TestSavesBehind(t *testing.T) {
	if _, err := exec.LookPath("bindfs"); err != nil {
		t.Skip("no file system without events: bindfs is not installed")
	}
	d := newSavedSite(t)
	at := t.TempDir()
	if out, err := exec.Command("bindfs", "-o", "attr_timeout=0,entry_timeout=0,negative_timeout=0", d.dir, at).CombinedOutput(); err != nil {
		t.Skipf("no file system without events: bindfs: %v: %s", err, bytes.TrimSpace(out))
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", at).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	s := serve(t, at, Options{})
	d.saveAll(s)
	s.stop()
	notices := 0
	for _, l := range s.printed() {
		if strings.Contains(l.Text, "polling for changes") {
			notices++
		}
	}
	if notices != 1 {
		t.Errorf("%d reports of missing events", notices)
	}
}

// saveAll makes all saves and compares the result after each.
func (d *savedSite) saveAll(s *server) {
	once := map[string]bool{}
	before := s.settled(d.t, d.dir, once)
	for _, v := range saves {
		d.t.Run(v.name, func(t *testing.T) {
			now := &savedSite{t: t, dir: d.dir, n: d.n}
			need(t, v.needs)
			v.do(now)
			after := s.settled(t, d.dir, once)
			if v.note {
				d.n++
				if got := d.read(note1); !strings.Contains(got, d.mark()+"\n") {
					t.Fatalf("nothing was saved: %s", got)
				}
			}
			if same(before, after) != v.still {
				t.Errorf("the same pages: %v", !v.still)
			}
			before = after
		})
	}
}

func same(a, b built) bool {
	for name, is := range a.files {
		if !bytes.Equal(is, b.files[name]) {
			return false
		}
	}
	return len(a.files) == len(b.files)
}

// need skips a test if a program is missing.
func need(t *testing.T, program string) {
	t.Helper()
	if program == "" {
		return
	}
	_, err := exec.LookPath(program)
	if err != nil && program == "vim" {
		_, err = exec.LookPath("vim.tiny")
	}
	switch {
	case err == nil:
	case os.Getenv("KAWARABAN_E2E") == "require" && program != "emacs": // Emacs is too large for CI
		t.Fatalf("%s is not installed", program)
	default:
		t.Skipf("%s is not installed", program)
	}
}

// TestDeaf edits notes through hard links outside the directory, for which systems send no events. The
// preview must switch to polling and report this once.
func TestDeaf(t *testing.T) {
	d := newSavedSite(t)
	outside := filepath.Join(t.TempDir(), "note.md")
	if err := os.Link(d.path(note1), outside); err != nil {
		t.Skipf("hard links are not supported: %v", err)
	}
	s := serve(t, d.dir, Options{})
	once := map[string]bool{}
	before := s.settled(t, d.dir, once)
	for range 5 {
		if err := os.WriteFile(outside, []byte(d.next()), 0o644); err != nil {
			t.Fatal(err)
		}
		d.n++
		after := s.settled(t, d.dir, once)
		if same(before, after) {
			t.Error("no page shows the saved text")
		}
		before = after
	}
	var notices []string
	for _, l := range s.printed() {
		if strings.Contains(l.Text, "polling for changes") {
			notices = append(notices, l.Text)
		}
	}
	if len(notices) != 1 {
		t.Errorf("printed %q", notices)
	}
}

// TestThereAndBack replaces a note only while it is read, without events for both changes. The preview
// must show the original text again.
func TestThereAndBack(t *testing.T) {
	d := newSavedSite(t)
	outside := filepath.Join(t.TempDir(), "note.md")
	if err := os.Link(d.path(note1), outside); err != nil {
		t.Skipf("hard links are not supported: %v", err)
	}
	s := serve(t, d.dir, Options{})
	once := map[string]bool{}
	s.settled(t, d.dir, once)
	was := d.read(note1)
	for i := range 3 {
		between := fmt.Sprintf("%d 度目の間の文", i)
		d.ok(os.WriteFile(outside, []byte(was+"\n- "+between+" (#115331, @octo)\n"), 0o644))
		d.write("content/_data/gates.json", fmt.Sprintf(`[{"name": "Gate%d", "stages": []}]`, i)) // this change makes the preview read all notes
		await(t, "the text between", func() bool {
			_, page := s.get(t, "ja/1.27/sig-node/")
			return strings.Contains(page, between)
		})
		d.ok(os.WriteFile(outside, []byte(was), 0o644))
		s.settled(t, d.dir, once)
	}
}

// TestCheckout changes 300 notes by one checkout. The preview must make one new state and print one
// line.
func TestCheckout(t *testing.T) {
	need(t, "git")
	for title, o := range map[string]Options{"events": {}, "polling": {Poll: true}} {
		t.Run(title, func(t *testing.T) {
			d := newSavedSite(t)
			d.git("add", "-A")
			d.git("commit", "-qm", "before")
			d.git("switch", "-q", "-c", "other")
			for i := range 300 {
				d.write(fmt.Sprintf("content/1.%d/n%d.ja.md", 20+i%10, i), fmt.Sprintf("# %d\n\n- 文 (#%d, @octo)\n", i, i))
			}
			d.git("add", "-A")
			d.git("commit", "-qm", "with 300 notes more")
			for i := range 300 {
				name := fmt.Sprintf("content/1.%d/n%d.ja.md", 20+i%10, i)
				d.write(name, d.read(name)+"- もう一つの文\n")
			}
			d.git("commit", "-qam", "the 300 edited")
			s := serve(t, d.dir, o)
			once := map[string]bool{}
			s.settled(t, d.dir, once)
			for _, to := range []string{"other~1", "main", "other"} { // edited, removed, added
				before := s.now.Load().seq
				d.git("checkout", "-q", to)
				s.settled(t, d.dir, once)
				time.Sleep(2 * quiet) // wait for late events
				if n := s.now.Load().seq - before; n != 1 {
					t.Errorf("to %s: %d states", to, n)
				}
			}
			s.stop()
			lines := 0
			for _, l := range s.printed() {
				if strings.HasSuffix(l.Text, "ms") && strings.Contains(l.Text, " more: ") {
					lines++
				}
			}
			if lines != 3 {
				t.Errorf("%d lines for three checkouts: %v", lines, s.printed())
			}
		})
	}
}
