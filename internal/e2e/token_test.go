package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/tdewolff/minify/v2"
	minifyjs "github.com/tdewolff/minify/v2/js"

	"github.com/kawaraban/kawaraban/internal/search/analyzer"
	"github.com/kawaraban/kawaraban/static"
)

// A cut is the result of tokenizing a text, in Go or in the script.
type cut struct {
	Text  string `json:"text"`
	Fold  string `json:"fold"`
	Terms string `json:"terms"` // separated by spaces
	Query string `json:"query"` // pieces in the format of analyzer.Piece.String
}

// Placeholders for halves of surrogate pairs, which Go strings cannot contain.
const high, low = "\uE000", "\uE001"

// surrogates converts placeholders like Go converts surrogates: a pair to its character, others to
// U+FFFD.
var surrogates = strings.NewReplacer(high+low, "\U00010000", high, "\uFFFD", low, "\uFFFD")

// byGo tokenizes a text in Go.
func byGo(text string) cut {
	s := surrogates.Replace(text)
	var query []string
	for _, p := range analyzer.Query(s) {
		query = append(query, p.String())
	}
	return cut{text, analyzer.Fold(s), strings.Join(analyzer.Terms(s), " "), strings.Join(query, " ")}
}

// cutAll is the script that returns the texts with results that differ from the wanted ones.
const cutAll = `
globalThis.cutAll = (wanted) => wanted.flatMap((want) => {
	const text = want.text.replaceAll("\ue000", "\ud800").replaceAll("\ue001", "\udc00");
	const piece = (p) => {
		const keys = p.keys.join(), parts = p.parts?.join() ?? p.text;
		return p.script + ":" + p.text + (keys === p.text ? "" : "[" + keys + "]") + (parts === p.text ? "" : "(" + parts + ")");
	};
	const got = { text: want.text, fold: search.fold(text), terms: search.terms(text).join(" "), query: search.pieces(text).map(piece).join(" ") };
	return got.fold === want.fold && got.terms === want.terms && got.query === want.query ? [] : [got];
})`

// termsOf returns the index terms of a text. Only tests need it, because Go writes the index. It
// uses the same tokens as a query.
const termsOf = `
const terms = (text) => tokens(upright(text)).flatMap((token) => {
	const { text, parts, script, wide, seam } = token;
	const found = parts ? parts.map((part, i) => cut(isNumber(part) ? part : parts.slice(i).join(""))) : wide ? windows(token) : [text];
	return [seam || [], found, script === "id" ? "kep" : [], parts?.[1] && parts[0] === "sig" ? "sig" : []].flat();
});
export { equip, fold, terms, pieces };
`

// cutter opens a tab with the tokenizer of the search, minified as in a build.
func cutter(t *testing.T) context.Context {
	t.Helper()
	src, err := static.FS.ReadFile("js/search/10-terms.js")
	if err != nil {
		t.Fatal(err)
	}
	src = append(src, termsOf...)
	m := minify.New()
	m.AddFunc("application/javascript", minifyjs.Minify)
	small, err := m.Bytes("application/javascript", src)
	if err != nil {
		t.Fatal(err)
	}
	module, err := json.Marshal(string(small))
	if err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, startBrowser(t))
	js[any](t, tab, fmt.Sprintf(`import(URL.createObjectURL(new Blob([%s], { type: "text/javascript" }))).then((module) => { globalThis.search = module; })`, module))
	grammar, err := json.Marshal(analyzer.Grammar)
	if err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, fmt.Sprintf("search.equip(%s); %s; undefined", grammar, cutAll))
	return tab
}

// compare reports every text with a different result in the browser.
func compare(t *testing.T, tab context.Context, wanted []cut) {
	t.Helper()
	for len(wanted) > 0 {
		n := min(len(wanted), 4000)
		some, err := json.Marshal(wanted[:n])
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range js[[]cut](t, tab, "cutAll("+string(some)+")") {
			want := byGo(got.Text)
			t.Errorf("%+q\nbrowser %+q\n     Go %+q", got.Text, got, want)
		}
		if wanted = wanted[n:]; t.Failed() {
			return
		}
	}
}

// TestTokenVectors runs the test vectors of package analyzer in the browser.
func TestTokenVectors(t *testing.T) {
	tab := cutter(t)
	src, err := os.ReadFile("../search/analyzer/testdata/vectors.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var wanted []cut
	for _, f := range txtar.Parse(src).Files {
		for _, v := range strings.Split(strings.TrimSpace(string(f.Data)), "\n\n") {
			lines := strings.Split(v, "\n")
			if len(lines) != 3 {
				t.Fatalf("%s: a vector is a text, its terms, its pieces: %q", f.Name, v)
			}
			text := vectorText(lines[0])
			wanted = append(wanted, cut{text, analyzer.Fold(text), strings.TrimSpace(lines[1][1:]), strings.TrimSpace(lines[2][1:])})
		}
	}
	if len(wanted) < 300 {
		t.Errorf("%d vectors are fewer than 300", len(wanted))
	}
	compare(t, tab, wanted)
}

// TestTokenCharacters compares Go and the browser for every character that Go knows, alone and next
// to letters.
func TestTokenCharacters(t *testing.T) {
	tab := cutter(t)
	var wanted []cut
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if known(r) && (!unicode.In(r, unicode.Han, unicode.Hangul) || r%97 == 0) {
			c := string(r)
			wanted = append(wanted, byGo(c+" a"+c+"Bc1"+c+"変"+c))
		}
	}
	compare(t, tab, wanted)
}

// known reports whether r is a character with the same properties in Go's Unicode (15) and the
// browser's. U+0295, and therefore U+02E4, was a lower-case letter in Unicode 15.
func known(r rune) bool {
	return r != 0x295 && r != 0x2E4 && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf)
}

// TestTokenRandom compares Go and the browser for random strings of pieces that are often tokenized
// differently.
func TestTokenRandom(t *testing.T) {
	tab := cutter(t)
	random := rand.New(rand.NewPCG(5, 127))
	var wanted []cut
	for range 20_000 {
		wanted = append(wanted, byGo(randomText(random)))
	}
	compare(t, tab, wanted)
}

var crumbs = strings.Split("a|b|Node|IP|kube|HPA|Scale|v|V1|v1|s|k8s|io|x86|IPv6|PVCs|é|ß|ẞ|ſ|K|"+
	"0|1|27|1.27|007|127|115143|²|①|٣|Ⅷ|½|"+
	"под|ов|Ёж|ё|е\u0308|за\u0301мок|Й|й|И\u0306|İ|I\u0307|ı|Σ|ς|ΟΔΟΣ|H\u0331|J\u030c|ǅ|"+
	"変|更|の起|々|〇|〆|豈|\U00020BB7|が|か\u3099|か゛|ゝ|ガ|カ\u3099|ｶﾞ|ﾊﾟ|ﾞ|ー|ｰ|・|･|コンテナ|サーバ|ㇰ|ヽ|한|글|\u1112\u1161\u11ab|\u1161|ㅎ|"+
	"ﬁ|ﬀ|㎏|㍿|℡|™|ﷺ|א|ب|שלום|مرحبا|\u0651|\u064b|ไทย|ก\u0e33|क्षि|\U0001F600|\U0001F468\u200d\U0001F469|\U00010400|\U00010428|\U0001D400|𝟙|"+
	"\u0301|\u0300|\u0307|\u0308|\u0327|\u0345|\u0344|\u034f|\u00ad|\u200b|\u200d|\u202e|\ufe0f|\ufeff|\U000E0100|\u3099|\u309a|\u20dd|\u302e|"+
	high+"|"+low+"|\uFFFD|\x00|\t|\n| | | |\u00a0|\u3000|-|-|_|.|.|/|/|#|:|@|=|,|'|’|‐|‑|–|−|－|．|／|＃|"+
	"KEP|KEP-|kep |keps/|KEPs #|enhancements#|enhancements/issues/|kep.k8s.io/|keps/sig-node/|SIG |sig/|sig-|machinery|Lifecycle|PR |pr#|pull/|issues/|k/k#|https://github.com/|kubernetes/|node.k8s.io/v1|--node-ip", "|")

// randomText joins random pieces, some of them repeated.
func randomText(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(12) {
		crumb := crumbs[random.IntN(len(crumbs))]
		if random.IntN(40) == 0 {
			crumb = strings.Repeat(crumb, random.IntN(50))
		}
		b.WriteString(crumb)
	}
	return b.String()
}

// vectorText parses the first line of a vector: a plain text, or one in Go quotes.
func vectorText(line string) string {
	if text, err := strconv.Unquote(line); err == nil {
		return text
	}
	return line
}
