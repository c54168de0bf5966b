package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUntranslated checks which English sentences in translations are reported, and their positions.
func TestUntranslated(t *testing.T) {
	const found = " untranslated English sentence: "
	for _, c := range []struct {
		name, path, text string
		want             []string // line:column text
	}{
		{"Japanese", "1.27/a.ja.md", "- kubelet の API QPS limit が拡張されました。(#116121, @wojtek-t)\n", nil},
		{"a sentence within", "1.27/a.ja.md", "- 制限が変わりました。The limits of the kubelet have been raised. お試しください。(#116121, @wojtek-t)\n", []string{
			"5:13" + found + "The limits of the kubelet have been raised."}},
		{"a whole entry", "1.27/a.zh.md", "- The limits of the kubelet have been raised (#116121, @wojtek-t)\n", []string{
			"5:3" + found + "The limits of the kubelet have been raised"}},
		{"Russian", "1.27/a.ru.md", "- Лимиты подняты. This is no longer needed for the kubelet. (#116121, @wojtek-t)\n", []string{
			"5:19" + found + "This is no longer needed for the kubelet."}},
		{"two of them", "1.27/a.ru.md", "- This is no longer needed for a kubelet. It has been replaced by the API. (#116121, @wojtek-t)\n", []string{
			"5:3 2 untranslated English sentences, the first: This is no longer needed for a kubelet."}},
		{"short, and as upstream says it", "1.27/a.ja.md", "- 削除。Removed Azure disk in-tree storage plugin. (#116301, @andyzhangx)\n- Promoted `CronJobTimeZone` feature to GA (#115904, @soltysh)\n", []string{
			"5:6" + found + "Removed Azure disk in-tree storage plugin.",
			"6:3" + found + "Promoted … feature to GA"}},
		{"short, and of another", "1.27/a.ja.md", "- 削除。Removed Azure disk in-tree storage plugin. (#115904, @soltysh)\n", nil},
		{"over two lines, after a comment with the same words", "1.27/a.ja.md", "<!-- The limits of the kubelet have been raised. -->\n- 制限が変わりました。\n  The limits of the\n  kubelet have been raised. (#116121, @wojtek-t)\n", []string{
			"7:3" + found + "The limits of the kubelet have been raised."}},
		{"in a remark", "1.27/a.ja.md", "- 制限が変わりました。(#116121, @wojtek-t)\n  - :pencil: It is not clear to me what this means for old nodes.\n", []string{
			"6:14" + found + "It is not clear to me what this means for old nodes."}},
		{"in prose", "1.27/a.ja.md", "これはノートです。\n\nThis is a note on what has changed in the kubelet.\n\n- 変わりました。(#116121, @wojtek-t)\n", []string{
			"7:1" + found + "This is a note on what has changed in the kubelet."}},

		{"quoted", "1.27/a.ja.md", "- “The limits of the kubelet have been raised.” と書かれています。(#116121, @wojtek-t)\n  - :pencil: 原文は「The limits of the kubelet have been raised.」です。\n  - :pencil: 原文 (The limits of the kubelet have been raised) も参照。\n", nil},
		{"a quotation of its own", "1.27/a.ja.md", "- 変わりました。(#116121, @wojtek-t)\n\n  > The limits of the kubelet have been raised.\n", nil},
		{"code", "1.27/a.ja.md", "- 変わりました。(#116121, @wojtek-t)\n\n  ```text\n  The limits of the kubelet have been raised.\n  ```\n- `the limits of the kubelet have been raised` と出ます。(#116233, @SergeyKanzhelev)\n", nil},
		{"the label of a link", "1.27/a.ja.md", "- [The limits of the kubelet have been raised](https://example.com/) を参照。(#116121, @wojtek-t)\n", nil},
		{"a title", "1.27/a.ja.md", "- 変わりました。(#116121, @wojtek-t)\n  - :pencil: Kubernetes Removals and Major Changes in the Next Release\n", nil},
		{"a KEP's title", "1.27/a.ja.md", "- Add support for a kubelet drop-in configuration directory (#116121, @wojtek-t)\n", nil},
		{"names among Japanese", "1.27/a.ja.md", "- Pod Lifecycle Event Generator の略で、the kubelet が of と for を使います。(#116121, @wojtek-t)\n", nil},
		{"in a comment only", "1.27/a.ja.md", "<!-- The limits of the kubelet have been raised. -->\n- 制限が変わりました。(#116121, @wojtek-t)\n", nil},
		{"not yet written", "1.27/a.ja.md", "<!-- The limits of the kubelet have been raised. -->\n- (#116121, @wojtek-t)\n", nil},
		{"an original", "log/a.ja.md", "## 2023-05-01\n\n- The limits of the kubelet have been raised.\n", nil},
		{"an English note", "1.27/a.en.md", "- The limits of the kubelet have been raised. (#116121, @wojtek-t)\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := linked(t, files{"content/" + c.path: head("") + c.text})
			var got []string
			for _, d := range entryRules(t, in) {
				if d.Code == "entry/untranslated" {
					got = append(got, fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Col, d.Text))
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(- want, + got) %s", diff)
			}
		})
	}
}

// TestUntranslatedVersion checks that English sentences are reported in translations of all kinds of
// notes, but not in the original.
func TestUntranslatedVersion(t *testing.T) {
	const text = "ことばの説明です。\n\nThis is a note on what has changed in the kubelet.\n"
	in := linked(t, files{
		"content/1.27/talk.ja.md": head("kind: talk\n") + text,
		"content/1.27/more.ja.md": head("kind: talk\ntranslates: more.en.md\n") + text,
		"content/1.27/more.en.md": head("kind: talk\n") + "This is a note on what has changed in the kubelet.\n",
	})
	var got []string
	for _, d := range entryRules(t, in) {
		got = append(got, d.Pos.String())
	}
	if diff := cmp.Diff([]string{"content/1.27/more.ja.md:9:1"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestUntranslatedMeasure measures the rule. It counts the official sentences of five releases that
// are found in a translation. It also counts the Chinese descriptions of feature gates that are
// treated as English, although all are translated.
func TestUntranslatedMeasure(t *testing.T) {
	d := importedData(t)
	lines := func(path string, entries []string) (found int) {
		in := linked(t, files{path: head("kind: changes\n") + strings.Join(entries, "")})
		seen := map[int]bool{}
		for _, d := range entryRules(t, in) {
			if d.Code == "entry/untranslated" {
				seen[d.Pos.Line] = true
			}
		}
		return len(seen)
	}
	left, all := 0, 0
	for _, r := range d.ReleaseList {
		var entries []string
		for n := range r.Published {
			first, _, _ := strings.Cut(n.Text, "\n")
			entries = append(entries, fmt.Sprintf("- 新しい変更です。%s (#%d, @%s)\n", first, n.PR, n.Author))
		}
		all += len(entries)
		left += lines("content/"+string(r.Release)+"/a.ja.md", entries)
	}
	var chinese []string
	for _, g := range d.GateList {
		if text := strings.Join(strings.Fields(g.Description["zh"]), " "); text != "" {
			chinese = append(chinese, "- "+text+" (#1)\n")
		}
	}
	wrong := lines("content/1.27/a.zh.md", chinese)
	t.Logf("left in English: %d of %d found (%.3f); translated: %d of %d treated as English", left, all, float64(left)/float64(all), wrong, len(chinese))
	if all < 1300 || float64(left) < .97*float64(all) || len(chinese) < 400 || wrong > 0 {
		t.Error("recall or precision is lower than before")
	}
}
