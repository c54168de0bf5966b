package sitecheck

import (
	"bytes"
	"slices"
	"strings"
)

// Emails are e-mail addresses that are looked for in texts, by the word behind their @: a text
// is read once, however many there are. The history of a large repository has thousands.
type Emails map[string][]string

// NewEmails returns the addresses of a list; what has nothing before or behind an @ is none.
func NewEmails(list []string) Emails {
	out := Emails{}
	for _, mail := range slices.Compact(slices.Sorted(slices.Values(list))) {
		if at := strings.LastIndexByte(mail, '@'); at > 0 && at+1 < len(mail) {
			host := string(firstWord([]byte(mail[at+1:])))
			out[host] = append(out[host], mail)
		}
	}
	return out
}

// firstWord is what a name at the beginning of a text is made of, without a full stop.
func firstWord(text []byte) []byte {
	end := slices.IndexFunc(text, func(c byte) bool { return !inName(c) })
	if end < 0 {
		end = len(text)
	}
	return bytes.TrimRight(text[:end], ".")
}

func inName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.'
}
