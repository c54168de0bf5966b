package site_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/site"
)

// TestBegunCounts checks a new translation. An empty remark and a heading equal to its source are
// not translated. A heading of Chinese characters is not detected as Japanese. Text in the language
// of the translation needs no recorded source.
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

// TestKeptAsCited checks that a translation may keep quotations in other languages, and English
// terms for kinds and stages.
func TestKeptAsCited(t *testing.T) {
	s := linkTexts(t, `
-- 1.29/n.ru.md --
---
title: Обзор
kind: overview
---

## Узлы

### Alpha

#### In-Place Update of Pod Resources

#1287; KEP

Ресурсы пода меняются на месте.

### Новое в узлах

Ещё одно предложение остаётся как есть.
-- 1.29/n.ja.md --
---
title: 概要
kind: overview
translates: n.ru.md
---

## ノード

### Alpha

#### In-Place Update of Pod Resources

#1287; KEP

Podの資源をその場で変えられます。

### Новое в узлах

Ещё одно предложение остаётся как есть.
-- 1.29/m.en.md --
---
title: M
kind: changes
---

## Feature

- It waits. (#110001, @mona)

## First impressions

### Graduated to Stable
-- 1.29/m.ja.md --
---
title: あ
kind: changes
translates: m.en.md
---

## Feature

- 待ちます。 (#110001, @mona)

## First impressions

### Graduated to Stable
-- 1.29/c.zh.md --
---
title: 甲
kind: changes
---

<!-- ## Feature -->
## Feature

<!-- ## Some impressions -->
## Some impressions

<!-- It waits. -->
- 它会等待。 (#110001, @mona)
`, site.Options{})
	for name, want := range map[string][]site.PieceState{
		// Alpha and Feature count as translated, the title of the KEP does not count
		"1.29/n.ja": {site.TranslatedState, site.TranslatedState, site.NeutralState, site.TranslatedState, site.MissingState, site.MissingState},
		"1.29/m.ja": {site.TranslatedState, site.TranslatedState, site.MissingState, site.TranslatedState},
		"1.29/c.zh": {site.TranslatedState, site.MissingState, site.TranslatedState},
	} {
		tr, ok := s.TranslationOf(version(t, s, name))
		var got []site.PieceState
		for _, p := range tr.Pieces {
			got = append(got, p.State)
		}
		if !ok || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestRealTitlesKept checks the Russian overview. If every line with Russian words is translated
// and the others, mostly English KEP titles, are kept, nothing is missing.
func TestRealTitlesKept(t *testing.T) {
	file := filepath.Join(realNotes, "1.27", "overview.ru.md")
	ru, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("no real note at %s", file)
	}
	lines := strings.Split(string(ru), "\n")
	head := slices.Index(lines[1:], "---") + 2
	var ja []string
	for _, l := range lines[head:] {
		sign := l[:len(l)-len(strings.TrimLeft(l, "#- "))]
		if strings.ContainsFunc(l, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) && !strings.HasPrefix(l, "```") {
			ja = append(ja, "<!-- "+strings.ReplaceAll(l, "-->", "--&gt;")+" -->")
			l = sign + "ここに訳があります。"
		}
		ja = append(ja, l)
	}
	s := linkTexts(t, "-- 1.27/o.ru.md --\n"+string(ru)+"-- 1.27/o.ja.md --\n---\ntitle: 概要\nrelease: \"1.27\"\ntranslates: o.ru.md\n---\n"+strings.Join(ja, "\n"), site.Options{})
	tr, ok := s.TranslationOf(version(t, s, "1.27/o.ja"))
	kept := 0
	for _, p := range tr.Pieces {
		if p.State == site.NeutralState && p.Source != nil && p.Source.Lang == "en" {
			kept++
		}
		if p.State == site.MissingState {
			t.Errorf("missing: %s", p.Source.Text.Plain())
		}
	}
	t.Logf("%d blocks, %d translated, %d uncertain, %d kept in English", tr.Blocks, tr.Translated, tr.Uncertain, kept)
	if !ok || kept != 35 || tr.Translated != 160 {
		t.Errorf("%d translated, %d kept, want 160 and 35", tr.Translated, kept)
	}
}

// TestListsItemByItem checks that items with one source comment each, as on kubernetes.io, are
// paired with the items of one list in the source.
func TestListsItemByItem(t *testing.T) {
	const en = "-- 1.29/p.en.md --\n---\ntitle: P\nkind: talk\ntranslates: p.ja.md\n---\n\n<!-- 前です。 -->\nBefore.\n\n" +
		"<!-- 一つ目の話です。 -->\n* The first.\n\n<!-- 二つ目の話です。 -->\n* The second.\n  <!-- 細かい話です。 -->\n  * A detail.\n\n" +
		"<!-- 三つ目の話です。 -->\n* The third.\n\n<!-- 後です。 -->\nAfter.\n"
	const head = "-- 1.29/p.ja.md --\n---\ntitle: あ\nkind: talk\n---\n\n前です。\n\n"
	for name, tt := range map[string]struct {
		ja    string
		stale int
	}{
		"close":    {"- 一つ目の話です。\n- 二つ目の話です。\n  - 細かい話です。\n- 三つ目の話です。\n", 0},
		"wide":     {"- 一つ目の話です。\n\n- 二つ目の話です。\n  - 細かい話です。\n\n- 三つ目の話です。\n", 0},
		"reworded": {"- 一つ目の話です。\n- 二つ目の話でした。\n  - 細かい話です。\n- 三つ目の話です。\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := linkTexts(t, head+tt.ja+"\n後です。\n"+en, site.Options{})
			n := version(t, s, "1.29/p.en")
			tr, _ := s.TranslationOf(n)
			if tr.Blocks != 3 || tr.Translated != 3 || tr.Stale != tt.stale || tr.Unrecorded != 0 || len(tr.Pieces) != 3 {
				t.Errorf("got %d blocks, %d translated, %d stale, %d unrecorded, %d pieces", tr.Blocks, tr.Translated, tr.Stale, tr.Unrecorded, len(tr.Pieces))
			}
		})
	}
}
