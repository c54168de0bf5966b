package source

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
)

// sampleLine matches the front matter field that marks a sample. Its value is a digest of the
// other lines.
var sampleLine = regexp.MustCompile(`(?m)^sample: ([0-9a-f]{16})\n`)

// MarkSample adds the field that marks a sample to a note with front matter.
func MarkSample(text []byte) []byte {
	mark := "\nsample: " + sampleSum(text) + "\n---\n"
	return bytes.Replace(text, []byte("\n---\n"), []byte(mark), 1)
}

// IsSample reports whether a note is an unchanged sample, as MarkSample returns it. A changed
// sample is an ordinary note. Line ends do not count, because git may change them.
func IsSample(text []byte) bool {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	m := sampleLine.FindSubmatchIndex(text)
	return m != nil && string(text[m[2]:m[3]]) == sampleSum(append(text[:m[0]:m[0]], text[m[1]:]...))
}

// WasSample reports whether a note has the field of a sample, even if the note was changed.
func WasSample(text []byte) bool {
	return sampleLine.Match(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
}

func sampleSum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text))[:16] }
