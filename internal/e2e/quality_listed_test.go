package e2e

import (
	"fmt"
	"os"
	"testing"
	"testing/fstest"
)

// listed are queries with known difficulties: Japanese words without spaces, a number that is part
// of many, short forms of identifiers, a Russian form that is rarer than its base form, and a
// Chinese word with another character in Japanese.
var listed = []query{
	{"ja-word", "タイムアウト", "タイムアウト"},
	{"ja-word", "リダイレクト", "リダイレクト"},
	{"ja-compound", "ガベージコレクション", "ガベージコレクション"},
	{"number", "127", "127"},
	{"pr", "k/k#115143", "115143"},
	{"flag", "--node-ip", "--node-ip"},
	{"camel", "BindingMode", "BindingMode"},
	{"group", "node.k8s.io/v1", "node.k8s.io/v1"},
	{"ru-form", "подов", "подов"},
	{"zh-word", "变更", "变更"},
}

// listedSite is this repository's site with the notes of testdata/listed and the real notes.
var listedSite sharedSite

func ownListed(t *testing.T) *measured {
	t.Helper()
	return listedSite.get(t, func() *measured {
		files := fstest.MapFS{}
		addAll(t, files, ownContent(t), "")
		addAll(t, files, os.DirFS(listedNotes), "listed-")
		for _, f := range furtherNotes(t) {
			addAll(t, files, f, "real-")
		}
		return measure(t, files)
	})
}

// TestListedQueries requests all results of each query. All documents that a scan finds must be
// found, and no others among exact matches. Only notes of testdata/listed have some of the words.
func TestListedQueries(t *testing.T) {
	t.Parallel()
	site := ownListed(t)
	host := serve(t, site)
	var asks []ask
	for _, q := range listed {
		asks = append(asks, ask{"all", q.text, q.lang(), 2000})
	}
	for i, a := range host.ask(t, asks) {
		q := listed[i]
		truth := site.truth(q)
		found, strangers := map[string]bool{}, []string{}
		for _, h := range a.Hits {
			found[h.Path] = true
			if h.Tier < otherWords && !site.holds(truth, h.Path) {
				strangers = append(strangers, fmt.Sprintf("%s (tier %d)", h.Path, h.Tier))
			}
		}
		var missing []string
		for _, doc := range truth.sorted() {
			if p := site.docs[doc].Path; !found[p] {
				missing = append(missing, p)
			}
		}
		t.Logf("%-12s %4d expected, %4d found, %d of them by other words", q.text, len(truth), len(a.Hits), len(a.Hits)-len(truth)+len(missing)-len(strangers))
		if len(truth) == 0 {
			t.Errorf("%s: a scan has no results", q.text)
		}
		if len(missing) > 0 || len(strangers) > 0 {
			t.Errorf("%s: not found %q, wrongly found %q", q.text, head(missing), head(strangers))
		}
	}
}

func head(list []string) []string { return list[:min(len(list), 5)] }
