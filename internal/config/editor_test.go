package config

import (
	"net/url"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

func TestEditorAddress(t *testing.T) {
	for _, c := range []struct {
		editor, path string
		line, column int
		want         string
	}{
		{"", "/a", 1, 1, ""},
		{"vscode", "/home/me/my notes/1.27/sig-node.ja.md", 24, 18, "vscode://file/home/me/my%20notes/1.27/sig-node.ja.md:24:18"},
		{"vscode", "C:/notes/ノート.md", 0, 0, "vscode://file/C:/notes/%E3%83%8E%E3%83%BC%E3%83%88.md:1:1"},
		{"idea", "/n/a&b=c+d#e?f:g.md", 2, 0, "idea://open?file=/n/a%26b%3Dc%2Bd%23e%3Ff%3Ag.md&line=2&column=1"},
		{"sublime", "C:/n.md", 1, 2, "subl://open?url=file:///C:/n.md&line=1&column=2"},
		{"textmate", "/n.md", 1, 2, "txmt://open?url=file:///n.md&line=1&column=2"},
		{"vscode://vscode-remote/wsl+Ubuntu{path}:{line}", "/n.md", 3, 1, "vscode://vscode-remote/wsl+Ubuntu/n.md:3"},
	} {
		e, err := ParseEditor(c.editor)
		if err != nil {
			t.Errorf("%s: %v", c.editor, err)
		}
		if got := e.Address(c.path, c.line, c.column); got != c.want {
			t.Errorf("%s: got %s, want %s", c.editor, got, c.want)
		}
	}
}

func TestEditorRefused(t *testing.T) {
	for _, s := range []string{
		"notepad", "vscode:", "javascript://x{path}", "JavaScript://{path}", "https://a.example/{path}", "data://{path}", "file://{path}",
		"vscode://file/x", "vscode://file/{path}:{row}", "vscode://file/{path} x", "vscode://file/{path}\"", " vscode://file/{path}", "vscode://file/{path}\n",
	} {
		if e, err := ParseEditor(s); err == nil || e != "" {
			t.Errorf("%q is accepted as %q", s, e)
		}
	}
}

// TestEditorOfSite checks that the template of a site may only open files. The template of the
// environment may use all URLs.
func TestEditorOfSite(t *testing.T) {
	for s, ok := range map[string]bool{
		"": true, "zed": true, "vscode://file{path}": true, "vscode://vscode-remote/wsl+Ubuntu{path}:{line}": true,
		"jetbrains://idea/navigate/reference?path={path}:{line}": true, "atom://core/open/file?filename={path}": true,
		"vscode://vscode.git/clone?url=https://a.example/{path}": false, "vscode://vscode-remote/ssh-remote+a.example{path}": false,
		"jetbrains://idea/checkout/git?checkout.repo={path}": false, "zed://ssh/a.example{path}": false, "vscode://filer.x/{path}": false,
	} {
		e, problem := editor(strictyaml.Text{Value: s})
		if (len(problem) == 0) != ok || ok != (e != "" || s == "") {
			t.Errorf("%q is %q: %v", s, e, problem)
		}
		if _, err := ParseEditor(s); err != nil {
			t.Errorf("%q from the environment: %v", s, err)
		}
	}
	for _, name := range Editors() {
		if e, problem := editor(strictyaml.Text{Value: name}); e == "" || len(problem) > 0 {
			t.Errorf("%s: %v", name, problem)
		}
	}
}

func TestEditorsAreAddresses(t *testing.T) {
	for _, name := range Editors() {
		e, err := ParseEditor(name)
		u, bad := url.Parse(e.Address("/a/b.md", 7, 9))
		if err != nil || bad != nil || u.Scheme == "" || !strings.Contains(u.String(), "/a/b.md") || !strings.Contains(u.String(), "7") {
			t.Errorf("%s: %v, %v, %v", name, u, err, bad)
		}
		if again, err := ParseEditor(string(e)); again != e || err != nil {
			t.Errorf("%s: its own template is refused: %v", name, err)
		}
	}
}

func FuzzEditor(f *testing.F) {
	f.Add("vscode://file/{path}:{line}:{column}", "/a b/ノ.md")
	f.Add("idea://open?file={path}", "C:/x&y")
	f.Fuzz(func(t *testing.T, template, path string) {
		e, err := ParseEditor(template)
		if err != nil {
			return
		}
		address := e.Address(path, 1, 1)
		if strings.ContainsAny(address, "\"'<>\n\r\x00") {
			t.Errorf("%q with %q is %q", template, path, address)
		}
		if scheme, _, _ := strings.Cut(address, "://"); e != "" && !editorScheme(scheme) {
			t.Errorf("%q gives %q", template, address)
		}
	})
}
