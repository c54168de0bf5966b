package fragment

import "testing"

func TestLinkWords(t *testing.T) {
	for _, c := range []struct{ made, words, want string }{
		{"on In-Place Update here", "In-Place Update", `on <a href="k/">In-Place Update</a> here`},
		{`<a href="x">A B C</a> A B C A B C`, "A B C", `<a href="x">A B C</a> <a href="k/">A B C</a> A B C`},
		{`<em title="A B">A</em> B`, "A B", `<em title="A B">A</em> B`},
		{"A &amp; B", "A &amp; B", `<a href="k/">A &amp; B</a>`},
		{"<code>A B</code>", "A B", "<code>A B</code>"},
		{`<code lang=en>A B</code> A B`, "A B", `<code lang=en>A B</code> <a href="k/">A B</a>`},
		{"<b>A B", "A B", `<b><a href="k/">A B</a>`},
		{"A <b", "A B", "A <b"},
		{"A B", "", "A B"},
		{"", "A B", ""},
	} {
		if got := linkWords(c.made, c.words, "k/"); got != c.want {
			t.Errorf("%s: %s, want %s", c.made, got, c.want)
		}
	}
}
