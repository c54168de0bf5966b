package sitecheck_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/unicode/norm"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// smallNotes is a site with a note in two languages, one with a Japanese name, a former
// address, a picture.
const smallNotes = `
-- site.yaml --
title: Kubernetes
languages: [en, ja, ru]
base_url: https://notes.example.org/k8s/
-- content/1.27/sig-node.ja.md --
---
title: SIG Node の変更点
sigs: [node]
authors: [octo]
date: 2023-04-20
aliases: [1.27/node]
---

## Feature

- ノードのログを kubectl で読めるようになりました。 (#96120, @LorbusChris)
- イメージを並べて取得します。 (#115220, @ruiwen-zhao)

![順番](順番.svg)
-- content/1.27/sig-node.en.md --
---
title: What changed for SIG Node
sigs: [node]
authors: [octo]
date: 2023-04-21
---

## Feature

- Logs of a node can be read with kubectl. (#96120, @LorbusChris)
- Images are pulled side by side. (#115220, @ruiwen-zhao)
-- content/1.27/変更.ja.md --
---
title: 変更の一覧
date: 2023-04-22
---

## ノード {#ノード}

[SIG Node の変更点](sig-node.ja.md#pr-96120)を読んでください。
-- content/1.27/順番.svg --
<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0h4"/></svg>
`

// smallSite returns the built site of smallNotes.
func smallSite(t testing.TB) fstest.MapFS {
	t.Helper()
	root := fstest.MapFS{"content": {Mode: fs.ModeDir | 0o755}}
	for _, f := range txtar.Parse([]byte(smallNotes)).Files {
		root[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	r, err := build.New(build.Options{}).Build(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Diags) > 0 {
		t.Fatal(r.Diags)
	}
	out := fstest.MapFS{}
	for _, p := range r.Files.Paths() {
		f, _ := r.Files.Get(p)
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		out[p] = &fstest.MapFile{Data: data}
	}
	return out
}

// The paths of the pages that the tests damage.
const (
	jaNode   = "ja/1.27/sig-node/index.html"
	enNode   = "en/1.27/sig-node/index.html"
	jaChange = "ja/1.27/変更/index.html"
)

// damage is one kind of damage to a built site, and the expected diagnostic.
type damage struct {
	name string
	do   func(*damaged)
	code diag.Code
	file string
	at   string // the text at the reported position; empty for the whole file
	hint string // part of the hint
}

// damaged is a copy of the site, with methods that damage it.
type damaged struct {
	*testing.T
	fstest.MapFS
}

// put writes a file.
func (d *damaged) put(p, text string) { d.MapFS[p] = &fstest.MapFile{Data: []byte(text)} }

// edit replaces the first occurrence of a text in a file.
func (d *damaged) edit(p, old, with string) {
	d.Helper()
	before := d.MapFS[p].Data
	if !bytes.Contains(before, []byte(old)) {
		d.Fatalf("%s has no %q:\n%s", p, old, before)
	}
	d.put(p, strings.Replace(string(before), old, with, 1))
}

// add inserts HTML at the beginning of the main element of a page.
func (d *damaged) add(p, html string) {
	d.Helper()
	d.edit(p, `<main id="main" tabindex="-1">`, `<main id="main" tabindex="-1">`+"\n"+html)
}

// lose removes files.
func (d *damaged) lose(p ...string) {
	d.Helper()
	for _, p := range p {
		if d.MapFS[p] == nil {
			d.Fatalf("there is no %s", p)
		}
		delete(d.MapFS, p)
	}
}

// link returns the damage of a page with an additional link. The diagnostic is at the link.
func link(name, href string, code diag.Code, hint string) damage {
	return damage{name, func(d *damaged) { d.add(jaChange, `<a href="`+href+`">x</a>`) }, code, jaChange, href + `">x`, hint}
}

const nfd = "ja/1.27/%E3%82%AB%E3%82%99/" // カ and a combining mark, which are one letter in NFC

var damages = []damage{
	{"a page is deleted", func(d *damaged) { d.lose("ja/releases/index.html") }, "site/broken-link", "404.html", "/k8s/ja/releases/", "aliases"},
	{"an id is renamed", func(d *damaged) { d.edit(jaNode, `id="pr-96120"`, `id="pr-96121"`) }, "site/missing-place", jaNode, "#pr-96120", `"pr-96121"`},
	{"an id of the page itself is renamed", func(d *damaged) { d.edit(jaChange, `id="ノード"`, `id="モード"`) }, "site/missing-place", jaChange, "#%e3%83%8e%e3%83%bc%e3%83%89", "モード"},
	{"an id stands twice", func(d *damaged) { d.add(jaChange, `<i></i><b id="main"></b>`) }, "site/duplicate-id", jaChange, `main"></b>`, "rename"},
	{"another language is said", func(d *damaged) { d.edit(jaNode, `<html lang="ja"`, `<html lang="en"`) }, "site/wrong-language", jaNode, `en"`, `"ja"`},
	{"no language is said", func(d *damaged) { d.edit(jaNode, `<html lang="ja"`, `<html`) }, "site/no-language", jaNode, "", "lang"},
	{"an unknown language", func(d *damaged) { d.edit(jaNode, `<html lang="ja"`, `<html lang="japanese!"`) }, "site/wrong-language", jaNode, "japanese!", "BCP 47"},
	{"an interface in another language", func(d *damaged) {
		d.edit("ru/releases/index.html", "Перейти к основному тексту", "Skip to content of this page")
	}, "site/language", "ru/releases/index.html", "Skip to content", "lang"},
	{"the policy is taken out", func(d *damaged) { d.edit(jaNode, "Content-Security-Policy", "X-Policy") }, "site/policy", jaNode, "", "Content-Security-Policy"},
	{"the policy comes last", func(d *damaged) {
		text := string(d.MapFS[jaNode].Data)
		_, rest, _ := strings.Cut(text, `<meta http-equiv="Content`)
		policy, _, _ := strings.Cut(rest, "\n")
		d.edit(jaNode, `<meta http-equiv="Content`+policy+"\n", "")
		d.edit(jaNode, "</head>", `<meta http-equiv="Content`+policy+"\n</head>")
	}, "site/policy", jaNode, "../../../assets/favicon", "first in the head"},
	{"the policy lets all scripts run", func(d *damaged) { d.edit(jaNode, "script-src 'self'", "script-src 'self' 'unsafe-inline'") }, "site/policy", jaNode, "default-src", "'self'"},
	{"a style in an attribute", func(d *damaged) { d.add(jaNode, `<p style="color:red">x</p>`) }, "site/inline", jaNode, "color:red", "static/"},
	{"styles in the page", func(d *damaged) { d.add(jaNode, "<style>p{margin:0}</style>") }, "site/inline", jaNode, "p{margin:0}", "static/"},
	{"a script in the page", func(d *damaged) { d.add(jaNode, "<script>alert(1)</script>") }, "site/inline", jaNode, "<script>alert", "static/"},
	{"a handler in an attribute", func(d *damaged) { d.add(jaNode, `<p onclick="x()">x</p>`) }, "site/inline", jaNode, "x()", "static/"},
	link("a script in an address", "javascript:void(0)", "site/inline", "static/"),
	link("an absolute link", "/k8s/ja/releases/", "site/absolute-link", "relative"),
	link("a link out of the prefix", "/ja/", "site/outside", "relative"),
	link("a link above the root", "../../../../ja/", "site/outside", "relative"),
	link("another letter case", "../SIG-Node/", "site/broken-link", "ja/1.27/sig-node/index.html"),
	link("a page without its slash", "../sig-node", "site/broken-link", "add a slash"),
	link("a file with a slash", "index.md/", "site/broken-link", "remove the slash"),
	link("two slashes", "../..//releases/", "site/broken-link", "percent-encoding"),
	link("encoded twice", "../%25E5%25A4%2589%25E6%259B%25B4/", "site/broken-link", "encoded twice"),
	link("encoded as Shift_JIS", "../%95%CF%8DX/", "site/broken-link", "percent-encoding"),
	link("a broken percent sign", "../100%/", "site/broken-link", "percent-encoding"),
	link("a fragment that is nowhere, encoded", "../sig-node/#%E7%84%A1%E3%81%84", "site/missing-place", "restore the id"),
	link("a file of a machine", "file:///home/octo/notes/index.html", "site/broken-link", "URL of a page"),
	link("the whole address of a page that is not there", "https://notes.example.org/k8s/ja/unpublished-page/", "site/broken-link", "aliases"),
	link("a mistyped page", "../sig-nodes/", "site/broken-link", "ja/1.27/sig-node/index.html"),
	{"letters in another form", func(d *damaged) {
		d.put("ja/1.27/ガ/index.html", string(d.MapFS[jaChange].Data))
		d.add(jaChange, `<a href="../../../`+nfd+`">x</a>`)
	}, "site/broken-link", jaChange, "../../../" + nfd, "NFC"},
	{"twins by letter case", func(d *damaged) { d.put("Assets/x.txt", "x") }, "site/letter-case", "assets", "", "rename"},
	{"twins by Unicode form", func(d *damaged) {
		d.put("files/1.27/"+norm.NFD.String("ガ")+".svg", "<svg/>")
		d.put("files/1.27/ガ.svg", "<svg/>")
	}, "site/letter-case", "files/1.27/ガ.svg", "", "rename"},
	{"an empty page", func(d *damaged) { d.put("ru/status/index.html", "") }, "site/empty", "ru/status/index.html", "", "disk"},
	{"an empty style sheet", func(d *damaged) { d.put(d.named("assets/site."), "") }, "site/empty", "assets/site.", "", "disk"},
	{"a page that is cut off within an element", func(d *damaged) {
		before, _, _ := strings.Cut(string(d.MapFS[jaChange].Data), "</main>")
		d.put(jaChange, before)
	}, "site/cut-off", jaChange, "<main", "rebuild"},
	{"a page that is cut off within a tag", func(d *damaged) {
		before, _, _ := strings.Cut(string(d.MapFS[jaChange].Data), `aria-label="現在位置"`)
		d.put(jaChange, before)
	}, "site/cut-off", jaChange, `<nav class="crumbs"`, "rebuild"},
	{"a page that is cut off at its end", func(d *damaged) { d.edit(jaChange, "</body>\n</html>\n", "") }, "site/cut-off", jaChange, "EOF", "rebuild"},
	{"a comment without an end", func(d *damaged) { d.add(jaChange, "<!-- x") }, "site/cut-off", jaChange, "<!-- x", "rebuild"},
	{"JSON that is cut off", func(d *damaged) {
		text := d.MapFS["api/v1/notes.json"].Data
		d.put("api/v1/notes.json", string(text[:len(text)-9]))
	}, "site/cut-off", "api/v1/notes.json", "EOF", "rebuild"},
	{"a picture that is cut off", func(d *damaged) { d.edit("files/1.27/順番.svg", "</svg>", "") }, "site/active-file", "files/1.27/順番.svg", "", "delete it"},
	{"bytes that are no UTF-8", func(d *damaged) { d.edit(jaChange, "変更の一覧</h1>", "\x95\xcf</h1>") }, "site/encoding", jaChange, "\x95\xcf</h1>", "UTF-8"},
	{"a mark of byte order", func(d *damaged) { d.put(jaChange, "\ufeff"+string(d.MapFS[jaChange].Data)) }, "site/encoding", jaChange, "\ufeff", "without a BOM"},
	{"another charset", func(d *damaged) { d.edit(jaChange, `charset="utf-8"`, `charset="shift_jis"`) }, "site/encoding", jaChange, "shift_jis", "utf-8"},
	{"a link of the file system", func(d *damaged) {
		d.MapFS["ja/passwd"] = &fstest.MapFile{Data: []byte("/etc/passwd"), Mode: fs.ModeSymlink | 0o777}
	}, "site/not-a-file", "ja/passwd", "", "by the file"},
	{"a pipe", func(d *damaged) { d.MapFS["ja/pipe.html"] = &fstest.MapFile{Mode: fs.ModeNamedPipe | 0o600} }, "site/not-a-file", "ja/pipe.html", "", "remove"},
	{"a picture of another host", func(d *damaged) { d.add(jaChange, `<img alt="x" src="https://example.com/x.png">`) }, "site/third-party", jaChange, "https://example.com", "host the file"},
	{"a picture in a srcset that is not there", func(d *damaged) {
		d.add(jaChange, `<img alt="x" src="../../../files/1.27/%E9%A0%86%E7%95%AA.svg" srcset="../../../files/1.27/%E9%A0%86%E7%95%AA.svg 1x, ../../../files/two.svg 2x">`)
	}, "site/broken-link", jaChange, "../../../files/two.svg", ""},
	{"a picture that the policy refuses", func(d *damaged) { d.add(jaChange, `<img alt="x" src="data:image/png;base64,AAAA">`) }, "site/refused", jaChange, "data:", "policy"},
	{"a frame of another host", func(d *damaged) { d.add(jaChange, `<iframe title="x" src="//example.com/x"></iframe>`) }, "site/third-party", jaChange, "//example.com", "host the file"},
	{"a form for another host", func(d *damaged) { d.add(jaChange, `<form action="https://example.com/x"></form>`) }, "site/third-party", jaChange, "https://example.com", "host the file"},
	{"a page leads on to nowhere", func(d *damaged) {
		d.edit("ja/1.27/node/index.html", "url=../../1.27/sig-node/", "url=../../1.27/sig-none/")
	}, "site/broken-link", "ja/1.27/node/index.html", "../../1.27/sig-none/", "sig-node"},
	{"a page leads on to another host", func(d *damaged) {
		d.edit("ja/1.27/node/index.html", "url=../../1.27/sig-node/", "url=https://example.com/")
	}, "site/third-party", "ja/1.27/node/index.html", "https://example.com/", "link"},
	{"pages lead on in a circle", func(d *damaged) { d.edit("ja/1.27/node/index.html", "url=../../1.27/sig-node/", "url=./") }, "site/circle", "ja/1.27/node/index.html", "", "alias"},
	{"a picture of the styles is not there", func(d *damaged) { d.styles("p{background:url( 'none.svg' )}") }, "site/broken-link", "assets/site.", "none.svg", ""},
	{"the styles import another host's", func(d *damaged) { d.styles(`@import "https://example.com/x.css";`) }, "site/third-party", "assets/site.", "https://example.com", "host the file"},
	{"a style sheet is deleted", func(d *damaged) { d.lose(d.named("assets/site.")) }, "site/broken-link", "404.html", "/k8s/assets/site", ""},
	{"a script is deleted", func(d *damaged) { d.lose(d.named("assets/search.")) }, "site/broken-link", "en/1.27/index.html", "../../assets/search", ""},
	{"a module imports what is not there", func(d *damaged) { d.put(d.named("assets/page."), "x;\nimport { a } from './none.js';\n") }, "site/broken-link", "assets/page.", "./none.js", ""},
	{"a script imports from another host", func(d *damaged) {
		d.put(d.named("assets/page."), "const x = () => import(\"https://example.com/x.js\");\n")
	}, "site/third-party", "assets/page.", "https://example.com", "host the file"},
	{"a picture runs a script", func(d *damaged) { d.edit("files/1.27/順番.svg", "<path", "<script>x()</script><path") }, "site/active-file", "files/1.27/順番.svg", "", "delete it"},
	{"a copied file is a page", func(d *damaged) { d.put("files/1.27/x.rng", strings.Repeat(" ", 4097)+"<html/>") }, "site/active-file", "files/1.27/x.rng", "", "delete it"},
	{"a copied picture is a page", func(d *damaged) { d.put("files/1.27/x.png", "<html></html>") }, "site/active-file", "files/1.27/x.png", "", "delete it"},
	{"a copied picture loads a style sheet", func(d *damaged) {
		d.edit("files/1.27/順番.svg", "<path", "<style>@import 'https://example.com/x.css'</style><path")
	}, "site/active-file", "files/1.27/順番.svg", "", "delete it"},
	{"an icon runs a script", func(d *damaged) { d.put("assets/own.svg", "<svg><script>x()</script></svg>") }, "site/inline", "assets/own.svg", "<script>", "remove"},
	{"robots.txt names no sitemap that there is", func(d *damaged) { d.edit("robots.txt", "sitemap.xml", "sitemaps.xml") }, "site/broken-link", "robots.txt", "https://notes.example.org/k8s/sitemaps.xml", "sitemap.xml"},
	{"llms.txt leads nowhere", func(d *damaged) { d.edit("llms.txt", "k8s/ja/1.27/", "k8s/ja/1.72/") }, "site/broken-link", "llms.txt", "https://notes.example.org/k8s/ja/1.72/", ""},
	{"no .nojekyll, and a name that needs it", func(d *damaged) { d.lose(".nojekyll"); d.put("files/_x.txt", "x") }, "site/jekyll", "files/_x.txt", "", ".nojekyll"},
	{"404.html with a link that is right at the top only", func(d *damaged) { d.add("404.html", `<a href="ja/">x</a>`) }, "site/broken-link", "404.html", `ja/">x`, "/k8s/"},
}

// named returns the only file whose path has this prefix.
func (d *damaged) named(prefix string) string {
	d.Helper()
	for p := range d.MapFS {
		if strings.HasPrefix(p, prefix) {
			return p
		}
	}
	d.Fatalf("there is no %s", prefix)
	return ""
}

// styles inserts CSS at the beginning of the style sheet.
func (d *damaged) styles(css string) {
	p := d.named("assets/site.")
	d.put(p, "/* url(x) */ "+css+string(d.MapFS[p].Data))
}

// TestDamage checks that a built site has no problem, and that each kind of damage is reported with
// its position and a hint.
func TestDamage(t *testing.T) {
	whole := smallSite(t)
	if r, err := sitecheck.Check(whole, sitecheck.Options{}); err != nil || len(r.Diags) > 0 || r.Pages < 40 || r.Address != "https://notes.example.org/k8s/" {
		t.Fatalf("%v (%v): %+v", r.Diags, err, r)
	}
	for _, c := range damages {
		t.Run(c.name, func(t *testing.T) {
			site := &damaged{t, maps.Clone(whole)}
			c.do(site)
			r, err := sitecheck.Check(site.MapFS, sitecheck.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := c.place(site)
			for _, d := range r.Diags {
				if d.Code == c.code && d.Pos == want && strings.Contains(d.Hint, c.hint) && d.Hint != "" {
					return
				}
			}
			t.Errorf("no %s at %s with the hint %q among\n%s", c.code, want, c.hint, listed(r.Diags))
		})
	}
}

// place returns the expected position of the diagnostic.
func (c damage) place(d *damaged) diag.Position {
	p := c.file
	if strings.HasSuffix(p, ".") {
		p = d.named(p)
	}
	if c.at == "" {
		return diag.Position{File: p}
	}
	text := string(d.MapFS[p].Data)
	before := text
	if c.at != "EOF" {
		i := strings.Index(text, c.at)
		if i < 0 {
			d.Fatalf("%s has no %q", p, c.at)
		}
		before = text[:i]
	}
	last := strings.LastIndexByte(before, '\n') + 1
	return diag.Position{File: p, Line: strings.Count(before, "\n") + 1, Col: len([]rune(before[last:])) + 1}
}

func listed(ds []diag.Diagnostic) string {
	var b strings.Builder
	for i, d := range ds {
		if i == 20 {
			break
		}
		fmt.Fprintf(&b, "%s\n    %s\n", d, d.Hint)
	}
	return b.String()
}

// TestHarmless checks that unusual but valid HTML is not reported.
func TestHarmless(t *testing.T) {
	whole := smallSite(t)
	for _, html := range []string{
		`<a href="../%e5%a4%89%e6%9b%b4/">lower case</a>`,
		`<a href="../変更/">not encoded</a>`,
		`<a href="../../1.27/./変更/index.html">the file</a>`,
		`<a href="">x</a> <a href="?view=both">x</a> <a href="#">x</a> <a href="#top">x</a>`,
		`<a href="../sig-node/?mark=%E3%83%8E#pr-96120">x</a>`,
		`<a href="../sig-node/#pr-96120:~:text=kubectl">x</a>`,
		`<a href="#ノード">x</a> <a href="#%E3%83%8E%E3%83%BC%E3%83%89">x</a>`,
		`<a href="https://notes.example.org/k8s/ja/1.27/sig-node/#pr-96120">whole</a>`,
		`<a href="https://notes.example.org/other/">x</a>`,
		`<a href="mailto:octo@example.org">mail</a> <a href="tel:+123">phone</a>`,
		`<a name="old"></a><a href="#old">by name</a>`,
		`<a href='../sig-node/'>single</a> <a href=../sig-node/>no quotes</a> <A HREF="../sig-node/">capitals</A>`,
		`<a href="../sig-node/?a=1&amp;b=2">entities</a>`,
		`<script type="application/json">{"a": "<p style='x'>"}</script>`,
		`<p>Kubernetes Enhancement Proposal</p><p>kubelet、kube-proxy の順に更新します。</p>`,
		`<p lang="en">This is a sentence in English, and it says so.</p>`,
		`<p>「Sidecar containers」という名前です</p><code>this is the code that it is</code>`,
		`<svg width="1" height="1"><title>x</title><path d="M0 0"/><g/></svg><p>x</p>`,
		`<ul><li>one<li>two</ul><p>one<p>two<table><tr><td>x<td>y</table>`,
		`<!-- <a href="none/">x</a> --><textarea><a href="none/"></textarea>`,
		`<img alt="x" src="../../../files/1.27/順番.svg" srcset="../../../files/1.27/順番.svg 1x,../../../files/1.27/順番.svg 2x">`,
		`<link rel="next" href="../sig-node/"><form action="?q"></form>`,
	} {
		site := &damaged{t, maps.Clone(whole)}
		site.add(jaChange, html)
		r, err := sitecheck.Check(site.MapFS, sitecheck.Options{})
		if err != nil || len(r.Diags) > 0 {
			t.Errorf("%s: %v\n%s", html, err, listed(r.Diags))
		}
	}
}

// TestAnyPrefix checks that the links of a site without base_url are valid below any path.
func TestAnyPrefix(t *testing.T) {
	for _, base := range []string{"", "/", "/k8s/", "https://notes.example.org/k8s/"} {
		r, err := sitecheck.Check(smallSite(t), sitecheck.Options{Base: base})
		bad := len(r.Diags) != 0
		if err != nil || bad != (base == "/") { // its links contain /k8s/
			t.Errorf("at %q: %v\n%s", base, err, listed(r.Diags))
		}
	}
	for _, base := range []string{"k8s", "/k8s", "example.org/k8s/", "https:///k8s/", "https://example.org/k8s", "://"} {
		if _, err := sitecheck.Check(fstest.MapFS{}, sitecheck.Options{Base: base}); !errors.Is(err, sitecheck.ErrBase) {
			t.Errorf("the base %q: %v", base, err)
		}
	}
}

// TestParallel checks that the problems do not depend on the number of goroutines.
func TestParallel(t *testing.T) {
	site := &damaged{t, smallSite(t)}
	site.lose("ja/releases/index.html", "ja/1.27/sig-node/index.html", "assets/"+strings.TrimPrefix(site.named("assets/theme."), "assets/"))
	site.add(jaChange, `<p style="x">This is the sentence that it is.</p><a href="#none">x</a>`)
	each := func(n int, f func(int) error) error { return build.Each(context.Background(), n, f) }
	want, err := sitecheck.Check(site.MapFS, sitecheck.Options{})
	if err != nil || len(want.Diags) < 5 {
		t.Fatal(err, want.Diags)
	}
	for range 20 {
		got, err := sitecheck.Check(site.MapFS, sitecheck.Options{Each: each})
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	}
}

// FuzzPage checks that a crawl does not fail on any page, and that each reported position is in the
// page.
func FuzzPage(f *testing.F) {
	for _, s := range []string{
		"", "<", "<a href=", `<html lang="ja"><a href="#%">`, "<img srcset=', ,,a 1x, b'>", "<!--", "<script>", "</p></p>", "<p style=a onx=b id id=id>",
		"<meta http-equiv=refresh content='0;url='>", "<meta http-equiv=content-security-policy content=';;a b;'>", "\xff\xfe", "<svg><a/></svg></svg></svg>",
		`<link rel=canonical href="http://[::1">`, `<link rel=alternate hreflang=x href=//>`, "<style>@import url(</style><style>/*", "<a href='http://%zz/'>", "<base href=//x/>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, page string) {
		site := fstest.MapFS{
			"ja/index.html": {Data: []byte(page)}, "x.css": {Data: []byte(page)}, "x.js": {Data: []byte(page)}, "x.json": {Data: []byte(page)},
			"x.svg": {Data: []byte(page)}, "feed.xml": {Data: []byte(page)}, "feed.json": {Data: []byte(page)}, "sitemap.xml": {Data: []byte(page)},
			"robots.txt": {Data: []byte(page)}, "search/root.bin": {Data: []byte(page)},
			"index.html": {Data: []byte(`<html lang="en"><link rel="canonical" href="https://example.org/">` + page)},
		}
		r, err := sitecheck.Check(site, sitecheck.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Diags {
			file := site[d.Pos.File]
			if d.Pos.Line > 0 && (file == nil || d.Pos.Line > strings.Count(string(file.Data), "\n")+1) {
				t.Errorf("no such place: %s", d)
			}
			if d.Hint == "" {
				t.Errorf("no next step: %s", d)
			}
		}
	})
}
