package builder

import (
	"html/template"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/view"
)

func tableOf(lines ...string) string {
	row := func(line, el, attr string) string {
		var b strings.Builder
		for c := range strings.SplitSeq(line, "|") {
			b.WriteString("<" + el + attr + ">" + strings.TrimSpace(c) + "</" + el + ">")
		}
		return "<tr>" + b.String() + "</tr>\n"
	}
	var body strings.Builder
	for _, l := range lines[1:] {
		body.WriteString(row(l, "td", ""))
	}
	return `<div class="scroll" role="article" aria-label="x" tabindex="0"><table>` + "\n<thead>\n" + row(lines[0], "th", ` scope="col"`) + "</thead>\n<tbody>\n" + body.String() + "</tbody>\n</table></div>\n"
}

func pairOf(a, b string) *view.Pair {
	return &view.Pair{Class: "prose", Self: "ja", A: view.Rich{HTML: template.HTML(a)}, B: []view.Counterpart{{Rich: view.Rich{HTML: template.HTML(b), Lang: "en"}}}}
}

func TestTwoTablesBecomeOne(t *testing.T) {
	gate := `<a href="../gates/X/"><code>X</code></a>`
	a := tableOf("機能|ゲート", `<a class="term" href="../glossary/#pod">Pod</a>|`+gate, `待ち <code lang=en>--w</code>|GA`)
	b := tableOf("Feature|ゲート", "Pod|"+gate, "waiting <code>--w</code>|GA")
	p := pairOf(a, b)
	mergePair(p)
	want := strings.NewReplacer(
		"機能", `<span class="a">機能</span> <span class="b" lang="en">Feature</span>`,
		`待ち <code lang=en>--w</code>`, `<span class="a">待ち <code lang=en>--w</code></span> <span class="b" lang="en">waiting <code>--w</code></span>`,
	).Replace(strings.TrimSpace(a))
	if diff := cmp.Diff(want, string(p.Table)); diff != "" {
		t.Error(diff)
	}
}

// TestTablesStayTwo checks that tables are not merged if their rows may not correspond.
func TestTablesStayTwo(t *testing.T) {
	machine := pairOf(tableOf("a|b", "x|KEP-1"), tableOf("c|d", "y|KEP-1"))
	machine.Machine = "made by a machine"
	official := pairOf(tableOf("a|b", "x|KEP-1"), tableOf("c|d", "y|KEP-1"))
	official.B[0].From = "official"
	for name, p := range map[string]*view.Pair{
		"a row more":                        pairOf(tableOf("a|b", "x|1"), tableOf("c|d", "y|1", "z|2")),
		"a column more":                     pairOf(tableOf("a|b", "x|1"), tableOf("c|d|e", "y|1|2")),
		"rows in another order":             pairOf(tableOf("a|b", "x|KEP-1", "z|KEP-2"), tableOf("c|d", "z|KEP-2", "x|KEP-1")),
		"rows that nothing names":           pairOf(tableOf("a|b", "りんご|赤"), tableOf("c|d", "banana|yellow")),
		"other code":                        pairOf(tableOf("a|b", "<code>x</code>|同じ"), tableOf("c|d", "<code>y</code>|same")),
		"no table beside":                   pairOf(tableOf("a|b", "x|1"), "<p>x 1</p>"),
		"more than a table":                 pairOf(tableOf("a|b", "x|1")+"<p>x</p>", tableOf("a|b", "y|1")+"<p>x</p>"),
		"a program made one":                machine,
		"the other side is somebody else's": official,
	} {
		was := p.A
		if mergePair(p); p.Table != "" || p.Next != nil || p.Shared != "" || p.A != was {
			t.Errorf("%s: became %q, %q, %q", name, p.Table, p.Shared, p.A.HTML)
		}
	}
}

func TestCodeIsSharedWithinAPair(t *testing.T) {
	const code, other = "<pre tabindex=\"0\"><code>x: <wbr>1\n</code></pre>\n", "<pre tabindex=\"0\"><code class=\"language-go\">y</code></pre>\n"
	for _, c := range []struct{ name, a, b, want string }{
		{"behind", "<p>あ</p>\n" + code, "<p>a</p>\n" + code, "あ|a|1"},
		{"between", "<p>あ</p>\n" + code + "<p>い</p>\n" + other, "<p>a</p>\n" + code + "<p>b</p>\n" + other, "あ|a|1;い|b|1"},
		{"between, and words behind", "<p>あ</p>\n" + code + "<p>い</p>\n", "<p>a</p>\n" + code + "<p>b</p>\n", "あ|a|1;い|b|0"},
		{"its language said", "<p>あ</p>\n" + strings.Replace(code, "<code>", `<code lang=en>`, 1), "<p>a</p>\n" + code, "あ|a|1"},
		{"other code", "<p>あ</p>\n" + code, "<p>a</p>\n" + other, "あ x: 1|a y|0"},
		{"code on one side", "<p>あ</p>\n" + code, "<p>a</p>\n", "あ x: 1|a|0"},
		{"before all words", code + "<p>あ</p>\n", code + "<p>a</p>\n", "x: 1 あ|x: 1 a|0"},
		{"words on one side", "<p>あ</p>\n" + code + "<p>い</p>\n", "<p>a</p>\n" + code, "あ x: 1 い|a x: 1|0"},
		{"within a list", "<ul><li>あ\n" + code + "</li></ul>", "<ul><li>a\n" + code + "</li></ul>", "あ x: 1|a x: 1|0"},
	} {
		p := pairOf(c.a, c.b)
		mergePair(p)
		var got []string
		for ; p != nil; p = p.Next {
			shared := "0"
			if p.Shared != "" {
				shared = "1"
			}
			words := func(r view.Rich) string { return strings.Join(strings.Fields(plainWords(string(r.HTML))), " ") }
			got = append(got, words(p.A)+"|"+words(p.B[0].Rich)+"|"+shared)
		}
		if s := strings.Join(got, ";"); s != c.want {
			t.Errorf("%s: got %s, want %s", c.name, s, c.want)
		}
	}
}

// TestNearby checks that unchanged text is shortened at the end away from the change, between words if
// possible.
func TestNearby(t *testing.T) {
	x, words := strings.Repeat("あ", 181), strings.Repeat("word ", 40)
	for _, c := range []struct {
		name     string
		was, got []align.Edit
	}{
		{"short", []align.Edit{{Op: align.Keep, Text: x[3:]}, {Op: align.Add, Text: "い"}}, []align.Edit{{Op: align.Keep, Text: x[3:]}, {Op: align.Add, Text: "い"}}},
		{"before, between and behind", []align.Edit{{Op: align.Keep, Text: x}, {Op: align.Cut, Text: x}, {Op: align.Keep, Text: x}, {Op: align.Add, Text: "い"}, {Op: align.Keep, Text: x}},
			[]align.Edit{{Op: align.Keep, Text: "… " + x[:180]}, {Op: align.Cut, Text: x}, {Op: align.Keep, Text: x[:180] + " … " + x[:180]}, {Op: align.Add, Text: "い"}, {Op: align.Keep, Text: x[:180] + " …"}}},
		{"between words", []align.Edit{{Op: align.Add, Text: "a"}, {Op: align.Keep, Text: " a" + words}}, []align.Edit{{Op: align.Add, Text: "a"}, {Op: align.Keep, Text: " a" + words[:54] + " …"}}},
	} {
		if diff := cmp.Diff(c.got, nearby(c.was)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// FuzzKnit checks that merging a pair loses no text.
func FuzzKnit(f *testing.F) {
	f.Add("<p>a</p><pre>x</pre>", "<p>b</p><pre>x</pre>")
	f.Add(tableOf("a|b", "x|1"), tableOf("c|d", "y|1"))
	f.Add("<pre>x</pre></p>", "<pre>x</pre></p>")
	f.Fuzz(func(t *testing.T, a, b string) {
		p := pairOf(a, b)
		mergePair(p)
		made := string(p.Table)
		for q := p; q != nil && p.Table == ""; q = q.Next {
			made += string(q.A.HTML + q.Shared)
		}
		strip := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if p.Table == "" && strip(made) != strip(a) {
			t.Errorf("%q became %q", a, made)
		}
		for _, m := range cellForm.FindAllStringSubmatch(a, -1) {
			if !strings.Contains(made, m[3]) {
				t.Errorf("cell %q is missing in %q", m[3], made)
			}
		}
	})
}
