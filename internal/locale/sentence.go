package locale

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences splits a text at line ends, after 。！？, and after .!? before a space.
func sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		begin, last := 0, ' '
		for i, r := range text {
			if ends(last, r) {
				if !yield(text[begin:i]) {
					return
				}
				begin = i
			}
			last = r
		}
		yield(text[begin:])
	}
}

func ends(last, next rune) bool {
	switch last {
	case '。', '！', '？', '\n':
		return true
	case '.', '!', '?':
		return next == ' '
	}
	return false
}

const chineseEndings = "的了着过时後后前中上下里裡内內吗嗎"

// closesEastern reports whether a sentence has a Japanese or Chinese ending, so that Latin words in
// it are names: a full stop 。, hiragana (追加した), Chinese characters or katakana after hiragana
// (を追加), or Chinese characters that end in a particle or contain 的 or 了. A single Chinese word does
// not count, because an English sentence may end with one.
func closesEastern(sentence string) bool {
	rest := withoutTail(sentence)
	last, _ := utf8.DecodeLastRuneInString(rest)
	switch {
	case strings.ContainsRune("。！？", last), isHiragana(last):
		return true
	case !isWordOfEast(last):
		return false
	}
	before := strings.TrimRightFunc(rest, isWordOfEast)
	r, _ := utf8.DecodeLastRuneInString(before)
	return isHiragana(r) || strings.ContainsRune(chineseEndings, last) || strings.ContainsAny(rest[len(before):], "的了")
}

// withoutTail removes spaces, punctuation and brackets without kana or Chinese characters from the
// end: (#115331, @handle).
func withoutTail(s string) string {
	for {
		s = strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:!?\"'`*_」』”：", r) })
		last, _ := utf8.DecodeLastRuneInString(s)
		open := map[rune]rune{')': '(', ']': '[', '）': '（'}[last]
		at := strings.LastIndexFunc(s, func(r rune) bool { return open != 0 && r == open })
		if at < 0 || strings.ContainsFunc(s[at:], isEastern) {
			return strings.TrimRight(s, ")]）")
		}
		s = s[:at]
	}
}

func isHiragana(r rune) bool { return r >= 0x3041 && r <= 0x309f }

func isWordOfEast(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x30a1 && r <= 0x30ff && r != '・' || r >= 0xff66 && r <= 0xff9f
}

func isEastern(r rune) bool { return isHiragana(r) || isWordOfEast(r) }
