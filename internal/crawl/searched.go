package crawl

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// indexRoot is what a crawl needs of the first line of search/root.bin, whose form package
// search tells.
type indexRoot struct {
	Docs  int      `json:"docs"`
	Per   int      `json:"per"`
	Terms string   `json:"terms"`
	Sizes string   `json:"sizes"`
	Names string   `json:"names"`
	At    [][2]any `json:"at"`
}

// maxShards is more than any index has: a broken root must not cost the crawl its memory.
const maxShards = 10_000_000

// searched holds that the files of the search are there. A site without pages that search has
// none.
func (c *crawler) searched() {
	const name = "search/root.bin"
	i, ok := c.at[name]
	if !ok {
		if used := c.searchers(); used != "" {
			c.found.add(diag.Errorf(diag.Position{File: name}, "site/search", "is not there, and %s searches by it", used).
				WithHint(anew), "")
		}
		return
	}
	root, err := c.indexRoot(i)
	if err != nil {
		c.found.add(diag.Errorf(diag.Position{File: name}, "site/search", "cannot be read: %v", err).WithHint(anew), "")
		return
	}
	if len(root.At) > 0 {
		return
	}
	missing, first := 0, ""
	for shard := range root.shards {
		if p := "search/" + shard + ".bin"; !c.is(p) {
			if missing++; first == "" {
				first = p
			}
		}
	}
	if missing > 0 {
		c.found.add(diag.Errorf(diag.Position{File: first}, "site/search", "is not there: %d files that search/root.bin counts on are missing", missing).
			WithHint(anew), "")
	}
}

// searchers is a page that searches; "" where there is none.
func (c *crawler) searchers() string {
	for _, l := range c.languages {
		if p := l + "/search/index.html"; c.is(p) {
			return p
		}
	}
	return ""
}

// indexRoot reads the beginning of the index.
func (c *crawler) indexRoot(i int32) (*indexRoot, error) {
	file, err := c.fsys.Open(c.files[i].path)
	if err != nil {
		return nil, bare(err)
	}
	defer file.Close()
	z, err := zlib.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(z, maxPage))
	if err != nil {
		return nil, err
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var root indexRoot
	if err := json.Unmarshal(line, &root); err != nil {
		return nil, err
	}
	if root.Per < 1 || root.Docs < 0 || root.Docs > maxShards {
		return nil, fmt.Errorf("it speaks of %d documents, %d in a file", root.Docs, root.Per)
	}
	if !folderNames.MatchString(root.Names) || len(root.Names) != nameLength*utf8.RuneCountInString(root.Sizes) {
		return nil, fmt.Errorf("it speaks of the folders %.40q", root.Names)
	}
	return &root, nil
}

// folderNames matches the names of the folders of the index, one after another, each of which
// has nameLength letters and digits. The first two are those of the facets and the variants.
var folderNames = regexp.MustCompile(`^([0-9a-v]{6}){2,}$`)

const nameLength = 6

// shards yields the addresses of the files of the index below its folder, without their ends.
func (r *indexRoot) shards(yield func(string) bool) {
	terms, i := strings.Count(r.Terms, "\n")+1, 0
	for _, c := range r.Sizes {
		kind, n := "d", (int(c-'0')+r.Per-1)/r.Per
		switch {
		case i < 2:
			kind, n = "fh"[i:i+1], 1
		case terms > 0:
			kind, n = "t", int(c-'0')
			terms -= n
		}
		for at := range n {
			if !yield(fmt.Sprint(r.Names[nameLength*i:nameLength*(i+1)], "/", kind, at)) {
				return
			}
		}
		i++
	}
}

// inIndex reports whether a file is one of the search index, all of which are compressed.
func inIndex(p string) bool { return strings.HasPrefix(p, "search/") && strings.HasSuffix(p, ".bin") }

// compressed holds a file of the search to be whole, by its checksum.
func (r *reader) compressed() {
	z, err := zlib.NewReader(bytes.NewReader(r.src))
	if err == nil {
		_, err = io.Copy(io.Discard, z)
	}
	if err != nil {
		r.report(-1, diag.Errorf(diag.Position{}, "site/search", "is damaged or cut off: %v", err).WithHint(anew), "")
	}
}
