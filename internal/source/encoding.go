package source

import (
	"bytes"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf16 "golang.org/x/text/encoding/unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// candidate is a legacy encoding that a file may have.
type candidate struct {
	name, iconv string // names for messages and for iconv
	encoding    encoding.Encoding
	scripts     []*unicode.RangeTable // scripts of nearly all its non-ASCII characters
	frequent    string                // the most frequent of these characters
}

// candidates returns the encodings that guess tries. They are encodings of the interface
// languages.
func candidates() []candidate {
	han := []*unicode.RangeTable{unicode.Han}
	kana := []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}
	cyrillic := []*unicode.RangeTable{unicode.Cyrillic}
	const japan = "のにはをたがでてとしれさいるなこもんらりかうまけくすよおだどきっー日本語"
	const russia = "оеаинтсрвл"
	return []candidate{
		{"Shift_JIS", "CP932", japanese.ShiftJIS, kana, japan},
		{"EUC-JP", "EUC-JP", japanese.EUCJP, kana, japan},
		{"GBK", "GBK", simplifiedchinese.GBK, han, "的一是不了在有这中大来上个为和地到以说时要就出会可也你对生能而子那得于着下自之年用"},
		{"Big5", "BIG5", traditionalchinese.Big5, han, "的一是不了在有這中大來上個為和地到以說時要就出會可也你對生能而子那得於著下自之年用"},
		{"KOI8-R", "KOI8-R", charmap.KOI8R, cyrillic, russia},
		{"Windows-1251", "CP1251", charmap.Windows1251, cyrillic, russia},
	}
}

// guess returns the most likely encoding of a text that is not UTF-8, or nil if none is likely.
// The score is the ratio of frequent characters to all non-ASCII characters.
func guess(text []byte) *candidate {
	var best *candidate
	most := 0.1
	for _, c := range candidates() {
		if score := c.score(text); score > most {
			best, most = &c, score
		}
	}
	return best
}

// score returns the score of the encoding. It returns 0 if the decoded text has undefined bytes
// or control characters. It also returns 0 if more than one character in six is in another script
// or within a Latin word.
func (c candidate) score(text []byte) float64 {
	decoded, err := c.encoding.NewDecoder().Bytes(text)
	if err != nil || !legible(decoded) {
		return 0
	}
	all, frequent, foreign := 0, 0, 0
	before := ' '
	for _, r := range string(decoded) {
		last := before
		before = r
		if r < utf8.RuneSelf {
			continue
		}
		all++
		switch {
		case unicode.Is(unicode.Cyrillic, r) && last < utf8.RuneSelf && unicode.IsLetter(last):
			foreign++ // a Cyrillic letter within a Latin word, as in caf\xe9
		case strings.ContainsRune(c.frequent, r):
			frequent++
		case !unicode.In(r, c.scripts...) && !unicode.IsPunct(r):
			foreign++
		}
	}
	if all == 0 || 6*foreign > all {
		return 0
	}
	return float64(frequent) / float64(all)
}

// legible reports whether a text contains only printable characters and white space.
func legible(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool {
		return r == utf8.RuneError || !unicode.IsGraphic(r) && !unicode.IsSpace(r)
	})
}

// wide detects encodings with units of two or four bytes or with escape sequences. It returns
// their name for iconv, or "". It uses the byte order mark. Without one, the decoded text must be
// printable and contain line ends or spaces.
func wide(text []byte) string {
	for _, mark := range []struct{ bytes, name string }{
		{"\xff\xfe\x00\x00", "UTF-32"}, {"\x00\x00\xfe\xff", "UTF-32"}, {"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"},
	} {
		if bytes.HasPrefix(text, []byte(mark.bytes)) {
			return mark.name
		}
	}
	if seven := !bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }); seven && bytes.Contains(text, []byte("\x1b$B")) {
		return "ISO-2022-JP"
	}
	if bytes.IndexByte(text, 0) < 0 || len(text)%2 != 0 {
		return ""
	}
	for _, order := range []struct {
		name string
		is   utf16.Endianness
	}{{"UTF-16LE", utf16.LittleEndian}, {"UTF-16BE", utf16.BigEndian}} {
		decoded, err := utf16.UTF16(order.is, utf16.IgnoreBOM).NewDecoder().Bytes(text)
		if err == nil && legible(decoded) && bytes.ContainsAny(decoded, "\n ") {
			return order.name
		}
	}
	return ""
}

// withConversion adds a hint with the command that converts the file.
func withConversion(d diag.Diagnostic, encoding string) diag.Diagnostic {
	name := path.Base(d.Pos.File)
	return d.WithHint("run iconv -f %s -t UTF-8 %s > new.md, then rename new.md to %s", encoding, name, name)
}

// encoded reports a file that is not UTF-8, with its probable encoding. It returns false for
// valid UTF-8.
func encoded(file string, text []byte) (diag.Diagnostic, bool) {
	if name := wide(text); name != "" {
		return withConversion(diag.Errorf(diag.Position{File: file}, "content/encoding", "file is not UTF-8, but probably %s", name), name), true
	}
	i := invalid(text)
	if i < 0 || bytes.IndexByte(text, 0) >= 0 {
		return diag.Diagnostic{}, false
	}
	if c := guess(text); c != nil {
		return withConversion(diag.Errorf(placeOf(file, text, i), "content/encoding", "invalid UTF-8 byte 0x%02X; the file is probably %s", text[i], c.name), c.iconv), true
	}
	return diag.Errorf(placeOf(file, text, i), "content/encoding", "invalid UTF-8 byte 0x%02X", text[i]).WithHint("save the file as UTF-8"), true
}

// invalid returns the index of the first byte that is not UTF-8, or -1.
func invalid(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// placeOf returns the position of byte i, as line and column.
func placeOf(file string, text []byte, i int) diag.Position {
	before := text[:i]
	line := bytes.LastIndexByte(before, '\n') + 1
	return diag.Position{File: file, Line: bytes.Count(before, []byte("\n")) + 1, Col: utf8.RuneCount(before[line:]) + 1}
}
