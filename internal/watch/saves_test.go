package watch

import (
	"errors"
	"os"
	"path"
	"testing"
	"time"
)

// saves simulates how programs save a note, call by call. The programs themselves are tested with
// the preview.
var saves = map[string]func(s site, name, text string){
	"in place: truncate and write": func(s site, name, text string) { s.write(name, text) },
	"in place: write, then cut to length": func(s site, name, text string) {
		f, err := os.OpenFile(s.path(name), os.O_WRONLY, 0)
		s.ok(err)
		_, err = f.WriteAt([]byte(text), 0)
		s.ok(err)
		s.ok(f.Truncate(int64(len(text))))
		s.ok(f.Close())
	},
	"atomic: hidden file and rename (gedit, rsync)": func(s site, name, text string) {
		temp := path.Join(path.Dir(name), "."+path.Base(name)+".A1b2C3")
		s.write(temp, text)
		s.ok(os.Chmod(s.path(temp), 0o600))
		s.rename(temp, name)
	},
	"atomic, with the time and size of before (rsync -t, cp -p)": func(s site, name, text string) {
		info, err := os.Stat(s.path(name))
		s.ok(err)
		temp := path.Join(path.Dir(name), ".temp")
		s.write(temp, (text + "                ")[:info.Size()])
		s.ok(os.Chtimes(s.path(temp), time.Time{}, info.ModTime()))
		s.rename(temp, name)
	},
	"in place, with the time and size of before": func(s site, name, text string) {
		info, err := os.Stat(s.path(name))
		s.ok(err)
		s.write(name, (text + "                ")[:info.Size()])
		s.ok(os.Chtimes(s.path(name), time.Time{}, info.ModTime()))
	},
	"sed -i": func(s site, name, text string) {
		temp := path.Join(path.Dir(name), "sedQx7Yz2")
		s.write(temp, text)
		s.ok(os.Chmod(s.path(temp), 0o644))
		s.rename(temp, name)
	},
	"Vim: backup by renaming": func(s site, name, text string) {
		test := path.Join(path.Dir(name), "4913")
		s.write(test, "")
		s.remove(test)
		s.rename(name, name+"~")
		s.write(name, text)
		s.ok(os.Chmod(s.path(name), 0o644))
		s.remove(name + "~")
	},
	"Emacs: lock, autosave, backup by renaming": func(s site, name, text string) {
		dir, base := path.Dir(name), path.Base(name)
		s.ok(os.Symlink("writer@machine.1234:5678", s.path(path.Join(dir, ".#"+base))))
		s.write(path.Join(dir, "#"+base+"#"), text)
		s.rename(name, name+"~")
		s.write(name, text)
		s.remove(path.Join(dir, "#"+base+"#"))
		s.remove(path.Join(dir, ".#"+base))
	},
	"JetBrains: both names with a tail": func(s site, name, text string) {
		s.write(name+"___jb_tmp___", text)
		s.rename(name, name+"___jb_old___")
		s.rename(name+"___jb_tmp___", name)
		s.remove(name + "___jb_old___")
	},
	"removed and written anew (Git)": func(s site, name, text string) {
		s.remove(name)
		s.write(name, text)
	},
	"a second name for another file, in its place": func(s site, name, text string) {
		s.write(path.Join(path.Dir(name), ".other"), text)
		s.remove(name)
		s.ok(os.Link(s.path(path.Join(path.Dir(name), ".other")), s.path(name)))
	},
	"in place, then touched and made read-only": func(s site, name, text string) {
		s.write(name, text)
		s.ok(os.Chtimes(s.path(name), time.Time{}, time.Now().Add(time.Hour)))
		s.ok(os.Chmod(s.path(name), 0o444))
	},
}

func TestSaves(t *testing.T) {
	for title, save := range saves {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			old := time.Now().Add(-time.Hour) // new files are read in every scan
			s.ok(os.Chtimes(s.path(noteA), old, old))
			w := s.watch(Options{})
			before := w.Tree()
			save(s, noteA, "# edited\n")
			c := w.expect("edited " + noteA)
			if c.Before != before || c.Tree != w.Tree() {
				t.Error("a change goes not from the tree before to the tree now")
			}
			if len(c.Moved) > 0 {
				t.Errorf("a save moves nothing: %v", c.Moved)
			}
			w.nothing() // from temporary files
		})
	}
}

// TestSavesPolled makes the same saves without events, several times, so that two are within one
// tick of a file system's clock.
func TestSavesPolled(t *testing.T) {
	for title, save := range saves {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			w := s.watch(Options{Poll: true, Interval: time.Millisecond})
			for _, text := range []string{"# aaaaaa\n", "# bbbbbb\n", "# cccccc\n"} {
				s.ok(os.Chmod(s.path(noteA), 0o644))
				save(s, noteA, text)
				w.expect("edited " + noteA)
			}
		})
	}
}

func TestNoChange(t *testing.T) {
	for title, do := range map[string]func(s site){
		"touch":             func(s site) { s.ok(os.Chtimes(s.path(noteA), time.Now(), time.Now())) },
		"chmod":             func(s site) { s.ok(os.Chmod(s.path(noteA), 0o600)) },
		"saved as it was":   func(s site) { s.write(noteA, "# SIG Node\n") },
		"edited and undone": func(s site) { s.write(noteA, "x"); s.write(noteA, "# SIG Node\n") },
		"renamed and back":  func(s site) { s.rename(noteA, noteA+".md"); s.rename(noteA+".md", noteA) },
		"an empty folder":   func(s site) { s.mkdir("content/1.30/deep") },
		"hidden files":      func(s site) { s.write("content/.x.md", "x"); s.write("content/1.27/a.md~", "x") },
		"hidden folders":    func(s site) { s.write("content/.git/x.md", "x"); s.write("static/old~/x.css", "x") },
		"an autosave":       func(s site) { s.write("content/1.27/#sig-node.ja.md#", "x") },
		"beside the site":   func(s site) { s.write("README.md", "x"); s.write("public/index.html", "x") },
		"a file that came and went": func(s site) {
			s.write("content/1.27/x.ja.md", "x")
			s.remove("content/1.27/x.ja.md")
		},
	} {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			w := s.watch(Options{})
			do(s)
			w.nothing()
		})
	}
}

// TestEmptyIsNotTold truncates a note and writes it a little later, as some editors do: the empty
// note is not reported.
func TestEmptyIsNotTold(t *testing.T) {
	for title, o := range map[string]Options{"events": {}, "polling": {Poll: true, Interval: time.Millisecond}} {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			w := s.watch(o)
			for i := range 12 {
				took := make(chan time.Duration)
				go func() {
					start := time.Now()
					errs := os.Truncate(s.path(noteA), 0)
					time.Sleep(time.Duration(i) * 5 * time.Millisecond)
					errs = errors.Join(errs, os.WriteFile(s.path(noteA), []byte(time.Now().String()), 0o644))
					if errs != nil {
						t.Error(errs)
					}
					took <- time.Since(start)
				}()
				c := w.next()
				info, err := c.Tree.Stat(noteA)
				if late := <-took; late > doubtFor { // the machine was busy
					w.reach()
				} else if err != nil || info.Size() == 0 {
					t.Fatalf("told of a note that was being written: %v, %v", info, err)
				}
			}
		})
	}
}

// TestCheckingOut holds git's lock: changes are reported together when it is removed, and at once
// if a killed git left the lock.
func TestCheckingOut(t *testing.T) {
	for title, o := range map[string]Options{"events": {}, "polling": {Poll: true}} {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			lock := ".git/index.lock"
			w := s.watch(o)
			s.write(lock, "")
			s.write(noteA, "# edited\n")
			time.AfterFunc(2*capMany, func() {
				_ = os.WriteFile(s.path(noteB), []byte("# edited\n"), 0o644)
				_ = os.Remove(s.path(lock))
			})
			w.expect("edited "+noteB, "edited "+noteA)
			s.write(lock, "")
			s.ok(os.Chtimes(s.path(lock), time.Time{}, time.Now().Add(-2*maxLocked)))
			s.write(noteA, "# edited again\n")
			w.expect("edited " + noteA)
		})
	}
}

func TestEmptiedForGood(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	s.write(noteA, "")
	c := w.expect("edited " + noteA)
	if waited := time.Since(c.Seen); waited < doubtFor {
		t.Errorf("was sure that a note is empty after %v", waited)
	}
	s.remove(noteA)
	c = w.expect("removed " + noteA)
	if waited := time.Since(c.Seen); waited < doubtFor {
		t.Errorf("was sure that a note has gone after %v", waited)
	}
	s.write("content/1.27/new.ja.md", "")
	w.expect("added content/1.27/new.ja.md")
}
