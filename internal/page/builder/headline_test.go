package builder

import (
	"html/template"
	"testing"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

func TestHeadline(t *testing.T) {
	for in, want := range map[string]string{
		"<p>Give terminal phase. In particular, assign.</p>":                        "<p><b>Give terminal phase.</b> In particular, assign.</p>",
		"<p>One.</p><p>Two.</p>":                                                    "<p><b>One.</b></p><p>Two.</p>",
		"<p>Flag <code>a. B</code> is gone, e.g. Old. Use <a href=\"x\">b</a>.</p>": "<p><b>Flag <code>a. B</code> is gone, e.g. Old.</b> Use <a href=\"x\">b</a>.</p>",
		"<p>Since v1.27 only. <code>x</code></p>":                                   "<p><b>Since v1.27 only.</b> <code>x</code></p>",
		"<p>対応が必要です。このフラグは削除されました。代わりに</p>":                                         "<p><b>対応が必要です。このフラグは削除されました。</b>代わりに</p>",
		"<ul><li>A. B</li></ul>":                                                    "<ul><li>A. B</li></ul>",
		"<p>ControlPlane<wbr>Mode. C<br>d</p>":                                      "<p><b>ControlPlane<wbr>Mode.</b> C<br>d</p>",
	} {
		if got := Headline(template.HTML(in)); string(got) != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestTidied(t *testing.T) {
	for in, want := range map[string]string{
		"<p>ACTION REQUIRED:</p><p>Removed the flag.</p>":               "<p>Removed the flag.</p>",
		"<p>ACTION REQUIRED: removed the flag.</p>":                     "<p>Removed the flag.</p>",
		"<p>[Action Required] CSI drivers</p>":                          "<p>CSI drivers</p>",
		"<p>ACTION REQUIRED:\n<code>kcm</code>: Renamed.</p>":           "<p><code>kcm</code>: Renamed.</p>",
		"<p>Action required for the custom scheduler developers.</p>":   "<p>Action required for the custom scheduler developers.</p>",
		"<p><strong>ACTION REQUIRED</strong> for plugin developers</p>": "<p><strong>ACTION REQUIRED</strong> for plugin developers</p>",
		"<p>'The gate was removed.'</p>":                                "<p>The gate was removed.</p>",
		"<p>'a' or 'b'.</p>":                                            "<p>'a' or 'b'.</p>",
	} {
		if got := tidied(in, true); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
	if in := "<p>ACTION REQUIRED: x</p>"; tidied(in, false) != in {
		t.Error("the text of a note that is not urgent has changed")
	}
}

func TestSource(t *testing.T) {
	for in, want := range map[string]string{
		"ACTION REQUIRED:\n\nremoved the flag.":         "Removed the flag.",
		"[Action Required] CSI drivers":                 "CSI drivers",
		"**ACTION REQUIRED** for plugin developers:\nx": "**ACTION REQUIRED** for plugin developers:\nx",
		"Act on it.": "Act on it.",
	} {
		if got := Source(&upstream.ReleaseNote{Text: in, Urgent: true}); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
