package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// Editor is how a place in a file is opened: the template of an address, in which {path},
// {line} and {column} stand for it. Empty is none.
type Editor string

// editors are the addresses by which editors open a place, as their manuals give them.
var editors = map[string]Editor{
	"vscode":          "vscode://file/{path}:{line}:{column}",
	"vscode-insiders": "vscode-insiders://file/{path}:{line}:{column}",
	"vscodium":        "vscodium://file/{path}:{line}:{column}",
	"cursor":          "cursor://file/{path}:{line}:{column}",
	"windsurf":        "windsurf://file/{path}:{line}:{column}",
	"zed":             "zed://file/{path}:{line}:{column}",
	"idea":            "idea://open?file={path}&line={line}&column={column}",
	"goland":          "goland://open?file={path}&line={line}&column={column}",
	"webstorm":        "webstorm://open?file={path}&line={line}&column={column}",
	"pycharm":         "pycharm://open?file={path}&line={line}&column={column}",
	"phpstorm":        "phpstorm://open?file={path}&line={line}&column={column}",
	"sublime":         "subl://open?url=file://{path}&line={line}&column={column}",
	"textmate":        "txmt://open?url=file://{path}&line={line}&column={column}",
	"macvim":          "mvim://open?url=file://{path}&line={line}&column={column}",
	"emacs":           "emacs://open?file={path}&line={line}&column={column}",
}

// editorSchemes are further schemes that editors have for addresses of their own. Any other
// is refused: what a click opens is an editor.
var editorSchemes = []string{"jetbrains", "clion", "rider", "rubymine", "atom", "nova", "x-bbedit"}

// opensFile is the beginning of addresses that open a file of this machine. By others of the
// same schemes editors connect to machines, clone, and hand on to extensions; these are
// not for a site, which may be somebody else's, to say.
var opensFile = regexp.MustCompile(`^[a-z-]+://(file[/{]|open[?/]|core/open/|vscode-remote/wsl\+|[a-z-]+/navigate/)`)

// editorPlace is a name in braces of such a template.
var editorPlace = regexp.MustCompile(`\{[^{}]*\}`)

// Editors are the short names of editors, sorted.
func Editors() []string { return slices.Sorted(maps.Keys(editors)) }

// ParseEditor reads a short name of [Editors] or the template of an address. The error says
// what is wrong, for after the name of the setting; "" is no editor and no error.
func ParseEditor(s string) (Editor, error) {
	if e, ok := editors[s]; ok || s == "" {
		return e, nil
	}
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		return "", fmt.Errorf("is %q, which is no editor that is known and no address", s)
	}
	if !editorScheme(scheme) {
		return "", fmt.Errorf("is %q, and %s is the scheme of no editor that is known", s, scheme)
	}
	for _, p := range editorPlace.FindAllString(rest, -1) {
		if p != "{path}" && p != "{line}" && p != "{column}" {
			return "", fmt.Errorf("is %q, and %s stands for nothing", s, p)
		}
	}
	if !strings.Contains(rest, "{path}") {
		return "", fmt.Errorf("is %q, and has no place for the {path}", s)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune("\"'<>\\`", r) }) {
		return "", fmt.Errorf("is %q, which is no address", s)
	}
	return Editor(s), nil
}

func editorScheme(scheme string) bool {
	if slices.Contains(editorSchemes, scheme) {
		return true
	}
	for _, e := range editors {
		if strings.HasPrefix(string(e), scheme+"://") {
			return true
		}
	}
	return false
}

// editor reads the setting.
func editor(t strictyaml.Text) (Editor, []diag.Diagnostic) {
	e, err := ParseEditor(t.Value)
	switch {
	case err == nil && e != "" && !opensFile.MatchString(string(e)):
		return "", []diag.Diagnostic{diag.Errorf(t.Pos, "config/editor", "editor is %q, which may do more than to open a file", t.Value).
			WithHint("set EDITOR_URL in your environment to it")}
	case err == nil:
		return e, nil
	}
	d := diag.Errorf(t.Pos, "config/editor", "editor %s", err)
	if near := diag.Near(t.Value, Editors()); near != "" {
		return "", []diag.Diagnostic{d.WithHint("did you mean %s?", near)}
	}
	return "", []diag.Diagnostic{d.WithHint("write vscode or another name of docs/configuration.md, or an address as vscode://file/{path}:{line}:{column}")}
}

// Address is what opens a place of a file, given by its whole path with slashes; "" without
// an editor. A line or column that is not known, 0, becomes 1.
func (e Editor) Address(path string, line, column int) string {
	address := string(e)
	if strings.HasPrefix(path, "/") { // the template's own slash is that of the path
		address = strings.ReplaceAll(address, "://file/{path}", "://file{path}")
	} else { // C:/notes
		address = strings.ReplaceAll(address, "=file://{path}", "=file:///{path}")
	}
	return strings.NewReplacer("{path}", escape(path), "{line}", strconv.Itoa(max(line, 1)), "{column}", strconv.Itoa(max(column, 1))).Replace(address)
}

// escape encodes what has a sense of its own anywhere in an address. The colon of a drive
// stays.
func escape(path string) string {
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0, c == ':' && i == 1:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
