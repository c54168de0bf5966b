package e2e

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// drawUpdate is for whoever changes the content, the documents or the classes.
var drawUpdate = flag.Bool("search.update", false, "draw testdata/queries.txtar of internal/search anew")

// keptSeed draws the queries that are kept.
const keptSeed = 5

const queriesFile = "../search/testdata/queries.txtar"

// own is the made site of this repository's content, for all tests of the search.
var own struct {
	once sync.Once
	site *measured
}

func ownMade(t *testing.T) *measured {
	t.Helper()
	own.once.Do(func() { own.site = madeSite(t) })
	if own.site == nil {
		t.Fatal("the made site could not be built")
	}
	return own.site
}

// TestQueriesAreDrawn draws the kept queries again: nobody has chosen them.
func TestQueriesAreDrawn(t *testing.T) {
	site := ownMade(t)
	drawn := writeQueries(site.draw(keptSeed))
	if *drawUpdate {
		if err := os.MkdirAll(filepath.Dir(queriesFile), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(queriesFile, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(queriesFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != string(drawn) {
		t.Errorf("%s is not what seed %d draws from the content of today: go test ./internal/e2e -run QueriesAreDrawn -search.update", queriesFile, keptSeed)
	}
	qs := readQueries(kept)
	if len(qs) < 300 {
		t.Errorf("%d queries, want 300 or more", len(qs))
	}
	for _, c := range classes {
		if n := len(ofClass(qs, c.name)); n < perClass {
			t.Errorf("%d queries of class %s, want %d", n, c.name, perClass)
		}
	}
}

const queriesHead = `Queries by which the search is measured: see quality_test.go in internal/e2e. They were drawn,
not chosen, from made notes of this repository's content. A section for each class, a query on
each line; behind a tab what is meant, where it is not what is typed.

`

func writeQueries(qs []query) []byte {
	a := &txtar.Archive{Comment: []byte(queriesHead)}
	for _, c := range classes {
		var b strings.Builder
		for _, q := range ofClass(qs, c.name) {
			b.WriteString(q.String() + "\n")
		}
		a.Files = append(a.Files, txtar.File{Name: c.name, Data: []byte(b.String())})
	}
	return txtar.Format(a)
}

func readQueries(data []byte) (qs []query) {
	for _, f := range txtar.Parse(data).Files {
		for line := range strings.Lines(string(f.Data)) {
			text, meant, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			qs = append(qs, query{class: f.Name, text: text, meant: cmp.Or(meant, text)})
		}
	}
	return qs
}

func ofClass(qs []query, name string) (of []query) {
	for _, q := range qs {
		if q.class == name {
			of = append(of, q)
		}
	}
	return of
}
