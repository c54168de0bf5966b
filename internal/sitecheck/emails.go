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

// Each calls f for each place at which one of them stands by itself, with its offset.
func (e Emails) Each(src []byte, f func(at int, mail string)) {
	if len(e) == 0 {
		return
	}
	each(src, []byte("@"), func(at int) {
		for _, mail := range e[string(firstWord(src[at+1:]))] {
			start := at - strings.LastIndexByte(mail, '@')
			if start < 0 || start > 0 && inName(src[start-1]) || !bytes.HasPrefix(src[start:], []byte(mail)) {
				continue
			}
			if endsPart(src[start+len(mail):]) {
				f(start, mail)
			}
		}
	})
}

// firstWord is what a name at the beginning of a text is made of, without a full stop.
func firstWord(text []byte) []byte {
	end := slices.IndexFunc(text, func(c byte) bool { return !inName(c) })
	if end < 0 {
		end = len(text)
	}
	return bytes.TrimRight(text[:end], ".")
}
