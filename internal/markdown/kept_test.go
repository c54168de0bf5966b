package markdown

import (
	"strings"
	"testing"
)

// TestKept checks that readers see content that an earlier version dropped without a message.
func TestKept(t *testing.T) {
	for src, want := range map[string]string{
		"- 変更です。 ![](pic.png) (#112599, @x) [SIG Node]":  `変更です。 <img src="pic.png" alt="" loading="lazy">`,
		"- ![](pic.png) (#112599, @x)":                   `<img src="pic.png" alt="" loading="lazy">`,
		"- [x](https://example.org/)":                    `<a href="https://example.org/" rel="external">x</a>`,
		"- [x] 済み":                                       `<input type="checkbox"`,
		"<iframe src=\"https://example.org/\"></iframe>": "&lt;iframe",
		"a <video src=x></video> b":                      "&lt;video",
		"<div><script>alert(1)</script>b</div>":          "<div>&lt;script",
	} {
		d := Parse([]byte(src), Options{Names: names(), RawHTML: true})
		got := show(d.RenderAll(d.Blocks, RenderOptions{DropAttribution: true}))
		if !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", src, got, want)
		}
		refused := strings.Contains(want, "&lt;")
		if warned := strings.Contains(diags(d), "is shown as text"); warned != refused {
			t.Errorf("%s: reported %t", src, warned)
		}
	}
}

func diags(d *Doc) string {
	var b strings.Builder
	for _, x := range d.Diags {
		b.WriteString(x.String() + "\n")
	}
	return b.String()
}
