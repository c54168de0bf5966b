package git

import (
	"strings"
	"testing"
	"unicode"
)

// TestCleaned checks that git's own control sequences stay and those of a server do not.
func TestCleaned(t *testing.T) {
	for input, want := range map[string]string{
		"Writing objects:  50% (1/2)\rWriting objects: 100% (2/2), done.\n": "Writing objects:  50% (1/2)\rWriting objects: 100% (2/2), done.\n",
		"remote: ようこそ\x1b[K\n":                                              "remote: ようこそ\x1b[K\n",
		"remote: \x1b[2J\x1b]0;title\x07\x1b[Kbroken\x1b[K\r\n":             "remote: <U+001B>[2J<U+001B>]0;title<U+0007><U+001B>[Kbroken\x1b[K\r\n",
		"remote: \u202egnp.exe\u009b31m\n":                                  "remote: <U+202E>gnp.exe<U+009B>31m\n",
		"remote: \xff\x1b\n":                                                "remote: \uFFFD<U+001B>\n",
		"fatal: unable to access 'https://me:secret@example.org/': no\n":    "fatal: unable to access 'https://example.org/': no\n",
		"remote: a\tb\n":           "remote: a b\n",
		"without an end":           "without an end",
		strings.Repeat("a", 20000): strings.Repeat("a", 20000),
		"":                         "",
	} {
		for name, write := range map[string]func(*redactor){
			"at once": func(c *redactor) { c.Write([]byte(input)) },
			"byte by byte": func(c *redactor) {
				for i := range len(input) {
					c.Write([]byte(input[i : i+1]))
				}
			},
		} {
			var got strings.Builder
			c := &redactor{w: &got}
			write(c)
			if err := c.flush(); err != nil || got.String() != want {
				t.Errorf("%q %s: %q, %v, want %q", input, name, got.String(), err, want)
			}
		}
	}
}

// FuzzCleaned checks that any output contains only text, line ends and clear-to-end-of-line.
func FuzzCleaned(f *testing.F) {
	f.Add("remote: \x1b[2J\x1b[K\n", 3)
	f.Add("\x1b[\rK", 1)
	f.Fuzz(func(t *testing.T, input string, size int) {
		var got strings.Builder
		c := &redactor{w: &got}
		for size = max(size, 1); len(input) > 0; input = input[min(size, len(input)):] {
			c.Write([]byte(input[:min(size, len(input))]))
		}
		c.flush()
		text := strings.NewReplacer(clearing, "", "\r", "", "\n", "").Replace(got.String())
		if strings.ContainsFunc(text, unicode.IsControl) {
			t.Errorf("%q", got.String())
		}
	})
}
