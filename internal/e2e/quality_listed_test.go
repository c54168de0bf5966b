package e2e

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"testing/fstest"
)

// listed are queries that went wrong elsewhere: Japanese words that no blank parts, a number
// that is part of many, short forms of identifiers, a Russian form that is rarer than its
// word, a Chinese word that Japanese writes with another character.
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
var listedSite struct {
	once sync.Once
	site *measured
}

func ownListed(t *testing.T) *measured {
	t.Helper()
	listedSite.once.Do(func() {
		files := fstest.MapFS{}
		addAll(t, files, ownContent(t), "")
		addAll(t, files, os.DirFS(listedNotes), "listed-")
		for _, f := range furtherNotes(t) {
			addAll(t, files, f, "real-")
		}
		listedSite.site = measure(t, files)
	})
	if listedSite.site == nil {
		t.Fatal("the site could not be built")
	}
	return listedSite.site
}

// TestListedQueries asks each of them for all that there is: everything that a scan finds is
// found, and nothing else stands among what the script says to be the words themselves. Notes of
// testdata/listed have what no other says.
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
		t.Logf("%-12s %4d to be found, %4d found, %d of them in other words", q.text, len(truth), len(a.Hits), len(a.Hits)-len(truth)+len(missing)-len(strangers))
		if len(truth) == 0 {
			t.Errorf("%s: a scan finds nothing", q.text)
		}
		if len(missing) > 0 || len(strangers) > 0 {
			t.Errorf("%s: not found %q, wrongly found %q", q.text, head(missing), head(strangers))
		}
	}
}

func head(list []string) []string { return list[:min(len(list), 5)] }
