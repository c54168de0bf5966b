package affects

import "strings"

// Bounds for hostile input.
const (
	maxDepth = 100       // of nodes within each other
	maxNodes = 1_000_000 // of one file
	maxJoin  = 1000      // lines that a backslash joins
)

// node is a key or an item of a list, with its value or what is below it.
type node struct {
	key   string // "-" for an item of a list
	value string // of a scalar; the text of a block, whose first line is at line
	text  bool   // value is a block of text
	fold  bool   // its lines are one
	line  int
	kids  []*node

	named   bool   // program is known
	program string // of a container, see reader.container
}

// child returns the child with a key, or nil.
func (n *node) child(key string) *node {
	for _, k := range n.kids {
		if k.key == key {
			return k
		}
	}
	return nil
}

// scalar returns the value of the child with a key; empty without one.
func (n *node) scalar(key string) string {
	if k := n.child(key); k != nil && len(k.kids) == 0 && !k.text {
		return k.value
	}
	return ""
}

func (n *node) isList() bool { return len(n.kids) > 0 && n.kids[0].key == "-" }

// looseLine is a line that is not YAML: of a systemd unit, a command, prose. Joined lines keep their
// line breaks.
type looseLine struct {
	text string
	line int
}

// document is a YAML document with the lines in it that are not YAML.
type document struct {
	root  *node
	loose []looseLine
}

// frame is a node whose block is open.
type frame struct {
	indent int
	item   bool
	node   *node
}

// tree reads lines into documents. It accepts broken YAML and templates: what it cannot place is a
// loose line. It does not follow aliases.
type tree struct {
	lines   []string
	at      int // of the current line
	first   int // number of lines[0]
	docs    []*document
	stack   []frame
	nodes   int
	deep    bool // nodes are left out
	noFlow  bool // an open bracket was never closed: brackets must close on their line
	skipped []Skipped
}

// parse reads a text whose first line has a number.
func parse(text string, first int) *tree {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", " ")
	t := &tree{lines: strings.Split(text, "\n"), first: first}
	t.begin()
	for t.at < len(t.lines) {
		if t.nodes > maxNodes {
			t.skip("too-many", "")
			break
		}
		t.step()
	}
	return t
}

func (t *tree) skip(code, name string) {
	t.skipped = append(t.skipped, Skipped{Code: code, Name: name, Line: t.first + t.at})
}

// tooDeep reports once that nodes are left out.
func (t *tree) tooDeep() {
	if !t.deep {
		t.skip("too-deep", "")
	}
	t.deep = true
}

// begin starts a document.
func (t *tree) begin() {
	root := &node{line: t.first + t.at}
	t.docs = append(t.docs, &document{root: root})
	t.stack = []frame{{-1, false, root}}
}

// step reads one line, and the lines that belong to its value.
func (t *tree) step() {
	line := t.lines[t.at]
	rest := strings.TrimLeft(line, " \t")
	indent := len(line) - len(rest)
	rest = strings.TrimRight(rest, " \t")
	switch {
	case rest == "" || rest[0] == '#':
		t.at++
	case line == "..." || strings.HasPrefix(line, "---") && strings.Trim(line, "-") == "":
		t.at++
		t.begin()
	case strings.HasPrefix(line, "--- "):
		t.begin()
		t.content(4, trim(line[4:]))
	case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "{%"):
		t.at++ // a directive of a template
	case strings.HasSuffix(rest, "\\"):
		t.joined(rest)
	case startsJSON(rest):
		t.json(rest)
	default:
		t.content(indent, rest)
	}
}

// joined collects the lines that backslashes join.
func (t *tree) joined(rest string) {
	start := t.at
	parts := []string{}
	for len(parts) < maxJoin && strings.HasSuffix(rest, "\\") {
		parts = append(parts, strings.TrimSuffix(rest, "\\"))
		if t.at++; t.at >= len(t.lines) {
			break
		}
		rest = trim(t.lines[t.at])
	}
	if t.at < len(t.lines) {
		parts = append(parts, rest)
		t.at++
	}
	text := strings.Join(parts, "\n")
	t.addLoose(strings.TrimLeft(strings.TrimPrefix(text, "- "), " \t"), start)
}

// content reads the items and the key of a line.
func (t *tree) content(indent int, rest string) {
	var item *node
	for rest == "-" || strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "-\t") {
		item = t.open(indent, true, "-")
		below := strings.TrimLeft(rest[1:], " \t")
		indent += len(rest) - len(below)
		rest = below
	}
	key, value, ok := splitKey(rest)
	switch {
	case rest == "":
		t.at++
	case ok:
		t.value(t.open(indent, false, key), value, indent)
	case item != nil:
		t.value(item, rest, t.stack[len(t.stack)-1].indent)
	default:
		t.addLoose(rest, t.at)
		t.at++
	}
}

// open adds a node below the node that its indentation is in. A list may have the indentation of
// its key.
func (t *tree) open(indent int, item bool, key string) *node {
	for len(t.stack) > 1 {
		top := t.stack[len(t.stack)-1]
		if top.indent < indent || top.indent == indent && item && !top.item {
			break
		}
		t.stack = t.stack[:len(t.stack)-1]
	}
	n := &node{key: key, line: t.first + t.at}
	t.nodes++
	if len(t.stack) > maxDepth {
		t.tooDeep()
		return n
	}
	parent := t.stack[len(t.stack)-1].node
	parent.kids = append(parent.kids, n)
	t.stack = append(t.stack, frame{indent, item, n})
	return n
}

// value reads the value of a node, which starts on the current line.
func (t *tree) value(n *node, value string, indent int) {
	value = withoutTags(value)
	switch {
	case value == "" || value[0] == '#':
		t.at++
	case isBlockMark(value):
		n.fold = value[0] == '>'
		t.block(n, indent)
	case (value[0] == '[' || value[0] == '{' && !strings.HasPrefix(value, "{{")) && t.flow(n, value):
	default:
		n.value = scalarOf(value)
		t.at++
	}
}

// withoutTags removes an anchor and a tag.
func withoutTags(value string) string {
	for value != "" && (value[0] == '&' || value[0] == '!') {
		_, after, _ := strings.Cut(value, " ")
		value = strings.TrimLeft(after, " \t")
	}
	return value
}

// isBlockMark reports whether a value begins a block of text: |, >-, |2+.
func isBlockMark(value string) bool {
	mark, _, _ := strings.Cut(value, " #")
	mark = trim(mark)
	return mark != "" && len(mark) <= 3 && (mark[0] == '|' || mark[0] == '>') && strings.Trim(mark[1:], "+-123456789") == ""
}

// block reads the lines that are indented more than the key.
func (t *tree) block(n *node, indent int) {
	t.at++
	start, common := t.at, -1
	for ; t.at < len(t.lines); t.at++ {
		rest := strings.TrimLeft(t.lines[t.at], " \t")
		own := len(t.lines[t.at]) - len(rest)
		if rest == "" {
			continue
		}
		if own <= indent {
			break
		}
		if common < 0 || own < common {
			common = own
		}
	}
	lines := make([]string, 0, t.at-start)
	for _, l := range t.lines[start:t.at] {
		lines = append(lines, l[min(max(common, 0), len(l)):])
	}
	n.value, n.text, n.line = strings.Join(lines, "\n"), true, t.first+start
}

// scalarOf returns a scalar without quotes and comment.
func scalarOf(value string) string {
	if value[0] == '"' || value[0] == '\'' {
		if s, _, ok := quoted(value); ok {
			return s
		}
	}
	if i := strings.Index(value, " #"); i >= 0 {
		value = value[:i]
	}
	return trim(value)
}

// quoted reads a quoted string at the start of a text, and returns what comes after it.
func quoted(text string) (value, after string, ok bool) {
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		c := text[i]
		switch {
		case c == quote && quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			b.WriteByte(c)
			i++
		case c == quote:
			return b.String(), text[i+1:], true
		case c == '\\' && quote == '"' && i+1 < len(text):
			i++
			b.WriteString(unescaped(text[i]))
		default:
			b.WriteByte(c)
		}
	}
	return "", text, false
}

// unescaped returns the character of an escape. Others stay as they are, because no name
// has them.
func unescaped(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return ""
	case '"', '\\', '/', '\'':
		return string([]byte{c})
	}
	return string([]byte{'\\', c})
}

// splitKey splits "key: value". A key is a quoted string, or has no white space and no characters
// of an assignment or bracket.
func splitKey(rest string) (key, value string, ok bool) {
	if rest == "" {
		return "", "", false
	}
	if rest[0] == '"' || rest[0] == '\'' {
		key, after, closed := quoted(rest)
		if !closed || !strings.HasPrefix(after, ":") {
			return "", "", false
		}
		return key, strings.TrimLeft(after[1:], " \t"), true
	}
	for i := 0; i < len(rest) && i < 200; i++ {
		switch c := rest[i]; {
		case c == ':' && (i+1 == len(rest) || isBlank(rest[i+1])):
			return rest[:i], strings.TrimLeft(rest[i+1:], " \t"), i > 0
		case isBlank(c) || strings.IndexByte("=[]{},\"'`", c) >= 0:
			return "", "", false
		}
	}
	return "", "", false
}

func (t *tree) addLoose(text string, at int) {
	d := t.docs[len(t.docs)-1]
	d.loose = append(d.loose, looseLine{text, t.first + at})
	t.nodes++
}
