package markdown

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// luminance returns the relative luminance of #rrggbb (WCAG 2.2).
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(v uint64) float64 {
		c := float64(v&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(n>>16) + 0.7152*channel(n>>8) + 0.0722*channel(n)
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// TestContrast checks that every colour meets AA on page and code background.
func TestContrast(t *testing.T) {
	papers := map[string][]string{"light": {"#fbf9f4", "#f3efe6"}, "dark": {"#16150f", "#1e1c16"}}
	for _, p := range palette {
		for scheme, colour := range map[string]string{"light": p.light, "dark": p.dark} {
			for _, paper := range papers[scheme] {
				if c := contrast(t, colour, paper); c < 7 {
					t.Errorf("%s, %s on %s: contrast %.2f", p.class, colour, paper, c)
				}
			}
		}
	}
}

func TestClasses(t *testing.T) {
	css := string(HighlightCSS())
	h := NewHighlighter()
	for language, code := range map[string]string{
		"go":   "// c\npackage a\nfunc f(x int) string { return \"s\" + 'c' + 0x1F }\n@x",
		"yaml": "a: b # c\nn: 1\nt: true\ns: \"x\"\n- &a *b\n",
		"diff": "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n",
		"sh":   "$ echo $HOME 'a' | grep -v \"b\" # c\n",
		"html": "<a href='x'>&amp;</a><!-- c -->",
		"json": `{"a": [1, true, null, "s"]}`,
	} {
		out := h.HTML(language, code)
		if !strings.Contains(out, "hl-") {
			t.Errorf("%s has no colour: %s", language, out)
		}
		if bad := unbalanced(out); bad != "" {
			t.Errorf("%s: %s", language, bad)
		}
		for _, part := range strings.Split(out, `class="`)[1:] {
			class, _, _ := strings.Cut(part, `"`)
			if !strings.Contains(css, fmt.Sprintf(".%s{", class)) {
				t.Errorf("%s: no rule for %s", language, class)
			}
		}
	}
	if len(css) > 1500 {
		t.Errorf("the style sheet has %d bytes", len(css))
	}
}

func TestSlug(t *testing.T) {
	for words, want := range map[string]string{
		"API Change(s)":          "api-changes",
		"API变动":                  "api变动",
		"Узлы и сеть":            "узлы-и-сеть",
		"か\u3099 — ガ":            "が-ガ",
		"  1.27 の 変更点！ ":         "127-の-変更点",
		"!?":                     "",
		"snake_case--and – dash": "snake_case-and-dash",
	} {
		if got := Slug(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestColourable(t *testing.T) {
	for name, code := range map[string]string{
		"long":  strings.Repeat("a: b\n", maxCode/5+1),
		"line":  "a: " + strings.Repeat("b", maxLine),
		"blank": "a:" + strings.Repeat("\n", maxBlank+1) + "b",
	} {
		if out := NewHighlighter().HTML("yaml", code); out != escape(code) {
			t.Errorf("%s: coloured", name)
		}
	}
	block := "```yaml\n" + strings.Repeat("a: b\n", 3000) + "```\n\n"
	d := Parse([]byte(strings.Repeat(block, 20)), Options{})
	html := show(d.RenderAll(d.Blocks, RenderOptions{}))
	if n := strings.Count(html, `<span class="hl-a">`); n != maxColour/15000*3000 {
		t.Errorf("%d keys are coloured", n)
	}
}
