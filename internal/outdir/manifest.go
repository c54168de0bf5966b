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

// Digest tells the files of a set from all others: it is a hash of their paths and bytes.
type Digest [sha256.Size]byte

// digest is the SHA-256 of a file's content.
type digest [sha256.Size]byte

// entry is what the manifest knows of one file that WriteDir wrote.
type entry struct {
	sum  digest
	size int64
	time int64 // of modification, in nanoseconds
}

// row is a file of a manifest.
type row struct {
	path string
	entry
}

// manifest is what WriteDir wrote into one folder.
type manifest struct {
	rows []row     // sorted by path, none twice
	at   time.Time // when it was written, by the clock of the file system
}

// find returns the place of a path among the rows, and whether it is there.
func (m manifest) find(path string) (int, bool) {
	return slices.BinarySearchFunc(m.rows, path, func(r row, path string) int { return strings.Compare(r.path, path) })
}

// paths lists the paths of all rows.
func (m manifest) paths() []string {
	out := make([]string, len(m.rows))
	for i, r := range m.rows {
		out[i] = r.path
	}
	return out
}

// has reports whether there is a row for the path.
func (m manifest) has(path string) bool {
	_, ok := m.find(path)
	return ok
}

// hasBelow reports whether there is a row for a file in a folder or below it.
func (m manifest) hasBelow(dir string) bool {
	i, _ := m.find(dir + "/")
	return i < len(m.rows) && strings.HasPrefix(m.rows[i].path, dir+"/")
}

const manifestHead = "kawaraban manifest 2"

// errDamaged says that a manifest is not as it was written.
var errDamaged = errors.New("the list of written files is damaged")

// clockSlack is how much earlier than its manifest a file must have been written for
// its time to be trusted: the coarsest clock of a common file system ticks every two
// seconds, and a change within the same tick would not show.
const clockSlack = 2 * time.Second

// trusts reports whether the file on disk can be taken for the one of the manifest
// without reading it.
func (m manifest) trusts(e entry, info fs.FileInfo) bool {
	t := info.ModTime()
	return e.time == t.UnixNano() && e.size == info.Size() && t.Before(m.at.Add(-clockSlack))
}

// encode prints the manifest: one line for each file, sorted, and its digest as the last line.
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

// lastLine is the last line of a manifest. The mark of the output folder is the same line.
func (m manifest) lastLine() string {
	d := m.digest()
	return "sum " + hex.EncodeToString(d[:]) + "\n"
}

// loadManifest reads a manifest. A missing one is empty. The error is errDamaged where it is
// not as it was written.
func loadManifest(path string) (m manifest, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, fmt.Errorf("reading the manifest of the output folder: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return m, fmt.Errorf("reading the manifest of the output folder: %w", err)
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

// decodeEntry reads a line of a manifest.
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

// digest is the Digest of what a manifest lists.
func (m manifest) digest() (d Digest) {
	h := sha256.New()
	line := make([]byte, 0, 256)
	for _, r := range m.rows {
		line = append(append(append(line[:0], r.sum[:]...), r.path...), 0) // no path has a zero byte
		h.Write(line)
	}
	h.Sum(d[:0])
	return d
}
