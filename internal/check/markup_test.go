package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
)

// markupCodes are the codes of the rules on damage by copying and typography.
var markupCodes = []diag.Code{
	"attribution/parenthesis", "entry/remark-alone", "flag/dash", "heading/empty-kind", "heading/misspelt-kind",
	"markup/apostrophe", "markup/literal-emphasis", "markup/lost-link",
}

// brief formats a problem on one line: position, code, and the text before and after its fix.
func brief(f *check.File, d diag.Diagnostic) string {
	out := fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Col, d.Code)
	if d.Fix.IsZero() {
		return out
	}
	return out + " -> " + string(f.Bytes[d.Fix.Start:d.Fix.End]) + "|" + d.Fix.New
}

func TestMarkup(t *testing.T) {
	data, err := smallData()
	if err != nil {
		t.Fatal(err)
	}
	l := noteFixer{data, data.Names()}
	const title = "---\ntitle: T\nkind: changes\n---\n"
	for _, c := range []struct {
		name, text string // text from line 5 on
		want       []string
	}{
		{"flag", "a –node-ip b", []string{"5:3 flag/dash -> –|--"}},
		{"flag after wide letters and signs", "は–node-ip、（—raw）「−node-ip」", []string{"5:2 flag/dash -> –|--", "5:12 flag/dash -> —|--", "5:18 flag/dash -> −|--"}},
		{"flag with a value", "a –nothing=x", []string{"5:3 flag/dash -> –|--"}},
		{"flag that is not known", "a –no-such-thing b", []string{"5:3 flag/dash"}},
		{"no flags", "1.26–1.27, Node–ip, a – raw b, 功能——raw, –no-such-thing–, ––raw, узел—raw, –b, --raw", nil},
		{"flag in code and addresses", "`–node-ip` [a](http://b/–node-ip) <!-- –node-ip -->\n\n    –node-ip\n", nil},
		{"flag in a link's label and in emphasis", "[–node-ip](http://b) **–raw**", []string{"5:2 flag/dash -> –|--", "5:24 flag/dash -> –|--"}},
		{"apostrophe", "KEP«а, Job«ы и kubelet«ом.", []string{"5:4 markup/apostrophe -> «|’", "5:11 markup/apostrophe -> «|’", "5:23 markup/apostrophe -> «|’"}},
		{"quotation", "«Фланта» KEP «а» KEP«Подробно» слово«а, KEP«а» `Job«ы`", nil},
		{"emphasis left", "a **b c", []string{"5:3 markup/literal-emphasis"}},
		{"emphasis with blanks", "a ** b ** c", []string{"5:3 markup/literal-emphasis", "5:8 markup/literal-emphasis"}},
		{"no emphasis", "**a** b ** c, 2**10, **/*.go, a/**, \\*\\*b, `**`, ***", nil},
		{"lost links", "話 (blog), (video、Slides), (PR, link, x)（参照）(参考", []string{
			"5:4 markup/lost-link", "5:12 markup/lost-link", "5:18 markup/lost-link", "5:32 markup/lost-link", "5:41 markup/lost-link", "5:45 markup/lost-link"}},
		{"sentences that lead nowhere", "KEPはこちら。\nblogはこちら\n\nSee here.\n\nпроект: подробнее здесь.\n\n详见这里。\n\nスライドをご参照ください。", []string{
			"5:5 markup/lost-link", "6:6 markup/lost-link", "8:5 markup/lost-link", "10:19 markup/lost-link", "12:3 markup/lost-link", "14:7 markup/lost-link"}},
		{"links that lead", "([blog](http://a)), (blog: http://a), KEPは[こちら](http://a)。\n\nKEPはこちら: http://a\n\nKEPはこちら。\n\nhttp://youtu.be/abc\n\nこちらの機能は (図を参照) 這裡 (blogging) here we go (link-local)", nil},
		{"kind headings", "## Falling Test\n\n- a (#115331, @mimowo)\n\n## Feature\n\n## Bug\n\nNone.\n\n## Other\n\n### More\n", []string{
			"5:4 heading/misspelt-kind -> Falling Test|Failing Test", "9:1 heading/empty-kind", "15:1 heading/empty-kind"}},
		{"misspelt in other languages", "## 錯误或回归\n\n- a (#115331, @mimowo)\n\n## API Chnage\n\n- a (#115331, @mimowo)\n\n## Deprication\n\n- a (#115331, @mimowo)\n\n## バグまたはリグレシション\n\n- a (#115331, @mimowo)\n\n## Новые возможнсти\n\n- a (#115331, @mimowo)\n", []string{
			"5:4 heading/misspelt-kind", "9:4 heading/misspelt-kind -> API Chnage|API Change",
			"13:4 heading/misspelt-kind -> Deprication|Deprecation", "17:4 heading/misspelt-kind -> バグまたはリグレシション|バグまたはリグレッション",
			"21:4 heading/misspelt-kind -> Новые возможнсти|Новые возможности"}},
		{"perhaps another word", "## Featured\n\n- a (#115331, @mimowo)\n", []string{"5:4 heading/misspelt-kind"}},
		{"other headings", "## Failing Tests\n\n- a (#115331, @mimowo)\n\n## Приложения\n\n- a (#115331, @mimowo)\n\n## Fixtures\n\n- a (#115331, @mimowo)\n\n## Networking\n\n- a (#115331, @mimowo)\n\n## Storage\n\n- a (#115331, @mimowo)\n\n## Bugs!\n\n- a (#115331, @mimowo)\n", nil},
		{"parentheses over lines", "## Feature\n\n- a\n  b #115331, @mimowo)\n- a,\n  b #115332, @mimowo)\n- a)\n  b #115333, @mimowo)\n- a #115334,\n@mimowo)\n- a ((#115335,\n  @mimowo)\n", []string{
			"8:5 attribution/parenthesis -> |(", "10:5 attribution/parenthesis -> |(", "11:1 attribution/parenthesis", "13:1 attribution/parenthesis", "15:1 attribution/parenthesis"}},
		{"parentheses", "## Feature\n\n- a #115331, @mimowo)\n- a (#115331, @mimowo\n- a ((#115331, @mimowo)\n- a (#115331, @mimowo))\n- a (b (#115331, @mimowo)) [SIG Node]\n- a（#115331、@mimowo\n- a [#115331](http://x), [@mimowo](http://y)) [sig/node]\n- a ([#115331](http://x), [@mimowo](http://y)\n", []string{
			"7:5 attribution/parenthesis -> |(", "8:22 attribution/parenthesis -> |)", "9:5 attribution/parenthesis -> (|", "10:23 attribution/parenthesis -> )|",
			"11:1 attribution/parenthesis", "12:20 attribution/parenthesis -> |）", "13:5 attribution/parenthesis -> |(", "14:46 attribution/parenthesis -> |)"}},
		{"remarks", "## Feature\n\n:pencil: before any\n\n- a (#115331, @mimowo)\n  - :pencil: mine\n- :pencil: alone\n- 補足: alone too\n\n## Bug\n\n:pencil:\n\nof the section\n\n- a (#115331, @mimowo)\n", []string{
			"7:1 entry/remark-alone", "11:1 entry/remark-alone", "12:1 entry/remark-alone"}},
		{"remarks elsewhere", "## 所感\n\n:pencil: all in all\n\n## Feature\n\n- a (#115331, @mimowo)\n\n:pencil: after it\n\n> 補足: and more\n", nil},
	} {
		f, ds := l.check(t, []byte(title+c.text+"\n"))
		var got []string
		for _, d := range ds {
			if slices.Contains(markupCodes, d.Code) {
				got = append(got, brief(f, d))
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestRealMarkup checks the problems in the real notes against a count by hand. Dashes and
// quotation marks were found by a search between letters, labels by reading parentheses and こちら and
// 参照. In the log 55 labels are in parentheses: 17 slack, 16 blog, 5 twitter, 4 video, 3 youtube and
// link each, 2 site and docs each, and one gist, source and release note.
func TestRealMarkup(t *testing.T) {
	in := linked(t, notesIn(t, realNotes))
	ds, err := check.Run(in, inOrder)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	counts := map[string]int{}
	for _, d := range ds {
		if !slices.Contains(markupCodes, d.Code) {
			continue
		}
		file := strings.TrimPrefix(d.Pos.File, "content/")
		counts[fmt.Sprintf("%s %s", file, d.Code)]++
		if d.Code != "markup/apostrophe" && !strings.HasPrefix(file, "log/") {
			got[file] = append(got[file], brief(in.File(d.Pos.File), d))
		}
		if d.Code == "markup/apostrophe" && d.Fix.IsZero() {
			t.Errorf("%s has no fix", d)
		}
	}
	want := map[string][]string{
		"1.26/sig-network.zh.md": {
			"59:437 flag/dash -> –|--", "65:36 flag/dash -> –|--", "72:53 flag/dash -> –|--", "101:13 flag/dash -> –|--",
			"141:13 flag/dash -> –|--", "141:125 flag/dash -> –|--", "141:173 flag/dash -> –|--",
		},
		"1.27/sig-node.ja.md": {
			"18:50 markup/lost-link", "34:93 markup/lost-link", "43:42 markup/lost-link", "45:18 markup/lost-link", "50:78 markup/lost-link",
			"70:18 markup/lost-link", "75:18 markup/lost-link", "84:5 heading/misspelt-kind -> Falling Test|Failing Test",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantCounts := map[string]int{
		"1.26/sig-network.zh.md flag/dash": 7, "1.27/overview.ru.md markup/apostrophe": 50, "1.27/sig-node.ja.md heading/misspelt-kind": 1,
		"1.27/sig-node.ja.md markup/lost-link": 7, "log/2023-spring.ja.md markup/lost-link": 55,
	}
	if diff := cmp.Diff(wantCounts, counts); diff != "" {
		t.Error(diff)
	}
}

// TestHeadings checks that one heading of the real notes and of this repository's notes is misspelled.
func TestHeadings(t *testing.T) {
	var got []string
	for _, dir := range []string{ownNotes, realNotes} {
		for path, text := range notesIn(t, dir) {
			for line := range strings.Lines(text) {
				if words := strings.TrimSpace(strings.TrimLeft(line, "#")); strings.HasPrefix(line, "#") {
					if right, certain := source.MisspeltKind(words); right != "" {
						got = append(got, fmt.Sprintf("%s: %s -> %s %t", path, words, right, certain))
					}
				}
			}
		}
	}
	want := []string{"content/1.27/sig-node.ja.md: Falling Test -> Failing Test true"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
