package crawl

import (
	"runtime"
	"strings"
	"testing"
)

// inPieces is a feed whose text comes in as many pieces as there are comments in it.
func inPieces(n int) []byte {
	return []byte("<feed><title>" + strings.Repeat("x<!---->", n) + "</title></feed>")
}

// TestTreeText: the text of an element is that between its children and comments, in order.
func TestTreeText(t *testing.T) {
	root, err := parseXML([]byte(`<a>1<b>2<!-- no -->3<c/>4</b>5<![CDATA[6<]]>&lt;</a>`))
	if err != nil || root.text != "156<<" || root.said("b") != "234" || len(root.children[0].all("c")) != 1 {
		t.Errorf("%+v, %v", root, err)
	}
	root, err = parseXML(inPieces(5))
	if err != nil || root.said("title") != "xxxxx" {
		t.Errorf("%+v, %v", root, err)
	}
}

// TestTreeIsLinear: four times the pieces take about four times the memory, and not sixteen
// times as where each piece copies those before it: 20,000 pieces took 205 MB so.
func TestTreeIsLinear(t *testing.T) {
	taken := func(n int) float64 {
		src := inPieces(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if root, err := parseXML(src); err != nil || len(root.said("title")) != n {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	if small, large := taken(5_000), taken(20_000); large > 6*small {
		t.Errorf("5,000 pieces take %.0f bytes, 20,000 take %.0f", small, large)
	}
}
