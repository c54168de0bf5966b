package source

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestUnmarked checks that a label is removed that the box of a remark shows anyway, and nothing else.
func TestUnmarked(t *testing.T) {
	for in, want := range map[string]string{
		"<p>Примечание: путь занял год.</p>":                     "<p>Путь занял год.</p>",
		"<p><strong>Примечание:</strong> В следующем релизе</p>": "<p>В следующем релизе</p>",
		"<blockquote>\n<p><strong>Примечание</strong>: да</p>":   "<blockquote>\n<p>Да</p>",
		"<p>补充说明：默认值不变。</p>":                                     "<p>默认值不变。</p>",
		"<p>補足: <code>kubelet</code> だけ</p>":                     "<p><code>kubelet</code> だけ</p>",
		"<p>Примечание</p>\n<p>следующий абзац</p>":              "<p>следующий абзац</p>",
		"<p>Remark: kubectl waits.</p>":                          "<p>kubectl waits.</p>",
		"<p>訳注: 原文のまま</p>":                                       "<p>訳注: 原文のまま</p>",
		"<p>Примечание переводчика: так в оригинале</p>":         "<p>Примечание переводчика: так в оригинале</p>",
		"<p>注意：升级前备份。</p>":                                       "<p>注意：升级前备份。</p>",
		"<p>（注：仅限 Windows）</p>":                                  "<p>（注：仅限 Windows）</p>",
		"<p>補足</p>":                                              "<p>補足</p>",
		"<p>補足:</p>":                                             "<p>補足:</p>",
		"<p>注目すべき変更</p>":                                         "<p>注目すべき変更</p>",
		"<p>Комментарий не нужен: всё ясно</p>":                  "<p>Комментарий не нужен: всё ясно</p>",
	} {
		if got := unmarked(note.Text{{HTML: in}})[0].HTML; got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
	ref := note.Text{{HTML: "<p>補足: "}, {Ref: &note.Ref{Kind: note.KEP, ID: "127"}}, {HTML: "</p>"}}
	if got := unmarked(ref); len(got) != 3 || got[0].HTML != "<p>" || ref[0].HTML != "<p>補足: " {
		t.Errorf("before a reference: %v of %v", got, ref)
	}
}
