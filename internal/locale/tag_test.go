package locale

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

func TestOpenGraph(t *testing.T) {
	for lang, want := range map[note.Lang]string{
		"ja": "ja_JP", "zh": "zh_CN", "zh-tw": "zh_TW", "en": "en_US", "ru": "ru_RU", "ko": "ko_KR", "pt-br": "pt_BR", "uk": "uk_UA", "eo": "eo", "?": "?",
	} {
		if got := OpenGraph(lang); got != want {
			t.Errorf("%s: %s, want %s", lang, got, want)
		}
	}
}
