package crawl

import (
	"bytes"
	"image"
	"image/png"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/diag"
)

const at = "https://example.org/k/"

const goodAtom = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ja">
<title>瓦版</title><id>https://example.org/k/ja/feed.xml</id><updated>2023-05-12T00:00:00Z</updated>
<author><name>瓦版</name><uri>https://example.org/k/ja/</uri></author>
<link rel="self" type="application/atom+xml" href="https://example.org/k/ja/feed.xml"/>
<link rel="alternate" type="text/html" hreflang="ja" href="https://example.org/k/ja/"/>
<entry xml:lang="ru"><title>Обзор</title><id>https://example.org/k/ja/n/</id><updated>2023-05-12T00:00:00Z</updated>
<link rel="alternate" type="text/html" hreflang="ja" href="https://example.org/k/ja/#a"/>
<content type="html">&lt;p lang="en"&gt;x &lt;a href="https://example.com/"&gt;y&lt;/a&gt;&lt;/p&gt;</content></entry>
</feed>`

const goodJSON = `{"version":"https://jsonfeed.org/version/1.1","title":"瓦版","home_page_url":"https://example.org/k/ja/",
"feed_url":"https://example.org/k/ja/feed.json","authors":[{"name":"瓦版"}],"language":"ja","items":[
{"id":"https://example.org/k/ja/n/","url":"https://example.org/k/ja/","title":"Обзор","content_html":"<p>x</p>",
"date_published":"2023-05-12T00:00:00Z","tags":["a"],"language":"ru"}]}`

const goodMap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://example.org/k/en/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.org/k/en/"/><xhtml:link rel="alternate" hreflang="ja" href="https://example.org/k/ja/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/k/en/"/></url>
<url><loc>https://example.org/k/ja/</loc><lastmod>2023-05-12</lastmod><xhtml:link rel="alternate" hreflang="en" href="https://example.org/k/en/"/><xhtml:link rel="alternate" hreflang="ja" href="https://example.org/k/ja/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/k/en/"/></url>
</urlset>`

// headed is a page in a language with everything in its head.
func headed(lang, locale string) string {
	return `<!doctype html><html lang="` + lang + `"><head><title>x</title>
<link rel="canonical" href="https://example.org/k/` + lang + `/">
<link rel="alternate" hreflang="en" href="https://example.org/k/en/"><link rel="alternate" hreflang="ja" href="https://example.org/k/ja/"><link rel="alternate" hreflang="x-default" href="https://example.org/k/en/">
<link rel="alternate" type="application/atom+xml" hreflang="` + lang + `" title="瓦版" href="feed.xml">
<meta property="og:title" content="x"><meta property="og:type" content="article"><meta property="og:url" content="https://example.org/k/` + lang + `/">
<meta property="og:site_name" content="瓦版"><meta property="og:locale" content="` + locale + `"><meta property="article:published_time" content="2023-05-12">
<meta property="og:image" content="https://example.org/k/a.png"><meta property="og:image:alt" content="x"><meta name="description" property="og:description" content="y"></head><body id="a"></body></html>`
}

func goodSite(t *testing.T) fstest.MapFS {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	site := fstest.MapFS{"a.png": {Data: b.Bytes()}}
	for p, text := range map[string]string{
		"en/index.html": headed("en", "en_US"), "ja/index.html": headed("ja", "ja_JP"),
		"ja/feed.xml": goodAtom, "ja/feed.json": goodJSON, "sitemap.xml": goodMap,
	} {
		site[p] = &fstest.MapFile{Data: []byte(text)}
	}
	return site
}

// TestAddressRules breaks one rule at a time in a site that keeps all of them.
func TestAddressRules(t *testing.T) {
	judges := map[string]func(fs.FS, string) ([]diag.Diagnostic, error){"feed": Feeds, "map": Sitemap, "head": Heads}
	for _, c := range []struct{ judge, file, old, new, want string }{
		{"feed", "", "", "", ""},
		{"map", "", "", "", ""},
		{"head", "", "", "", ""},
		{"feed", "ja/feed.xml", "</feed>", "", "no XML"},
		{"feed", "ja/feed.xml", "2005/Atom", "2005/atom", "no Atom feed"},
		{"feed", "ja/feed.xml", "<title>瓦版</title>", "", "0 <title>"},
		{"feed", "ja/feed.xml", "<title>Обзор</title>", "<title>Обзор</title><title>x</title>", "2 <title>"},
		{"feed", "ja/feed.xml", "<title>Обзор</title>", "<title><b>x</b></title>", "holds elements"},
		{"feed", "ja/feed.xml", "<title>Обзор</title>", `<title type="xhtml">x</title>`, `of type "xhtml"`},
		{"feed", "ja/feed.xml", "<id>https://example.org/k/ja/n/", "<id>n", "no absolute IRI"},
		{"feed", "ja/feed.xml", "/ja/n/</id>", "/ja/feed.xml</id>", "stands twice"},
		{"feed", "ja/feed.xml", "2023-05-12T00:00:00Z</updated>\n<link", "2023-05-12</updated>\n<link", "no date of RFC 3339"},
		{"feed", "ja/feed.xml", "2023-05-12T00:00:00Z</updated>\n<link", "2023-13-12T00:00:00Z</updated>\n<link", "no date of RFC 3339"},
		{"feed", "ja/feed.xml", "2023-05-12T00:00:00Z</updated>\n<link", "2024-05-12T00:00:00Z</updated>\n<link", "newer than the feed"},
		{"feed", "ja/feed.xml", "<author><name>瓦版</name><uri>https://example.org/k/ja/</uri></author>", "", "no author"},
		{"feed", "ja/feed.xml", "<name>瓦版</name>", "", "0 names"},
		{"feed", "ja/feed.xml", `xml:lang="ru"`, `xml:lang="russian!"`, "no language"},
		{"feed", "ja/feed.xml", ` xml:lang="ja"`, ``, "no language"},
		{"feed", "ja/feed.xml", `href="https://example.org/k/ja/feed.xml"`, `href="https://example.org/k/feed.xml"`, "says that it stands"},
		{"feed", "ja/feed.xml", `ja/#a"`, `ja/#b"`, "leads to no place"},
		{"feed", "ja/feed.xml", `href="https://example.org/k/ja/#a"`, `href="#a"`, "no whole address"},
		{"feed", "ja/feed.xml", `"https://example.com/"`, `"../x/"`, "no whole address"},
		{"feed", "ja/feed.xml", `"https://example.com/"`, `"javascript:x"`, `leads to "javascript:x"`},
		{"feed", "ja/feed.xml", `"https://example.com/"`, `"https://example.org/k/none/"`, "leads to no file"},
		{"feed", "ja/feed.xml", `&lt;p lang="en"&gt;`, `&lt;p lang="en" onclick="x"&gt;`, "attribute onclick"},
		{"feed", "ja/feed.xml", `&lt;p lang="en"&gt;`, `&lt;script&gt;`, "holds <script>"},
		{"feed", "ja/feed.xml", `&lt;p lang="en"&gt;`, `&lt;!-- x --&gt;`, "holds a comment"},
		{"feed", "ja/feed.xml", `<content type="html">`, `<link rel="alternate" type="text/html" hreflang="ja" href="https://example.org/k/ja/"/><content type="html">`, "two links"},
		{"feed", "ja/feed.json", "1.1", "1.0", "version"},
		{"feed", "ja/feed.json", `"title":"瓦版"`, `"titel":"瓦版"`, "unknown member"},
		{"feed", "ja/feed.json", `"title":"瓦版"`, `"_title":"瓦版"`, "no title"},
		{"feed", "ja/feed.json", "ja/feed.json", "feed.json", "says that it stands"},
		{"feed", "ja/feed.json", `"id":"https`, `"id":"`, "no absolute IRI"},
		{"feed", "ja/feed.json", "<p>x</p>", "", "no content_html"},
		{"feed", "ja/feed.json", "2023-05-12T00:00:00Z", "12 May", "no date"},
		{"feed", "ja/feed.json", `"language":"ru"`, `"language":"?"`, "no language"},
		{"feed", "ja/feed.json", `{"name":"瓦版"}`, `{}`, "no name"},
		{"feed", "ja/feed.json", `["a"]`, `[""]`, "tag"},
		{"map", "sitemap.xml", "</urlset>", "", "no XML"},
		{"map", "sitemap.xml", "sitemap/0.9", "sitemap/0.8", "holds 2 addresses"},
		{"map", "sitemap.xml", "<loc>https://example.org/k/en/", "<loc>https://example.org/k/ja/", "stands twice"},
		{"map", "sitemap.xml", "<loc>https://example.org/k/en/", "<loc>https://example.org/k/ru/", "of no page"},
		{"map", "sitemap.xml", "2023-05-12", "2023-5-12", "changed at"},
		{"map", "sitemap.xml", `hreflang="ja" href="https://example.org/k/ja/"/>`, `hreflang="ja" href="https://example.org/k/en/"/>`, "by its head"},
		{"map", "en/index.html", "k/en/", "k/ja/", "is canonically at"},
		{"head", "ja/index.html", `hreflang="en"`, `hreflang="english!"`, "no language"},
		{"head", "ja/index.html", `hreflang="en" href="https://example.org/k/en/"`, `hreflang="ru" href="https://example.org/k/en/"`, "it is in"},
		{"head", "ja/index.html", `<link rel="alternate" hreflang="ja" href="https://example.org/k/ja/">`, "", "not itself"},
		{"head", "ja/index.html", `hreflang="x-default"`, `hreflang="en-GB"`, "no page for readers of other"},
		{"head", "en/index.html", `<link rel="alternate" hreflang="ja" href="https://example.org/k/ja/">`, "", "does not name the same"},
		{"head", "en/index.html", `canonical" href="https://example.org/k/en/"`, `canonical" href="https://example.org/k/ja/"`, "but not itself"},
		{"head", "en/index.html", `canonical" href="https://example.org/k/en/"`, `canonical" href="./"`, "not whole"},
		{"head", "en/index.html", `canonical" href="https://example.org/k/en/"`, `canonical" href="https://example.org/k/"`, "where no page is"},
		{"head", "en/index.html", `og:url" content="https://example.org/k/en/"`, `og:url" content="https://example.org/k/"`, "og:url"},
		{"head", "en/index.html", `<meta property="og:title" content="x">`, "", "0 og:title"},
		{"head", "en/index.html", `<meta property="og:type" content="article">`, "", "no og:type"},
		{"head", "en/index.html", `content="en_US"`, `content="en-US"`, "ll_TT"},
		{"head", "en/index.html", `content="article"`, `content="website"`, "as website"},
		{"head", "en/index.html", `<meta property="og:image:alt"`, `<meta property="og:locale" content="ja_JP"><meta property="og:image:alt"`, "second"},
		{"head", "en/index.html", ` property="og:description"`, ``, "not its description"},
		{"head", "en/index.html", `k/a.png`, `k/b.png`, "no file"},
		{"head", "en/index.html", `title="瓦版" `, ``, "is called"},
		{"head", "en/index.html", `href="feed.xml"`, `href="../feed.xml"`, "is called"},
	} {
		site := goodSite(t)
		if c.file != "" {
			before := string(site[c.file].Data)
			after := strings.Replace(before, c.old, c.new, 1)
			if before == after {
				t.Fatalf("%s has no %q", c.file, c.old)
			}
			site[c.file] = &fstest.MapFile{Data: []byte(after)}
		}
		ds, err := judges[c.judge](site, at)
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, d := range ds {
			found += d.String() + "\n"
		}
		if (c.want == "") != (found == "") || !strings.Contains(found, c.want) {
			t.Errorf("%s: %q for %q: found %q, want %q", c.file, c.new, c.old, found, c.want)
		}
	}
}

// TestSitemapIndex: a sitemap in several files lists them, and all of them count.
func TestSitemapIndex(t *testing.T) {
	site := goodSite(t)
	site["sitemap-1.xml"] = site["sitemap.xml"]
	site["sitemap.xml"] = &fstest.MapFile{Data: []byte(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://example.org/k/sitemap-1.xml</loc></sitemap></sitemapindex>`)}
	if ds, err := Sitemap(site, at); err != nil || len(ds) > 0 {
		t.Error(ds, err)
	}
	delete(site, "sitemap-1.xml")
	if ds, err := Sitemap(site, at); err != nil || len(ds) != 2 { // the file, and two pages that are in none, which are one problem
		t.Error(ds, err)
	}
}
