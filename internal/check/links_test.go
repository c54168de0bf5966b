package check_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// aPNG is an image of one pixel.
const aPNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// TestDeadLinks checks the problems of links within the site without a target, and their positions:
// links to notes, versions, anchors, images and files, in every form of Markdown.
func TestDeadLinks(t *testing.T) {
	picture, err := base64.StdEncoding.DecodeString(aPNG)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{
		/* 1 */ "# Notes on the house",
		/* 2 */ "",
		/* 3 */ "[node](../1.27/sig-node.ja.md), [its entry](../1.27/sig-node.ja.md#pr-115331), [here](#a-heading),",
		/* 4 */ "日本語の後の [node](../1.27/sig-nodes.ja.md), [node](../1.27/sig-node.ru.md), [node](../1.27/sig-node.md).",
		/* 5 */ "[its entry](../1.27/sig-node.ja.md#pr-115332), [here](#a-headin), [there][ref], ![p](p.png), ![q](q.png).",
		/* 6 */ "[data](data.csv), [more](more.csv), [in the house](/1.27/sig-node.ja.md#changes), [out](../../site.yaml).",
		/* 7 */ "",
		/* 8 */ "## A heading",
		/* 9 */ "",
		/* 10 */ "- an item with a [link](../1.27/gone.md)",
		/* 11 */ "  - and one with a [link](../1.27/sig-node.ja.md#PR-115331)",
		/* 12 */ "",
		/* 13 */ "`[code](gone.md)`, <!-- [comment](gone.md) -->[mail](mailto:a@example.com), [web](https://example.com/gone.md).",
		/* 14 */ "",
		/* 15 */ "[ref]: ../1.26/gone.md",
	}
	m := fstest.MapFS{
		"content/more/house.en.md":    {Data: []byte(strings.Join(lines, "\n") + "\n")},
		"content/more/p.png":          {Data: picture},
		"content/more/data.csv":       {Data: []byte("a,b\n")},
		"content/1.27/sig-node.ja.md": {Data: []byte("# SIG Node の変更点\n\n## Changes\n\n- Pod の終了フェーズが付くようになりました。(#115331, @mimowo)\n")},
	}
	var got []string
	for _, d := range newExampleSites().findFS(t, m) {
		got = append(got, fmt.Sprintf("%s | %s", strings.TrimPrefix(d.String(), "content/more/house.en.md:"), d.Hint))
	}
	want := []string{
		"4:8: unknown note \"1.27/sig-nodes\" [link/missing-note] | did you mean ../1.27/sig-node.ja.md?",
		"4:41: note 1.27/sig-node has no version in ru [link/missing-version] | write ../1.27/sig-node.ja.md",
		"5:1: unknown place \"#pr-115332\" in note 1.27/sig-node [link/missing-place] | copy the id from the ¶ of a heading or entry",
		"5:48: unknown place \"#a-headin\" in note more/house [link/missing-place] | did you mean #a-heading? Copy the id from the ¶ of a heading or entry",
		"5:67: unknown note \"1.26/gone\" [link/missing-note] | write the path relative to this file, such as ../1.26/sig-network.zh.md",
		"5:94: missing picture \"q.png\" [link/missing-file] | add the file content/more/q.png, or delete the link",
		"6:19: missing file \"more.csv\" [link/missing-file] | add the file content/more/more.csv, or delete the link",
		"6:83: \"../../site.yaml\" is outside of content/ [link/outside] | move the file next to the note",
		"10:18: unknown note \"1.27/gone\" [link/missing-note] | write the path relative to this file, such as ../1.26/sig-network.zh.md",
		"11:20: unknown place \"#PR-115331\" in note 1.27/sig-node [link/missing-place] | did you mean #pr-115331? Copy the id from the ¶ of a heading or entry",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(- want, + got) %s", diff)
	}
}
