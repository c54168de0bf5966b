package site_test

import (
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/internal/site"
)

// TestBegunCounts counts a translation as it is begun: a remark without words and a heading
// in the source's own are not translated, though the heading, of Chinese characters alone, is
// not taken for Japanese; what is in the language already says by itself what it was made
// from.
func TestBegunCounts(t *testing.T) {
	s := linkTexts(t, `
-- 1.29/n.ja.md --
---
title: い
sigs: [node]
---

## Feature

- 待つ動作が加わった。(#119026, @ann) [SIG Node]
  - :pencil: アルファ版です。

## 所感

感想です。
-- 1.29/n.en.md --
---
title: い
sigs: [node]
kind: changes
translates: n.ja.md
---

<!-- -->
## Feature

<!-- 待つ動作が加わった。 -->
- (#119026, @ann) [SIG Node]
  <!-- アルファ版です。 -->
  - :pencil:

<!-- ## 所感 -->
## 所感

<!-- 感想です。 -->
`, site.Options{})
	tr, ok := s.TranslationOf(s.Versions("1.29/n")[1])
	var got []site.PieceState
	for _, p := range tr.Pieces {
		got = append(got, p.State)
	}
	if want := []site.PieceState{site.TranslatedState, site.MissingState, site.MissingState, site.MissingState, site.MissingState}; !ok || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if tr.Blocks != 5 || tr.Translated != 1 || tr.Unrecorded != 0 {
		t.Errorf("%d blocks, %d translated, %d unrecorded; want 5, 1, 0", tr.Blocks, tr.Translated, tr.Unrecorded)
	}
}
