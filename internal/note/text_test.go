package note

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct {
		text Text
		want string
	}{
		{Text{{HTML: "<p>a <b>b</b>c</p><p>d</p>"}}, "a bc d"},
		{Text{{HTML: "&lt;b&gt; &amp; <code>x"}, {Ref: &Ref{Written: "KEP-1"}}, {HTML: "y</code>\n"}}, "<b> & xKEP-1y"},
		{Text{{HTML: `変更<sup><a href="#fn-1" id="fnref-1" role="doc-noteref">1</a></sup>。`}}, "変更。"},
		{Text{{HTML: `<li id="fn-1"><p>注 <a href="#fnref-1" role="doc-backlink">↩</a></p></li>`}}, "注"},
		{Text{{HTML: `<a title="&#34; role=&#34;doc-noteref&#34;">x</a>`}}, "x"},
		{Text{{HTML: "a<"}}, "a"},
		{nil, ""},
	} {
		if got := c.text.Plain(); got != c.want {
			t.Errorf("%v: got %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"", " a\t b\r\n", "変更\u3000と\u00a0x\u0085", "\xc2 \xa0\xe3\x80", "\u2028a\u200b b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := string(fold([]byte(s))), strings.Join(strings.Fields(s), " "); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	})
}

func TestBlank(t *testing.T) {
	kep := &Ref{Kind: KEP, ID: "127", Written: "KEP-127"}
	titled := &Ref{Kind: KEP, ID: "127", Written: "Support User Namespaces"}
	gate := &Ref{Kind: Gate, ID: "CSIMigration2", Written: "CSIMigration"}
	for _, c := range []struct {
		text Text
		want bool
	}{
		{nil, true},
		{Text{{HTML: "<p> </p>"}}, true},
		{Text{{Ref: kep}, {HTML: ": "}}, true},
		{Text{{Ref: kep}, {HTML: ": 説明"}}, false},
		{Text{{Ref: titled}}, false},
		{Text{{Ref: gate}}, false},
	} {
		if got := c.text.Blank(); got != c.want {
			t.Errorf("%q: blank is %t", c.text.Plain(), got)
		}
	}
}
