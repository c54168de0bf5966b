package build_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/url"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// payloads run a script if text is not escaped, or if sanitized HTML is parsed differently.
var payloads = []string{
	`<script>evil()</script>`,
	`"><script src=//evil.example/x></script>`,
	`'"--></style></script><svg onload=evil()>`,
	`</title></textarea></noscript></template><img src=x onerror=evil()>`,
	`<img src=x onerror="evil()">`,
	`<img/src="x"/onerror=evil()//>`,
	`<a href="javascript:evil()">a</a>`,
	`<a href="java&#10;script&colon;evil()">a</a>`,
	`<a href=" &#1;javascript:evil()">a</a>`,
	`<a href="data:text/html,<script>evil()</script>">a</a>`,
	`<p style="background:url(//evil.example)" onclick=evil() class=mast evil=1>x</p>`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=evil()&gt;">`,
	`<svg><style><img title="</style><img src=x onerror=evil()>">`,
	`<noscript><p title="</noscript><img src=x onerror=evil()>">`,
	`<form action="javascript:evil()"><button formaction="javascript:evil()">x</button><input name=evil></form>`,
	`<iframe srcdoc="<script>evil()</script>"></iframe><object data=x></object><embed src=x><base href=//evil.example/>`,
	`<meta http-equiv=refresh content="0;url=javascript:evil()"><link rel=stylesheet href=//evil.example>`,
	`<details open ontoggle=evil()><summary>x</summary></details>`,
	`<select><template><style><!--</select><a rel="--></style></template><script>evil()</script>">`,
	`<evil-element evil=1>`,
	`<x/evil><![CDATA[<script>evil()</script>]]><?evil ?><!DOCTYPE evil>`,
	`<a title="a > b" href='x"onmouseover="evil()'>a</a>`,
	"<a href=\"x\"\x0conmouseover=evil()>a</a>",
	`[a](javascript:evil())`,
	`[a](<java	script:evil()> "t" onclick=evil())`,
	`[a](JaVaScRiPt&colon;evil())`,
	`[a](&#x6A;avascript:evil() 'x" onmouseover="evil()')`,
	`[a](data:text/html;base64,PHNjcmlwdD4= "x")`,
	`[a](vbscript:evil()) <javascript:evil()> <data:text/html,evil> <x-evil:y>`,
	`![a" onerror="evil()](x.png"onerror="evil() "t\" onload=evil()")`,
	`![a](javascript:evil()) ![a](data:image/svg+xml,<svg/onload=evil()>) ![a](//evil.example/x.png)`,
	`[a]: javascript:evil() "x"`,
	"`<script>evil()</script>`",
	`{{ .Evil }} {{template "evil"}} <% evil %> ${evil()}`,
	`&lt;script&gt;evil()&lt;/script&gt; &amp;lt;script&amp;gt;`,
	`#115331"><img src=x onerror=evil()> KEP-1287"onx="`,
	`[^1"><script>evil()</script>]`,
	"\u202e\u2066 <script>evil()</script>",
	"\x1b]0;evil\x07\x1b[2J\x00",
}

// places are the Markdown forms that contain a payload.
var places = []string{
	"%s\n", "a %s b\n", "## %s\n", "### Heading {#%s}\n", "- %s\n", "- a %s (#100001, @octo) [SIG Node]\n", "- a (#100001, @%s) [SIG %s]\n",
	"| a | b |\n|---|---|\n| %s | b |\n", "| %s | b |\n|---|---|\n| a | b |\n", "> %s\n", "> [!NOTE]\n> %s\n", "> [!%s]\n> a\n", "[%s](x)\n", "[a](%s)\n", "[a](x \"%s\")\n", "![%s](pic.png)\n",
	"![a](%s)\n", "![a](pic.png \"%s\")\n", "```%s\na\n```\n", "```html\n%s\n```\n", "```go:%s\na\n```\n", ":::details %s\na\n:::\n", ":::message %s\n%s\n:::\n", "a[^n%d]\n\n[^n%d]: %s\n",
	"- :pencil: %s\n", "<!-- %s -->\n\na\n", "<!-- kawaraban-machine %s -->\n\na\n", "**%s** ~~%s~~\n", "%s\n: %s\n", "- [ ] %s\n", "https://www.youtube.com/%s\n\n<https://speakerdeck.com/%s>\n", "#### %s (`EvilGate`)\n", "<div>\n\n%s\n\n</div>\n", "<p>%s\n</p>\n", "<b>%s</i>\n", "<a title='%s' href=\"%s\">x</a>\n",
}

// hostileNote returns a note with every payload in every form.
func hostileNote(front string) []byte {
	var b strings.Builder
	b.WriteString(front)
	for i, place := range places {
		for j, p := range payloads {
			text := strings.ReplaceAll(place, "%s", p)
			b.WriteString("\n" + strings.ReplaceAll(text, "%d", fmt.Sprint(i, "-", j)))
		}
	}
	return []byte(b.String())
}

// hostileFronts returns front matters, each with a payload in its fields.
func hostileFronts() []string {
	var all []string
	for _, p := range payloads {
		q, _ := json.Marshal(p)
		fields := strings.ReplaceAll("title: %s\nauthors: [%s]\nsigs: [%s]\nkeps: [%s]\ngates: [%s]\nprs: [%s]\naliases: [%s]\nsource: %s\ntranslates: %s\n", "%s", string(q))
		more := strings.ReplaceAll("lang: %s\ndate: %s\nkind: %s\nreleases: [%s]\ndescription: %s\nauthor: %s\nemoji: %s\ntopics: [%s]\n", "%s", string(q))
		all = append(all, "---\n"+fields+more+"---\n\nText.\n", "---\n"+fields+"---\n\nText.\n")
	}
	return all
}

// TestHostileSite checks a site with payloads in notes, front matter and file names, with and without
// raw_html. No file may contain a script, style, frame or unsafe address, parsed as by a browser with
// and without scripts. No path may leave the output directory.
func TestHostileSite(t *testing.T) {
	for _, raw := range []bool{false, true} {
		t.Run(fmt.Sprint("raw_html=", raw), func(t *testing.T) {
			site := addressed(sample(t))
			site["site.yaml"].Data = fmt.Appendf(site["site.yaml"].Data, "raw_html: %v\n", raw)
			site["content/1.27/hostile.en.md"] = &fstest.MapFile{Data: hostileNote("---\ntitle: Hostile\ndate: 2031-01-01\n---\n")}
			for i, f := range hostileFronts() {
				site[fmt.Sprintf("content/1.27/front-%d.en.md", i)] = &fstest.MapFile{Data: []byte(f)}
			}
			for _, p := range payloads {
				if name := strings.NewReplacer("/", "", "\x00", "").Replace(p); len(name) < 200 {
					site["content/1.27/"+name+".en.md"] = &fstest.MapFile{Data: []byte("---\ntitle: a\n---\n\nText.\n")}
					site["content/"+name+"/a.en.md"] = &fstest.MapFile{Data: []byte("---\ntitle: a\n---\n\nText.\n")}
				}
			}
			files := published(t, site)
			n := 0
			for p, f := range files {
				n += harmless(t, p, string(f.Data), files)
			}
			if n < 10_000 {
				t.Errorf("only %d nodes in %d files were checked", n, len(files))
			}
		})
	}
}

// harmless checks one file and returns the number of its HTML nodes.
func harmless(t *testing.T, p, text string, files fstest.MapFS) int {
	if strings.ContainsAny(p, "\x00\x1b\n\"<>\\\u202e\u2066") || path.Clean(p) != p || strings.HasPrefix(p, "../") {
		t.Errorf("unsafe path of a file: %q", p)
	}
	switch path.Ext(p) {
	case ".html":
		return harmlessHTML(t, p, text, true) + harmlessHTML(t, p, text, false)
	case ".xml":
		d := xml.NewDecoder(strings.NewReader(text))
		n, markup := 0, false
		for {
			tok, err := d.Token()
			if err != nil {
				if err.Error() != "EOF" {
					t.Errorf("%s: %v", p, err)
				}
				return n
			}
			switch e := tok.(type) {
			case xml.StartElement:
				markup = false
				for _, a := range e.Attr {
					safeAddress(t, p, a.Name.Local, a.Value)
					markup = markup || a.Name.Local == "type" && a.Value == "html"
				}
			case xml.CharData:
				if markup {
					n += fragment(t, p, string(e))
				}
			}
		}
	case ".json":
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
	return 0
}

func fragment(t *testing.T, p, text string) int {
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		t.Error(err)
	}
	n := 0
	for _, e := range nodes {
		n += harmlessNode(t, p, e)
	}
	return n
}

func harmlessHTML(t *testing.T, p, text string, scripting bool) int {
	doc, err := html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		t.Fatal(err)
	}
	return harmlessNode(t, p, doc)
}

func harmlessNode(t *testing.T, p string, root *html.Node) int {
	n := 0
	for e := range root.Descendants() {
		n++
		harmlessElement(t, p, e)
	}
	harmlessElement(t, p, root)
	return n
}

func harmlessElement(t *testing.T, p string, e *html.Node) {
	if e.Type != html.ElementNode {
		return
	}
	attr := map[string]string{}
	for _, a := range e.Attr {
		attr[a.Key] = a.Val
		if strings.HasPrefix(a.Key, "on") || strings.Contains(a.Key, "evil") || strings.Contains(a.Key, "\"") || a.Key == "style" || a.Key == "srcdoc" || a.Key == "formaction" {
			t.Errorf("%s: <%s %s=%q>", p, e.Data, a.Key, a.Val)
		}
		safeAddress(t, p, a.Key, a.Val)
	}
	switch e.Data {
	case "script":
		if attr["type"] != "application/ld+json" && !strings.Contains(attr["src"], "assets/") || e.FirstChild != nil && attr["type"] != "application/ld+json" {
			t.Errorf("%s: a script %v", p, e.Attr)
		}
	case "iframe", "object", "embed", "base", "style", "math", "frame", "applet", "mglyph", "foreignObject":
		t.Errorf("%s: <%s>", p, e.Data)
	case "meta":
		if h := strings.ToLower(attr["http-equiv"]); h != "" && h != "content-security-policy" && h != "refresh" {
			t.Errorf("%s: %v", p, e.Attr)
		}
	case "img":
		if src := attr["src"]; strings.Contains(src, "//") && !strings.HasPrefix(src, address) {
			t.Errorf("%s: %v", p, e.Attr)
		}
	}
	if strings.Contains(e.Data, "evil") {
		t.Errorf("%s: <%s>", p, e.Data)
	}
}

func safeAddress(t *testing.T, p, key, value string) {
	switch key {
	case "href", "src", "action", "cite", "poster", "data", "background", "xlink:href", "srcset":
		plain := strings.Map(func(r rune) rune {
			if r <= ' ' {
				return -1
			}
			return r
		}, value)
		u, err := url.Parse(plain)
		if err != nil {
			t.Errorf("%s: %s=%q: %v", p, key, value, err)
			return
		}
		if u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "mailto" {
			t.Errorf("%s: %s=%q", p, key, value)
		}
	}
}
