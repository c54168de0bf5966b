package main

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// The scripts that ask, for both and for each.
var (
	//go:embed driver.js
	driver string
	//go:embed kawaraban.js
	oursDriver string
	//go:embed pagefind.js
	pagefindDriver string
)

// bench measures one number of entries.
type bench struct {
	entries  int
	runs     int
	data     string
	from     *corpus.Material
	browser  context.Context
	pagefind string // its program; empty: not there
}

// result is what was measured of one side at one number of entries.
type result struct {
	side    string
	entries int
	cost
	first     []float64 // bytes of each query from nothing
	sitting   tally     // of all queries in turn
	times     []timing  // by links
	recall    float64
	precision float64
	short     []string // queries that found less than they should, or something else, with both figures
}

// timing is how long readers on one network waited, in milliseconds.
type timing struct{ first, later []float64 }

// measure measures both sides. With an error it returns what was measured whole before it.
func (b *bench) measure() ([]result, error) {
	dir, err := workDir()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := makeSite(dir, b.entries, b.data, b.from); err != nil {
		return nil, err
	}
	site, err := start("site:" + dir)
	if err != nil {
		return nil, err
	}
	defer site.stop()
	docs, err := loadDocuments(filepath.Join(dir, documentsFile))
	if err != nil {
		return nil, err
	}
	truth := scan(docs)
	ours := &side{name: "Kawaraban", url: site.Address, page: "/ja/", driver: oursDriver, docOf: byPath(docs)}
	r, err := b.side(ours, site.cost, truth)
	if err != nil {
		return nil, err
	}
	if b.pagefind == "" {
		return []result{r}, nil
	}
	theirs, err := b.theirs(dir, docs, truth)
	if err != nil {
		return []result{r}, err
	}
	return []result{r, theirs}, nil
}

// theirs measures Pagefind on the same documents.
func (b *bench) theirs(dir string, docs []document, truth []map[int]bool) (result, error) {
	folder, err := pages(dir, docs)
	if err != nil {
		return result{}, err
	}
	made, err := indexPages(b.pagefind, folder)
	if err != nil {
		return result{}, err
	}
	made.Documents = len(docs)
	served, err := start("folder:" + folder)
	if err != nil {
		return result{}, err
	}
	defer served.stop()
	s := &side{name: "Pagefind", url: served.Address, page: "/", driver: pagefindDriver, docOf: numberOf}
	return b.side(s, made, truth)
}

// byPath finds a document by the address of its result, which is below a language, and may say
// which words are to be marked there.
func byPath(docs []document) func(string) int {
	numbers := map[string]int{}
	for i, d := range docs {
		numbers[d.Path] = i
	}
	return func(address string) int {
		u, err := url.Parse(address)
		if err != nil {
			return -1
		}
		_, path, _ := strings.Cut(u.Path, "/ja/")
		if u.Fragment != "" {
			path += "#" + u.Fragment
		}
		if i, ok := numbers[path]; ok {
			return i
		}
		return -1
	}
}

// side measures one side.
func (b *bench) side(s *side, made cost, truth []map[int]bool) (result, error) {
	r := result{side: s.name, entries: b.entries, cost: made}
	for _, step := range []func(*side, *result, []map[int]bool) error{b.firsts, b.sitting, b.waits} {
		if err := step(s, &r, truth); err != nil {
			return r, err
		}
	}
	return r, nil
}

// firsts lets each query be the first one of a new reader, and counts what it loads.
func (b *bench) firsts(s *side, r *result, _ []map[int]bool) error {
	for _, q := range session {
		reader, err := arrive(b.browser, s, link{})
		if err != nil {
			return err
		}
		_, err = reader.ask(q, true)
		var sent tally
		if err == nil {
			sent, err = reader.settle()
		}
		reader.close()
		if err != nil {
			return err
		}
		r.first = append(r.first, float64(sent.Bytes))
	}
	return nil
}

// sitting lets one reader ask everything, counts what that loads, and judges the answers.
func (b *bench) sitting(s *side, r *result, truth []map[int]bool) error {
	reader, err := arrive(b.browser, s, link{})
	if err != nil {
		return err
	}
	defer reader.close()
	var recall, precision []float64
	for i, q := range session {
		a, err := reader.ask(q, i == 0)
		if err != nil {
			return err
		}
		sent, err := reader.settle()
		if err != nil {
			return err
		}
		r.sitting.Bytes += sent.Bytes
		r.sitting.Requests += sent.Requests
		if wanted(truth[i]) == 0 {
			continue // nothing in these notes speaks of it
		}
		found := make([]int, len(a.Found))
		for j, address := range a.Found {
			found[j] = s.docOf(address)
		}
		got, right := quality(found, truth[i])
		recall = append(recall, got)
		if len(found) > 0 {
			precision = append(precision, right)
		}
		if got < 1 || right < 1 {
			r.short = append(r.short, fmt.Sprintf("`%s` %.2f, %.2f", q.text, got, right))
		}
	}
	r.recall, r.precision = mean(recall), mean(precision)
	return nil
}

// laters is how many queries a reader asks after the first.
const laters = 4

// waits lets readers on each network ask, each something else.
func (b *bench) waits(s *side, r *result, _ []map[int]bool) error {
	for _, l := range links {
		var t timing
		for run := range b.runs {
			if err := b.wait(s, l, run, &t); err != nil {
				return err
			}
		}
		r.times = append(r.times, t)
	}
	return nil
}

// wait adds the times of one reader. A query that finds nothing has no time.
func (b *bench) wait(s *side, l link, run int, t *timing) error {
	reader, err := arrive(b.browser, s, l)
	if err != nil {
		return err
	}
	defer reader.close()
	for i := range 1 + laters {
		a, err := reader.ask(session[(run*(1+laters)+i)%len(session)], i == 0)
		if err == nil {
			_, err = reader.settle()
		}
		if err != nil {
			return err
		}
		switch {
		case a.Millis == 0:
		case i == 0:
			t.first = append(t.first, a.Millis)
		default:
			t.later = append(t.later, a.Millis)
		}
	}
	return nil
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(1, len(values)))
}

// median of the values; 0 of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.SortedFunc(slices.Values(values), cmp.Compare[float64])
	return sorted[len(sorted)/2]
}
