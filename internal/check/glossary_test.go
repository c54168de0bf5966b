package check_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// glossaryProblems formats the problems of the rule, each with its fix.
func glossaryProblems(ds []diag.Diagnostic) []string {
	var out []string
	for _, d := range ds {
		if d.Code == "glossary/other-word" {
			line := d.String() + " / " + d.Hint
			if !d.Fix.IsZero() {
				line += " / " + d.Fix.New
			}
			out = append(out, line)
		}
	}
	return out
}

func TestOtherWords(t *testing.T) {
	const at, code = "content/1.27/example", " [glossary/other-word] / "
	for _, c := range []struct {
		name string
		in   files
		want []string
	}{
		{
			"nothing beside it", files{"content/1.27/example.ja.md": "# ノート\n\n新しい機能ゲート。\n"},
			[]string{at + ".ja.md:3:4: non-preferred term \"機能ゲート\" for \"feature gate\"" + code + "write フィーチャーゲート"},
		},
		{
			"its source names the term", files{"content/1.27/example.zh.md": "# 笔记\n\n<!--\nA new feature gate.\n-->\n新的功能门控。\n"},
			[]string{at + ".zh.md:6:3: non-preferred term \"功能门控\" for \"feature gate\", which is in the English text" + code + "write 特性门控 / 特性门控"},
		},
		{
			"its source does not", files{"content/1.27/example.zh.md": "# 笔记\n\n<!--\nA new switch.\n-->\n新的功能门控。\n"},
			[]string{at + ".zh.md:6:3: non-preferred term \"功能门控\" for \"feature gate\"" + code + "write 特性门控"},
		},
		{
			"the right word is there too", files{"content/1.27/example.zh.md": "# 笔记\n\n<!--\nA new feature gate.\n-->\n新的特性门控（功能门控）。\n"},
			[]string{at + ".zh.md:6:8: non-preferred term \"功能门控\" for \"feature gate\"" + code + "write 特性门控"},
		},
		{
			"another version names it", files{
				"content/1.27/example.en.md": "# Notes\n\n- A new feature gate (#1, @a) {#one}\n",
				"content/1.27/example.ja.md": "# ノート\n\n- 新しい機能ゲート (#1, @a) {#one}\n",
			},
			[]string{at + ".ja.md:3:6: non-preferred term \"機能ゲート\" for \"feature gate\", which is in the English text" + code + "write フィーチャーゲート / フィーチャーゲート"},
		},
		{
			"Russian words have endings", files{"content/1.27/example.ru.md": "# Заметка\n\n<!--\nThe feature gates.\n-->\nО новых воротах функций.\n"},
			[]string{at + ".ru.md:6:9: non-preferred term \"воротах функций\" for \"feature gate\", which is in the English text" + code + "write feature gate"},
		},
		{"code, addresses, comments", files{"content/1.27/example.ja.md": "# ノート\n\n`機能ゲート` と [ここ](https://example.org/機能ゲート)。 <!-- 機能ゲート -->\n\n    機能ゲート\n"}, nil},
		{"a longer word", files{"content/1.27/example.ja.md": "# ノート\n\n機能ゲートウェイ。\n"}, nil},
		{"words of another language", files{"content/1.27/example.en.md": "# Notes\n\nThis is the word 機能ゲート, which stands in an English sentence and is not wrong.\n"}, nil},
		{"silenced", files{"content/1.27/example.ja.md": "# ノート\n\n機能ゲートとは言わない。 <!-- kawaraban-ignore glossary/other-word -->\n"}, nil},
	} {
		if diff := cmp.Diff(c.want, glossaryProblems(shared().find(t, c.in))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestOtherWordsNoGlossary checks a site without a glossary.
func TestOtherWordsNoGlossary(t *testing.T) {
	l := newExampleSites()
	got := glossaryProblems(l.findFS(t, fstest.MapFS{
		"content/_data/claims.yaml":  {Data: []byte("claims: []\n")},
		"content/1.27/example.ja.md": {Data: []byte("# ノート\n\n機能ゲート。\n")},
	}))
	if len(got) > 0 {
		t.Error(got)
	}
}
