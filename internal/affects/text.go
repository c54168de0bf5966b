package affects

import (
	"strings"
)

// loose reads lines that are not YAML: units, environment files, commands, tables, help, prose.
func (r *reader) loose(lines []looseLine, s scope) {
	table := false
	for _, l := range lines {
		switch {
		case isTableHead(l.text):
			table = true
			r.see("kubectl api-resources", l.line)
		case table && r.resource(l):
		case r.help(l, s):
		default:
			r.line(l, s)
		}
		if c := programOfHelp(l.text); c != "" {
			s.component = c
		}
	}
}

// isTableHead reports whether a line is the head of kubectl api-resources.
func isTableHead(text string) bool {
	return strings.HasPrefix(text, "NAME") && strings.Contains(text, "APIVERSION") && strings.Contains(text, "KIND")
}

// resource reads a row of kubectl api-resources: the version, whether it has namespaces, the kind,
// and with -o wide more.
func (r *reader) resource(l looseLine) bool {
	cells := fields(l.text)
	for i := 2; i < len(cells)-1; i++ {
		if version := cells[i-1]; (cells[i] == "true" || cells[i] == "false") && isOwnGroup(GroupOf(version)) {
			r.add(Setting{Kind: "api", Name: version + " " + cells[i+1], Line: l.line, How: Listed})
			return true
		}
	}
	return len(cells) > 3
}

// programOfHelp returns the component that a line of a help text names: "The Kubernetes API server
// …", "kubelet [flags]".
func programOfHelp(text string) string {
	words := fields(text[:min(len(text), 200)])
	switch {
	case len(words) > 4 && words[0] == "The":
		return componentIn(strings.Join(words[:4], ""))
	case len(words) == 2 && words[1] == "[flags]":
		return programs[words[0]]
	}
	return ""
}

// help reads a line of a help text: a flag, its type, two blanks and a description.
func (r *reader) help(l looseLine, s scope) bool {
	text := l.text
	if len(text) > 4 && text[0] == '-' && text[2] == ',' {
		text = strings.TrimLeft(text[3:], " ")
	}
	end := strings.IndexAny(text, " \t=[")
	if end < 0 || !isFlagName(text[:end]) {
		return false
	}
	gap := strings.Index(text, "  ")
	if gap < 0 || strings.Count(text[:gap], " ") > 1 {
		return false
	}
	about := strings.TrimLeft(text[gap:], " \t")
	if about == "" || about[0] == '-' || about[0] == '\\' {
		return false
	}
	r.see("help of a program", l.line)
	r.add(Setting{Kind: "flag", Name: flagName(text[:end]), Component: s.component, Line: l.line, How: Listed})
	return true
}

// prefixes of lines with a command or an assignment.
var prefixes = []string{"export ", "ExecStart=", "ExecStartPre=", "Environment=", "$ ", "> "}

// withoutPrefix removes what precedes a command or an assignment.
func withoutPrefix(text string) string {
	text = trim(text)
	for _, p := range prefixes {
		if after, ok := strings.CutPrefix(text, p); ok {
			return strings.TrimLeft(after, " -@+!")
		}
	}
	return text
}

// line reads a line: an assignment, a command, a list of gates, or prose.
func (r *reader) line(l looseLine, s scope) {
	text := withoutPrefix(l.text)
	if s.prose {
		r.mention(looseLine{text, l.line}, s)
		return
	}
	name, value, ok := splitAssignment(text)
	switch {
	case r.isGateList(text):
		r.see("list of feature gates", l.line)
		r.gateList(text, l.line, s)
	case ok:
		r.assignment(name, value, l.line, s)
	case strings.HasPrefix(text, "-"):
		r.see("flags", l.line)
		r.command(splitWords(text, l.line), s)
	case startsCommand(text) && !isSentence(text):
		r.command(splitWords(text, l.line), s)
	default:
		r.mention(looseLine{text, l.line}, s)
	}
}

// splitAssignment splits NAME=value, also with a quote before the name.
func splitAssignment(text string) (name, value string, ok bool) {
	text = strings.TrimLeft(text, "\"'")
	name, value, ok = strings.Cut(text, "=")
	if !ok || name == "" {
		return "", "", false
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; !isUpper(c) && !isLower(c) && !isDigit(c) && c != '_' {
			return "", "", false
		}
	}
	return name, strings.Trim(value, " \"'"), true
}

// assignment reads a variable with flags: KUBELET_EXTRA_ARGS="--a --b".
func (r *reader) assignment(name, value string, line int, s scope) {
	if c := componentIn(name); c != "" {
		s.component = c
	}
	if strings.HasSuffix(plainKey(name), "featuregates") {
		r.gateList(value, line, s)
		return
	}
	if !strings.Contains(value, "--") {
		return
	}
	if s.component != "" {
		r.see("flags of "+s.component, line)
	}
	r.command(splitWords(value, line), s)
}

// startsCommand reports whether a line begins with a program, after assignments and launchers.
func startsCommand(text string) bool {
	for _, w := range fields(text[:min(len(text), 1000)]) {
		_, _, assigns := splitAssignment(w)
		switch {
		case assigns || launchers[baseName(w)]:
		default:
			return isProgram(w)
		}
	}
	return false
}

// isSentence reports whether a line that begins with a program is prose: it has words of a sentence,
// or characters that commands do not have.
func isSentence(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 || text[i] == '`' {
			return true
		}
	}
	for _, word := range []string{" is ", " was ", " are ", " were ", " has ", " the ", " flag ", " flags ", " and "} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return strings.HasSuffix(text, ".") && !strings.HasSuffix(text, " .")
}

// isGateList reports whether a text is a list of gates with values: A=true,B=false. One of them is
// known: units have settings of the same form.
func (r *reader) isGateList(text string) bool {
	known := false
	if len(text) > 10_000 {
		return false
	}
	for _, part := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(strings.Trim(part, " \"'"), "=")
		if !ok || !isGateName(name) || value != "true" && value != "false" {
			return false
		}
		known = known || r.known[name] != ""
	}
	return known
}

// mention reads prose: flags, gates with a value, and known gates next to the word gate or alone on
// their line.
func (r *reader) mention(l looseLine, s scope) {
	s.prose = true
	gates := strings.Contains(lower(l.text), "gate")
	words := strings.FieldsFunc(l.text, func(c rune) bool { return strings.ContainsRune(" \t\n`\"'()[]{}<>,;:*|", c) })
	component := ""
	for _, w := range words {
		if c := programs[lower(w)]; c != "" && component == "" {
			component = c
		}
	}
	for _, w := range words {
		name, value, has := strings.Cut(strings.TrimRight(w, ".!?\\/"), "=")
		switch {
		case isFlagName(name):
			r.flag(flagName(name), value, l.line, scope{component: component, prose: true})
		case isGateName(name) && has && (value == "true" || value == "false"):
			r.gate(name, value, l.line, scope{prose: true})
		case r.known[name] != "" && (gates || len(words) == 1):
			r.gate(name, "", l.line, scope{prose: true})
		}
	}
}

// metrics reads the names in an expression.
func (r *reader) metrics(n *node, s scope) {
	words := strings.FieldsFunc(n.value, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z')
	})
	for _, w := range words {
		if strings.Count(w, "_") > 1 && len(w) < 200 {
			r.add(Setting{Kind: "metric", Name: w, Line: n.line, How: howOf(s)})
		}
	}
}
