package locale

import (
	"fmt"
	"testing"
	"testing/fstest"
)

func TestNumberIsPrinted(t *testing.T) {
	for _, tag := range []string{"en", "ja", "zh-Hans", "ru", "de", "de-CH", "es", "pl", "hi", "bn", "ar", "ar-EG", "fa", "my", "ne", "mr", "ur"} {
		words := fmt.Sprintf("code: xx\ntag: %s\nself: X\ndir: ltr\n", tag)
		set, _, err := Load(fstest.MapFS{"xx.yaml": {Data: []byte(words)}})
		if err != nil {
			t.Fatal(err)
		}
		l := set.Get("xx")
		for n := -1100; n < 11_000; n++ {
			if got, want := l.Number(n), l.printer.Sprint(n); got != want {
				t.Errorf("%s: %d is %q, want %q", tag, n, got, want)
				break
			}
		}
	}
}
