package e2e

import "testing"

// barFirst is the maximum number of bytes of a first query, with script and dialog. It applies to
// each listed query, and to the average of random queries.
const barFirst = 34_000 // 30,000 with the data of five releases; thirteen have 36,000 documents, with people and repositories

// TestFirstQueryBytes measures the listed queries, and the first three random queries of each
// class, as the first query of a visit, among 20,000 entries.
func TestFirstQueryBytes(t *testing.T) {
	t.Parallel()
	site := ownMade(t)
	host := serve(t, site)
	ground := host.ground(t)
	for _, r := range host.results(t, "listed", listed) {
		all := r.answer.Bytes + ground
		t.Logf("%-12s %4d expected, %2d of the first %2d hits right, %d bytes", r.text, len(r.truth), r.right+r.others, len(r.answer.Hits), all)
		if all > barFirst {
			t.Errorf("%s: as a first query it fetches %d bytes, want %d or fewer", r.text, all, barFirst)
		}
		if r.right < min(ten, len(r.truth)) || len(r.wrong) > 0 {
			t.Errorf("%s: %d right, wrong %v", r.text, r.right, r.wrong)
		}
	}
	var qs []query
	for _, c := range classes {
		qs = append(qs, ofClass(site.queries(), c.name)[:3]...)
	}
	sum := 0
	for _, r := range host.results(t, "first", qs) {
		sum += r.answer.Bytes + ground
	}
	t.Logf("mean %d", sum/len(qs))
	if mean := sum / len(qs); mean > barFirst {
		t.Errorf("a first query fetches %d bytes on average, want %d or fewer", mean, barFirst)
	}
}
