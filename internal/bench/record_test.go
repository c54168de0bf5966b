package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// of makes a result whose rounds all are the same.
func of(key string, s sample, left tree) result {
	return result{Key: key, Samples: []sample{s, s, s}, Left: left}
}

// TestTables holds the tables to figures that are worked out by hand: at 1,000 notes Hugo takes
// 8 s of wall time for 500 pages and we 2 s for 2,000, so per page it takes 4 × 4 times as long.
func TestTables(t *testing.T) {
	site := tree{All: amount{Files: 3000, Pages: 2000, Bytes: 30e6}, Folders: 2100, Largest: "ja/index.html", Weight: 60500}
	r := &record{Machine: machine{Processor: "Abacus", Cores: 2, Memory: 24 << 30, System: "Linux", Go: "go1"}, Program: "kawaraban 1", Hugo: "hugo v0"}
	r.put(size{Notes: 10000, Runs: 1, Program: "kawaraban 0", Results: []result{of(cold, sample{Wall: 21, CPU: 44, Peak: 4e9, Written: site.All}, site),
		{Key: hugoKey, Slow: 900}}})
	r.put(size{Notes: 1000, Files: 1200, Runs: 3, Memory: true, Program: "kawaraban 1", Results: []result{
		of(cold, sample{Wall: 2, CPU: 4, Peak: 400e6, Written: site.All}, site),
		of(same, sample{Wall: .1, CPU: .2, Peak: 50e6}, site),
		of(floorKey, sample{Wall: 0.5, CPU: 1, Peak: 30e6, Written: site.All}, site),
		of(hugoKey, sample{Wall: 8, CPU: 12, Peak: 1000e6, Written: amount{Files: 501, Pages: 500, Bytes: 1e6}}, tree{All: amount{Files: 501, Pages: 500, Bytes: 1e6}}),
	}})
	tables := r.tables()
	for _, want := range []string{
		"Abacus, 2 cores, 24 GB of memory, Linux, go1. kawaraban 1; hugo v0.\n",
		"**1,000 notes**, 1,200 files with translations, each in 2.3 notes. Medians of 3 rounds, output in memory;",
		"| build from nothing | 2.00 | 2.00 – 2.00 |  | 4.00 |  | 400 | 3,000 | 30 |\n",
		"| build, nothing changed | 0.100 | 0.100 – 0.100 | 0.05 | 0.200 | 0.05 | 50 | 0 | 0.0 |\n",
		"\n2,000 pages and 3,000 files in 2,100 folders: 30 MB, 15.0 KB a page, 1.000 ms of wall time a page. The heaviest page is `ja/index.html` with 60.5 KB.\n",
		"| 1,000 | each in 2.3 notes | 500 | 501 | 1.0 | 4.00× | 3.00× | 2.50× | 16.00× |  |\n",
		"| Hugo, from nothing | over 900 |",
		"\nMeasured with another program: kawaraban 0.\n",
		"\nFrom 1,000 notes to 10,000 notes, each in 2.3 notes, notes being 10.00×:\n",
		"| build from nothing | 10.50× | 11.00× | 10.00× | 1.00× | 1.00× |\n",
		"| cold build at 1,000 notes, of Hugo's wall time | at most 0.20 | 0.25 (each in 2.3 notes) |\n",
		"| … times the floor, wall | at most 3 | 4 (each in 2.3 notes) |\n",
		"| nothing changed, of cold, wall | under 0.10 | 0.05 (each in 2.3 notes) |\n",
		"| cold at 10,000 notes, times 1,000, wall | at most 11 | 10.5 |\n",
	} {
		if !strings.Contains(tables, want) {
			t.Errorf("no %q in\n%s", want, tables)
		}
	}
}

// TestPut: a size that is measured anew takes the place of its own, and of nothing else.
func TestPut(t *testing.T) {
	r := &record{}
	for _, s := range []size{{Notes: 1000, Runs: 1}, {Notes: 100, Distinct: true}, {Notes: 100}, {Notes: 1000, Runs: 2}} {
		r.put(s)
	}
	if len(r.Sizes) != 3 || r.Sizes[0].Notes != 100 || r.Sizes[0].Distinct || r.Sizes[1].Runs != 2 || !r.Sizes[2].Distinct {
		t.Errorf("%+v", r.Sizes)
	}
}

// TestLoad: a record goes on on its machine, and begins anew on another one.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"kawaraban": fake})
	o := &options{ours: filepath.Join(dir, "kawaraban"), record: filepath.Join(dir, "record.json")}
	r, err := o.load(t.Context())
	if err != nil || len(r.Sizes) != 0 {
		t.Fatal(r, err)
	}
	r.Hugo = "hugo v0"
	r.put(size{Notes: 100})
	if err := r.save(o.record); err != nil {
		t.Fatal(err)
	}
	if again, err := o.load(t.Context()); err != nil || len(again.Sizes) != 1 || again.Hugo != "hugo v0" {
		t.Errorf("%+v, %v", again, err)
	}
	r.Machine.Cores = 1000
	if err := r.save(o.record); err != nil {
		t.Fatal(err)
	}
	if again, err := o.load(t.Context()); err != nil || len(again.Sizes) != 0 {
		t.Errorf("another machine: %+v, %v", again, err)
	}
	if err := os.WriteFile(o.record, []byte("tables"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := o.load(t.Context()); err == nil {
		t.Error("a file that is no record is taken for one")
	}
}

func TestPutInto(t *testing.T) {
	file := filepath.Join(t.TempDir(), "doc.md")
	if err := os.WriteFile(file, []byte("# Costs\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := putInto(file, "| |\n"); err == nil {
		t.Error("tables find a place in a document that has none")
	}
}
