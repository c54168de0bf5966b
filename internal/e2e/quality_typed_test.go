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

// TestTyped runs queries of real users on this repository's whole site. Their best answers were
// chosen by hand.
func TestTyped(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	addAll(t, files, os.DirFS("../../content"), "")
	host := serve(t, measure(t, files))
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
