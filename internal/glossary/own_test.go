package glossary

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
)

func own(t testing.TB) *Glossary {
	t.Helper()
	src, err := os.ReadFile("../../content/_data/glossary.yaml")
	if err != nil {
		t.Fatal(err)
	}
	g, ds := Parse(src, file)
	for _, d := range ds {
		t.Error(d, d.Hint)
	}
	return g
}

// sentences are frames for a name in each language.
var sentences = map[note.Lang][2]string{
	"en": {"This release changes the ", ", among others."},
	"ja": {"このリリースでは", "が変わる。"},
	"zh": {"此版本修改了", "。"},
	"ru": {"В этом релизе изменено: ", ", и не только."},
}

var foreign = map[note.Lang][]*unicode.RangeTable{
	"en": {unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana},
	"ja": {unicode.Cyrillic, unicode.Hangul},
	"zh": {unicode.Cyrillic, unicode.Hiragana, unicode.Katakana},
	"ru": {unicode.Han, unicode.Hiragana, unicode.Katakana},
}

func TestOwn(t *testing.T) {
	g := own(t)
	if len(g.Terms) < 120 {
		t.Errorf("%d terms", len(g.Terms))
	}
	bySentence := map[string]ID{} // sentences must be unique
	for i := range g.Terms {
		term := &g.Terms[i]
		for lang, around := range sentences {
			if len(term.Names[lang]) == 0 || term.About[lang] == "" {
				t.Errorf("%s has no name or no sentence in %s", term.ID, lang)
			}
			if other := bySentence[term.About[lang]]; other != "" {
				t.Errorf("%s and %s have the same sentence", term.ID, other)
			}
			bySentence[term.About[lang]] = term.ID
			for _, text := range slices.Concat(term.Names[lang], term.Avoid[lang], []string{term.About[lang]}) {
				if strings.IndexFunc(text, func(r rune) bool { return unicode.In(r, foreign[lang]...) && r != 'ー' }) >= 0 {
					t.Errorf("%s: %q is not %s", term.ID, text, lang)
				}
			}
			for _, name := range term.Names[lang] {
				text := around[0] + name + around[1]
				if !slices.ContainsFunc(g.Find(text, lang), func(h Hit) bool { return h.Term == term && text[h.Start:h.End] == name }) {
					t.Errorf("%s is not found in %q", term.ID, text)
				}
			}
			for _, word := range term.Avoid[lang] {
				text := around[0] + word + around[1]
				if hits := g.Avoided(text, lang); len(hits) != 1 || text[hits[0].Start:hits[0].End] != word {
					t.Errorf("%s, to be avoided, is not found in %q: %v", word, text, hits)
				}
			}
		}
	}
}

// TestOwnSentences checks that each explanation is one sentence with the punctuation of its
// language.
func TestOwnSentences(t *testing.T) {
	stops := map[note.Lang]string{"en": ".", "ja": "。", "zh": "。", "ru": "."}
	for _, term := range own(t).Terms {
		for lang, stop := range stops {
			about := term.About[lang]
			if !strings.HasSuffix(about, stop) || lang == "en" && strings.Count(about, ". ") > 0 {
				t.Errorf("%s: %q", term.ID, about)
			}
			if limit := map[note.Lang]int{"en": 150, "ru": 160, "ja": 80, "zh": 70}[lang]; len([]rune(about)) > limit {
				t.Errorf("%s: %d characters: %q", term.ID, len([]rune(about)), about)
			}
		}
	}
}

func TestOwnWords(t *testing.T) {
	g := own(t)
	for _, c := range []struct {
		lang note.Lang
		text string
		want string
	}{
		{"ja", "サイドカーを sidecar と書く。グレースフルノードシャットダウン中のPod", "サイドカー=sidecar-container sidecar=sidecar-container グレースフルノードシャットダウン=graceful-node-shutdown Pod=pod"},
		{"zh", "特性门控已弃用，边车容器与静态 Pod", "特性门控=feature-gate 弃用=deprecation 边车容器=sidecar-container 静态 Pod=static-pod"},
		{"ru", "Сайдкары, feature gates и переключателей функциональности на узлах; сетевых политик", "Сайдкары=sidecar-container feature gates=feature-gate переключателей функциональности=feature-gate узлах=node сетевых политик=network-policy"},
		{"en", "Validating admission policies, CRDs and kube-proxy", "Validating admission policies=validating-admission-policy CRDs=crd kube-proxy=kube-proxy"},
	} {
		if got := strings.Join(found(c.text, g.Find(c.text, c.lang)), " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestOwnAgreesWithUpstream compares names with the Kubernetes documentation: if the English
// description of a feature gate contains a term, so does the Chinese one, with a few exceptions.
func TestOwnAgreesWithUpstream(t *testing.T) {
	g := own(t)
	src, err := os.ReadFile("../../content/_data/gates.json")
	if err != nil {
		t.Fatal(err)
	}
	var gates []struct {
		Name        string               `json:"name"`
		Description map[note.Lang]string `json:"description"`
	}
	if err := json.Unmarshal(src, &gates); err != nil {
		t.Fatal(err)
	}
	same, other := 0, 0
	for _, gate := range gates {
		there := named(g, gate.Description["zh"], "zh")
		for id := range named(g, gate.Description["en"], "en") {
			switch {
			case gate.Description["zh"] == "":
			case there[id]:
				same++
			default:
				other++
			}
		}
	}
	t.Logf("%d mentions have a name of the glossary, %d do not", same, other)
	if same < 800 || other*20 > same {
		t.Errorf("only %d of %d mentions have a name of the glossary", same, same+other)
	}
}

func named(g *Glossary, text string, lang note.Lang) map[ID]bool {
	out := map[ID]bool{}
	for _, h := range g.Find(text, lang) {
		out[h.Term.ID] = true
	}
	return out
}
