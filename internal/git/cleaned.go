package git

import (
	"bytes"
	"io"
	"regexp"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// credentials finds what may be a name and a password in an address.
var credentials = regexp.MustCompile(`(://)[^/\s'"]*@`)

// cleaned passes on what git says, line by line as it would stand on a terminal, without
// passwords, and with the control characters of what another repository has it say made
// visible: a server's lines (remote: …) could else clear the screen, or name another address
// than the one that is pushed to. Only what git does itself stays: beginning a line anew, and
// clearing it to its end.
type cleaned struct {
	w    io.Writer
	line []byte // that has not ended yet
}

// maxLine is how much of a line is kept back.
const maxLine = 8 << 10

// clearing is how git clears a line to its end.
const clearing = "\x1b[K"

// Write implements io.Writer.
func (c *cleaned) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		end := bytes.IndexAny(p, "\r\n") + 1
		if end == 0 && len(c.line)+len(p) < maxLine {
			c.line = append(c.line, p...)
			break
		}
		if end == 0 {
			end = len(p)
		}
		c.line = append(c.line, p[:end]...)
		p = p[end:]
		if err := c.flush(); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// flush passes on what is kept back.
func (c *cleaned) flush() error {
	text := bytes.TrimRight(c.line, "\r\n")
	end := string(c.line[len(text):])
	text, cleared := bytes.CutSuffix(text, []byte(clearing))
	if cleared {
		end = clearing + end
	}
	c.line = c.line[:0]
	text = bytes.ReplaceAll(bytes.ToValidUTF8(text, []byte("\uFFFD")), []byte("\t"), []byte(" "))
	_, err := io.WriteString(c.w, diag.Visible(Redact(string(text)))+end)
	return err
}

// Redact takes names and passwords out of the addresses in a text.
func Redact(s string) string { return credentials.ReplaceAllString(s, "$1") }
