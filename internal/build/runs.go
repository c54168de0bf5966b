package build

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Files beside notes come from whoever sends a note, and a site has one origin: a page or a
// drawing with a script in it would be the script of every page. A meta element of a page
// guards that page alone, and a host need not send a policy.
const (
	runsItself = "is of a kind in which browsers run scripts"
	maxDrawing = 8 << 20 // bytes of a drawing that are looked through
)

// runs says why a browser that opens a file beside a note would run scripts which stand in
// it; "" where none would. A file that cannot be read has none: it is not emitted.
func runs(root fs.FS, name string) string {
	f, err := root.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	return runsIn(f, name)
}

// runsIn is runs of the bytes of a file.
func runsIn(f io.Reader, name string) string {
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".html", ".htm", ".shtml", ".shtm", ".xhtml", ".xht", ".xhtm", ".mhtml", ".mht", ".hta", ".htc", ".svgz",
		".js", ".mjs", ".cjs", ".swf", ".wasm", ".xml", ".xsl", ".xslt":
		return runsItself
	case ".svg":
		return drawn(f)
	case ".txt", ".csv", ".json", ".yaml", ".yml", ".log":
		return "" // hosts say of them that they are plain text
	}
	head := make([]byte, 4<<10)
	n, _ := io.ReadFull(f, head)
	if bytes.HasPrefix(bytes.TrimLeft(head[:n], "\ufeff\xff\xfe\x00 \t\r\n\f"), []byte("<")) {
		return runsItself // whatever it is called: some kinds of XML, and what hosts only guess
	}
	return ""
}

// drawn looks through an SVG file.
func drawn(f io.Reader) string {
	bounded := &io.LimitedReader{R: f, N: maxDrawing + 1}
	d := xml.NewDecoder(bounded)
	for {
		t, err := d.Token()
		switch {
		case bounded.N <= 0:
			return fmt.Sprintf("has more than the %d MB of a drawing that are looked through for scripts", maxDrawing>>20)
		case errors.Is(err, io.EOF):
			return ""
		case err != nil:
			return "is no sound XML in UTF-8, so it cannot be looked through for scripts"
		}
		if why := acts(t); why != "" {
			return why
		}
	}
}

// acts says what in a token of a drawing can run, or bring something that can.
func acts(t xml.Token) string {
	switch t := t.(type) {
	case xml.ProcInst:
		if t.Target != "xml" {
			return "has an instruction <?" + t.Target + "?>"
		}
	case xml.Directive:
		if bytes.ContainsRune(t, '[') {
			return "declares entities"
		}
	case xml.StartElement:
		return actsAs(t)
	}
	return ""
}

// acting are the elements that hold a script, or a page.
var acting = []string{"script", "handler", "listener", "foreignobject", "iframe", "object", "embed", "frame", "html", "body", "meta", "base", "link"}

func actsAs(e xml.StartElement) string {
	name := strings.ToLower(e.Name.Local)
	if slices.Contains(acting, name) || strings.HasSuffix(e.Name.Space, "/xhtml") {
		return "has an element <" + e.Name.Local + ">"
	}
	for _, a := range e.Attr {
		key, value := strings.ToLower(a.Name.Local), strings.ToLower(strings.TrimSpace(a.Value))
		switch {
		case strings.HasPrefix(key, "on"):
			return "has an attribute " + a.Name.Local
		case (key == "href" || key == "src") && !leadsSafely(value):
			return "has an address that may run"
		case key == "attributename" && (strings.HasSuffix(value, "href") || strings.HasPrefix(value, "on")):
			return "changes an address while it is shown"
		}
	}
	return ""
}

// drawings are the pictures that a drawing may hold within itself.
var drawings = []string{"data:image/png", "data:image/jpeg", "data:image/jpg", "data:image/gif", "data:image/webp"}

// leadsSafely reports whether an address of a drawing, in lower case, runs nothing. Browsers
// leave out control characters within its scheme.
func leadsSafely(address string) bool {
	address = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return -1
		}
		return r
	}, address)
	scheme, _, ok := strings.Cut(address, ":")
	if !ok || strings.ContainsAny(scheme, "/?#") || slices.Contains([]string{"http", "https", "mailto"}, scheme) {
		return true
	}
	return slices.ContainsFunc(drawings, func(kind string) bool {
		rest, ok := strings.CutPrefix(address, kind)
		return ok && (strings.HasPrefix(rest, ";") || strings.HasPrefix(rest, ","))
	})
}
