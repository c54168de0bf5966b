// Package cache keeps what was made once and may be thrown away: values under keys that say
// all that they were made of, in a folder of a site.
//
// # A key says everything
//
// A [Key] is a hash of whatever the value depends on, the program that made it among it, so
// that a value is never out of date: what it was made of is another, and so is the key. A
// cache may therefore be shared by commands that run at once, by versions of the program, and
// by the runs of a workflow, and be deleted at any time.
//
// # A value is whole or not there
//
// An entry is a file with a checksum of its key and its bytes. It is written under a name of
// its own and renamed, so nobody reads half of one; one that is cut, changed or another's is
// as if it were not there, and is taken away. A disk that is full or can only be read costs
// the keeping and nothing else: [Store.Put] says so, and whoever asks goes on without.
//
// # It does not grow for ever
//
// Reading an entry makes it young. [Store.Trim] takes away the eldest until those that are
// left have no more bytes than are allowed, and what killed commands have left half written.
// A clock that jumps costs at most that others go first.
//
// The package is used by one room for values of one kind; what the bytes of a value mean is for
// who puts them.
package cache

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Key is a hash of everything that a value depends on.
type Key [sha256.Size]byte

// NewKey returns the key of a value that depends on these parts and nothing else: its kind
// first, so that two kinds never share a key. No two lists of parts have one key.
func NewKey(parts ...[]byte) Key {
	h := sha256.New()
	var size [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write(p)
	}
	return Key(h.Sum(nil))
}

// head begins every entry, so that another form of entries is another head.
const head = "kawaraban cache 1\n"

// maxEntry is how many bytes an entry may have. A larger file is no entry of ours.
const maxEntry = 1 << 30

// young is how long after it was read or written an entry is not made younger by a reading:
// one that is read each minute is written to once an hour.
const young = time.Hour

// stale is how old a file is that nobody writes any more.
const stale = time.Hour

// Store is a folder of entries. Its methods may be called from any goroutine, and by several
// programs at once. A nil Store holds nothing and keeps nothing.
type Store struct {
	root *os.Root
	dir  string
}

// Open returns the store in a folder below root, which need not be there before something is
// put. Links are not followed out of root.
func Open(root *os.Root, dir string) *Store { return &Store{root, dir} }

// Get returns the value that was put under a key; false where there is none that is whole.
func (s *Store) Get(k Key) (string, bool) {
	if s == nil {
		return "", false
	}
	name := s.name(k)
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	data, at, ok := s.read(name, (*room)[:0])
	if !ok {
		return "", false
	}
	if cap(data) <= maxRoom {
		*room = data
	}
	value, ok := open(k, data)
	if !ok {
		_ = s.root.Remove(name) // else the next one who asks makes it anew for nothing
		return "", false
	}
	if now := time.Now(); now.Sub(at).Abs() > young {
		_ = s.root.Chtimes(name, now, now) // where that is refused it is taken for older than it is
	}
	return string(value), true
}

// read reads a file behind what b holds, and says how old it is. What is no regular file holds
// nothing, and the opening of a pipe does not wait.
func (s *Store) read(name string, b []byte) (data []byte, at time.Time, ok bool) {
	f, err := s.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, at, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEntry {
		return nil, at, false
	}
	size := int(info.Size())
	b = slices.Grow(b, size)[:len(b)+size]
	if _, err := io.ReadFull(f, b[len(b)-size:]); err != nil {
		return nil, at, false
	}
	return b, info.ModTime(), true
}

// Put keeps a value under a key, and not the slice that holds it. The error is the machine's,
// and nothing is lost but the keeping.
func (s *Store) Put(k Key, value []byte) error {
	if s == nil {
		return nil
	}
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	sealed := seal((*room)[:0], k, value)
	leave(room, sealed)
	name := s.name(k)
	next := name + ".new-" + rand.Text()
	if err := s.write(next, sealed); err != nil {
		return fmt.Errorf("keeping what was made: %w", errors.Join(err, s.drop(next)))
	}
	if err := s.root.Rename(next, name); err != nil {
		return fmt.Errorf("keeping what was made: %w", errors.Join(err, s.drop(next)))
	}
	return nil
}

// write makes a file that is not there yet, and the folders above it.
func (s *Store) write(name string, data []byte) error {
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if err = s.root.MkdirAll(path.Dir(name), 0o755); err == nil {
			f, err = s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// drop removes a file that need not be there.
func (s *Store) drop(name string) error {
	if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// name is where the value of a key stands: in one of 256 folders, so that none gets large.
func (s *Store) name(k Key) string {
	hexed := hex.EncodeToString(k[:])
	return path.Join(s.dir, hexed[:2], hexed[2:])
}

// seal appends the file of a value.
func seal(to []byte, k Key, value []byte) []byte {
	sum := sumOf(k, value)
	to = slices.Grow(to, len(head)+len(sum)+len(value))
	return append(append(append(to, head...), sum[:]...), value...)
}

// open returns the value in a file; false where it is not that of the key, or not whole.
func open(k Key, data []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(data, []byte(head))
	if !ok || len(rest) < sha256.Size {
		return nil, false
	}
	value := rest[sha256.Size:]
	return value, sumOf(k, value) == [sha256.Size]byte(rest[:sha256.Size])
}

func sumOf(k Key, value []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(k[:])
	h.Write(value)
	h.Sum(sum[:0])
	return sum
}

// kept is an entry as Trim sees it.
type kept struct {
	name string
	size int64
	at   time.Time
}

// Trim takes away the entries that were read longest ago until those that are left have no
// more than limit bytes. An entry that somebody else takes away meanwhile is no error.
func (s *Store) Trim(limit int64) error {
	if s == nil {
		return nil
	}
	entries, total, err := s.list()
	if err != nil {
		return fmt.Errorf("tidying what is kept: %w", err)
	}
	slices.SortFunc(entries, func(a, b kept) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.name, b.name))
	})
	for _, e := range entries {
		if total <= limit {
			break
		}
		if err := s.drop(e.name); err != nil {
			return fmt.Errorf("tidying what is kept: %w", err)
		}
		total -= e.size
	}
	return nil
}

// list returns all entries and how many bytes they have, and removes what was left half
// written.
func (s *Store) list() (entries []kept, total int64, err error) {
	err = fs.WalkDir(s.root.FS(), s.dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return nil // gone meanwhile
		}
		if strings.Contains(d.Name(), ".new-") {
			if time.Since(info.ModTime()).Abs() > stale {
				return s.drop(name)
			}
			return nil
		}
		entries, total = append(entries, kept{name, info.Size(), info.ModTime()}), total+info.Size()
		return nil
	})
	return entries, total, err
}
