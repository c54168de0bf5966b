package e2e

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// barTyped is the minimum number of queries in testdata/typed.txt whose best answer is in the first
// three rows.
const barTyped = 56

var ownOnly sharedSite

// ownMeasured returns this repository's site, without generated notes.
func ownMeasured(t *testing.T) *measured {
	t.Helper()
	return ownOnly.get(t, func() *measured {
		files := fstest.MapFS{}
		addAll(t, files, os.DirFS("../../content"), "")
		return measure(t, files)
	})
}

// TestSearchKept runs the queries of testdata/kept.txt on this repository's site. The expected
// results are computed from the texts, as for random queries, because notes change.
func TestSearchKept(t *testing.T) {
	t.Parallel()
	host := serve(t, ownMeasured(t))
	src, err := os.ReadFile("testdata/kept.txt")
	if err != nil {
		t.Fatal(err)
	}
	var qs []query
	for line := range strings.Lines(string(src)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		q := query{f[0], f[1], f[2]}
		if len(host.site.truth(q)) == 0 {
			t.Errorf("%s: no text has %q", q.class, q.meant)
			continue
		}
		qs = append(qs, q)
	}
	if len(qs) < 400 {
		t.Errorf("%d queries, want 400 or more", len(qs))
	}
	hold(t, host, host.results(t, "kept", qs), barClassKept)
}

// TestTyped runs queries of real users on this repository's whole site. Their best answers were
// chosen by hand.
func TestTyped(t *testing.T) {
	t.Parallel()
	host := serve(t, ownMeasured(t))
	src, err := os.ReadFile("testdata/typed.txt")
	if err != nil {
		t.Fatal(err)
	}
	var asks []ask
	var best []*regexp.Regexp
	for line := range strings.Lines(string(src)) {
		lang, rest, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		text, answers, _ := strings.Cut(rest, "\t")
		asks = append(asks, ask{fmt.Sprint("typed-", len(asks)), text, lang, ten})
		var any []string
		for _, a := range strings.Fields(answers) {
			pattern := `(?:^|[/#-])` + regexp.QuoteMeta(a) + `(?:$|[/#-])`
			if strings.HasSuffix(a, "/") {
				pattern = `^` + regexp.QuoteMeta(a) + `$`
			}
			any = append(any, pattern)
		}
		best = append(best, regexp.MustCompile(strings.Join(any, "|")))
	}
	right := 0
	for i, a := range host.ask(t, asks) {
		place := 0
		for n, h := range a.Hits {
			if place == 0 && (best[i].MatchString(h.Path) || best[i].MatchString(strings.Fields(h.Name + " ")[0])) {
				place = n + 1
			}
		}
		if place > 0 && place <= 3 {
			right++
			continue
		}
		t.Logf("%s: the best answer is row %d of %d", asks[i].Text, place, len(a.Hits))
	}
	t.Logf("of %d queries, %d have their best answer in the first three rows", len(asks), right)
	if right < barTyped {
		t.Errorf("of %d queries, %d have their best answer in the first three rows; want %d", len(asks), right, barTyped)
	}
}
