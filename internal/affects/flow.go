package affects

import "strings"

// startsJSON reports whether a line begins a JSON text that may span lines.
func startsJSON(rest string) bool {
	return rest == "{" || rest == "[" || strings.HasPrefix(rest, "{\"") || strings.HasPrefix(rest, "{}") || strings.HasPrefix(rest, "[{") || strings.HasPrefix(rest, "{ \"")
}

// json reads a JSON text into a document of its own. A text that ends early keeps what was read.
func (t *tree) json(rest string) {
	start := t.at
	t.begin()
	root := t.stack[0].node
	f := flow{tree: t, text: rest, last: len(t.lines)}
	f.value(root, 0)
	if f.deep {
		t.tooDeep()
	}
	after := strings.TrimLeft(f.text, " \t,]}")
	if len(root.kids) == 0 && after != "" {
		t.at = start
		t.addLoose(rest, t.at)
	} else if f.ended {
		t.skipped = append(t.skipped, Skipped{Code: "truncated", Line: t.first + start})
	}
	t.at++
	t.begin()
}

// flow reads a value in brackets of a YAML line. It returns false, and leaves the position, if the
// brackets are not closed.
func (t *tree) flow(n *node, value string) bool {
	start := t.at
	f := flow{tree: t, text: value, last: len(t.lines)}
	if t.noFlow {
		f.last = t.at + 1
	}
	f.value(n, 0)
	if f.ended || f.deep {
		t.noFlow = t.noFlow || f.last > start+1
		t.at, n.kids, n.value = start, nil, ""
		return false
	}
	t.at++
	return true
}

// flow reads JSON, or YAML in brackets, over several lines.
type flow struct {
	tree  *tree
	text  string // the rest of the current line
	last  int    // the line to stop before
	ended bool   // the text ended within a bracket
	deep  bool
}

// next skips white space and line breaks. It returns 0 at the end.
func (f *flow) next() byte {
	for {
		f.text = strings.TrimLeft(f.text, " \t")
		if f.text != "" && f.text[0] != '#' {
			return f.text[0]
		}
		if f.tree.at+1 >= f.last {
			f.text, f.ended = "", true
			return 0
		}
		f.tree.at++
		f.text = f.tree.lines[f.tree.at]
	}
}

func (f *flow) value(n *node, depth int) {
	switch c := f.next(); {
	case depth > maxDepth || f.tree.nodes > maxNodes:
		f.deep, f.ended = true, true
	case c == '{' || c == '[':
		f.text = f.text[1:]
		f.items(n, c == '{', depth)
	default:
		n.value = f.scalar(",]}")
	}
}

// items reads the items of a list, or the pairs of a map, up to the closing bracket.
func (f *flow) items(n *node, pairs bool, depth int) {
	for !f.ended {
		switch c := f.next(); c {
		case 0:
			return
		case '}', ']':
			f.text = f.text[1:]
			return
		case ',', ':':
			f.text = f.text[1:]
		default:
			f.item(n, pairs, depth)
		}
	}
}

func (f *flow) item(n *node, pairs bool, depth int) {
	kid := &node{key: "-", line: f.tree.first + f.tree.at}
	f.tree.nodes++
	n.kids = append(n.kids, kid)
	if pairs {
		kid.key = f.scalar(":,]}")
		if f.next() != ':' {
			return
		}
		f.text = f.text[1:]
		if c := f.next(); c == ',' || c == '}' || c == ']' {
			return
		}
	}
	f.value(kid, depth+1)
}

// scalar reads a string with or without quotes. It takes at least one byte.
func (f *flow) scalar(stops string) string {
	if f.next() == 0 {
		return ""
	}
	if f.text[0] == '"' || f.text[0] == '\'' {
		s, after, ok := quoted(f.text)
		if !ok {
			s, after = f.text, "" // an open quote ends with its line
		}
		f.text = after
		return s
	}
	end := strings.IndexAny(f.text, stops)
	if end < 0 {
		end = len(f.text)
	}
	end = max(end, 1)
	s := trim(f.text[:end])
	f.text = f.text[end:]
	return s
}
