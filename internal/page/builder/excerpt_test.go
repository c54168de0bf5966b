package builder

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("前の文が続く。", 30) + "ここで KEP-127 の話。" + strings.Repeat("後の文も続く。", 40)
	got := excerpt(long, "KEP-127")
	if !strings.HasPrefix(got, "…前の文が続く。") || !strings.Contains(got, "ここで KEP-127 の話。") || !strings.HasSuffix(got, "後の文も続く…") {
		t.Error(got)
	}
	for _, tt := range []struct{ words, name, want string }{
		{"short KEP-1 text", "KEP-1", "short KEP-1 text"},
		{"no such name", "KEP-1", "no such name"},
		{"", "KEP-1", ""},
		{strings.Repeat("x", 200), "", strings.Repeat("x", 160) + "…"},
		{strings.Repeat("あ", 155) + "--node-ip と", "", strings.Repeat("あ", 155) + "…"},
		{"--node-ip" + strings.Repeat("あ", 76) + "KEP-1", "KEP-1", "…" + strings.Repeat("あ", 76) + "KEP-1"},
	} {
		if got := excerpt(tt.words, tt.name); got != tt.want {
			t.Errorf("%q: %q", tt.words, got)
		}
	}
}

func TestBeginningKeepsWords(t *testing.T) {
	for words, want := range map[string]string{
		"更新されたkubelet": "更新された…",
		"ノードの更新について話す": "ノードの更新…",
	} {
		if got := beginning(words, 13); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
