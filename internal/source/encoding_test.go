package source

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf16 "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// TestEncodings checks the diagnostic of a note that is not UTF-8. It has the encoding and the
// command that converts it, unless the encoding is unknown.
func TestEncodings(t *testing.T) {
	const (
		ja = "# SIG Node の変更点\n\n- kubelet がコンテナを並列に取得できるようになりました。 (#115331, @octo) [SIG Node]\n"
		zh = "# SIG Node 的变更\n\n- kubelet 现在可以并行拉取镜像，这个功能默认是打开的。 (#115331, @octo)\n"
		tw = "# SIG Node 的變更\n\n- kubelet 現在可以並行拉取映像檔，這個功能預設是打開的。 (#115331, @octo)\n"
		ru = "# Изменения SIG Node\n\n- kubelet теперь загружает образы параллельно. (#115331, @octo)\n"
		fr = "# Modifications\n\n- Les images sont récupérées en parallèle, même après l'échec. (#115331, @octo)\n"
	)
	for _, c := range []struct {
		name, text   string
		encoding     encoding.Encoding
		message, run string // text in the message and in the hint
	}{
		{"Shift_JIS", ja, japanese.ShiftJIS, "probably Shift_JIS", "iconv -f CP932 -t UTF-8 x.ja.md"},
		{"EUC-JP", ja, japanese.EUCJP, "probably EUC-JP", "iconv -f EUC-JP "},
		{"ISO-2022-JP", ja, japanese.ISO2022JP, "probably ISO-2022-JP", "iconv -f ISO-2022-JP "},
		{"GBK", zh, simplifiedchinese.GBK, "probably GBK", "iconv -f GBK "},
		{"Big5", tw, traditionalchinese.Big5, "probably Big5", "iconv -f BIG5 "},
		{"KOI8-R", ru, charmap.KOI8R, "probably KOI8-R", "iconv -f KOI8-R "},
		{"Windows-1251", ru, charmap.Windows1251, "probably Windows-1251", "iconv -f CP1251 "},
		{"Latin-1", fr, charmap.ISO8859_1, "invalid UTF-8 byte 0xE9", "save the file as UTF-8"},
		{"UTF-16 with a mark", ja, utf16.UTF16(utf16.LittleEndian, utf16.UseBOM), "probably UTF-16", "iconv -f UTF-16 "},
		{"UTF-16 LE", ja, utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM), "probably UTF-16LE", "iconv -f UTF-16LE "},
		{"UTF-16 BE", ru, utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM), "probably UTF-16BE", "iconv -f UTF-16BE "},
		{"UTF-32 LE", ja, utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "probably UTF-32", "iconv -f UTF-32 "},
		{"UTF-32 BE", ja, utf32.UTF32(utf32.BigEndian, utf32.UseBOM), "probably UTF-32", "iconv -f UTF-32 "},
	} {
		text, err := c.encoding.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(c.name, err)
		}
		_, ds := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte(text)}, testNames(), Options{})
		if len(ds) != 1 || ds[0].Code != "content/encoding" || !strings.Contains(ds[0].Text, c.message) || !strings.Contains(ds[0].Hint, c.run) ||
			c.name == "Latin-1" && strings.Contains(ds[0].Text, "probably") {
			t.Errorf("%s: %v", c.name, ds)
		}
	}
}
