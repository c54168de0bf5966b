package crawl_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/crawl"
	"github.com/kawaraban/kawaraban/internal/search"
)

// TestIndexFiles: an index of many files, 3,000 documents that share few words, has all that its
// root counts on, and the loss of any is found.
func TestIndexFiles(t *testing.T) {
	var docs []search.Doc
	for i := range 3000 {
		docs = append(docs, search.Doc{Type: search.Entry, Path: fmt.Sprintf("1.27/x/#e%d", i), Name: fmt.Sprintf("word%d thing%d", i*7919%3001, i%13), NameLang: "en"})
	}
	site := fstest.MapFS{}
	for _, f := range search.New([]*search.Chunk{search.Digest(docs, nil)}, nil).Files() {
		b, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		site[f.Path] = &fstest.MapFile{Data: b}
	}
	lost := func() (said []string) {
		r, err := crawl.Check(site, crawl.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Diags {
			if d.Code == "site/search" {
				said = append(said, d.Pos.File)
			}
		}
		return said
	}
	if said := lost(); len(site) < 1000 || len(said) > 0 {
		t.Fatalf("of %d files these are said to be missing or damaged: %q", len(site), said)
	}
	tried := map[string]int{}
	for name, f := range site {
		if kind := path.Base(name)[:1]; kind == "r" || tried[kind] > 5 {
			continue
		} else {
			tried[kind]++
		}
		delete(site, name)
		if said := lost(); len(said) != 1 || said[0] != name {
			t.Errorf("without %s these are said to be missing: %q", name, said)
		}
		site[name] = f
	}
	if len(tried) != 4 {
		t.Errorf("of these kinds files were lost: %v", tried)
	}
	for _, bad := range []string{"../../secret", strings.Repeat("A", 12), ""} {
		root := fmt.Sprintf(`{"docs":1,"per":2,"terms":"","sizes":"11","names":%q}`+"\n", bad)
		site["search/root.bin"] = &fstest.MapFile{Data: compressed(t, root)}
		if said := lost(); len(said) == 0 || said[0] != "search/root.bin" {
			t.Errorf("of folders named %q is said %q", bad, said)
		}
	}
}

func compressed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
