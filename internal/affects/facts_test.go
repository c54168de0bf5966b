package affects_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/affects/facts"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// TestSizes checks what a browser loads: the base and the facts of any four releases have at most
// 60 KB, compressed.
func TestSizes(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	base := 0
	for _, f := range facts.Files("", d, func() affects.Facts { return ownFacts(t) }) {
		b, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		_, _ = w.Write(b)
		_ = w.Close()
		t.Logf("%s: %d bytes, %d gzip", f.Path, len(b), z.Len())
		if strings.HasSuffix(f.Path, "base.json") {
			base = z.Len()
			continue
		}
		sizes = append(sizes, z.Len())
	}
	slices.Sort(sizes)
	total := base
	for _, n := range sizes[len(sizes)-4:] {
		total += n
	}
	if total >= 60_000 || base == 0 {
		t.Errorf("base and the four largest releases: %d bytes gzip, limit 60000", total)
	}
}

// TestDeterministic checks that the same data give the same facts.
func TestDeterministic(t *testing.T) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	again := facts.Of(d, nil)
	if fmt.Sprint(again.Steps, *again.Base) != fmt.Sprint(ownFacts(t).Steps, *ownFacts(t).Base) {
		t.Error("facts differ")
	}
}
