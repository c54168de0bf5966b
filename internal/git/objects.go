package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"
)

// ID is the name of an object: its digest in hexadecimal digits.
type ID string

// Short is the beginning of the name, as people write it.
func (id ID) Short() string { return string(id[:min(7, len(id))]) }

// Format is how the objects of a repository are named.
type Format string

// The formats (gitformat-pack, "extensions.objectFormat").
const (
	SHA1   Format = "sha1"
	SHA256 Format = "sha256"
)

func (f Format) known() bool { return f == SHA1 || f == SHA256 }

// digest returns what makes the names.
func (f Format) digest() hash.Hash {
	if f == SHA256 {
		return sha256.New()
	}
	return sha1.New()
}

// Kind is what an object is.
type Kind string

// The kinds of objects that are written here.
const (
	Blob Kind = "blob" // the content of a file
	Tree Kind = "tree" // a folder
)

// Name returns the name that git gives to an object of a kind with some content, before any
// filter: what is hashed is what is stored.
func (f Format) Name(k Kind, content []byte) ID {
	h := f.digest()
	fmt.Fprintf(h, "%s %d\x00", k, len(content))
	h.Write(content)
	return ID(hex.EncodeToString(h.Sum(nil)))
}

// The modes of entries of a tree.
const (
	Plain  = "100644" // a file that is not executable
	Folder = "040000"
)

// Entry is a file or folder of a tree.
type Entry struct {
	Path string // from the top, with slashes; any bytes but NUL
	Mode string // Plain, Folder, or that of an executable file, a link or a submodule
	ID   ID
}

// Entries lists all files and folders of the tree of a commit, by its name or that of a
// reference, as they stand in it: a folder comes before what it holds. The error is git's,
// also where there is no such commit.
func (r *Repo) Entries(ctx context.Context, rev string) ([]Entry, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("%s names no commit", rev)
	}
	out, err := r.ask(ctx, "ls-tree", "-r", "-t", "-z", "--full-tree", rev)
	if err != nil {
		return nil, fmt.Errorf("listing the files of %s: %w", rev, err)
	}
	return parseEntries(out)
}

// parseEntries reads what ls-tree -z prints: "mode kind id\tpath", ended by NUL.
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

// Object is what is to be written: a name, and the content that has it.
type Object struct {
	Kind    Kind
	ID      ID
	Size    int64
	Content func() ([]byte, error)
}

// Trees returns the name of the tree that holds files, each once and none where another has a
// folder, and the objects of it and of all folders in it, the deepest first. Trees of equal
// content stand there once.
func (f Format) Trees(files []Entry) (ID, []Object) {
	t := trees{format: f, seen: map[ID]bool{}}
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return t.folder("", sorted), t.objects
}

// trees makes the trees of folders.
type trees struct {
	format  Format
	objects []Object
	seen    map[ID]bool
}

// folder makes the tree of what lies below a folder, whose name ends in a slash. All of one
// folder stand side by side in files, as their paths begin alike.
func (t *trees) folder(dir string, files []Entry) ID {
	var entries []Entry
	for len(files) > 0 {
		name, _, deeper := strings.Cut(files[0].Path[len(dir):], "/")
		if !deeper {
			entries = append(entries, Entry{name, files[0].Mode, files[0].ID})
			files = files[1:]
			continue
		}
		below := dir + name + "/"
		end := slices.IndexFunc(files, func(e Entry) bool { return !strings.HasPrefix(e.Path, below) })
		if end < 0 {
			end = len(files)
		}
		entries = append(entries, Entry{name, Folder, t.folder(below, files[:end])})
		files = files[end:]
	}
	return t.add(entries)
}

// add makes the tree of some entries.
func (t *trees) add(entries []Entry) ID {
	content := treeOf(entries)
	id := t.format.Name(Tree, content)
	if !t.seen[id] {
		t.seen[id] = true
		t.objects = append(t.objects, Object{Tree, id, int64(len(content)), func() ([]byte, error) { return content, nil }})
	}
	return id
}

// treeOf is the content of a tree object: for each entry the mode without a leading zero, a
// blank, the name, NUL and the bytes of its object's name, in the order that a folder's name
// has with a slash at its end.
func treeOf(entries []Entry) []byte {
	key := func(e Entry) string {
		if e.Mode == Folder {
			return e.Path + "/"
		}
		return e.Path
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(key(a), key(b)) })
	var b []byte
	for _, e := range entries {
		b = append(b, strings.TrimPrefix(e.Mode, "0")+" "+e.Path+"\x00"...)
		b, _ = hex.AppendDecode(b, []byte(e.ID)) // ids are made of digits
	}
	return b
}
