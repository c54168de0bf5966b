package sitecheck

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The scan must find the same addresses in one long text as in each part alone. The texts consist of
// addresses and of parts of addresses.
func TestEmails(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ab@.( "[r.IntN(6)]
		}
		return string(b)
	}
	found := 0
	for range 3000 {
		list := []string{"", "@", "a@", "@b", "a@b", "a@b@a"}
		for range r.IntN(20) {
			list = append(list, text(1+r.IntN(6)))
		}
		var src []byte
		for range 10 {
			src = append(append(src, text(r.IntN(3))...), list[r.IntN(len(list))]...)
		}
		var got, want []string
		NewEmails(list).Each(src, func(at int, mail string) { got = append(got, fmt.Sprint(at, mail)) })
		slices.Sort(list)
		for _, mail := range slices.Compact(list) {
			if i := bytes.LastIndexByte([]byte(mail), '@'); i < 1 || i == len(mail)-1 {
				continue
			}
			for at := range src {
				rest, ok := bytes.CutPrefix(src[at:], []byte(mail))
				if ok && (at == 0 || !inName(src[at-1])) && endsPart(rest) {
					want = append(want, fmt.Sprint(at, mail))
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if found += len(want); !slices.Equal(got, want) {
			t.Fatalf("%q in %q: %q, want %q", list, src, got, want)
		}
	}
	if found < 3000 {
		t.Errorf("only %d addresses stood in the texts", found)
	}
}
