package build

import (
	"strings"
	"testing"
	"testing/fstest"
)

const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">`

// TestRuns: what a browser would run beside a note is known by its name or its bytes, and
// drawings as people make them are none of it.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		name, text string
		runs       bool
	}{
		{"a.png", "\x89PNG", false},
		{"a.pdf", "%PDF-1.7", false},
		{"a.txt", "<b>plain</b>", false},
		{"a.yaml", "a: <b>", false},
		{"LICENSE", "Licence", false},
		{"a.go", "package a // <script>", false},
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
		{"a.svg", svg + `<path></svg>`, true},
		{"a.svg", "\xff\xfe<\x00s\x00", true},
	} {
		if why := runs(fstest.MapFS{c.name: {Data: []byte(c.text)}}, c.name); (why != "") != c.runs {
			t.Errorf("%s with %q: %q", c.name, c.text, why)
		}
	}
	big := svg + "<!--" + strings.Repeat("a", maxDrawing) + "--></svg>"
	if runs(fstest.MapFS{"a.svg": {Data: []byte(big)}}, "a.svg") == "" {
		t.Error("a drawing is not looked through to its end, and taken")
	}
	if why := runs(fstest.MapFS{}, "gone.html"); why != "" {
		t.Error(why)
	}
}
