package git

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
)

// ID is the hexadecimal hash of an object.
type ID string

// Short returns the abbreviated ID.
func (id ID) Short() string { return string(id[:min(7, len(id))]) }

// Format is the hash function of a repository.
type Format string

// The formats (gitformat-pack, "extensions.objectFormat").
const (
	SHA1   Format = "sha1"
	SHA256 Format = "sha256"
)

func (f Format) known() bool { return f == SHA1 || f == SHA256 }

func (f Format) digest() hash.Hash {
	if f == SHA256 {
		return sha256.New()
	}
	return sha1.New()
}

// BlobID returns git's ID of the content of a file, without filters.
func (f Format) BlobID(content []byte) ID {
	h := f.digest()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return ID(hex.EncodeToString(h.Sum(nil)))
}

// Plain is the mode of a file that is not executable.
const Plain = "100644"

// Entry is a file of a tree.
type Entry struct {
	Path string // from the root, with slashes; any bytes but NUL
	Mode string // Plain, or that of an executable file, a link or a submodule
	ID   ID
}

// parseEntries parses the output of ls-tree -z: "mode kind id\tpath", ended by NUL.
func parseEntries(out string) ([]Entry, error) {
	entries := make([]Entry, 0, strings.Count(out, "\x00"))
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if line == "" {
			continue
		}
		about, name, ok := strings.Cut(line, "\t")
		words := strings.Fields(about)
		if !ok || len(words) != 3 {
			return nil, fmt.Errorf("git ls-tree prints %q", line)
		}
		entries = append(entries, Entry{name, words[0], ID(words[2])})
	}
	return entries, nil
}
