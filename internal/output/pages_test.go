package output

import "testing"

func TestFindRefused(t *testing.T) {
	for _, c := range []struct {
		page string
		want int
	}{
		{"", -1},
		{`<a href="#ZgotmplZ">`, 8},
		{`ZgotmplZ #ZgotmplZ &#34;#ZgotmplZ`, -1}, // in the text of a note
		{`ZgotmplZ "#Zgotmpl <a href="#ZgotmplZ">`, 27},
		{`<a title="ZgotmplZ" href="#ZgotmplZ">`, 25},
		{`#ZgotmplZ`, -1},
		{`=#ZgotmplZ`, -1}, // in the text of a note
		{`<a title="x">href=#ZgotmplZ <a title="=#ZgotmplZ">`, -1},
		{`<a title="x" href=#ZgotmplZ>`, 17},
		{`=#ZgotmplZ <a href=#ZgotmplZ>`, 18},
	} {
		if got := findRefused([]byte(c.page)); got != c.want {
			t.Errorf("findRefused(%s) = %d, want %d", c.page, got, c.want)
		}
	}
}
