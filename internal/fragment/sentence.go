package fragment

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// actionMark is what notes put before a change that requires an action.
var actionMark = regexp.MustCompile(`(?i)^[\s*_\[(【]*(action[- ]required|(要)?対応(が)?必要(です)?|要対応|需要(采取)?(操作|行动|处理)|требу(ется|ются) действи[ея]|требует(ся)? вмешательств[оа])(\s*[\])】*_]+[:.：。!！]*|\s*[:.：。!！]+)[\s*_]*`)

// abbreviations end with a full stop that does not end a sentence.
var abbreviations = []string{"e.g.", "i.e.", "etc.", "vs.", "cf.", "incl.", "resp.", "approx.", "no."}

// FirstSentence returns the first sentence of a plain text, without the mark of a required action,
// shortened to n characters.
func FirstSentence(text string, n int) string {
	text = strings.TrimSpace(actionMark.ReplaceAllString(strings.TrimSpace(text), ""))
	text, _, _ = strings.Cut(text, "\n\n")
	text = strings.Join(strings.Fields(text), " ")
	return Shorten(text[:sentenceEnd(text)], n)
}

// sentenceEnd returns the length of the first sentence in bytes.
func sentenceEnd(text string) int {
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch r {
		case '。', '！', '？':
			return end
		case '.', '!', '?':
			if end == len(text) || text[end] == ' ' && !abbreviated(text[:end]) && begins(text[end+1:]) {
				return end
			}
		}
	}
	return len(text)
}

func abbreviated(text string) bool {
	for _, short := range abbreviations {
		if head, ok := strings.CutSuffix(strings.ToLower(text), short); ok && (head == "" || strings.ContainsAny(head[len(head)-1:], " (")) {
			return true
		}
	}
	return false
}

// begins reports whether a text can be the beginning of a sentence: not with a lower-case letter.
func begins(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return !unicode.IsLower(r)
}
