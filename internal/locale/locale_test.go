package locale

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

func own(t *testing.T) *Set {
	t.Helper()
	s, ds, err := Load(os.DirFS("../../templates/languages"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range ds {
		t.Errorf("%v", d)
	}
	return s
}

func TestOwnLanguages(t *testing.T) {
	s := own(t)
	if diff := cmp.Diff([]note.Lang{"en", "ja", "zh", "ru"}, s.Codes()); diff != "" {
		t.Error(diff)
	}
	if s.Get("xx") != nil {
		t.Error("unexpected language xx")
	}
	var selves []string
	for _, c := range s.Codes() {
		l := s.Get(c)
		selves = append(selves, l.Self+" "+l.Tag+" "+l.Dir)
		if l.Tag != Tag(c) {
			t.Errorf("%s has the tag %s, and Tag returns %s", c, l.Tag, Tag(c))
		}
	}
	if diff := cmp.Diff([]string{"English en ltr", "日本語 ja ltr", "简体中文 zh-Hans ltr", "Русский ru ltr"}, selves); diff != "" {
		t.Error(diff)
	}
	for _, k := range note.EntryKinds {
		if !s.Get("en").Has("kind." + string(k)) {
			t.Errorf("missing word for the kind %s", k)
		}
	}
}

func TestDate(t *testing.T) {
	s := own(t)
	for _, c := range []struct {
		iso  string
		want string // en, ja, zh, ru
	}{
		{"2023-05-12", "12 May 2023|2023年5月12日|2023 年 5 月 12 日|12\u00a0мая 2023\u00a0г."},
		{"2023-12", "December 2023|2023年12月|2023 年 12 月|декабрь 2023\u00a0г."},
		{"2023", "2023|2023年|2023 年|2023\u00a0г."},
		{"2023-02-30", "2023-02-30|2023-02-30|2023-02-30|2023-02-30"},
		{"春", "春|春|春|春"},
		{"", "|||"},
	} {
		var got []string
		for _, l := range s.Codes() {
			got = append(got, s.Get(l).Date(c.iso))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%s: %s", c.iso, diff)
		}
	}
}

func TestNumberAndPlural(t *testing.T) {
	s := own(t)
	for _, c := range []struct {
		n    int
		want string
	}{
		{0, "0 notes|ノート 0 件|0 篇笔记|0 заметок"},
		{1, "1 note|ノート 1 件|1 篇笔记|1 заметка"},
		{3, "3 notes|ノート 3 件|3 篇笔记|3 заметки"},
		{11, "11 notes|ノート 11 件|11 篇笔记|11 заметок"},
		{21, "21 notes|ノート 21 件|21 篇笔记|21 заметка"},
		{12345, "12,345 notes|ノート 12,345 件|12,345 篇笔记|12\u00a0345 заметок"},
		{10_000_001, "10,000,001 notes|ノート 10,000,001 件|10,000,001 篇笔记|10\u00a0000\u00a0001 заметка"},
		{-1, "-1 note|ノート -1 件|-1 篇笔记|-1 заметка"},
	} {
		var got []string
		for _, l := range s.Codes() {
			got = append(got, s.Get(l).N("count.notes", c.n))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWords(t *testing.T) {
	s := own(t)
	ru := s.Get("ru")
	for got, want := range map[string]string{
		ru.T("release.covered", 1071, "48"): "Описано 48 из 1\u00a0071",
		ru.T("release.covered", 7):          "Описано {1} из 7",
		ru.T("side.overview", "{0}{1"):      "Обзор {0}{1",
		ru.T("no.such"):                     "no.such",
		ru.N("no.such", 1):                  "no.such",
		ru.T("count.notes"):                 "{n} заметки",
		ru.N("nav.log", 2):                  "Хроника",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	l := &Language{words: map[string]map[string]string{"k": {"": "a {b {0} {1"}}}
	if got := l.T("k", "x", "y"); got != "a {b x {1" {
		t.Errorf("stray braces: %q", got)
	}
}

// TestSpaceWithinCJK checks that spaces separate only Latin letters and numbers from CJK text.
func TestSpaceWithinCJK(t *testing.T) {
	s := own(t)
	ja, zh, en := s.Get("ja"), s.Get("zh"), s.Get("en")
	pair := &Language{words: map[string]map[string]string{"k": {"": "{0} {1} の"}}}
	for _, c := range [][2]string{
		{ja.T("entry.now", "GA"), "現在は GA"},
		{ja.T("entry.now", "非推奨、無効"), "現在は非推奨、無効"},
		{zh.T("entry.now", "已弃用"), "现为已弃用"},
		{zh.T("came.step", "已弃用", "1.26"), "1.26 进入已弃用"},
		{zh.T("came.step", "GA", "1.26"), "1.26 进入 GA"},
		{en.T("entry.now", "非推奨"), "now 非推奨"},
		{pair.T("k", "前", "後"), "前 後の"},
		{pair.T("k", "前", "GA"), "前 GA の"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}

func TestCollate(t *testing.T) {
	s := own(t)
	for l, want := range map[note.Lang][]string{
		"en": {"1.9", "1.10", "node", "Node", "scheduling"},
		"ja": {"あ", "ア", "い", "か", "が", "安", "位"},
		"zh": {"安全", "节点", "网络", "自动"}, // by pinyin: an, jie, wang, zi
		"ru": {"ёлка", "ель", "сеть", "узел"},
	} {
		got := slices.Clone(want)
		slices.Reverse(got)
		slices.SortFunc(got, s.Get(l).Collate)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", l, diff)
		}
	}
	if s.Get("ja").Collate("ａ", "a") == 0 {
		t.Error("different strings are equal, so their order would depend on the input")
	}
}

func TestLanguageInParallel(t *testing.T) {
	l := own(t).Get("ru")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 200 {
				if l.Collate("а", "б") >= 0 || l.Number(1000+n) != fmt.Sprintf("1\u00a0%03d", n) || l.N("count.notes", 5) != "5 заметок" {
					t.Errorf("worker %d, %d: a wrong result", i, n)
					return
				}
			}
		})
	}
	wg.Wait()
}

const good = `code: en
tag: en
self: English
order: 1
dir: ltr
date: {day: "{day} {month} {year}", month: "{month} {year}", year: "{year}", months: [1,2,3,4,5,6,7,8,9,10,11,12]}
words:
  a: "A {0}"
  b: {one: "{n} b of {0}", other: "{n} bs of {0}"}
`

func TestLoadMistakes(t *testing.T) {
	ru := strings.NewReplacer("code: en", "code: ru", "tag: en", "tag: ru", "order: 1", "order: 2").Replace(good)
	ruB := `  b: {one: "{0}", few: "{0}", many: "{0}", other: "{0}"}` + "\n"
	ru, _, _ = strings.Cut(ru, "  b:")
	for _, c := range []struct {
		name, en, ru string
		want         []string
	}{
		{"whole", good, ru + ruB, nil},
		{"missing", good + "  c: C\n", ru + ruB, []string{"ru.yaml: missing text for key \"c\" [language/missing-word]"}},
		{"empty", good, strings.Replace(ru, `"A {0}"`, `""`, 1) + ruB, []string{"ru.yaml: missing text for key \"a\" [language/missing-word]"}},
		{"plural", good, ru + strings.Replace(ruB, "few", "two", 1), []string{
			"ru.yaml: missing plural form \"few\" of key \"b\" [language/plural]",
			"ru.yaml: unknown plural form \"two\" of key \"b\" [language/plural]"}},
		{"places", good, strings.Replace(ru, "A {0}", "A", 1) + ruB, []string{"ru.yaml: placeholders of key \"a\" differ: found none, expected {0} [language/places]"}},
		{"unknown field", good, "wrods: {}\n" + ru + ruB, []string{"ru.yaml:1:1: unknown field \"wrods\" [language/unknown-field]"}},
		{"code", good, strings.Replace(ru, "code: ru", "code: uk", 1) + ruB, []string{`ru.yaml:1:7: code "uk" differs from the file name "ru" [language/code]`}},
		{"messages", good, ru + ruB + "messages:\n  no %s: нет %s\n  no %q: нет %s\n", []string{`ru.yaml:12:10: verbs of message "нет %s" differ from "no %q" [language/places]`}},
		{"header", good, strings.NewReplacer("tag: ru", "tag: русский", "dir: ltr", "dir: up", "self: English", "self: ", `"{month} {year}"`, `"{month}"`, "11,12", "11").Replace(ru) + ruB, []string{
			"ru.yaml: expected 12 names in date.months, found 11 [language/date]",
			"ru.yaml: missing name of the language: self is empty [language/self]",
			"ru.yaml: missing placeholder \"{year}\" in date.month [language/date]",
			`ru.yaml:2:6: invalid BCP 47 tag "русский" [language/tag]`,
			`ru.yaml:5:6: invalid text direction "up" [language/dir]`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, ds, err := Load(fstest.MapFS{"en.yaml": {Data: []byte(c.en)}, "ru.yaml": {Data: []byte(c.ru)}, "README": {}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range ds {
				got = append(got, strings.TrimPrefix(d.String(), folder))
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if len(s.Codes()) != 2 {
				t.Errorf("the languages are %v", s.Codes())
			}
		})
	}
	if _, _, err := Load(fstest.MapFS{}); err == nil {
		t.Error("a directory without languages gives no error")
	}
	if s, ds, err := Load(fstest.MapFS{"en.yaml": {Data: []byte(": [")}}); err != nil || len(ds) == 0 || s.Get("en").T("x") != "x" {
		t.Errorf("a broken file: %v, %v", ds, err)
	}
}

func TestCutLang(t *testing.T) {
	for name, want := range map[string][2]string{
		"sig-node.ja": {"sig-node", "ja"}, "1.27/sig-node.zh-cn": {"1.27/sig-node", "zh"}, "1.27/sig-node": {"1.27/sig-node", ""},
		"a.ja/b": {"a.ja/b", ""}, "v1.27": {"v1.27", ""}, "en": {"en", ""}, ".en": {"", "en"}, "": {"", ""},
	} {
		if stem, lang := CutLang(name); stem != want[0] || string(lang) != want[1] {
			t.Errorf("CutLang(%q) = %q, %q, want %q", name, stem, lang, want)
		}
	}
}

func TestSuffixAndTag(t *testing.T) {
	for s, want := range map[string]note.Lang{"ja": "ja", "zh-cn": "zh", "zh-Hans": "zh", "zh_CN": "zh", "zh-TW": "zh-hant", "RU": "ru", "io": "", "draft": "", "": "", "27": ""} {
		if got, ok := FromSuffix(s); got != want || ok != (want != "") {
			t.Errorf("FromSuffix(%q) = %q, %v", s, got, ok)
		}
	}
	for _, l := range slices.Sorted(maps.Values(suffixes)) {
		if tag := Tag(l); !strings.HasPrefix(strings.ToLower(tag), string(l)) {
			t.Errorf("Tag(%s) = %s", l, tag)
		}
	}
	for l, want := range map[note.Lang]string{"zh": "zh-Hans", "zh-hant": "zh-Hant", "pt-br": "pt-BR", "日本": "日本"} {
		if got := Tag(l); got != want {
			t.Errorf("Tag(%s) = %s, want %s", l, got, want)
		}
	}
}

func TestForms(t *testing.T) {
	s := own(t)
	ru := s.Get("ru").Forms("count.notes")
	var names []string
	for _, f := range ru {
		names = append(names, f.Name)
		if !strings.Contains(f.Text, "{n}") {
			t.Errorf("the form %s is %q, without a placeholder for the number", f.Name, f.Text)
		}
	}
	if got := strings.Join(names, " "); got != "few many one other" {
		t.Errorf("Russian has the forms %q", got)
	}
	if got := s.Get("ja").Forms("nav.notes"); len(got) != 1 || got[0] != (Form{"other", "ノート"}) {
		t.Errorf("a word without plural forms has %v", got)
	}
	if got := s.Get("en").Forms("no.such.word"); len(got) != 0 {
		t.Errorf("an unknown key has the forms %v", got)
	}
}
