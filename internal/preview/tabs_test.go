package preview

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/config"
)

const nodePage = "ja/1.27/sig-node/"

// TestEightTabs checks that eight tabs, visible or hidden, are all updated.
func TestEightTabs(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	var tabs []*browser
	for i := range 8 {
		b := s.open(t, nodePage, i%2 == 0)
		b.waitFor("same", of("same"))
		tabs = append(tabs, b)
	}
	for i := range 3 {
		words := fmt.Sprintf("%d 番目の文", i)
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote(words))
		for _, b := range tabs {
			b.waitFor("the page", with(words))
		}
	}
	_, page := s.get(t, nodePage)
	if !strings.Contains(page, "2 番目の文") {
		t.Error("the address has an older page than the tabs")
	}
}

// TestOnlyWhatDiffers checks that only tabs with a changed page receive one, with the hash of the
// page at the address.
func TestOnlyWhatDiffers(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	node, other := s.open(t, nodePage, true), s.open(t, "ja/1.27/sig-network/", true)
	node.waitFor("same", of("same"))
	other.waitFor("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("変わった"))
	got := node.waitFor("the page", with("変わった"))
	if got.Sum != sumOf([]byte(got.HTML)) || got.Follow {
		t.Errorf("sum %s of a page with %s, follow %v", got.Sum, sumOf([]byte(got.HTML)), got.Follow)
	}
	if w := got.Times; w == nil || w.Seen <= 0 || w.Settled < w.Seen || w.Linked < w.Settled || w.Printed < w.Linked {
		t.Errorf("the times of the page are %+v", w)
	}
	put(t, dir, "content/1.27/sig-network.ja.md", strings.ReplaceAll(small()["content/1.27/sig-network.ja.md"], "別の文", "別の新しい文"))
	first := other.waitFor("a page", of("page"))
	if !strings.Contains(first.HTML, "別の新しい文") {
		t.Error("the other tab received a page for an unrelated edit")
	}
	await(t, "a line of a change", func() bool {
		return slices.ContainsFunc(s.printed(), func(l Line) bool {
			return strings.Contains(l.Text, "content/1.27/sig-node.ja.md: 1 of 2 open pages changed, patched in ")
		})
	})
}

// TestStalledTab checks that a tab that reads nothing delays neither other tabs nor the end.
func TestStalledTab(t *testing.T) {
	files := small()
	long := strings.Repeat("\n- "+strings.Repeat("長い行 ", 200)+" (#115331, @octo)\n", 200)
	files["content/1.27/sig-node.ja.md"] += long
	dir := folder(t, files)
	s := serve(t, dir, Options{})
	_, page := s.get(t, nodePage)
	m := scriptData.FindStringSubmatch(page)
	conn, err := net.Dial("tcp", s.host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /_kawaraban/ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", s.host)
	if resp, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%v, %v", resp, err)
	}
	if _, err := conn.Write(frame(encode(TabMessage{Type: saidHello, Page: m[1], Sum: "old", Boot: m[3], Visible: true}))); err != nil {
		t.Fatal(err)
	}
	live := s.open(t, nodePage, true)
	live.waitFor("same", of("same"))
	for i := range 12 { // a page is over 500 KB: no system buffer can store all of them
		words := fmt.Sprintf("%d 番目の文", i)
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote(words)+long)
		live.waitFor("the page", with(words))
	}
	start := time.Now()
	s.stop()
	if took := time.Since(start); took > patience/2 {
		t.Errorf("stopping took %s", took)
	}
}

// frame returns a text in one client frame, with a mask of zeros (RFC 6455, 5.2).
func frame(text []byte) []byte {
	b := []byte{0x81, 0x80 | 126, byte(len(text) >> 8), byte(len(text)), 0, 0, 0, 0}
	return append(b, text...)
}

// TestReconnect checks that after sleep or a restart the hash decides whether a page is sent.
func TestReconnect(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	_, page := s.get(t, nodePage)
	m := scriptData.FindStringSubmatch(page)
	now := TabMessage{Type: saidHello, Page: m[1], Sum: m[2], Boot: m[3], Visible: true}
	old, other := now, now
	old.Sum, other.Boot = "0123", "0123"
	s.connect(t, now).waitFor("same", of("same"))
	if got := s.connect(t, old).waitFor("the page", of("page")); got.Sum != m[2] || got.Follow {
		t.Errorf("sum %s, not %s", got.Sum, m[2])
	}
	s.connect(t, other).waitFor("the wish to reload", of("reload"))
	s.stop()
	again := serve(t, dir, Options{})
	again.connect(t, now).waitFor("same after a restart", of("same"))
}

// TestNonsense checks that a first message other than hello ends only its connection.
func TestNonsense(t *testing.T) {
	s := serve(t, folder(t, small()), Options{})
	for _, first := range []TabMessage{{Type: "patched"}, {Type: ""}, {}} {
		b := s.connect(t, first)
		select {
		case _, ok := <-b.got:
			if ok {
				t.Errorf("%v gets a message", first)
			}
		case <-time.After(patience):
			t.Errorf("%v keeps the connection", first)
		}
	}
	strange := s.connect(t, TabMessage{Type: saidHello, Page: "../../etc/passwd", Sum: "x", Boot: s.boot})
	if got := strange.waitFor("gone", of("gone")); got.To != "" {
		t.Errorf("it is redirected to %s", got.To)
	}
}

// TestBrokenTemplate checks that the last valid page stays, with the problem over it, until the
// template is fixed.
func TestBrokenTemplate(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{Editor: mustEditor(t, "vscode")})
	b := s.open(t, nodePage, true)
	b.waitFor("no problems", withProblem(""))
	put(t, dir, "templates/note.html", "{{template \"top\" .Frame}}\n<p>{{.Nothing}}</p>\n{{template \"end\" .Frame}}\n")
	got := b.waitFor("the problem", withProblem("template/broken")).List[0]
	if got.File != "templates/note.html" || got.Line != 2 || !strings.Contains(got.Excerpt, "{{.Nothing}}") || got.Caret < 3 ||
		!strings.HasPrefix(got.URL, "vscode://file/") || !strings.HasSuffix(got.URL, "/templates/note.html:2:"+fmt.Sprint(got.Col)) {
		t.Errorf("the problem is %+v", got)
	}
	if status, page := s.get(t, nodePage); status != http.StatusOK || !strings.Contains(page, "最初の文") {
		t.Errorf("the last valid page is missing: %d", status)
	}
	put(t, dir, "templates/note.html", "{{template \"top\" .Frame}}<p>mended</p>{{template \"end\" .Frame}}\n")
	b.waitFor("the page of the new template", with("<p>mended</p>"))
	b.waitFor("no problems", withProblem(""))
	await(t, "the terminal to say so", func() bool {
		return slices.ContainsFunc(s.printed(), func(l Line) bool { return l.Sum == "no problems left" })
	})
}

// TestSettings checks that an error in site.yaml is a problem, and that valid settings apply at
// once.
func TestSettings(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.waitFor("no problems", withProblem(""))
	put(t, dir, "site.yaml", "titel: X\n")
	b.waitFor("the problem", withProblem("config/unknown-field"))
	put(t, dir, "site.yaml", "title: 別の名\neditor: idea\nlanguages: [ja, en]\n")
	b.waitFor("the new name", with("別の名"))
	b.waitFor("no problems", withProblem(""))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("x")+"\n- y (#1, @octo)\n  <b>\n")
	got := b.waitFor("a problem", func(h message) bool { return h.Type == "problems" && len(h.List) > 0 }).List[0]
	if !strings.HasPrefix(got.URL, "idea://open?file=/") {
		t.Errorf("the link of the problem is %q", got.URL)
	}
}

// TestContentGone checks that the last state stays while content/ is missing, and that tabs are
// updated when it is back.
func TestContentGone(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.waitFor("no problems", withProblem(""))
	rename(t, dir, "content", "elsewhere")
	b.waitFor("the problem", withProblem("content/unreadable"))
	if status, _ := s.get(t, nodePage); status != http.StatusOK {
		t.Errorf("the last page is missing: %d", status)
	}
	rename(t, dir, "elsewhere", "content")
	b.waitFor("no problems", withProblem(""))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("wieder da"))
	b.waitFor("the page", with("wieder da"))
}

// TestMovedAndGone checks that the tab of a renamed note is redirected. For a removed note the tab
// shows that, until the note is back.
func TestMovedAndGone(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.waitFor("same", of("same"))
	rename(t, dir, "content/1.27/sig-node.ja.md", "content/1.28/node.ja.md")
	if got := b.waitFor("gone", of("gone")); got.To != "../../../ja/1.28/node/" {
		t.Errorf("the page moved to %q", got.To)
	}
	late := s.connect(t, TabMessage{Type: saidHello, Page: nodePage + "index.html", Sum: "old", Boot: s.boot, Visible: true})
	if got := late.waitFor("gone", of("gone")); got.To != "../../../ja/1.28/node/" {
		t.Errorf("a reconnected tab is redirected to %q", got.To)
	}
	rename(t, dir, "content/1.28/node.ja.md", "content/1.27/sig-node.ja.md")
	b.waitFor("the page again", with("最初の文"))
	if err := os.Remove(filepath.Join(dir, "content/1.27/sig-node.ja.md")); err != nil {
		t.Fatal(err)
	}
	if got := b.waitFor("gone", of("gone")); got.To != "" {
		t.Errorf("a removed note moved to %q", got.To)
	}
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("noch einmal"))
	b.waitFor("the page again", with("noch einmal"))
	put(t, dir, "content/1.27/node2.ja.md", "---\ntitle: N\nsigs: [node]\naliases: [1.27/sig-node]\n---\n\n- x (#115331, @octo)\n")
	if err := os.Remove(filepath.Join(dir, "content/1.27/sig-node.ja.md")); err != nil {
		t.Fatal(err)
	}
	if got := b.waitFor("gone to its alias", of("gone")); got.To != "../../1.27/node2/" && got.To != "../node2/" {
		t.Errorf("an alias redirects to %q", got.To)
	}
}

// TestPageToBe checks that the tab of a missing page reloads when the page is added. It must not be
// patched, because its address may lack the final slash, which changes relative links.
func TestPageToBe(t *testing.T) {
	for _, name := range []string{"ja/1.29/new/", "ja/1.29/new", "ja/1.29/new/index.html"} {
		dir := folder(t, small())
		s := serve(t, dir, Options{Base: "/notes/"})
		if status, _ := s.get(t, name); status != http.StatusNotFound {
			t.Fatalf("%s: status %d", name, status)
		}
		b := s.open(t, name, true)
		b.waitFor("same", of("same"))
		put(t, dir, "content/1.29/new.ja.md", nodeNote("ganz neu"))
		if got := b.waitFor("the page", func(h message) bool { return h.Type != "problems" && h.Type != "changed" }); got.Type != "reload" {
			t.Errorf("%s: got %s", name, got.Type)
		}
		if status, page := s.get(t, name); status != http.StatusOK || !strings.Contains(page, "ganz neu") {
			t.Errorf("%s: status %d", name, status)
		}
	}
}

// TestNoPageToBe checks that an address that can never be a page is not treated as one.
func TestNoPageToBe(t *testing.T) {
	s := serve(t, folder(t, small()), Options{Base: "/notes/"})
	for _, at := range []string{"/" + nodePage, "//", "/notes//", "/notes/.", "/notes/" + nodePage + "/", "/notes/./" + nodePage, "/notes/" + nodePage + "index.html/"} {
		resp := s.request("GET", at)
		page, err := io.ReadAll(resp.Body)
		m := scriptData.FindStringSubmatch(string(page))
		if err != nil || resp.StatusCode != http.StatusNotFound || m == nil {
			t.Errorf("%s: status %d, %v", at, resp.StatusCode, err)
			continue
		}
		if got := s.connect(t, TabMessage{Type: saidHello, Page: m[1], Sum: m[2], Boot: m[3], Visible: true}).waitFor("anything", func(message) bool { return true }); got.Type != "same" {
			t.Errorf("%s, as %s, got %s", at, m[1], got.Type)
		}
	}
}

// TestBrokenFromTheStart checks that a preview of a broken site shows the problem, and works when
// it is fixed.
func TestBrokenFromTheStart(t *testing.T) {
	files := small()
	files["templates/home.html"] = "{{if}}"
	dir := folder(t, files)
	s := serve(t, dir, Options{})
	status, page := s.get(t, nodePage)
	if status != http.StatusInternalServerError || !strings.Contains(page, "templates/home.html") {
		t.Errorf("%d %s", status, page)
	}
	b := s.open(t, nodePage, true)
	b.waitFor("the problem", withProblem("template/broken"))
	if err := os.Remove(filepath.Join(dir, "templates/home.html")); err != nil {
		t.Fatal(err)
	}
	b.waitFor("the wish to reload", of("reload"))
	if status, _ := s.get(t, nodePage); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
}

// TestBrokenKind checks that a broken template affects only its kind of page, until it is fixed. No
// page of the kind was requested before.
func TestBrokenKind(t *testing.T) {
	files := small()
	files["templates/sig.html"] = "<p>\n{{.Nothing}}</p>"
	dir := folder(t, files)
	s := serve(t, dir, Options{})
	node := s.open(t, nodePage, true)
	node.waitFor("same", of("same"))
	status, page := s.get(t, "ja/sigs/node/")
	if status != http.StatusInternalServerError || !strings.Contains(page, "templates/sig.html:2:") || !strings.Contains(page, "\n    {{.Nothing}}") {
		t.Errorf("%d %s", status, page)
	}
	b := s.open(t, "ja/sigs/node/", true)
	if first := b.waitFor("anything", func(message) bool { return true }); first.Type != "problems" {
		t.Errorf("the first message of a broken page is %s", first.Type)
	}
	node.waitFor("the problem", withProblem("template/broken"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("weiter"))
	node.waitFor("the page", with("weiter"))
	put(t, dir, "templates/sig.html", "<p>mended</p>")
	b.waitFor("the wish to reload", of("reload"))
	node.waitFor("no problems", withProblem(""))
}

// TestPoll checks that changes are found by polling without file system events.
func TestPoll(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{Poll: true})
	b := s.open(t, nodePage, true)
	b.waitFor("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("geschaut"))
	b.waitFor("the page", with("geschaut"))
}

// TestRules checks that problems of rules appear with their line after a pause, and disappear.
func TestRules(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.waitFor("no problems", withProblem(""))
	twice := nodeNote("同じ文") + "- 同じ文 (#115331, @octo) [SIG Node]\n"
	put(t, dir, "content/1.27/sig-node.ja.md", twice)
	got := b.waitFor("the problem", withProblem("entry/duplicate"))
	if len(got.List) == 0 || got.List[0].Line == 0 || !strings.Contains(got.List[0].Excerpt, "同じ文") {
		t.Errorf("the problems are %+v", got.List)
	}
	await(t, "the terminal to say so", func() bool {
		return slices.ContainsFunc(s.printed(), func(l Line) bool { return len(l.Problems) > 0 && strings.Contains(l.Sum, "warning") })
	})
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("ein Satz"))
	b.waitFor("no problems", withProblem(""))
}

// TestFollow checks that with Follow the visible tab opens the edited note, and scrolls.
func TestFollow(t *testing.T) {
	files := small()
	files["content/log/autumn.ja.md"] = "# 2026\n\n## 2026-10-01\n\n- 十月 (#1, @octo)\n\n## 2026-11-02\n\n" + strings.Repeat("- 十一月 (#2, @octo)\n", 100)
	dir := folder(t, files)
	s := serve(t, dir, Options{Follow: true})
	b := s.open(t, nodePage, true)
	b.waitFor("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("hier"))
	if got := b.waitFor("the page", with("hier")); !got.Follow {
		t.Error("the page does not scroll")
	}
	put(t, dir, "content/1.27/sig-network.ja.md", strings.ReplaceAll(small()["content/1.27/sig-network.ja.md"], "別の文", "dort"))
	if got := b.waitFor("the way", of("goto")); got.To != "../../../ja/1.27/sig-network/" {
		t.Errorf("it is redirected to %q", got.To)
	}
	put(t, dir, "content/log/autumn.ja.md", strings.ReplaceAll(files["content/log/autumn.ja.md"], "十月", "神無月"))
	if got := b.waitFor("the way", of("goto")); got.To != "../../../ja/log/2026/10/" {
		t.Errorf("it is redirected to %q", got.To)
	}
	put(t, dir, "content/log/autumn.ja.md", strings.ReplaceAll(files["content/log/autumn.ja.md"], "十月", "神無月")+"\n## 2026-11-03\n\n- 文化の日 (#3, @octo)\n")
	if got := b.waitFor("the way", of("goto")); got.To != "../../../ja/log/2026/11/2/" {
		t.Errorf("in a month of several pages, the tab is redirected to %q", got.To)
	}
	b.say(TabMessage{Type: saidVisible})
	for at, want := range map[string]string{"": "./ja/1.27/sig-node/", "en/": "../en/1.27/sig-node/", "none/": "/ja/1.27/sig-node/"} {
		tab := s.open(t, at, true)
		tab.waitFor("same", of("same"))
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("von "+at))
		if got := tab.waitFor("the way", of("goto")); got.To != want {
			t.Errorf("%q is redirected to %q, not %q", at, got.To, want)
		}
		tab.say(TabMessage{Type: saidVisible})
	}
}

// TestStyles checks that changed styles get a new address, so that every page differs.
func TestStyles(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.waitFor("same", of("same"))
	put(t, dir, "static/css/95-ours.css", "body { color: #123457 }\n")
	got := b.waitFor("the page", of("page"))
	_, after, _ := strings.Cut(got.HTML, `rel="stylesheet" href="../../../`)
	name, _, _ := strings.Cut(after, `"`)
	if status, css := s.get(t, name); status != http.StatusOK || !strings.Contains(css, "#123457") {
		t.Errorf("%s: %d", name, status)
	}
}

// TestOldStatesGo checks that states that are no longer shown are freed.
func TestOldStatesGo(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.waitFor("same", of("same"))
	var old []weak.Pointer[build.State]
	for i := range 5 {
		old = append(old, weak.Make(s.now.Load().state))
		words := fmt.Sprintf("%d 番目の文", i)
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote(words)+"- "+words+" (#115331, @octo) [SIG Node]\n") // a duplicate, which is a problem
		b.waitFor("the page", with(words))
		if i == 2 {
			b.waitFor("the problem", withProblem("entry/duplicate"))
		}
	}
	await(t, "the end of old states", func() bool {
		runtime.GC()
		return !slices.ContainsFunc(old, func(p weak.Pointer[build.State]) bool { return p.Value() != nil })
	})
}

func mustEditor(t *testing.T, name string) config.Editor {
	t.Helper()
	e, err := config.ParseEditor(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
