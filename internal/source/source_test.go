package source

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func TestLocate(t *testing.T) {
	type at struct {
		ID      note.ID
		Lang    note.Lang
		Release note.Release
		OK      bool
	}
	for path, want := range map[string]at{
		"content/1.27/sig-node.ja.md":                      {"1.27/sig-node", "ja", "1.27", true},
		"content/v1.27/sig-node.ja.md":                     {"v1.27/sig-node", "ja", "1.27", true},
		"content/1.27/a/b.zh-cn.md":                        {"1.27/a/b", "zh", "1.27", true},
		"content/1.27/a.zh-Hans.md":                        {"1.27/a", "zh", "1.27", true},
		"content/log/2023-spring.ja.md":                    {"log/2023-spring", "ja", "", true},
		"content/talks/what-next.md":                       {"talks/what-next", "", "", true},
		"content/1.27/k8s.io.md":                           {"1.27/k8s.io", "", "1.27", true},
		"content/1.27/ノード.ja.md":                           {"1.27/ノード", "ja", "1.27", true},
		"content/1.27/x.ja.MD":                             {"1.27/x", "ja", "1.27", true},
		"content/_data/x.md":                               {},
		"content/1.27/.x.md":                               {},
		"content/README.md":                                {},
		"content/1.27/x.txt":                               {},
		"1.27/x.md":                                        {},
		"content/../etc/passwd.md":                         {},
		"content/1.27/...md":                               {},
		"content/1.27/a b.ja.md":                           {"1.27/a-b", "ja", "1.27", true},
		"content/1.27/a#b.ja.md":                           {"1.27/a-b", "ja", "1.27", true},
		"content/1.27/a?b.ja.md":                           {"1.27/a-b", "ja", "1.27", true},
		"content/1.27/<script>.md":                         {"1.27/script", "", "1.27", true},
		"content/1.27/-x.md":                               {"1.27/x", "", "1.27", true},
		"content/1.27//x.md":                               {},
		"content/1.27/a\\b.md":                             {"1.27/a-b", "", "1.27", true},
		"content/1.27/.ja.md":                              {},
		"content/1.027/x.ja.md":                            {"1.027/x", "ja", "", true},
		"content/2023/x.ja.md":                             {"2023/x", "ja", "", true},
		"content/1.27/" + strings.Repeat("x", 300) + ".md": {},
	} {
		id, lang, release, ok := Locate(path)
		if !ok {
			id, lang, release = "", "", ""
		}
		if d := cmp.Diff(want, at{id, lang, release, ok}); d != "" {
			t.Errorf("%s\n%s", path, d)
		}
	}
}

// TestBadInput parses invalid files. Each must be refused with its position, without a panic.
func TestBadInput(t *testing.T) {
	const path = "content/1.27/x.ja.md"
	for name, c := range map[string]struct {
		path string
		text []byte
		want string
	}{
		"empty":      {path, nil, "content/1.27/x.ja.md: empty file [content/empty]"},
		"white":      {path, []byte(" \n\t\r\n"), "content/1.27/x.ja.md: empty file [content/empty]"},
		"bom only":   {path, []byte("\xEF\xBB\xBF"), "content/1.27/x.ja.md: empty file [content/empty]"},
		"binary":     {path, []byte("ab\n日\x00"), "content/1.27/x.ja.md:2:2: binary file: contains a NUL byte [content/binary]"},
		"latin-1":    {path, []byte("---\ntitle: x\n---\n日本caf\xe9"), "content/1.27/x.ja.md:4:6: invalid UTF-8 byte 0xE9 [content/encoding]"},
		"shift-jis":  {path, []byte("\x93\xfa\x96\x7b"), "content/1.27/x.ja.md:1:1: invalid UTF-8 byte 0x93; the file is probably Shift_JIS [content/encoding]"},
		"utf-16":     {path, []byte("\xff\xfea\x00"), "content/1.27/x.ja.md: file is not UTF-8, but probably UTF-16 [content/encoding]"},
		"50 MB":      {path, bytes.Repeat([]byte("a"), 50<<20), "content/1.27/x.ja.md: file exceeds the limit of 8 MB [content/too-large]"},
		"dot dot":    {"content/1.27/../x.md", []byte("x"), `content/1.27/../x.md: invalid name ".." in the path: it refers to another directory [content/bad-path]`},
		"odd":        {"content/.GIT./../1.27/a.md", []byte("x"), `content/.GIT./../1.27/a.md: file is not a note [content/not-a-note]`},
		"not a note": {"content/1.27/x.png", []byte("x"), "content/1.27/x.png: file is not a note [content/not-a-note]"},
	} {
		n, ds := Parse(Input{Path: c.path, Bytes: c.text}, testNames(), Options{})
		if n != nil || len(ds) != 1 || ds[0].String() != c.want || ds[0].Hint == "" {
			t.Errorf("%s: note %v, diagnostics %v, want %s and a hint", name, n != nil, ds, c.want)
		}
	}
}

// TestLineEnds parses one note with the line endings and byte order marks of three systems.
func TestLineEnds(t *testing.T) {
	const text = "---\ntitle: 題\nsigs: [node]\n---\n\n## Feature\n\n- 変更 (#115331, @mimowo)\n  - :pencil: 補足\n"
	want := describe(Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text)}, testNames(), Options{}))
	for name, other := range map[string]string{
		"CRLF": strings.ReplaceAll(text, "\n", "\r\n"),
		"CR":   strings.ReplaceAll(text, "\n", "\r"),
		"BOM":  "\uFEFF" + text,
		"both": "\uFEFF" + strings.ReplaceAll(text, "\n", "\r\n"),
	} {
		got := describe(Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(other)}, testNames(), Options{}))
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s\n%s", name, d)
		}
	}
	if !strings.Contains(want, "entry ja id=pr-115331") {
		t.Error(want)
	}
}

func TestDates(t *testing.T) {
	for heading, want := range map[string]string{
		"2023-02-23": "2023-02-23", "2023/2/23": "2023-02-23", "2023.02.23": "2023-02-23", "2023年2月23日": "2023-02-23",
		"２０２３年２月２３日（木）": "2023-02-23", "2023年2月23日 木曜日": "2023-02-23", "2023年2月23号 星期四": "2023-02-23",
		"23 February 2023": "2023-02-23", "Feb 23, 2023": "2023-02-23", "February 23rd, 2023": "2023-02-23",
		"23 февраля 2023 г.": "2023-02-23", "23 февраля 2023 года": "2023-02-23", "23.02.2023": "2023-02-23", "2023-02-23 (Thu)": "2023-02-23",
		"Thursday": "", "2023": "", "2023-02": "", "2023-02-30": "", "2023-13-01": "", "1.27": "", "v1.27.2": "", "2023-02-23 の話": "", "32 May 2023": "",
	} {
		got, ok := dateOf(heading)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, want %q", heading, got, want)
		}
	}
}

func TestKindOfHeading(t *testing.T) {
	for heading, want := range map[string]note.EntryKind{
		"API Change": note.APIChange, "API Changes": note.APIChange, "API变动": note.APIChange, "API の変更": note.APIChange, "Изменения API": note.APIChange,
		"Features": note.Feature, "特征增加": note.Feature, "機能": note.Feature, "Новые возможности": note.Feature, "特性": note.Feature,
		"错误或回归": note.Bug, "Bug 或回归": note.Bug, "バグまたはリグレッション": note.Bug, "Исправления и регрессии": note.Bug, "Bug or Regression": note.Bug,
		"其他 (清理或剥落)": note.Other, "其他（清理或不稳定测试）": note.Other, "その他(クリーンアップなど)": note.Other, "Other (Cleanup or Flake)": note.Other, "Прочее": note.Other,
		"Falling Test": note.FailingTest, "Failing Test": note.FailingTest, "失败的测试": note.FailingTest, "Падающие тесты": note.FailingTest,
		"Urgent Upgrade Notes ": note.Urgent, "紧急升级说明": note.Urgent, "アップグレード時の重要事項": note.Urgent, "Важно при обновлении": note.Urgent,
		"Deprecation": note.Deprecation, "非推奨": note.Deprecation, "弃用": note.Deprecation, "Устаревшее": note.Deprecation,
		"Documentation": note.Documentation, "ドキュメント": note.Documentation, "文档": note.Documentation, "Документация": note.Documentation,
		"Uncategorized": note.Uncategorized, "Dependency": note.Dependency, "依赖项": note.Dependency, "Ｆｅａｔｕｒｅ": note.Feature,
		"未来的主题：三项提案": note.Proposal, "介绍未来的主题": note.Proposal,
		"Changes by Kind": "", "所感": "", "Feature gates": "", "Added": "", "API": "",
	} {
		if got := KindOfHeading(heading); got != want {
			t.Errorf("%q: got %q, want %q", heading, got, want)
		}
	}
}

func TestStages(t *testing.T) {
	for heading, want := range map[string]note.Stage{
		"Alpha-фичи": note.Alpha, "Beta-фичи": note.Beta, "Stable-фичи": note.Stable, "アルファ": note.Alpha, "ベータ版": note.Beta,
		"安定版": note.Stable, "GA": note.Stable, "稳定版": note.Stable, "正式发布 (GA)": note.Stable, "Graduated to Stable": note.Stable,
		"廃止予定": note.Deprecated, "廃止": note.Removed, "移除": note.Removed, "弃用": note.Deprecated, "Удалённые функции": note.Removed,
		"Узлы": "", "Alpha Centauri": "", "Alpha and Beta": "", "Beta Stable": "",
	} {
		if got := StageOfHeading(heading); got != want {
			t.Errorf("heading %q: got %q, want %q", heading, got, want)
		}
	}
	for text, want := range map[string]note.Stage{
		"GRPC プローブが GA しました。v1.29で削除されます。": note.Stable, "KubeletTracing が beta に昇格しました。": note.Beta, "Evented PLEG が Beta になりました。": note.Beta,
		"機能が beta から GA になりました。": note.Stable, "aggregated discovery がアルファとなり、切り替えられる": note.Alpha, "安定版に昇格": note.Stable,
		"特性进阶至 GA。": note.Stable, "从 Beta 进阶至 GA": note.Stable, "以 Alpha 形式加入": note.Alpha, "该特性正式发布": note.Stable, "API 被标记为“即将废弃”": note.Deprecated,
		"KEP перешел в beta-стадию.": note.Beta, "Фича переходит в статус stable.": note.Stable, "Поле признано устаревшим.": note.Deprecated, "Флаг удалён.": note.Removed,
		"The feature graduated to beta.": note.Beta, "Promoted X to GA in v1.27": note.Stable, "Graduates from alpha to beta": note.Beta, "X is now GA": note.Stable,
		"Removed the flag --x": note.Removed, "The field is deprecated": note.Deprecated,
		"廃止予定になりました": note.Deprecated, "フラグは廃止されました。": note.Removed, "非推奨となりました。": note.Deprecated, "このフィールドは廃止予定です。": note.Deprecated,
		"Kubelet: deprecated flag を削除": note.Removed, "feature gate が削除された。": note.Removed,
		"削除されたPodにFailed phaseを付与する": "", "force delete された pod の終了": "", "アルファのメトリクスで": "", "非推奨となった項目の修正": "",
		"Fixed a bug in the alpha metrics": "", "garbage collection was slow": "", "Keys are reused while the key ID is stable.": "", "вертикальное масштабирование в бета-версии": "", "v1.29で削除されます": "",
		"beta になった機能のバグを修正": "", "": "",
	} {
		if got := stageInText(text); got != want {
			t.Errorf("text %q: got %q, want %q", text, got, want)
		}
	}
}

func TestRemarkMark(t *testing.T) {
	for text, want := range map[string]bool{
		"📝 一言": true, ":pencil: 一言": true, "補足: 一言": true, "訳注：一言": true, "（訳注）一言": true, "筆者注: 一言": true, "注: 一言": true,
		"译注：说明": true, "译者注: 说明": true, "补充说明：这一特性": true, "备注：说明": true, "Примечание: важно": true, "Прим. перев. важно": true, "Прим. авт.: важно": true,
		"【補足】一言": true, "Примечание": true,
		"補足として": false, "注意: 一言": false, "注目の機能": false, "备注了一个": false, "Примечания к релизу": false, "一言 📝": false, "": false,
	} {
		if _, _, got := remarkMark(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestTwin(t *testing.T) {
	const in = "<!-- a -->\n# 題 <!-- b -->\n\n<!--\nlong\n\ncomment\n-->\n\n段落 `<!-- code -->`。\n\n```html\n<!-- kept -->\n\n\n```\n\n- 項目<!-- c -->です\n- <!-- d --> 行\n"
	const want = "# 題\n\n段落 `<!-- code -->`。\n\n```html\n<!-- kept -->\n\n\n```\n\n- 項目です\n- 行\n"
	if d := cmp.Diff(want, withoutComments([]byte(in))); d != "" {
		t.Error(d)
	}
}

// TestLinks checks links within the site: to notes, to files next to the note, and to anchors.
func TestLinks(t *testing.T) {
	const text = "---\ntitle: x\n---\n\n[a](sig-network.zh.md#pr-1) [b](../1.26/x.ja.md) [c](#here) [d](pic.png) [e](https://example.com/z.md) [f](../../out.png)\n\n" +
		"![絵](pic.png)\n\n![無](gone.png)\n\n![空](empty.png)\n\n[g](slides%20a.pdf)\n"
	files := map[string]note.Asset{"1.27/pic.png": {Width: 30, Height: 20}, "1.27/empty.png": {}, "1.27/slides a.pdf": {}}
	n, ds := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text), Asset: func(p string) (note.Asset, bool) {
		a, ok := files[p]
		return a, ok
	}}, nil, Options{})
	var html strings.Builder
	n.All(func(b *note.Block) bool {
		for _, s := range b.Text {
			html.WriteString(s.HTML)
		}
		return true
	})
	for _, want := range []string{
		`"content:1.27/sig-network#pr-1"`, `"content:1.26/x"`, `href="#here"`, `"content:1.27/pic.png"`, `"https://example.com/z.md"`,
		`width="30" height="20"`, `"content:1.27/slides%20a.pdf"`,
	} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("no %s in\n%s", want, &html)
		}
	}
	if d := cmp.Diff([]note.Asset{{Path: "1.27/empty.png"}, {Path: "1.27/pic.png", Width: 30, Height: 20}, {Path: "1.27/slides a.pdf"}}, n.Assets); d != "" {
		t.Error(d)
	}
	var withoutComments []string
	for _, d := range ds {
		withoutComments = append(withoutComments, fmt.Sprint(d.Pos.Line, " ", d.Code))
	}
	if got := strings.Join(withoutComments, ", "); got != "5 link/outside, 9 link/missing-file, 11 link/no-size" {
		t.Errorf("diagnostics %s", got)
	}
}

// TestStableIDs checks that editing one entry, or adding one before it, does not change the ids of
// others.
func TestStableIDs(t *testing.T) {
	ids := func(text string) map[note.BlockID]bool {
		n, _ := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte("## Feature\n\n" + text)}, testNames(), Options{})
		out := map[note.BlockID]bool{}
		for b := range n.Entries {
			out[b.ID] = true
		}
		return out
	}
	before := ids("- 一 (#115331, @a)\n- 番号のない長い長い長い長い長い長い長い長い長い長い長い長い長い長い変更\n")
	after := ids("- 零 (#115330, @a)\n- 一を直した (#115331, @a)\n- 番号のない長い長い長い長い長い長い長い長い長い長い長い長い長い長い変更です\n")
	for id := range before {
		if !after[id] {
			t.Errorf("%s is missing in %v", id, after)
		}
	}
}

func TestKey(t *testing.T) {
	names := testNames()
	base := Key("content/1.27/x.md", sha256.Sum256([]byte("a")), names, Options{})
	for name, other := range map[string]string{
		"path":  Key("content/1.27/y.md", sha256.Sum256([]byte("a")), names, Options{}),
		"bytes": Key("content/1.27/x.md", sha256.Sum256([]byte("b")), names, Options{}),
		"names": Key("content/1.27/x.md", sha256.Sum256([]byte("a")), nil, Options{}),
		"html":  Key("content/1.27/x.md", sha256.Sum256([]byte("a")), names, Options{RawHTML: true}),
	} {
		if other == base {
			t.Errorf("the key does not contain the %s", name)
		}
	}
}

func TestOfficial(t *testing.T) {
	r := &upstream.Release{Release: "1.27", Notes: []upstream.ReleaseNote{
		{PR: 115332, Text: "Fixed a bug.", Kind: note.Bug, SIGs: []note.SIG{"node"}, Author: "a", Published: true},
		{PR: 115331, Also: []int{115330}, Text: "`NodeLogQuery` graduated to beta.\n\n- detail KEP-127\n\n```go\nx\n```", Kind: note.Feature, Author: "b", Published: true},
		{PR: 9, Repo: "kubernetes/kube-openapi", Text: "Elsewhere.", Kind: note.Feature, Author: "c", Published: true},
		{PR: 115333, Text: "Draft only.", Kind: note.Feature, Author: "d"},
		{PR: 115334, Text: "Read this.", Kind: note.Other, Urgent: true, Published: true},
	}}
	const want = `official/1.27 en official "Kubernetes 1.27 release notes"(en) releases=[1.27] sigs=[] meta={Authors:[] Date: Source: Translates: Aliases:[] Draft:false KEPs:[] PRs:[] Gates:[] Tags:[]}
entry en id=pr-115334 kind=urgent attr=[115334][][][] | Read this. <pr 115334>
entry en id=kubernetes-kube-openapi-9 kind=feature attr=[][kubernetes/kube-openapi#9][c][] | Elsewhere. <thread kubernetes/kube-openapi#9> <person c>
entry en id=pr-115331 kind=feature stage=beta attr=[115331 115330][][b][] | NodeLogQuery graduated to beta. <gate NodeLogQuery> <kep 127> <pr 115331> <pr 115330> <person b>
    prose en | detail KEP-127 <kep 127>
    code en | x
entry en id=pr-115332 kind=bug attr=[115332][][a][node] | Fixed a bug. <pr 115332> <person a> <sig node>
`
	got := describe(Official(r, testNames()), nil)
	got, _, _ = strings.Cut(got, "ref ")
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// hostile are texts that, repeated, cause errors in careless parsers. Each is parsed with each
// prefix in hostileLeads.
var hostile = map[string]string{
	"one id":            "- x\n",
	"one number":        "- x (#115331, @a)\n",
	"headings":          "# Feature\n\n",
	"comments in code":  "`<!--",
	"open comments":     "<!-- ",
	"attributions":      "(#115331, @a) [SIG Node] ",
	"nested lists":      "- - - - ",
	"resources":         "- batch/v1/jobs\n",
	"titles":            "Support User Support User ",
	"rules":             "---\n\n",
	"fields":            "title: x\n",
	"signs":             ":pencil:\n\n",
	"sections":          "## x #2091\n\n#3673; KEP\n\n",
	"references in row": "k/k#1 KEP-1 @a v1.2 SIG Node ",
}

var hostileLeads = []string{"", "---\nkind: changes\n---\n\n## Feature\n\n", "---\n", "---\nkind: overview\n---\n\n", "---\nkind: talk\n---\n\n"}

func hostileNote(lead, part string, size int) Input {
	return Input{Path: "content/1.27/x.ja.md", Bytes: []byte(lead + strings.Repeat(part, size/len(part)))}
}

// TestHostile checks that such texts are parsed or refused with a reason, and that ids are unique.
func TestHostile(t *testing.T) {
	for name, part := range hostile {
		for _, lead := range hostileLeads {
			n, ds := Parse(hostileNote(lead, part, 50_000), testNames(), Options{})
			if n == nil {
				if len(ds) == 0 {
					t.Errorf("%s after %q: no note and no reason", name, lead)
				}
				continue
			}
			seen := map[note.BlockID]bool{}
			for b := range n.All {
				if b.ID != "" && seen[b.ID] {
					t.Fatalf("%s after %q: the id %q is a duplicate", name, lead, b.ID)
				}
				seen[b.ID] = true
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(b).Files {
			if !strings.HasSuffix(part.Name, ".golden") {
				f.Add(part.Name, part.Data)
			}
		}
	}
	names := testNames()
	f.Fuzz(func(t *testing.T, path string, text []byte) {
		in := Input{Path: path, Bytes: text}
		n, ds := Parse(in, names, Options{})
		if n == nil {
			if len(ds) == 0 {
				t.Fatal("no note and no reason")
			}
			return
		}
		seen := map[note.BlockID]bool{}
		n.All(func(b *note.Block) bool {
			if b.ID != "" && seen[b.ID] || strings.ContainsRune(string(b.ID), 0) {
				t.Fatalf("id %q is a duplicate or invalid", b.ID)
			}
			seen[b.ID] = true
			if b.Lang == "" || (b.Type == note.Entry || b.Type == note.Heading) && b.ID == "" {
				t.Fatalf("block without language or id: %+v", b)
			}
			for _, id := range b.Trail {
				if id == "" {
					t.Fatalf("trail with a gap: %+v", b)
				}
			}
			return true
		})
		if again, _ := Parse(in, names, Options{}); describe(again, nil) != describe(n, nil) {
			t.Fatal("the second parse differs")
		}
	})
}

// TestNoteLinks checks which links are links to notes and anchors.
func TestNoteLinks(t *testing.T) {
	text := "[a](../1.26/x.zh.md#%E5%90%8C) [b](#here) [c](/1.27/y.md) [d](https://example.com/z.md) ![e](z.md) [f](z.csv) a@example.com\n"
	n, _ := Parse(Input{Path: "content/1.27/n.ja.md", Bytes: []byte(text)}, nil, Options{})
	at := func(col int) diag.Position { return diag.Position{File: "content/1.27/n.ja.md", Line: 1, Col: col} }
	want := []note.Link{{Note: "1.26/x", Lang: "zh", Place: "同", Pos: at(1)}, {Place: "here", Pos: at(32)}, {Note: "1.27/y", Pos: at(43)}}
	if !slices.Equal(n.Links, want) {
		t.Errorf("got %v, want %v", n.Links, want)
	}
}

// TestForms checks that a file name in decomposed Unicode form has the composed address, and that
// links to it and to images work in both forms.
func TestForms(t *testing.T) {
	const composed, apart = "ガ", "カ\u3099"
	text := "![図](" + composed + ".png) ![図](" + apart + ".png) [x](" + apart + ".ja.md)\n"
	n, ds := Parse(Input{Path: "content/1.27/" + apart + ".ja.md", Bytes: []byte("---\ntitle: x\n---\n\n" + text), Asset: func(p string) (note.Asset, bool) {
		return note.Asset{Width: 1, Height: 1}, p == "1.27/"+apart+".png"
	}}, nil, Options{})
	if n.ID != "1.27/"+composed || len(ds) > 0 {
		t.Errorf("id %q, %v", n.ID, ds)
	}
	if len(n.Assets) != 1 || n.Assets[0].Path != "1.27/"+apart+".png" {
		t.Errorf("assets %v", n.Assets)
	}
	if len(n.Links) != 1 || n.Links[0].Note != n.ID {
		t.Errorf("links %v", n.Links)
	}
	if src := "content:1.27/" + escapePath(apart+".png"); strings.Count(htmlOf(n.Blocks[0].Text), src) != 2 {
		t.Errorf("%s does not occur twice in %s", src, htmlOf(n.Blocks[0].Text))
	}
}
