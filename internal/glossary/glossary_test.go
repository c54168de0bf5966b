package glossary

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

const file = "content/_data/glossary.yaml"

const small = `terms:
  - id: sidecar-container
    names:
      en: [sidecar container, sidecar]
      ja: サイドカーコンテナ
      ru: [сайдкар-контейнер, sidecar-контейнер, сайдкар]
      zh: [边车容器, 边车]
    avoid:
      ja: [補助コンテナ]
    about:
      en: It runs beside the others.
  - id: sidecar
    names: {ja: サイドカー}
    about: {ja: 隣で動くもの。}
    link: false
  - id: node
    names: {en: node, ja: ノード, ru: узел, zh: 节点}
    forms: {ru: [узла]}
  - id: pod
    names: {en: Pod, ja: Pod, ru: под, zh: Pod}
  - id: network-policy
    names: {en: network policy, ru: сетевая политика}
  - id: feature-gate
    names: {en: feature gate, ja: [フィーチャーゲート, feature gate]}
    avoid: {ja: 機能ゲート}
  - id: persistent-volume
    names: {en: [PersistentVolume, PV], ru: постоянный том}
  - id: storage-class
    names: {en: storage class}
  - id: ga
    names: {en: GA, ja: 一般提供}
`

func parse(t *testing.T, src string) *Glossary {
	t.Helper()
	g, ds := Parse([]byte(src), file)
	for _, d := range ds {
		t.Error(d)
	}
	return g
}

func found(text string, hits []Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%s=%s", text[h.Start:h.End], h.Term.ID))
	}
	return out
}

func TestFind(t *testing.T) {
	g := parse(t, small)
	for _, c := range []struct {
		lang note.Lang
		text string
		want string
	}{
		{"en", "A sidecar container is a sidecar.", "sidecar container=sidecar-container sidecar=sidecar-container"},
		{"en", "Sidecar-containers, SIDECARS and sidecar\ncontainers", "Sidecar-containers=sidecar-container SIDECARS=sidecar-container sidecar\ncontainers=sidecar-container"},
		{"en", "Pods, Pod's; PodSpec --pod-cidr pod_name pods/exec core.Pod .pod Pod.", "Pods=pod Pod=pod Pod=pod"},
		{"en", "node-ip kube-node node=1 nodes: the node.", "nodes=node node=node"},
		{"en", "network policies, storage classes, PVs and the PV", "network policies=network-policy storage classes=storage-class PVs=persistent-volume PV=persistent-volume"},
		{"en", "network, policy; feature. gate", ""},
		{"en", "узел 节点 ノード", ""},
		{"ja", "サイドカーコンテナとサイドカーは", "サイドカーコンテナ=sidecar-container サイドカー=sidecar"},
		{"ja", "サイドカーモデル、マイクロサイドカー", ""},
		{"ja", "ノードのPodはsidecarです。ＰＯＤも", "ノード=node Pod=pod sidecar=sidecar-container ＰＯＤ=pod"},
		{"ja", "機能ゲートとフィーチャーゲート", "フィーチャーゲート=feature-gate"},
		{"ja", "一般提供され", "一般提供=ga"},
		{"zh", "边车容器在节点上，边车", "边车容器=sidecar-container 节点=node 边车=sidecar-container"},
		{"zh", "使用 network policy 的Pod", "network policy=network-policy Pod=pod"},
		{"ru", "На узле, узлов, узлами и в узел", "узле=node узлов=node узлами=node узел=node"},
		{"ru", "Сетевых политик и сетевую политику", "Сетевых политик=network-policy сетевую политику=network-policy"},
		{"ru", "Поды подами, подсеть, подход", "Поды=pod подами=pod"},
		{"ru", "sidecar-контейнеры, Sidecar-ы и сайдкаров", "sidecar-контейнеры=sidecar-container Sidecar=sidecar-container сайдкаров=sidecar-container"},
		{"ru", "постоянных томов, томом", "постоянных томов=persistent-volume"},
		{"ko", "노드의 Pod", "Pod=pod"},
		{"ja", "フィーチャー\nゲート、フィーチャーゲート", "フィーチャーゲート=feature-gate"},
		{"zh", "边车\n容器和边车 容器", "边车\n容器=sidecar-container 边车 容器=sidecar-container"},
		{"", "Pod", "Pod=pod"},
	} {
		if got := strings.Join(found(c.text, g.Find(c.text, c.lang)), " "); got != c.want {
			t.Errorf("%s %q:\n got %q\nwant %q", c.lang, c.text, got, c.want)
		}
	}
}

func TestAvoided(t *testing.T) {
	g := parse(t, small)
	for text, want := range map[string]string{
		"機能ゲートを有効に":           "機能ゲート=feature-gate",
		"機能ゲートウェイ":            "",
		"補助コンテナと機能ゲート":        "補助コンテナ=sidecar-container 機能ゲート=feature-gate",
		"フィーチャーゲート":           "",
		"Feature gate の機能ゲート": "機能ゲート=feature-gate",
	} {
		if got := strings.Join(found(text, g.Avoided(text, "ja")), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestFallback(t *testing.T) {
	g := parse(t, small)
	sidecar := g.Term("sidecar")
	if name, lang := sidecar.Name("en"); name != "サイドカー" || lang != "ja" {
		t.Errorf("the name of a term without English is %s (%s)", name, lang)
	}
	if s, lang := g.Term("sidecar-container").Sentence("zh"); s != "It runs beside the others." || lang != "en" {
		t.Errorf("without a Chinese sentence it is %q (%s)", s, lang)
	}
	if s, lang := g.Term("node").Sentence("ja"); s != "" || lang != "ja" {
		t.Errorf("without a sentence it is %q (%s)", s, lang)
	}
	if sidecar.Link || !g.Term("node").Link {
		t.Error("link: false is ignored")
	}
}

func TestNil(t *testing.T) {
	var g *Glossary
	if g.Find("Pod", "en") != nil || g.Avoided("Pod", "en") != nil || g.Term("pod") != nil {
		t.Error("a nil glossary has terms")
	}
	if (&Glossary{}).Find("Pod", "en") != nil {
		t.Error("an empty glossary has terms")
	}
}

func TestParseMistakes(t *testing.T) {
	for _, c := range []struct{ name, src, want, ids string }{
		{"no file", "", "", ""},
		{"no list", "terms: Pod\n", file + ":1:8: [glossary/type]", ""},
		{"unknown field", "terms:\n  - id: pod\n    names: {en: Pod}\n    abuot: {en: x}\n", file + ":4:5: [glossary/unknown-field]", "pod"},
		{"no id", "terms:\n  - names: {en: Pod}\n", file + ":2:5: [glossary/id]", ""},
		{"bad id", "terms:\n  - id: Pod!\n    names: {en: Pod}\n", file + ":2:9: [glossary/id]", ""},
		{"id of the page", "terms:\n  - id: main\n    names: {en: main}\n", file + ":2:9: [glossary/id]", ""},
		{"id twice", "terms:\n  - id: pod\n    names: {en: Pod}\n  - id: pod\n    names: {en: Pods}\n", file + ":4:9: [glossary/duplicate]", "pod"},
		{"name twice", "terms:\n  - id: pod\n    names: {en: Pod}\n  - id: unit\n    names: {en: [unit, pods]}\n", file + ":5:24: [glossary/duplicate]", "pod unit"},
		{"form twice", "terms:\n  - id: pod\n    names: {ru: [под, поды]}\n", file + ":3:23: [glossary/duplicate]", "pod"},
		{"form that is found", "terms:\n  - id: pod\n    names: {ru: под}\n    forms: {ru: поды}\n", file + ":4:17: [glossary/duplicate]", "pod"},
		{"form alone", "terms:\n  - id: node\n    forms: {ru: узла}\n", file + ":2:9: [glossary/missing]", ""},
		{"same name in two languages", "terms:\n  - id: pod\n    names: {en: Pod, ja: Pod}\n", "", "pod"},
		{"no name", "terms:\n  - id: pod\n    about: {en: x}\n", file + ":2:9: [glossary/missing]", ""},
		{"empty name", "terms:\n  - id: pod\n    names:\n      en: [Pod, \" \"]\n", file + ":4:17: [glossary/missing]", "pod"},
		{"unknown language", "terms:\n  - id: pod\n    names: {en: Pod, xx: Pod, zh-cn: Pod, ko: 파드}\n", file + ":3:26: [glossary/language] " + file + ":3:38: [glossary/language]", "pod"},
		{"no language", "terms:\n  - id: pod\n    names: Pod\n", file + ":3:12: [glossary/language] " + file + ":2:9: [glossary/missing]", ""},
		{"not to be found", "terms:\n  - id: pod\n    names: {en: [Pod, Pod (a unit)]}\n", file + ":3:23: [glossary/name]", "pod"},
		{"too long", "terms:\n  - id: pod\n    names: {en: [Pod, " + strings.Repeat("x", 81) + "]}\n", file + ":3:23: [glossary/name]", "pod"},
		{"long sentence", "terms:\n  - id: pod\n    names: {en: Pod}\n    about: {en: " + strings.Repeat("x", 401) + "}\n", file + ":4:17: [glossary/about]", "pod"},
		{"right and wrong", "terms:\n  - id: pod\n    names: {en: Pod}\n    avoid: {en: pods}\n", file + ":2:5: [glossary/avoid]", "pod"},
		{"wrong for two", "terms:\n  - id: pod\n    names: {en: Pod}\n    avoid: {en: unit}\n  - id: node\n    names: {en: node}\n    avoid: {en: unit}\n", file + ":2:5: [glossary/avoid]", "node pod"},
		{"syntax", "terms:\n  - id: pod\n    names: {en: Pod\n", file + ":3:12: [glossary/syntax]", ""},
	} {
		g, ds := Parse([]byte(c.src), file)
		var got []string
		for _, d := range ds {
			got = append(got, fmt.Sprintf("%s: [%s]", d.Pos, d.Code))
		}
		want := strings.Split(strings.ReplaceAll(c.want, "] "+file, "]\n"+file), "\n")
		if c.want == "" {
			want = nil
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		var ids []string
		for _, term := range g.Terms {
			ids = append(ids, string(term.ID))
		}
		if strings.Join(ids, " ") != c.ids {
			t.Errorf("%s: kept %v, want %s", c.name, ids, c.ids)
		}
	}
}

// TestStem checks the cases of nouns and adjectives of each declension, written by hand.
func TestStem(t *testing.T) {
	for _, forms := range []string{
		"релиз релиза релизу релизом релизе релизы релизов релизам релизами релизах",
		"контейнер контейнера контейнеры контейнеров контейнерам контейнерах",
		"проба пробы пробе пробу пробой проб пробам пробами пробах",
		"событие события событию событием событии событий событиям событиями событиях",
		"версия версии версию версией версий версиям версиями версиях",
		"толерантность толерантности толерантностью толерантностей толерантностям",
		"постоянный постоянного постоянному постоянным постоянном постоянные постоянных постоянная постоянной постоянную постоянное",
		"сетевая сетевой сетевую сетевые сетевых сетевым сетевыми",
		"учётная учетной учётную Учётные учётных",
		"слой слоя слою слоем слое слои слоёв",
	} {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			if stemOf(w) != stemOf(words[0]) {
				t.Errorf("%s has the stem %s, %s has %s", words[0], stemOf(words[0]), w, stemOf(w))
			}
		}
	}
	for _, pair := range [][2]string{{"под", "подсеть"}, {"том", "то"}, {"проба", "пробел"}, {"сеть", "сетка"}} {
		if stemOf(pair[0]) == stemOf(pair[1]) {
			t.Errorf("%s and %s have the same stem", pair[0], pair[1])
		}
	}
}

func TestSingular(t *testing.T) {
	for _, pair := range [][2]string{
		{"Pod", "pods"}, {"node", "Nodes"}, {"policy", "policies"}, {"class", "classes"}, {"CRD", "CRDs"}, {"PV", "PVs"},
		{"watch", "watches"}, {"lease", "leases"}, {"quota", "quotas"}, {"API", "APIs"}, {"api", "apis"}, {"IPVS", "ipvs"}, {"cache", "caches"},
	} {
		if singularOf(pair[0]) != singularOf(pair[1]) {
			t.Errorf("%s is %s, %s is %s", pair[0], singularOf(pair[0]), pair[1], singularOf(pair[1]))
		}
	}
	for _, pair := range [][2]string{{"DNS", "DN"}, {"status", "statu"}, {"class", "clas"}, {"is", "i"}} {
		if singularOf(pair[0]) == singularOf(pair[1]) {
			t.Errorf("%s and %s have the same singular", pair[0], pair[1])
		}
	}
}

func TestClass(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if fast, slow := classOf(r), classByTable(r); fast != slow {
			t.Errorf("%U %c is %d, by the tables %d", r, r, fast, slow)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(small), "A sidecar container on узле の機能ゲート。")
	f.Add([]byte("terms:\n  - id: a\n    names: {en: [\"a\u0301\", A-b]}\n"), "A\u0301 a-b \xff")
	f.Fuzz(func(t *testing.T, src []byte, text string) {
		g, _ := Parse(src, file)
		for _, lang := range append(slices.Sorted(maps.Keys(g.tries)), "en", "xx") {
			for _, hits := range [][]Hit{g.Find(text, lang), g.Avoided(text, lang)} {
				last := 0
				for _, h := range hits {
					if h.Start < last || h.End <= h.Start || h.End > len(text) || h.Term == nil {
						t.Fatalf("a hit from %d to %d of %d after %d", h.Start, h.End, len(text), last)
					}
					last = h.End
				}
			}
		}
		for i := range g.Terms {
			for lang, names := range g.Terms[i].Names {
				for _, name := range names {
					hits := g.Find(name, lang)
					if len(hits) != 1 || hits[0].Start != 0 || hits[0].End != len(name) || hits[0].Term != &g.Terms[i] {
						t.Fatalf("%q of %s is not found as itself: %v", name, g.Terms[i].ID, hits)
					}
				}
			}
		}
	})
}

func stemOf(word string) string     { return string(appendStem(nil, word)) }
func singularOf(word string) string { return string(appendSingular(nil, word)) }
