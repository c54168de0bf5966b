package locale

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/note"
)

// The national character sets of Chinese characters.
const (
	inGB2312 uint8 = 1 << iota // simplified Chinese
	inJIS                      // JIS X 0208, Japanese
	inBig5                     // traditional Chinese
)

const (
	firstHan, lastHan = 0x4e00, 0x9fff
	detectBytes       = 16 << 10 // of a text are examined; more does not change the result
)

// hanSets are the character sets of every character in the main block. The rows are those of the
// standards (EUC-CN 16–87, EUC-JP 16–84, Big5 levels 1 and 2), without vendor extensions.
var hanSets = sync.OnceValue(func() *[lastHan - firstHan + 1]uint8 {
	t := new([lastHan - firstHan + 1]uint8)
	for _, s := range []struct {
		enc      encoding.Encoding
		set      uint8
		from, to int
	}{
		{simplifiedchinese.GBK, inGB2312, 0xb0a1, 0xf7fe},
		{japanese.EUCJP, inJIS, 0xb0a1, 0xf4fe},
		{traditionalchinese.Big5, inBig5, 0xa440, 0xc67e},
		{traditionalchinese.Big5, inBig5, 0xc940, 0xf9d5},
	} {
		var codes []byte
		for code := s.from; code <= s.to; code++ {
			trail := code & 0xff
			if trail >= 0xa1 && trail <= 0xfe || s.set == inBig5 && trail >= 0x40 && trail <= 0x7e {
				codes = append(codes, byte(code>>8), byte(trail))
			}
		}
		text, _ := s.enc.NewDecoder().Bytes(codes) // gaps in the table decode to U+FFFD
		for _, r := range string(text) {
			if r >= firstHan && r <= lastHan {
				t[r-firstHan] |= s.set
			}
		}
	}
	return t
})

// english lists function words, which distinguish an English sentence from a name.
var english = []string{
	"a", "an", "and", "are", "as", "be", "been", "by", "can", "for", "from", "has", "have", "if", "in", "into", "is", "it", "its",
	"no", "not", "now", "of", "on", "or", "that", "the", "their", "this", "to", "was", "were", "when", "which", "will", "with",
}

type tally struct {
	kana, han, hangul, cyrillic int // characters
	simplified, japanese        int // Chinese characters only in GB 2312, or only in JIS
	shinjitai                   int // of the latter, those not in Big5: Japan's own forms
	words, function             int // of Latin letters only; those in english
}

// Detect returns the language of a plain text. page, the language of its context, is the result if
// the rules do not decide, or if it uses the same script.
//
// At least one sixth kana among kana and Chinese characters means Japanese. Otherwise characters
// that are only in GB 2312 mean Chinese, and those only in JIS X 0208 Japanese. If Big5 has all of
// the latter, the text may be traditional Chinese, and the rules do not decide. Cyrillic means
// Russian, Hangul Korean. An English sentence needs English function words, so that a few Latin
// names do not count. A sentence with a Japanese or Chinese ending is not English.
func Detect(text string, page note.Lang) note.Lang {
	t := count(prefix(text, detectBytes))
	cjk := t.kana + t.han
	foreign := max(cjk, t.hangul, t.cyrillic)
	switch {
	case foreign == 0 && t.words >= 3 && t.function > 0,
		t.function >= 2 && t.words > foreign:
		return same(page, "Latn", "en")
	case foreign == 0:
		return page
	case foreign == t.cyrillic:
		return same(page, "Cyrl", "ru")
	case foreign == t.hangul:
		return "ko"
	case t.kana*6 >= cjk:
		return "ja"
	}
	return t.ofHan(page)
}

// ofHan decides by the Chinese characters alone.
func (t tally) ofHan(page note.Lang) note.Lang {
	chinese := page == "zh" || page == "zh-hant"
	switch {
	case t.simplified > t.japanese:
		return "zh"
	case t.simplified == t.japanese && (chinese || page == "ja" || page == ""):
		return page
	case t.simplified == t.japanese:
		return "zh" // whole sentences without kana are rare in Japanese
	case t.shinjitai > 0 || !chinese:
		return "ja"
	}
	return page
}

// same returns page if it uses the script, else l.
func same(page note.Lang, script string, l note.Lang) note.Lang {
	if page == l || page == "" {
		return l
	}
	tag, err := language.Parse(string(page))
	if err != nil {
		return l
	}
	if s, _ := tag.Script(); s.String() == script {
		return page
	}
	return l
}

func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func count(text string) (t tally) {
	sets := hanSets()
	for _, r := range text {
		switch {
		case r < 0x400:
		case r <= 0x52f:
			t.cyrillic++
		case r >= firstHan && r <= lastHan:
			t.addHan(sets[r-firstHan])
		case r >= 0x3041 && r <= 0x30ff && r != '・', r >= 0xff66 && r <= 0xff9f:
			t.kana++
		case r >= 0xac00 && r <= 0xd7a3:
			t.hangul++
		case unicode.Is(unicode.Han, r):
			t.han++
		}
	}
	if t.kana+t.han == 0 {
		t.countWords(text)
		return t
	}
	for sentence := range sentences(text) {
		if !closesEastern(sentence) {
			t.countWords(sentence)
		}
	}
	return t
}

func (t *tally) addHan(in uint8) {
	t.han++
	switch {
	case in&inGB2312 != 0 && in&inJIS == 0:
		t.simplified++
	case in&inJIS != 0 && in&inGB2312 == 0:
		t.japanese++
		if in&inBig5 == 0 {
			t.shinjitai++
		}
	}
}

// countWords counts words of a–z, with punctuation; k8s.io, v1beta3 and --flags do not count.
func (t *tally) countWords(text string) {
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, `.,;:!?()"'`)
		if w == "" || strings.IndexFunc(w, notLatin) >= 0 {
			continue
		}
		t.words++
		if _, found := slices.BinarySearch(english, strings.ToLower(w)); found {
			t.function++
		}
	}
}

func notLatin(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// HanOf returns the language of a Chinese character: zh if only GB 2312 has it, ja if only JIS X
// 0208 has it. It is empty for other characters.
func HanOf(r rune) note.Lang {
	if r < firstHan || r > lastHan {
		return ""
	}
	switch in := hanSets()[r-firstHan]; {
	case in&inGB2312 != 0 && in&inJIS == 0:
		return "zh"
	case in&inJIS != 0 && in&inGB2312 == 0:
		return "ja"
	}
	return ""
}
