package outdir

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Digest is a hash of the paths and content of a set.
type Digest [sha256.Size]byte

type digest [sha256.Size]byte

type entry struct {
	sum  digest
	size int64
	time int64 // modification time, in nanoseconds since 1970
}

type row struct {
	path string
	entry
}

// manifest lists the files that WriteDir wrote to a directory.
type manifest struct {
	rows []row     // sorted by path, without duplicates
	at   time.Time // modification time of the manifest file, by the clock of the file system
}

func (m manifest) find(path string) (int, bool) {
	return slices.BinarySearchFunc(m.rows, path, func(r row, path string) int { return strings.Compare(r.path, path) })
}

func (m manifest) paths() []string {
	out := make([]string, len(m.rows))
	for i, r := range m.rows {
		out[i] = r.path
	}
	return out
}

func (m manifest) has(path string) bool {
	_, ok := m.find(path)
	return ok
}

func (m manifest) hasBelow(dir string) bool {
	i, _ := m.find(dir + "/")
	return i < len(m.rows) && strings.HasPrefix(m.rows[i].path, dir+"/")
}

const manifestHead = "kawaraban manifest 2"

// errDamaged is the error for a manifest that was changed after it was written.
var errDamaged = errors.New("damaged manifest")

// clockSlack is the minimum age of a file, at the time of its manifest, for which its time is
// reliable. The least precise common file system has a resolution of two seconds. A change within
// this time does not change the time of a file.
const clockSlack = 2 * time.Second

// trusts reports whether size and time prove that a file did not change.
func (m manifest) trusts(e entry, info fs.FileInfo) bool {
	t := info.ModTime()
	return e.time == t.UnixNano() && e.size == info.Size() && t.Before(m.at.Add(-clockSlack))
}

// encode formats the manifest. It has a line for each file, sorted by path. The last line is the
// digest.
func (m manifest) encode() []byte {
	b := append(make([]byte, 0, 160*(len(m.rows)+1)), manifestHead+"\n"...)
	for _, r := range m.rows {
		b = append(hex.AppendEncode(b, r.sum[:]), ' ')
		b = append(strconv.AppendInt(b, r.size, 10), ' ')
		b = append(strconv.AppendInt(b, r.time, 10), ' ')
		b = append(append(b, r.path...), '\n')
	}
	return append(b, m.lastLine()...)
}

// lastLine returns the last line of a manifest, which the mark in the output directory repeats.
func (m manifest) lastLine() string {
	d := m.digest()
	return "sum " + hex.EncodeToString(d[:]) + "\n"
}

// loadManifest reads a manifest. A missing one is empty. For an invalid one, the error is
// errDamaged.
func loadManifest(path string) (m manifest, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, fmt.Errorf("reading the manifest of the output directory: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return m, fmt.Errorf("reading the manifest of the output directory: %w", err)
	}
	m.at = info.ModTime()
	lines, good := strings.CutPrefix(string(b), manifestHead+"\n")
	m.rows = make([]row, 0, strings.Count(lines, "\n"))
	for last := ""; good && !strings.HasPrefix(lines, "sum "); {
		line, rest, _ := strings.Cut(lines, "\n")
		var r row
		r.path, r.entry, good = decodeEntry(line)
		m.rows, lines, good, last = append(m.rows, r), rest, good && last < r.path, r.path
	}
	if !good || lines != m.lastLine() {
		return manifest{}, errDamaged
	}
	return m, nil
}

func decodeEntry(line string) (p string, e entry, ok bool) {
	hash, line, _ := strings.Cut(line, " ")
	bytes, line, _ := strings.Cut(line, " ")
	time, p, ok := strings.Cut(line, " ")
	if !ok || checkPath(p) != nil {
		return "", e, false
	}
	size, err1 := strconv.ParseInt(bytes, 10, 64)
	at, err2 := strconv.ParseInt(time, 10, 64)
	sum, ok := decodeDigest(hash)
	return p, entry{sum, size, at}, ok && err1 == nil && err2 == nil
}

func decodeDigest(s string) (d digest, ok bool) {
	if len(s) != hex.EncodedLen(len(d)) {
		return d, false
	}
	_, err := hex.Decode(d[:], []byte(s))
	return d, err == nil
}

func (m manifest) digest() (d Digest) {
	h := sha256.New()
	line := make([]byte, 0, 256)
	for _, r := range m.rows {
		line = append(append(append(line[:0], r.sum[:]...), r.path...), 0) // paths contain no zero byte
		h.Write(line)
	}
	h.Sum(d[:0])
	return d
}
