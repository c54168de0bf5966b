package config

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// Editor is a URL template that opens a position in a file, with {path}, {line} and {column}. It may
// be empty.
type Editor string

// editors maps editors to the URL templates in their manuals.
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

// editorSchemes lists further URL schemes of editors. Others are refused, so that a click can only
// open an editor.
var editorSchemes = []string{"jetbrains", "clion", "rider", "rubymine", "atom", "nova", "x-bbedit"}

// opensFile matches URLs that open a local file. With other URLs, editors connect to machines, clone
// repositories or call extensions. site.yaml, which another person may write, must not do that.
var opensFile = regexp.MustCompile(`^[a-z-]+://(file[/{]|open[?/]|core/open/|vscode-remote/wsl\+|[a-z-]+/navigate/)`)

var editorPlace = regexp.MustCompile(`\{[^{}]*\}`)

// Editors lists the short names of editors, sorted.
func Editors() []string { return slices.Sorted(maps.Keys(editors)) }

// ParseEditor parses a short name of [Editors] or a URL template. "" disables the editor.
func ParseEditor(s string) (Editor, error) {
	e, ds := parseEditor(strictyaml.Text{Value: s})
	if len(ds) > 0 {
		return "", errors.New(ds[0].Text)
	}
	return e, nil
}

// parseEditor is ParseEditor with the problem as a diagnostic.
func parseEditor(t strictyaml.Text) (Editor, []diag.Diagnostic) {
	s := t.Value
	bad := func(format string, args ...any) (Editor, []diag.Diagnostic) {
		return "", []diag.Diagnostic{diag.Errorf(t.Pos, "config/editor", format, args...)}
	}
	if e, ok := editors[s]; ok || s == "" {
		return e, nil
	}
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		return bad("unknown editor %q", s)
	}
	if !editorScheme(scheme) {
		return bad("unknown scheme %q of the editor address %q", scheme, s)
	}
	for _, p := range editorPlace.FindAllString(rest, -1) {
		if p != "{path}" && p != "{line}" && p != "{column}" {
			return bad("unknown placeholder %q in the editor address %q", p, s)
		}
	}
	if !strings.Contains(rest, "{path}") {
		return bad("missing placeholder {path} in the editor address %q", s)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune("\"'<>\\`", r) }) {
		return bad("invalid editor address %q", s)
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

func editor(t strictyaml.Text) (Editor, []diag.Diagnostic) {
	e, ds := parseEditor(t)
	switch {
	case len(ds) == 0 && e != "" && !opensFile.MatchString(string(e)):
		return "", []diag.Diagnostic{diag.Errorf(t.Pos, "config/editor", "unsafe editor address %q: it may do more than open a file", t.Value).
			WithHint("set the environment variable EDITOR_URL to this address")}
	case len(ds) == 0:
		return e, nil
	}
	if near := diag.Near(t.Value, Editors()); near != "" {
		return "", []diag.Diagnostic{ds[0].WithHint("did you mean %s?", near)}
	}
	return "", []diag.Diagnostic{ds[0].WithHint("write a name such as vscode, or an address such as vscode://file/{path}:{line}:{column}")}
}

// Address returns the URL that opens a position of a file, given by its absolute path with slashes.
// It is empty without an editor. An unknown line or column, 0, becomes 1.
func (e Editor) Address(path string, line, column int) string {
	address := string(e)
	if strings.HasPrefix(path, "/") { // the template already has the slash
		address = strings.ReplaceAll(address, "://file/{path}", "://file{path}")
	} else { // C:/notes
		address = strings.ReplaceAll(address, "=file://{path}", "=file:///{path}")
	}
	return strings.NewReplacer("{path}", escape(path), "{line}", strconv.Itoa(max(line, 1)), "{column}", strconv.Itoa(max(column, 1))).Replace(address)
}

// escape encodes reserved characters. The colon of a drive stays.
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
