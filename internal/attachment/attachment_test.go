package attachment

import (
	"strings"
	"testing"
)

const page = `<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`

const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">`

// hidden contains a script that a parser of UTF-8 treats as a comment. In Shift_JIS the last byte
// of Á and the first "]" are one character, so that the CDATA section ends inside the comment.
const hidden = `<desc><![CDATA[Á]]><!--]]></desc><script>alert(1)</script><desc> --></desc>`

// TestRefusal checks that only the allowed types are accepted, and no SVG file that runs a script or
// loads a file.
func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		name, text string
		refused    bool
	}{
		{"a.png", "\x89PNG", false},
		{"a.pdf", "%PDF-1.7", false},
		{"a.txt", "<b>plain</b>", false},
		{"a.yaml", "a: <b>", false},
		{"LICENSE", "Licence", true},
		{"a.go", "package a", true},
		{"a.html", "words", true},
		{"a.HTM", "", true},
		{"a.xhtml", "", true},
		{"a.js", "alert(1)", true},
		{"a.xml", "<a/>", true},
		{"a.rss", "<rss/>", true},
		{"a.png", " \n<script>", true},
		{"noname", "\ufeff<!doctype html>", true},
		{"utf16", "\xff\xfe<\x00h\x00", true},
		{"a.svgz", "\x1f\x8b", true},
		{"a.svg", svg + `<path d="M0 0"/><style>path{fill:red}</style></svg>`, false},
		{"a.svg", `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">` + svg + `</svg>`, false},
		{"a.svg", svg + `<a xlink:href="https://example.org/"><text>x</text></a><use href="#p"/><image href="data:image/png;base64,AA"/></svg>`, false},
		{"a.svg", svg + `<animate attributeName="opacity" values="0;1"/></svg>`, false},
		{"a.svg", svg + `<metadata xmlns:i="http://www.inkscape.org/x" i:version="1"/></svg>`, false},
		{"a.svg", svg + `<script>alert(1)</script></svg>`, true},
		{"a.svg", svg + `<SCRIPT/></svg>`, true},
		{"a.svg", `<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script/></x:svg>`, true},
		{"a.svg", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, true},
		{"a.svg", svg + `<foreignObject/></svg>`, true},
		{"a.svg", svg + `<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x"/></svg>`, true},
		{"a.svg", svg + `<a href="java&#10;script:alert(1)"/></svg>`, true},
		{"a.svg", svg + `<a xlink:href=" JavaScript:alert(1)"/></svg>`, true},
		{"a.svg", svg + `<image href="data:image/svg+xml,x"/></svg>`, true},
		{"a.svg", svg + `<use href="data:text/html,x"/></svg>`, true},
		{"a.svg", svg + `<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a></svg>`, true},
		{"a.svg", svg + `<set attributeName="onclick" to="alert(1)"/></svg>`, true},
		{"a.svg", `<?xml-stylesheet href="x.xsl" type="text/xsl"?>` + svg + `</svg>`, true},
		{"a.svg", `<!DOCTYPE svg [<!ENTITY x "<script/>">]>` + svg + `&x;</svg>`, true},
		{"a.svg", `<?xml version="1.0" encoding="UTF-7"?>` + svg + `</svg>`, true},
		{"a.svg", `<?xml version='1.0' encoding='utf-8' ?>` + svg + `</svg>`, false},
		{"a.svg", `<?xml version="1.0" encoding = "Shift_JIS"?>` + svg + hidden + `</svg>`, true},
		{"a.svg", "<?xml version='1.0' encoding\n=\n'GBK'?>" + svg + hidden + `</svg>`, true},
		{"a.svg", `<?xml version='1.0' standalone='encoding="UTF-8"' encoding='GBK'?>` + svg + `</svg>`, true},
		{"a.svg", svg + `<path></svg>`, true},
		{"a.svg", "\xff\xfe<\x00s\x00", true},
		{"late.rng", strings.Repeat(" ", 4097) + page, true},
		{"late.xsd", strings.Repeat("\n", 5000) + page, true},
		{"late.png", strings.Repeat("\t", 1<<16) + page, true},
		{"a.rdf", "text", true},
		{"a.PNG", "\x89PNG", false},
		{"a.zip", "PK", false},
		{"a.mp4", "\x00\x00\x00\x18ftyp", false},
		{"a.png.html", "\x89PNG", true},
		{"empty.png", "", false},
		{"a.svg", svg + `<image href="https://example.org/x.png"/></svg>`, true},
		{"a.svg", svg + `<image href="x.png"/></svg>`, true},
		{"a.svg", svg + `<use href="other.svg#p"/></svg>`, true},
		{"a.svg", svg + `<image href="//example.org/x.png"/></svg>`, true},
		{"a.svg", svg + `<feImage href="http://example.org/x.png"/></svg>`, true},
		{"a.svg", svg + `<style>@import "http://example.org/x.css";</style></svg>`, true},
		{"a.svg", svg + `<style><![CDATA[@IMPORT 'x.css']]></style></svg>`, true},
		{"a.svg", svg + `<style>@im<!-- -->port "x.css"</style></svg>`, true},
		{"a.svg", svg + `<style>@im\70 ort "x.css"</style></svg>`, true},
		{"a.svg", svg + `<style>p{fill:url( "http://example.org/x")}</style></svg>`, true},
		{"a.svg", svg + `<style>p{fill:url(#a);mask:url(//example.org/x)}</style></svg>`, true},
		{"a.svg", svg + `<style>p{background:image-set("http://example.org/x" 1x)}</style></svg>`, true},
		{"a.svg", svg + `<style>p{fill:url(#a);background:url(data:image/png;base64,AA)}</style></svg>`, false},
		{"a.svg", svg + `<path style="fill:url(http://example.org/x)"/></svg>`, true},
		{"a.svg", svg + `<path fill="url(http://example.org/x#a)"/></svg>`, true},
		{"a.svg", svg + `<path fill="\75rl(http://example.org/x#a)"/></svg>`, true},
		{"a.svg", svg + `<path fill="url(#a)" transform="translate(1 2)"/></svg>`, false},
		{"a.svg", svg + `<set attributeName="fill" to="url(http://example.org/x#a)"/></svg>`, true},
		{"a.svg", svg + `<g xml:base="http://example.org/"/></svg>`, true},
		{"a.svg", svg + `<a href="#p" ping="http://example.org/"/></svg>`, true},
		{"a.svg", svg + `<i:x xmlns:i="http://www.inkscape.org/x" i:export="C:\a\b.png"/></svg>`, false},
	} {
		if why := Refusal(c.name, strings.NewReader(c.text)); (why != "") != c.refused {
			t.Errorf("%s with %q: %q", c.name, c.text[:min(len(c.text), 99)], why)
		}
	}
	big := svg + "<!--" + strings.Repeat("a", maxSVG) + "--></svg>"
	if Refusal("a.svg", strings.NewReader(big)) == "" {
		t.Error("an SVG file that was not read to its end is allowed")
	}
}
