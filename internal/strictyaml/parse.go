package strictyaml

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/limit"
)

const bom = "\ufeff"

// breaks normalizes the line ends of YAML that editors do not treat as line ends, so that line numbers
// agree. Each becomes one character, so that columns stay.
var breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", " ", "\u2028", " ", "\u2029", " ")

// clean prepares the text for the YAML library. It returns false if the text is too large, not
// UTF-8, or contains control characters.
func (d *decoder) clean(src []byte) (string, bool) {
	if len(src) > maxBytes {
		d.report(1, 1, "limit", "YAML of %d bytes exceeds the limit of %d bytes", len(src), maxBytes)
		return "", false
	}
	src = bytes.TrimPrefix(src, []byte(bom))
	text := breaks.Replace(strings.ToValidUTF8(string(src), "\ufffd"))
	d.lines = strings.Split(text, "\n")
	if !utf8.Valid(src) {
		line, col := place(firstInvalid(src))
		hint(d.report(line, col, "encoding", "invalid UTF-8 text"), "save the file as UTF-8")
		return "", false
	}
	if i := strings.IndexFunc(text, unprintable); i >= 0 {
		r, _ := utf8.DecodeRuneInString(text[i:])
		line, col := place(text[:i])
		hint(d.report(line, col, "encoding", "invalid control character %U", r), "delete the character")
		return "", false
	}
	return text, true
}

// firstInvalid returns the text before the first invalid byte.
func firstInvalid(src []byte) string {
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			return breaks.Replace(string(src[:i]))
		}
		i += n
	}
	return string(src)
}

// place returns the line and column after a text.
func place(before string) (line, col int) {
	last := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[last:])
}

// unprintable reports characters that YAML 1.2, section 5.1, forbids.
func unprintable(r rune) bool {
	switch {
	case r == '\t', r == '\n':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0xfeff, r == 0xfffe, r == 0xffff:
		return true
	}
	return false
}

// parse returns the root node, or nil for an empty or unreadable text. After a syntax error it
// parses every top-level key separately, so that one error does not hide others.
func (d *decoder) parse(text string) *yaml.Node {
	root, err := load(text)
	if err == nil {
		return root
	}
	if root != nil { // there is a second document, and the first is valid
		d.secondDocument()
		return root
	}
	chunks := split(d.lines)
	if len(chunks) < 2 || len(chunks) > maxChunks {
		d.syntax(err, 0, len(d.lines))
		return nil
	}
	whole := &yaml.Node{Kind: yaml.MappingNode, Line: 1, Column: 1}
	for _, c := range chunks {
		d.parseChunk(c, whole)
	}
	if len(d.problems) == 0 { // each part is valid, so only the whole text has the error
		d.syntax(err, 0, len(d.lines))
	}
	return whole
}

// load parses one document. It returns a root with an error only if more documents follow.
func load(text string) (*yaml.Node, error) {
	var doc yaml.Node
	err := yaml.Load([]byte(text), &doc, yaml.WithPlugin(limit.New(limit.DepthValue(maxDepth))))
	if err != nil && blank(text) {
		return nil, nil
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, err
	}
	return doc.Content[0], err
}

func blank(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && line != "---" && line != "..." {
			return false
		}
	}
	return true
}

// span is a range of lines, from 0, without the line to.
type span struct{ from, to int }

// split splits the text at every line without indentation.
func split(lines []string) []span {
	var out []span
	for i, line := range lines {
		margin := line != "" && !strings.ContainsAny(line[:1], " \t#-]}")
		if margin || len(out) == 0 {
			out = append(out, span{i, i})
		}
		out[len(out)-1].to = i + 1
	}
	return out
}

func (d *decoder) parseChunk(c span, whole *yaml.Node) {
	root, err := load(strings.Join(d.lines[c.from:c.to], "\n"))
	switch {
	case err != nil:
		d.syntax(err, c.from, c.to)
	case root == nil:
	case root.Kind != yaml.MappingNode:
		hint(d.report(c.from+root.Line, root.Column, "syntax", "missing key and colon"), "write key: value")
	default:
		shift(root, c.from)
		whole.Content = append(whole.Content, root.Content...)
	}
}

func shift(n *yaml.Node, lines int) {
	n.Line += lines
	for _, c := range n.Content {
		shift(c, lines)
	}
}

func (d *decoder) secondDocument() {
	begun := false
	for i, line := range d.lines {
		marker := line == "---" || strings.HasPrefix(line, "--- ")
		if marker && begun {
			hint(d.report(i+1, 1, "syntax", "unexpected second YAML document"), "delete the line ---")
			return
		}
		begun = begun || marker || !blank(line)
	}
	d.report(len(d.lines), 1, "syntax", "unexpected second YAML document")
}

// syntax reports an error of the library for the lines from first to last.
func (d *decoder) syntax(err error, first, last int) {
	if line, col, ok := d.tab(err, first, last); ok {
		hint(d.report(line, col, "tab", "invalid indentation: tab"), "indent with spaces")
		return
	}
	var e *yaml.LoadError
	if !errors.As(err, &e) {
		d.report(first+1, 1, "syntax", "invalid YAML: %v", err)
		return
	}
	for _, s := range syntaxErrors {
		if strings.Contains(e.Message, s.sign) {
			mark := e.Mark
			if s.context && e.ContextMark.Line > 0 {
				mark = e.ContextMark
			}
			line, col := d.written(first+mark.Line, mark.Column)
			hint(d.report(line, col, s.code, s.text, none...), s.hint, none...)
			return
		}
	}
	d.report(first+max(e.Mark.Line, 1), e.Mark.Column, "syntax", "invalid YAML: %s", strings.TrimPrefix(e.Message, "yaml: "))
}

// written moves a position on final blank lines to the end of the last line with text.
func (d *decoder) written(line, col int) (int, int) {
	for i := min(line, len(d.lines)); i > 1 && blank(strings.Join(d.lines[i-1:], "\n")); i-- {
		line, col = i-1, len(d.lines[i-2])+1
	}
	return line, col
}

// tab finds a tab in the indentation up to the line of the error.
func (d *decoder) tab(err error, first, last int) (line, col int, ok bool) {
	var e *yaml.LoadError
	if errors.As(err, &e) && e.Mark.Line > 0 {
		last = min(last, first+e.Mark.Line)
	}
	for i := first; i < last; i++ {
		content := strings.TrimLeft(d.lines[i], " \t")
		indent := d.lines[i][:len(d.lines[i])-len(content)]
		if at := strings.IndexByte(indent, '\t'); at >= 0 && content != "" {
			return i + 1, at + 1, true
		}
	}
	return 0, 0, false
}

// none stands for the arguments of a format without verbs.
var none []any

// syntaxErrors maps messages of the library to messages of this package. If context is set, the start
// of the invalid part is reported.
var syntaxErrors = []struct {
	sign, code, text, hint string
	context                bool
}{
	{sign: "mapping values are not allowed", code: "syntax", text: "invalid value without quotes: contains a colon and a space", hint: `put the whole value in quotes: title: "Kubernetes 1.27: …"`},
	{sign: "found unexpected end of stream", code: "syntax", text: "unclosed quote", hint: "add the closing quote on the same line", context: true},
	{sign: "expected ',' or ']'", code: "syntax", text: "unclosed list or missing comma", hint: "write [a, b]", context: true},
	{sign: "expected ',' or '}'", code: "syntax", text: "unclosed map or missing comma", hint: "write {a: b, c: d}", context: true},
	{sign: "cannot start any token", code: "syntax", text: "invalid first character of a value", hint: "put the value in quotes"},
	{sign: "did not find expected key", code: "syntax", text: "unexpected text after a value", hint: "check the indentation and the quotes on this line"},
	{sign: "did not find expected '-'", code: "syntax", text: "a list and keys have the same indentation", hint: "indent the list under its key"},
	{sign: "could not find expected ':'", code: "syntax", text: "missing colon after the key", hint: "write key: value", context: true},
	{sign: "unknown anchor", code: "alias", text: "unsupported YAML alias", hint: "put the value in quotes"},
	{sign: "alphabetic or numeric character", code: "alias", text: "unsupported YAML alias or anchor", hint: "put the value in quotes", context: true},
	{sign: "did not find expected node content", code: "syntax", text: "missing value", hint: "close every [ and {, and delete surplus ], } and commas"},
	{sign: "block sequence entries are not allowed", code: "syntax", text: "a list begins on the line of its key", hint: "put every - on its own line, or write [a, b]"},
	{sign: "unknown escape character", code: "syntax", text: "unknown escape after a backslash in double quotes", hint: `write \\, or use single quotes`},
	{sign: "expected hexadecimal number", code: "syntax", text: "invalid character number", hint: `write \u and four digits, or \\ for a backslash`},
	{sign: "invalid Unicode character escape", code: "syntax", text: "invalid character number", hint: `write \u and four digits, or \\ for a backslash`},
	{sign: "unexpected document indicator", code: "syntax", text: "unclosed quote", hint: "add the closing quote on the same line", context: true},
	{sign: "indentation indicator", code: "syntax", text: "invalid indentation indicator 0", hint: "write only | and indent the text below it"},
	{sign: "comment or line break", code: "syntax", text: "unexpected text after | or >", hint: "move the text to the lines below and indent it"},
	{sign: "mapping keys are not allowed", code: "syntax", text: "unexpected question mark and space", hint: "put the value in quotes"},
	{sign: " tag", code: "type", text: "unsupported YAML tag", hint: "put the value in quotes", context: true},
	{sign: "the expected '>'", code: "type", text: "unsupported YAML tag", hint: "put the value in quotes", context: true},
	{sign: "YAML document", code: "syntax", text: "unsupported YAML directive", hint: "delete the line"},
	{sign: "directive", code: "syntax", text: "unsupported YAML directive", hint: "delete the line"},
	{sign: "exceeded max depth", code: "limit", text: "lists and maps are nested too deeply"},
}
