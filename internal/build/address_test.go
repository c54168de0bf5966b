package build_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
)

// address is the address of the site in these tests.
const address = "https://notes.example.org/k8s/"

// addressed sets base_url of a site.
func addressed(site fstest.MapFS) fstest.MapFS {
	settings := ""
	if f := site["site.yaml"]; f != nil {
		settings = string(f.Data)
	}
	if !strings.Contains(settings, address) {
		site["site.yaml"] = &fstest.MapFile{Data: []byte(settings + "\nbase_url: " + address + "\n")}
	}
	return site
}

// published builds a site and returns its files.
func published(t *testing.T, site fs.FS) fstest.MapFS {
	t.Helper()
	r, err := build.New(build.Options{}).Build(context.Background(), site)
	return filesOf(t, outcomeOf(t, r, err))
}

func filesOf(t *testing.T, o outcome) fstest.MapFS {
	t.Helper()
	if o.Err != "" {
		t.Fatal(o.Err)
	}
	files := fstest.MapFS{}
	for p, text := range o.Files {
		files[p] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// TestAddressedSite checks feeds, sitemap and heads by the rules of their specifications.
func TestAddressedSite(t *testing.T) {
	files := published(t, addressed(sample(t)))
	for _, d := range judged(t, files) {
		t.Error(d)
	}
	for _, p := range []string{
		"ja/feed.xml", "ru/1.27/feed.xml", "zh/sigs/node/feed.xml", "sitemap.xml",
	} {
		if files[p] == nil {
			t.Errorf("%s is missing", p)
		}
	}
}

// TestNoAddressNoFeed checks that files with absolute addresses are omitted if the site's address is
// unknown.
func TestNoAddressNoFeed(t *testing.T) {
	for p, f := range published(t, sample(t)) {
		if strings.Contains(p, "feed.") || strings.HasPrefix(p, "sitemap") {
			t.Errorf("unexpected file %s", p)
		}
		if bytes.Contains(f.Data, []byte(`property="og:`)) || bytes.Contains(f.Data, []byte("x-default")) {
			t.Errorf("%s has the address of the site", p)
		}
	}
}

// atomFeed has the fields of a feed that the tests below check.
type atomFeed struct {
	Lang    string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Entries []struct {
		Lang    string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Content string `xml:"content"`
	} `xml:"entry"`
}

func readAtom(t *testing.T, files fstest.MapFS, p string) atomFeed {
	t.Helper()
	var f atomFeed
	if files[p] == nil {
		t.Fatalf("%s is missing", p)
	}
	if err := xml.Unmarshal(files[p].Data, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFeedFollowsTranslation checks that an item keeps its id when a translation is added, and that
// it is then in that language.
func TestFeedFollowsTranslation(t *testing.T) {
	site := addressed(sample(t))
	text := site["content/1.27/sig-node.en.md"]
	find := func(id string) (lang, title string) {
		for _, e := range readAtom(t, published(t, site), "en/1.27/feed.xml").Entries {
			if e.ID == id {
				return e.Lang, e.Title
			}
		}
		return "", ""
	}
	const id = address + "en/1.27/sig-node/"
	delete(site, "content/1.27/sig-node.en.md")
	if lang, title := find(id); lang != "ja" || title != "1.27 のノード" {
		t.Errorf("without a translation: %q in %q", title, lang)
	}
	site["content/1.27/sig-node.en.md"] = text
	if lang, title := find(id); lang != "" || title != "Nodes in 1.27" {
		t.Errorf("with one: %q in %q", title, lang)
	}
}

// TestFeedHoldsNoComment checks that feeds omit the sources in comments of a translation.
func TestFeedHoldsNoComment(t *testing.T) {
	site := addressed(sample(t))
	site["content/1.27/sig-node.zh.md"] = &fstest.MapFile{Data: []byte(`---
title: 1.27 的节点变更
translates: sig-node.ja.md
date: 2023-06-01
---

<!--
A paragraph of secret English source.
-->
这是译文的一个段落。

### Feature

<!-- An entry of secret English source. -->
- 可以选择崩溃后的等待时间。 (#115331, @octo) [SIG Node]
`)}
	found := false
	for p, f := range published(t, site) {
		if !strings.Contains(p, "feed.") {
			continue
		}
		if bytes.Contains(f.Data, []byte("secret")) {
			t.Errorf("%s contains the source", p)
		}
		found = found || bytes.Contains(f.Data, []byte("这是译文的一个段落。"))
	}
	if !found {
		t.Error("no feed has the note")
	}
}

// TestFeedMarksMachines checks that feeds label machine translations as pages do. A fully
// machine-translated version must not be in the sitemap.
func TestFeedMarksMachines(t *testing.T) {
	site := addressed(sample(t))
	site["content/1.27/sig-node.zh.md"] = &fstest.MapFile{Data: []byte(`---
title: 1.27 的节点变更
translates: sig-node.ja.md
---

### Feature

<!-- クラッシュ時の待ち時間を選べます。 -->
<!-- kawaraban-machine -->

- 可以选择崩溃后的等待时间。 (#115331, @octo) [SIG Node]

<!-- イメージを並べて取得します。 -->
- 并行拉取镜像。 (#115400, @mona) [SIG Node]
`)}
	for _, e := range readAtom(t, published(t, site), "zh/feed.xml").Entries {
		if e.Title == "1.27 的节点变更" {
			if n := strings.Count(e.Content, "机器翻译，未经人工校对"); n != 1 || !strings.Contains(e.Content, "并行拉取镜像") {
				t.Errorf("%d marks in %s", n, e.Content)
			}
			return
		}
	}
	t.Error("the note is not in the feed")
}

// TestFeedsOfHostileNotes checks feeds, heads and sitemap of hostile notes by their rules. They must
// not contain scripts, and titles must be unchanged.
func TestFeedsOfHostileNotes(t *testing.T) {
	const title = `]]></title><script>alert(1)</script> & "quoted" <b>`
	site := addressed(sample(t))
	site["site.yaml"].Data = append(site["site.yaml"].Data, "raw_html: true\n"...)
	site["content/1.27/hostile.en.md"] = &fstest.MapFile{Data: []byte("---\ntitle: '" + title + `'
date: 2031-01-01
authors: ['"><script>alert(2)</script>']
sigs: ['node', 'x"><script>']
aliases: ['a"b/<c>']
---

<script>alert(3)</script><img src="x" onerror="alert(4)"><p style="color: red" onclick="alert(5)">Raw ]]&gt; words.</p>

[one](javascript:alert(6)) [two](JaVaScRiPt&colon;alert(7)) [three](data:text/html,x) <vbscript:x> ![four](javascript:alert(8))

- An entry. (#100001, @"><script>) {#"><script>}

## Heading {#a"onmouseover=b}

[away](//example.com/x) [up](../../../../../../etc/passwd) [here](#a&quot;onmouseover=b)
`)}
	files := published(t, site)
	for _, d := range judged(t, files) {
		t.Error(d)
	}
	for _, p := range []string{"en/feed.xml", "zh/1.27/feed.xml"} {
		f := readAtom(t, files, p)
		if f.Entries[0].Title != title || !strings.Contains(f.Entries[0].Content, "An entry.") {
			t.Errorf("%s: %q: %s", p, f.Entries[0].Title, f.Entries[0].Content)
		}
		if strings.Contains(f.Entries[0].Content, `"javascript:`) {
			t.Errorf("%s: %s", p, f.Entries[0].Content)
		}
	}
}

// TestFeedIsBounded checks that the feed of a long log has the newest 50 posts with their days. A long
// note has its beginning and a link.
func TestFeedIsBounded(t *testing.T) {
	site := addressed(sample(t))
	var log strings.Builder
	log.WriteString("---\ntitle: Log\nkind: log\n---\n")
	for month := 1; month <= 3; month++ {
		for day := 1; day <= 28; day++ {
			fmt.Fprintf(&log, "\n## 2030-%02d-%02d\n\n- Post of the day with KEP-1287.\n", month, day)
		}
	}
	site["content/log/posts.en.md"] = &fstest.MapFile{Data: []byte(log.String())}
	site["content/1.27/long.en.md"] = &fstest.MapFile{Data: []byte("---\ntitle: Long\ndate: 2031-01-01\n---\n\n" + strings.Repeat("A paragraph of some words.\n\n", 2000))}
	files := published(t, site)
	f := readAtom(t, files, "en/feed.xml")
	if len(f.Entries) != 50 || f.Updated != "2031-01-01T00:00:00Z" || f.Entries[0].Title != "Long" {
		t.Fatalf("%d items, updated %s, first %q", len(f.Entries), f.Updated, f.Entries[0].Title)
	}
	if n := len(f.Entries[0].Content); n > 8_300 || !strings.Contains(f.Entries[0].Content, `<a href="`+address+`en/1.27/long/">Read more</a>`) {
		t.Errorf("the long note has %d bytes, or no link to the rest", n)
	}
	if f.Entries[1].Updated != "2030-03-28T00:00:00Z" || f.Entries[49].Updated != "2030-02-08T00:00:00Z" {
		t.Errorf("posts from %s to %s", f.Entries[1].Updated, f.Entries[49].Updated)
	}
	for _, d := range judged(t, files) {
		t.Error(d)
	}
}

// dated matches an entry of a sitemap with a date.
var dated = regexp.MustCompile(`<loc>([^<]*)</loc><lastmod>([^<]*)</lastmod>`)

// TestSitemapDates checks that a note has its date, a month of a log its newest day, and other pages
// none. sig-node has a date in Japanese only.
func TestSitemapDates(t *testing.T) {
	site := addressed(sample(t))
	site["content/log/posts.en.md"] = &fstest.MapFile{Data: []byte("---\ntitle: Log\nkind: log\n---\n\n## 2030-01-05\n\n- One.\n\n## 2030-01-03\n\n- Two.\n")}
	var got []string
	for _, m := range dated.FindAllStringSubmatch(string(published(t, site)["sitemap.xml"].Data), -1) {
		if at := strings.TrimPrefix(m[1], address); strings.Contains(at, "2030") || strings.HasSuffix(at, "sig-node/") {
			got = append(got, at+" "+m[2])
		}
	}
	slices.Sort(got)
	want := []string{
		"en/log/2030/01/ 2030-01-05", "ja/1.27/sig-node/ 2023-05-12", "ja/log/2030/01/ 2030-01-05",
		"ru/log/2030/01/ 2030-01-05", "zh/log/2030/01/ 2030-01-05",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
