package sitecheck

import (
	"bytes"
	"slices"
	"strings"
)

// Emails has e-mail addresses by the first word after the @. The time of a search therefore does
// not depend on their number. A large repository has thousands of committers.
type Emails map[string][]string

// NewEmails returns an index of addresses. It omits entries without text before or after the @.
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

// firstWord returns the beginning of a text up to the first full stop or other separator.
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
