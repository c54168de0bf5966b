package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

func TestStaleOf(t *testing.T) {
	const source = `
-- 1.27/a.ja.md --
---
title: あ
kind: changes
---

## Feature

- ノードの設定を読み込むときに
  エラーを返すようになりました。 (#110001, @mona)
- 消えたボリュームを、すぐに再試行します。 (#110002, @mona)
- 三番目。 (#110003, @mona)
-- 1.27/a.en.md --
---
title: A
kind: changes
translates: a.ja.md
---

## Feature

`
	const changes = "-- 1.27/a.ja.md --\n---\ntitle: あ\nkind: %s\n---\n\n## Feature\n\n"
	for _, tt := range []struct {
		name, note, files string
		want              []string
	}{
		{"wrapped and spaced anew", "1.27/a.en", source + "<!--\nノードの設定を読み込むときにエラーを返すようになりました。\n-->\n- It returns an error. (#110001, @mona)\n", nil},
		{"reworded", "1.27/a.en", source + "<!-- 消えたボリュームを再試行します。 -->\n- It retries. (#110002, @mona)\n", []string{"It retries.: 消えたボリュームを再試行します。 -> 消えたボリュームを、すぐに再試行します。"}},
		{"the comment is today's, and the mark stands", "1.27/a.en", source + "<!-- 三番目。 -->\n<!-- kawaraban-stale\n二番目。\n-->\n- It is the second. (#110003, @mona)\n", []string{"It is the second.: 二番目。 -> 三番目。"}},
		{"nothing recorded", "1.27/a.en", source + "- It retries. (#110002, @mona)\n", nil},
		{"a comment in another language than the source's", "1.27/a.en", source + "<!-- Теперь он снова пробует. -->\n- It retries. (#110002, @mona)\n", nil},
		{"the source is gone", "1.27/a.en", source + "<!-- 四番目は、もうここにありません。 -->\n- It is gone. (#110004, @mona)\n", nil},
		{"official English as it is", "1.27/a.ja", fmt.Sprintf(changes, "changes") + "<!--\nAdded a\nthing.\n-->\n- 加えた。 (#100002, @mona)\n", nil},
		{"official English reworded", "1.27/a.ja", fmt.Sprintf(changes, "changes") + "<!-- Added the thing. -->\n- 加えた。 (#100002, @mona)\n", []string{"加えた。: Added the thing. -> Added a thing."}},
		{"not yet written", "1.27/a.ja", fmt.Sprintf(changes, "changes") + "<!-- Added the thing. -->\n- (#100002, @mona)\n", nil},
		{"two pull requests", "1.27/a.ja", fmt.Sprintf(changes, "changes") + "<!-- Added the thing. -->\n- 加えた。 (#100002, #100003, @mona)\n", nil},
		{"no official note", "1.27/a.ja", fmt.Sprintf(changes, "changes") + "<!-- Added the thing. -->\n- 加えた。 (#110002, @mona)\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := linkTexts(t, tt.files, site.Options{})
			n := version(t, s, tt.note)
			var got []string
			for b := range n.All {
				if st := s.StaleOf(n, b); st != nil {
					got = append(got, fmt.Sprintf("%s: %s -> %s", st.Block.Text.Plain(), st.Was.Plain(), st.Now.Plain()))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTranslationCounts checks that text equal to its source is not translated, that blocks without
// language are not counted, and that machine translations are reported.
func TestTranslationCounts(t *testing.T) {
	const files = `
-- talks/x.ja.md --
---
title: あ
kind: talk
---

## ノードについての話

ノードの設定を KEP-127 から読み込みます。

` + "```\ncode\n```" + `

KEP-127

| ` + "`--flag`" + ` | 1 |
|---|---|

ボリュームの話は KEP-753 にあります。

まだ訳されていない段落です。
-- talks/x.en.md --
---
title: A
translates: x.ja.md
---

<!-- ## ノードについての話 -->
## A talk on nodes

<!-- ノードの設定を KEP-127 から読み込みます。 -->
<!-- kawaraban-machine -->
It reads the configuration of the node from KEP-127.

` + "```\ncode\n```" + `

KEP-127

| ` + "`--flag`" + ` | 1 |
|---|---|

ボリュームの話は KEP-753 にあります。
-- log/y.zh.md --
---
title: 甲
kind: log
---

## 2023-04-08

<!-- The kubelet reads its configuration at once. -->
- kubelet 立即读取其配置。
- 没有来源。
`
	s := linkTexts(t, files, site.Options{})
	var got []string
	for _, tr := range s.Translations() {
		var states []string
		for _, p := range tr.Pieces {
			states = append(states, string(p.State))
		}
		got = append(got, fmt.Sprintf("%s.%s from %s: %d = %d + %d, stale %d, machine %d, unrecorded %d: %s", tr.Note.ID, tr.Note.Lang, tr.From,
			tr.Blocks, tr.Translated, tr.Missing, tr.Stale, tr.Machine, tr.Unrecorded, strings.Join(states, " ")))
	}
	want := []string{
		"log/y.zh from en: 1 = 1 + 0, stale 0, machine 0, unrecorded 0: neutral translated own",
		"talks/x.en from ja: 4 = 2 + 2, stale 0, machine 1, unrecorded 0: translated machine neutral neutral neutral missing missing",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnchors(t *testing.T) {
	const files = `
-- 1.27/a.ja.md --
---
title: あ
kind: changes
---

## KEP-127 の一覧 {#list}

KEP-127 の話です。

## Feature

- 一つ。 (#110001, @mona)
- 二つ。 (#110002, @mona)
-- 1.27/a.en.md --
---
title: A
kind: changes
translates: a.ja.md
---

## A list on KEP-127

On KEP-127.

## Feature

- One. (#110001, @mona) {#first}
- Two. (#110002, @mona)
- Three. (#110003, @mona) {#list}
- Four. (#110004, @mona)
-- 1.27/b.ru.md --
---
title: Б
kind: changes
---

[там](a.en.md#kep-127), [и там](a.en.md#list), [и тут](a.ja.md#nowhere)
`
	s := linkTexts(t, files, site.Options{})
	ja, en := version(t, s, "1.27/a.ja"), version(t, s, "1.27/a.en")
	taken := map[note.BlockID]string{}
	for _, n := range []*note.Note{ja, en} {
		seen := map[note.BlockID]bool{}
		for b := range n.All {
			id := s.Anchor(n, b)
			if id == "" {
				continue
			}
			if seen[id] {
				t.Errorf("%s has %s twice", n.Path, id)
			}
			seen[id] = true
			taken[id] = b.Text.Plain()
		}
	}
	var got []string
	for b := range en.All {
		if id := s.Anchor(en, b); id != "" {
			got = append(got, fmt.Sprintf("%s %s", id, b.Text.Plain()))
		}
	}
	want := []string{"list A list on KEP-127", "feature Feature", "pr-110001 One.", "pr-110002 Two.", "list-2 Three.", "pr-110004 Four."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for place, want := range map[string]string{
		"kep-127": "list", "list": "list", "first": "pr-110001", "pr-110004": "pr-110004", "nowhere": "nowhere", "": "",
	} {
		if at := s.Place("1.27/a", place); at != want {
			t.Errorf("%s links to %s, want %s", place, at, want)
		}
	}
	if at := s.PlaceIn(en, "list"); at != "list-2" {
		t.Errorf("the list in English links to %s", at)
	}
}

func TestPick(t *testing.T) {
	machine := "\n<!-- kawaraban-machine -->\nText.\n"
	head := func(lang string) string { return "-- talks/x." + lang + ".md --\n---\ntitle: X\nkind: talk\n---\n" }
	of := func(lang string) string {
		return strings.Replace(head(lang), "kind: talk\n", "kind: talk\ntranslates: x.ja.md\n", 1)
	}
	begun := of("ru") + "\n<!-- ## 所感 -->\n## 所感\n\n<!-- 話です。 -->\n"
	slides := func(a, b string) string {
		return "\n## " + a + "\n\n![](a.png)\n\n## " + b + "\n\n![](b.png)\n"
	}
	all := head("ja") + "\n話です。\n" + head("en") + machine + head("zh") + "\n文字。\n"
	for _, tt := range []struct {
		name, files string
		fallback    map[note.Lang][]note.Lang
		want        string // for readers of en, ja, ru, zh
	}{
		{"English is made by a machine", all, nil, "ja ja ja zh"},
		{"a chain", all, map[note.Lang][]note.Lang{"ru": {"en", "zh"}, "en": {"zh"}}, "zh ja zh zh"},
		{"chains that name each other", all, map[note.Lang][]note.Lang{"ru": {"zh"}, "zh": {"ru"}}, "ja ja zh zh"},
		{"no fallback", all, map[note.Lang][]note.Lang{"ru": {}}, "ja ja ja zh"},
		{"begun", head("ja") + "\n話です。\n" + begun, nil, "ja ja ja ja"},
		{"begun, and a machine's", head("ja") + "\n話です。\n" + begun + head("zh") + machine, nil, "ja ja ja ja"},
		{"begun, in a chain", head("ja") + "\n話です。\n" + begun + head("en") + "\nText.\n", map[note.Lang][]note.Lang{"zh": {"ru"}}, "en ja en ja"},
		{"one word of it written", head("ja") + "\n話です。\n\n続きです。\n" + begun + "\nСлово.\n", nil, "ja ja ru ja"},
		{"headings and slides", head("ja") + slides("所感", "質問") + of("ru") + slides("Впечатления", "質問"), nil, "ja ja ru ja"},
		{"headings and slides as they are", head("ja") + slides("所感", "質問") + of("ru") + slides("所感", "質問"), nil, "ja ja ja ja"},
		{"of nothing but code", head("ja") + "\n```sh\nls\n```\n" + of("ru") + "\n```sh\nls\n```\n", nil, "ja ja ru ja"},
		{"a human's in part", head("ja") + "\n話です。\n" + head("en") + machine + "\nAnother.\n", map[note.Lang][]note.Lang{"en": {"ja"}}, "en ja en en"},
	} {
		s := linkTexts(t, tt.files, site.Options{Fallback: tt.fallback})
		var got []string
		for _, l := range []note.Lang{"en", "ja", "ru", "zh"} {
			got = append(got, string(s.Pick("talks/x", l).Lang))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}
