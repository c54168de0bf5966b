package e2e

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"text/tabwriter"
)

var (
	drawSeed = flag.Uint64("search.seed", 5, "measure the search by queries drawn with this seed")
	misses   = flag.String("search.misses", "", "write what queries found and should have into this file")
)

// TestSearchQuality checks the limits for the search with random queries.
func TestSearchQuality(t *testing.T) {
	t.Parallel()
	site := ownMade(t)
	host := serve(t, site)
	qs := site.queries()
	for _, c := range classes {
		if n := len(ofClass(qs, c.name)); n < perClass {
			t.Errorf("%d queries of class %s, want %d", n, c.name, perClass)
		}
	}
	hold(t, host, host.results(t, "drawn", qs), barClass)
	t.Run("session", func(t *testing.T) { host.session(t, qs) })
}

// result is a query with its expected and actual results.
type result struct {
	query
	truth  found
	answer answer
	right  int   // number among the first ten
	others int   // among the first ten: right by another form
	wrong  []hit // among the first ten
}

// ten is the number of rows that are checked.
const ten = 10

// results runs every query as the first of a visit.
func (h *host) results(t *testing.T, set string, qs []query) []*result {
	t.Helper()
	var out []*result
	var asks []ask
	for i, q := range qs {
		out = append(out, &result{query: q, truth: h.site.truth(q)})
		asks = append(asks, ask{fmt.Sprintf("%s-%d", strings.ReplaceAll(set, " ", "-"), i), q.text, q.lang(), ten})
	}
	for i, a := range h.ask(t, asks) {
		out[i].judge(h.site.library, a)
	}
	return out
}

// judge separates right and wrong hits.
func (r *result) judge(l *library, a answer) {
	a.Hits = a.Hits[:min(len(a.Hits), ten)]
	r.answer = a
	text := r.text
	if strings.HasPrefix(r.class, "typo-") {
		text = r.meant // a row can have another form of the intended word
	}
	for _, h := range a.Hits {
		switch {
		case l.holds(r.truth, h.Path):
			r.right++
		case l.otherwise(without(text, h.Lacks), h.Path, h.Tier):
			r.others++
		default:
			r.wrong = append(r.wrong, h)
		}
	}
}

// without removes the missing words of a row from a query. The document must contain the rest.
func without(text string, lacks []string) string {
	for _, word := range lacks {
		text = strings.Replace(text, word, " ", 1)
	}
	return text
}

// score is the mean of some queries.
type score struct {
	name              string
	queries           int
	recall, precision float64 // of the first ten, mean over the queries
	bytes, most       int     // of first queries: sum and maximum
}

func (s *score) add(r *result) {
	s.queries++
	s.recall += float64(r.right) / float64(min(ten, len(r.truth)))
	if n := len(r.answer.Hits); n > 0 {
		s.precision += float64(r.right+r.others) / float64(n)
	}
	s.bytes += r.answer.Bytes
	s.most = max(s.most, r.answer.Bytes)
}

func (s *score) means() (recall, precision float64) {
	return s.recall / float64(s.queries), s.precision / float64(s.queries)
}

// The limits.
const (
	barRecall, barPrecision = .99, .98
	barClass                = .95
	barClassKept            = .85     // a class has 17 queries on a small site: two misspelled ones are a ninth
	barRussianTypo          = .90     // two swapped letters in a stem of three letters (подов, пдоов) have no results
	barWorst                = 100_000 // bytes of any first query, with script and dialog
	barSession              = 400_000 // bytes of 25 queries, with script and dialog
)

// hold prints the scores and fails if one is below its limit: the mean of all queries, or that of a
// class.
func hold(t *testing.T, h *host, rs []*result, ofClass float64) {
	t.Helper()
	ground := h.ground(t)
	total := &score{name: "all"}
	var scores []*score
	for _, c := range classes {
		s := &score{name: c.name}
		for _, r := range rs {
			if r.class == c.name {
				s.add(r)
				total.add(r)
			}
		}
		scores = append(scores, s)
		bar := ofClass
		if s.name == "typo-ru-form" {
			bar = min(bar, barRussianTypo)
		}
		if recall, precision := s.means(); recall < bar || precision < bar {
			t.Errorf("class %s: recall@10 %.3f, precision@10 %.3f, want %.2f or more", s.name, recall, precision, bar)
		}
		if s.most+ground > barWorst {
			t.Errorf("class %s: a first query fetches %d bytes, with script and dialog; want %d or fewer", s.name, s.most+ground, barWorst)
		}
	}
	if recall, precision := total.means(); recall < barRecall || precision < barPrecision {
		t.Errorf("recall@10 %.3f, precision@10 %.3f, want %.2f and %.2f", recall, precision, barRecall, barPrecision)
	}
	t.Logf("%d documents; script and dialog: %d bytes\n%s", len(h.site.docs), ground, table(append(scores, total)))
	writeMisses(t, h.site.library, rs)
}

// ground returns the bytes of every first query in addition to the index: script and dialog.
func (h *host) ground(t *testing.T) int {
	t.Helper()
	return h.weight(t, h.site.script(t)) + h.weight(t, "en/search/dialog.html")
}

func table(scores []*score) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "class\tqueries\trecall@10\tprecision@10\tbytes\tmost\t")
	for _, s := range scores {
		recall, precision := s.means()
		fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f\t%d\t%d\t\n", s.name, s.queries, recall, precision, s.bytes/s.queries, s.most)
	}
	w.Flush()
	return b.String()
}

// writeMisses writes the queries with errors to the file of the flag.
func writeMisses(t *testing.T, l *library, rs []*result) {
	if *misses == "" {
		return
	}
	f, err := os.OpenFile(*misses, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "== %s\n", t.Name())
	for _, r := range rs {
		want := min(ten, len(r.truth))
		if r.right >= want && len(r.wrong) == 0 {
			continue
		}
		fmt.Fprintf(f, "%s\t%q meant %q: %d of %d right, %d hits, %d to find; %d bytes\n",
			r.class, r.text, r.meant, r.right, want, len(r.answer.Hits), len(r.truth), r.answer.Bytes)
		r.explain(f, l)
	}
}

// explain writes the wrong hits and the missing documents.
func (r *result) explain(f *os.File, l *library) {
	got := map[string]bool{}
	for _, h := range r.answer.Hits {
		got[h.Path] = true
	}
	for i, h := range r.wrong {
		if i < 3 {
			fmt.Fprintf(f, "\twrong, tier %d: %s %.300q\n", h.Tier, h.Path, l.said(h.Path))
		}
	}
	if r.right == min(ten, len(r.truth)) {
		return
	}
	n := 0
	for _, doc := range r.truth.sorted() {
		if p := l.docs[doc].Path; !got[p] && n < 3 {
			n++
			fmt.Fprintf(f, "\tmissing: %s %.300q\n", p, l.said(p))
		}
	}
}

func (l *library) said(path string) string {
	for _, doc := range l.byPath[path] {
		return strings.Join(l.docs[doc].lines, " | ")
	}
	return "no document"
}

// session runs 25 queries of one visit.
func (h *host) session(t *testing.T, qs []query) {
	var asks []ask
	for i := range 25 {
		q := ofClass(qs, classes[i%len(classes)].name)[i/len(classes)]
		asks = append(asks, ask{"session", q.text, q.lang(), ten})
	}
	h.ask(t, asks)
	all := h.ground(t) + h.sent["session"]
	t.Logf("25 queries fetch %d bytes in %d requests, with script and dialog", all, h.asked["session"]+2)
	if all > barSession {
		t.Errorf("25 queries fetch %d bytes, want %d or fewer", all, barSession)
	}
}
