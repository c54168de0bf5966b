package locale

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/google/go-cmp/cmp"

	"math/bits"
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// TestHanSets compares the sizes of the sets with the standards: GB 2312 has 6,763 characters, JIS
// X 0208 6,355 (6,356 with row 84 of 1990), Big5 13,053, two of them duplicates outside the main
// block.
func TestHanSets(t *testing.T) {
	got := map[uint8]int{}
	for _, in := range hanSets() {
		for _, set := range []uint8{inGB2312, inJIS, inBig5} {
			got[set] += bits.OnesCount8(in & set)
		}
	}
	want := map[uint8]int{inGB2312: 6763, inJIS: 6355, inBig5: 13051}
	for set, n := range want {
		if got[set] != n {
			t.Errorf("set %d has %d characters, want %d", set, got[set], n)
		}
	}
}
func TestEnglishWordsAreSorted(t *testing.T) {
	if !slices.IsSorted(english) {
		t.Error("the table of function words is not sorted, so not all of them are found")
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		text string
		page note.Lang
		want note.Lang
	}{
		{"kubelet がログを収集できるようになりました。", "zh", "ja"},
		{"NodeLogQuery (alpha) を追加", "en", "ja"},
		{"変更内容", "zh", "ja"},
		{"概要", "ja", "ja"},
		{"概要", "zh", "zh"},
		{"概要", "", ""},
		{"過去的更改", "zh", "zh"}, // all in JIS, and valid traditional Chinese
		{"过去的变更", "ja", "zh"},
		{"新增了 kube-proxy 的指标", "ja", "zh"},
		{"移除 EndpointSlice 的旧字段", "ru", "zh"},
		{"这里的の只是一个字，其余都是简体中文", "ja", "zh"},
		{"仮想マシン、クラウド、プルリクエスト", "zh", "ja"},
		{"ﾃｽﾄ", "zh", "ja"},
		{"Узлы и планировщик", "en", "ru"},
		{"Вузли та планувальник", "uk", "uk"},
		{"KEP-127: user namespaces в подах", "en", "ru"},
		{"쿠버네티스 릴리스 노트", "ja", "ko"},
		{"Graceful node shutdown is now enabled by default.", "ja", "en"},
		{"Changes by Kind", "ja", "en"},
		{"NodeLogQuery", "ja", "ja"},
		{"#115331, @mimowo", "zh", "zh"},
		{"containerd/containerd#8006", "ru", "ru"},
		{"API Change", "ja", "ja"},
		{"Die Knoten werden jetzt in der Reihenfolge beendet", "de", "de"},
		{"The word 変更 stands for a change in the list of a release", "ja", "en"},
		// English names within Japanese and Chinese sentences; the last sentences are English.
		{"kubelet の in-tree volume plugin for the AWS EBS of a node and the CSI migration is on を追加", "ja", "ja"},
		{"Set the volume to be in use by the node when it is not attached を報告する (#115331, @handle) [SIG Node]", "ja", "ja"},
		{"PodSandbox has been in the state of NotReady for a while のときにリトライ（see the KEP）。", "zh", "ja"},
		{"kubelet is in the state of not ready for the node 时", "zh", "zh"},
		{"移除 in-tree plugin of the AWS EBS for the kubelet and the node 的支持", "zh", "zh"},
		{"修复了 The pod is not in the list of the node when it is restarted。", "zh", "zh"},
		{"The stage of the gate is now 変更", "ja", "en"},
		{"The name of the part that is in the node is 后端", "zh", "en"},
		{"The pods are removed from the node when this is set and it is on. 未訳です。", "ja", "en"},
		{"The words 変更 and を are in the list of what is not translated (変更)", "ja", "en"},
		{"", "ja", "ja"},
		{"\xff\xfe", "ja", "ja"},
	} {
		if got := Detect(c.text, c.page); got != c.want {
			t.Errorf("Detect(%q, %q) = %q, want %q", c.text, c.page, got, c.want)
		}
	}
}

// TestDetectOnCorpus counts the lines of real notes that are not in the language of their file. All
// were checked by hand: English ones are headings and titles, Japanese ones are untranslated
// blocks.
func TestDetectOnCorpus(t *testing.T) {
	root := testcorpus.Path("notes")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("the corpus of real notes is not here: %v", err)
	}
	for _, c := range []struct {
		file string
		want map[note.Lang]int
	}{
		{"1.27/sig-node.ja.md", map[note.Lang]int{"ja": 80, "en": 3}},
		{"1.27/overview.ru.md", map[note.Lang]int{"ru": 214, "en": 21}},
		{"log/2023-spring.ja.md", map[note.Lang]int{"ja": 312, "en": 1}},
		{"1.26/sig-network.zh.md", map[note.Lang]int{"zh": 44, "ja": 59, "en": 2}},
	} {
		src, err := os.ReadFile(filepath.Join(root, c.file))
		if err != nil {
			t.Fatal(err)
		}
		page := strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(c.file, ".md")), ".")
		got := map[note.Lang]int{}
		for line := range strings.Lines(string(src)) {
			if line = strings.TrimSpace(line); line != "" && line != "---" {
				got[Detect(line, note.Lang(page))]++
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.file, diff)
		}
	}
}

func FuzzDetect(f *testing.F) {
	f.Add("kubelet が 変更内容", "zh")
	f.Add("the\xff past of 過去", "x-")
	f.Fuzz(func(t *testing.T, text, page string) {
		got := Detect(text, note.Lang(page))
		if !slices.Contains([]note.Lang{"en", "ja", "zh", "ru", "ko", note.Lang(page)}, got) {
			t.Errorf("Detect(%q, %q) = %q", text, page, got)
		}
	})
}

func TestHanOf(t *testing.T) {
	for r, want := range map[rune]note.Lang{
		'这': "zh", '边': "zh", '变': "zh", '変': "ja", '機': "ja", '概': "", '要': "", 'あ': "", 'a': "", '㐀': "", '𠀀': "",
	} {
		if got := HanOf(r); got != want {
			t.Errorf("%c: %q, want %q", r, got, want)
		}
	}
}
