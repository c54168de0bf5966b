package git

import (
	"bytes"
	"io"
	"regexp"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// credentials matches a user name and password in a URL.
var credentials = regexp.MustCompile(`(://)[^/\s'"]*@`)

// redactor forwards the output of git line by line, without passwords and with control characters
// made visible. Otherwise a server's lines (remote: …) could clear the screen or fake a push
// address. Carriage returns and git's own clear-to-end-of-line sequences stay.
type redactor struct {
	w    io.Writer
	line []byte // the incomplete last line
}

const maxLine = 8 << 10

// clearing is the sequence with which git clears a line to its end.
const clearing = "\x1b[K"

func (c *redactor) Write(p []byte) (int, error) {
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

func (c *redactor) flush() error {
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

// Redact removes user names and passwords from the URLs in a text.
func Redact(s string) string { return credentials.ReplaceAllString(s, "$1") }
