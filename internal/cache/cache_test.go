package cache

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// store returns an empty store and the folder that it is in.
func store(t *testing.T) (*Store, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return Open(root, "kept"), dir
}

func put(t *testing.T, s *Store, k Key, value string) {
	t.Helper()
	if err := s.Put(k, []byte(value)); err != nil {
		t.Fatal(err)
	}
}

// file is where an entry stands.
func file(dir string, s *Store, k Key) string {
	return filepath.Join(dir, filepath.FromSlash(s.name(k)))
}

func TestGet(t *testing.T) {
	s, _ := store(t)
	a, b := NewKey([]byte("a")), NewKey([]byte("b"))
	if v, ok := s.Get(a); ok {
		t.Errorf("an empty store has %q", v)
	}
	put(t, s, a, "of a")
	put(t, s, b, "")
	if v, ok := s.Get(a); !ok || string(v) != "of a" {
		t.Errorf("what was put is %q, %v", v, ok)
	}
	if v, ok := s.Get(b); !ok || len(v) != 0 {
		t.Errorf("what is empty is %q, %v", v, ok)
	}
	put(t, s, a, "anew")
	if v, _ := s.Get(a); string(v) != "anew" {
		t.Errorf("what was put last is %q", v)
	}
}

// Keys of other lists of parts are others, also where the parts have the same bytes together.
func TestNewKey(t *testing.T) {
	seen := map[Key][]string{}
	for _, parts := range [][]string{{}, {""}, {"", ""}, {"ab"}, {"a", "b"}, {"", "ab"}, {"ab", ""}, {"b", "a"}} {
		var bs [][]byte
		for _, p := range parts {
			bs = append(bs, []byte(p))
		}
		k := NewKey(bs...)
		if was, taken := seen[k]; taken {
			t.Errorf("%q and %q have one key", was, parts)
		}
		seen[k] = parts
	}
}

// Whatever is done to the file of an entry, it is a miss, and what is put then is whole.
func TestDamaged(t *testing.T) {
	s, dir := store(t)
	k, other := NewKey([]byte("a")), NewKey([]byte("b"))
	put(t, s, other, "another value")
	put(t, s, k, "the value")
	name := file(dir, s, k)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(file(dir, s, other))
	if err != nil {
		t.Fatal(err)
	}
	damages := [][]byte{nil, foreign, append(bytes.Clone(whole), 'x'), []byte("kawaraban cache 2\n")}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 0x20
		damages = append(damages, whole[:i], flipped)
	}
	for _, d := range damages {
		if err := os.WriteFile(name, d, 0o644); err != nil {
			t.Fatal(err)
		}
		if v, ok := s.Get(k); ok {
			t.Errorf("of the file %q came %q", d, v)
		}
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the file %q was left", d)
		}
		put(t, s, k, "the value")
		if v, ok := s.Get(k); !ok || string(v) != "the value" {
			t.Errorf("after the file %q what was put is %q, %v", d, v, ok)
		}
	}
}

// What is no file is a miss, and nothing is read through a link that leads out.
func TestNoFile(t *testing.T) {
	s, dir := store(t)
	k := NewKey([]byte("a"))
	put(t, s, k, "the value")
	name, outside := file(dir, s, k), filepath.Join(t.TempDir(), "outside")
	if err := os.Rename(name, outside); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, name); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Get(k); ok {
		t.Error("a link was followed")
	}
	put(t, s, k, "anew")
	if v, _ := os.ReadFile(outside); string(v) == "anew" {
		t.Error("something was written through a link")
	}
	if err := errors.Join(os.Remove(name), os.Mkdir(name, 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Get(k); ok {
		t.Error("a folder is an entry")
	}
	if err := s.Put(k, nil); err == nil {
		t.Error("a value took the place of a folder")
	}
	if left, _ := filepath.Glob(name + ".new-*"); len(left) > 0 {
		t.Errorf("%q was left", left)
	}
}

// Several who read, write, damage and tidy at once get what was put or nothing.
func TestAtOnce(t *testing.T) {
	s, dir := store(t)
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			for i := range 200 {
				k := NewKey(fmt.Append(nil, i%10))
				value := fmt.Sprintf("the value of %d", i%10)
				switch (i + w) % 7 {
				case 0:
					_ = os.WriteFile(file(dir, s, k), []byte("damage"), 0o644)
				case 1:
					if err := s.Trim(200); err != nil {
						t.Error(err)
					}
				case 2, 3:
					if err := s.Put(k, []byte(value)); err != nil {
						t.Error(err)
					}
				default:
					if v, ok := s.Get(k); ok && string(v) != value {
						t.Errorf("got %q for %q", v, value)
					}
				}
			}
		})
	}
	wait.Wait()
}

// The eldest go first, a reading makes young, and what is half written goes when it is old.
func TestTrim(t *testing.T) {
	s, dir := store(t)
	if err := s.Trim(0); err != nil {
		t.Errorf("tidying where nothing is: %v", err)
	}
	var keys []Key
	for i := range 5 {
		k := NewKey(fmt.Append(nil, i))
		put(t, s, k, "0123456789")
		keys = append(keys, k)
		at := time.Now().Add(time.Duration(i-10) * 24 * time.Hour)
		if err := os.Chtimes(file(dir, s, k), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := s.Get(keys[0]); !ok { // the eldest is the youngest now
		t.Fatal("the first is gone")
	}
	old, now := file(dir, s, keys[0])+".new-OLD", file(dir, s, keys[0])+".new-NOW"
	for _, name := range []string{old, now} {
		if err := os.WriteFile(name, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * stale)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	if err := s.Trim(int64(2 * len(seal(nil, keys[0], []byte("0123456789"))))); err != nil {
		t.Fatal(err)
	}
	for i, k := range keys {
		if _, ok := s.Get(k); ok != (i == 0 || i == 4) {
			t.Errorf("entry %d is there: %v", i, ok)
		}
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("what was left half written is still there")
	}
	if _, err := os.Stat(now); err != nil {
		t.Errorf("what somebody is writing was taken away: %v", err)
	}
}

// No store at all is a store that has nothing.
func TestNone(t *testing.T) {
	var s *Store
	if err := errors.Join(s.Put(Key{}, nil), s.Trim(0)); err != nil {
		t.Error(err)
	}
	if _, ok := s.Get(Key{}); ok {
		t.Error("it has something")
	}
}

// FuzzOpen: of bytes that seal did not make nothing comes.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(head), []byte("a"))
	f.Add(seal(nil, NewKey([]byte("a")), []byte("the value")), []byte("a"))
	f.Fuzz(func(t *testing.T, data, of []byte) {
		k := NewKey(of)
		if value, ok := open(k, data); ok && !bytes.Equal(seal(nil, k, value), data) {
			t.Errorf("%q is taken for the entry of %q", data, value)
		}
	})
}
