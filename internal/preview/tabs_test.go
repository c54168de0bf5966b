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

// Eight tabs are open, on screen or not, and all are live.
func TestEightTabs(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	var tabs []*browser
	for i := range 8 {
		b := s.open(t, nodePage, i%2 == 0)
		b.hears("same", of("same"))
		tabs = append(tabs, b)
	}
	for i := range 3 {
		words := fmt.Sprintf("%d 番目の文", i)
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote(words))
		for _, b := range tabs {
			b.hears("the page", with(words))
		}
	}
	_, page := s.get(t, nodePage)
	if !strings.Contains(page, "2 番目の文") {
		t.Error("the address has an older page than the tabs")
	}
}

// Only a tab whose page differs is sent one: the sum is of what the address gives.
func TestOnlyWhatDiffers(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	node, other := s.open(t, nodePage, true), s.open(t, "ja/1.27/sig-network/", true)
	node.hears("same", of("same"))
	other.hears("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("変わった"))
	got := node.hears("the page", with("変わった"))
	if got.Sum != sumOf([]byte(got.HTML)) || got.Follow {
		t.Errorf("sum %s of a page with %s, follow %v", got.Sum, sumOf([]byte(got.HTML)), got.Follow)
	}
	if w := got.Times; w == nil || w.Seen <= 0 || w.Settled < w.Seen || w.Linked < w.Settled || w.Printed < w.Linked {
		t.Errorf("the page says that it came by %+v", w)
	}
	put(t, dir, "content/1.27/sig-network.ja.md", strings.ReplaceAll(small()["content/1.27/sig-network.ja.md"], "別の文", "別の新しい文"))
	first := other.hears("a page", of("page"))
	if !strings.Contains(first.HTML, "別の新しい文") {
		t.Error("the other tab was sent a page for an edit that it does not show")
	}
	await(t, "a line of a change", func() bool {
		return slices.ContainsFunc(s.said(), func(l Line) bool {
			return strings.Contains(l.Text, "content/1.27/sig-node.ja.md: 1 of 2 open pages changed, patched in ")
		})
	})
}

// A tab that takes nothing holds nobody else, nor the end.
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
	if _, err := conn.Write(frame(encode(Said{Type: saidHello, Page: m[1], Sum: "old", Boot: m[3], Visible: true}))); err != nil {
		t.Fatal(err)
	}
	live := s.open(t, nodePage, true)
	live.hears("same", of("same"))
	for i := range 12 { // a page is over 500 KB: no buffer of the system takes them all
		words := fmt.Sprintf("%d 番目の文", i)
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote(words)+long)
		live.hears("the page", with(words))
	}
	start := time.Now()
	s.stop()
	if took := time.Since(start); took > patience/2 {
		t.Errorf("the end took %s", took)
	}
}

// frame is a text in one frame of a client, with a mask of zeros (RFC 6455, 5.2).
func frame(text []byte) []byte {
	b := []byte{0x81, 0x80 | 126, byte(len(text) >> 8), byte(len(text)), 0, 0, 0, 0}
	return append(b, text...)
}

// After sleep or a restart the sum says whether the page is still the same.
func TestReconnect(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	_, page := s.get(t, nodePage)
	m := scriptData.FindStringSubmatch(page)
	now := Said{Type: saidHello, Page: m[1], Sum: m[2], Boot: m[3], Visible: true}
	old, other := now, now
	old.Sum, other.Boot = "0123", "0123"
	s.connect(t, now).hears("same", of("same"))
	if got := s.connect(t, old).hears("the page", of("page")); got.Sum != m[2] || got.Follow {
		t.Errorf("sum %s, not %s", got.Sum, m[2])
	}
	s.connect(t, other).hears("the wish to reload", of("reload"))
	s.stop()
	again := serve(t, dir, Options{})
	again.connect(t, now).hears("same after a restart", of("same"))
}

// What is no hello ends the connection, and nothing else.
func TestNonsense(t *testing.T) {
	s := serve(t, folder(t, small()), Options{})
	for _, said := range []Said{{Type: "patched"}, {Type: ""}, {}} {
		b := s.connect(t, said)
		select {
		case _, ok := <-b.got:
			if ok {
				t.Errorf("%v is answered", said)
			}
		case <-time.After(patience):
			t.Errorf("%v keeps the connection", said)
		}
	}
	strange := s.connect(t, Said{Type: saidHello, Page: "../../etc/passwd", Sum: "x", Boot: s.boot})
	if got := strange.hears("gone", of("gone")); got.To != "" {
		t.Errorf("it is led to %s", got.To)
	}
}

// A broken template leaves the last good page, with the problem over it, until it is mended.
func TestBrokenTemplate(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{Editor: mustEditor(t, "vscode")})
	b := s.open(t, nodePage, true)
	b.hears("no problems", wrong(""))
	put(t, dir, "templates/note.html", "{{template \"top\" .Frame}}\n<p>{{.Nothing}}</p>\n{{template \"end\" .Frame}}\n")
	got := b.hears("the problem", wrong("template/broken")).List[0]
	if got.File != "templates/note.html" || got.Line != 2 || !strings.Contains(got.Excerpt, "{{.Nothing}}") || got.Caret < 3 ||
		!strings.HasPrefix(got.URL, "vscode://file/") || !strings.HasSuffix(got.URL, "/templates/note.html:2:"+fmt.Sprint(got.Col)) {
		t.Errorf("the problem is %+v", got)
	}
	if status, page := s.get(t, nodePage); status != http.StatusOK || !strings.Contains(page, "最初の文") {
		t.Errorf("the last good page is gone: %d", status)
	}
	put(t, dir, "templates/note.html", "{{template \"top\" .Frame}}<p>mended</p>{{template \"end\" .Frame}}\n")
	b.hears("the page of the new template", with("<p>mended</p>"))
	b.hears("no problems", wrong(""))
	await(t, "the terminal to say so", func() bool {
		return slices.ContainsFunc(s.said(), func(l Line) bool { return l.Sum == "no problems left" })
	})
}

// A site.yaml that is wrong is a problem like any other, and what it says counts at once.
func TestSettings(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.hears("no problems", wrong(""))
	put(t, dir, "site.yaml", "titel: X\n")
	b.hears("the problem", wrong("config/unknown-field"))
	put(t, dir, "site.yaml", "title: 別の名\neditor: idea\nlanguages: [ja, en]\n")
	b.hears("the new name", with("別の名"))
	b.hears("no problems", wrong(""))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("x")+"\n- y (#1, @octo)\n  <b>\n")
	got := b.hears("a problem", func(h heard) bool { return h.Type == "problems" && len(h.List) > 0 }).List[0]
	if !strings.HasPrefix(got.URL, "idea://open?file=/") {
		t.Errorf("the problem leads to %q", got.URL)
	}
}

// content/ that has gone leaves what was read last; when it is back the tabs go on.
func TestContentGone(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.hears("no problems", wrong(""))
	rename(t, dir, "content", "elsewhere")
	b.hears("the problem", wrong("content/unreadable"))
	if status, _ := s.get(t, nodePage); status != http.StatusOK {
		t.Errorf("the last page is gone: %d", status)
	}
	rename(t, dir, "elsewhere", "content")
	b.hears("no problems", wrong(""))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("wieder da"))
	b.hears("the page", with("wieder da"))
}

// A note whose file is renamed leads on, one that is removed says so, and comes back.
func TestMovedAndGone(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.hears("same", of("same"))
	rename(t, dir, "content/1.27/sig-node.ja.md", "content/1.28/node.ja.md")
	if got := b.hears("gone", of("gone")); got.To != "../../../ja/1.28/node/" {
		t.Errorf("the page went to %q", got.To)
	}
	late := s.connect(t, Said{Type: saidHello, Page: nodePage + "index.html", Sum: "old", Boot: s.boot, Visible: true})
	if got := late.hears("gone", of("gone")); got.To != "../../../ja/1.28/node/" {
		t.Errorf("a tab that comes back is led to %q", got.To)
	}
	rename(t, dir, "content/1.28/node.ja.md", "content/1.27/sig-node.ja.md")
	b.hears("the page again", with("最初の文"))
	if err := os.Remove(filepath.Join(dir, "content/1.27/sig-node.ja.md")); err != nil {
		t.Fatal(err)
	}
	if got := b.hears("gone", of("gone")); got.To != "" {
		t.Errorf("a removed note went to %q", got.To)
	}
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("noch einmal"))
	b.hears("the page again", with("noch einmal"))
	put(t, dir, "content/1.27/node2.ja.md", "---\ntitle: N\nsigs: [node]\naliases: [1.27/sig-node]\n---\n\n- x (#115331, @octo)\n")
	if err := os.Remove(filepath.Join(dir, "content/1.27/sig-node.ja.md")); err != nil {
		t.Fatal(err)
	}
	if got := b.hears("gone to its alias", of("gone")); got.To != "../../1.27/node2/" && got.To != "../node2/" {
		t.Errorf("an alias leads to %q", got.To)
	}
}

// Where there is no page yet, the tab becomes it: it is loaded, since its address may lack the
// last slash, from which all links of the page are counted.
func TestPageToBe(t *testing.T) {
	for _, name := range []string{"ja/1.29/new/", "ja/1.29/new", "ja/1.29/new/index.html"} {
		dir := folder(t, small())
		s := serve(t, dir, Options{Base: "/notes/"})
		if status, _ := s.get(t, name); status != http.StatusNotFound {
			t.Fatalf("%s: status %d", name, status)
		}
		b := s.open(t, name, true)
		b.hears("same", of("same"))
		put(t, dir, "content/1.29/new.ja.md", nodeNote("ganz neu"))
		if got := b.hears("the page", func(h heard) bool { return h.Type != "problems" && h.Type != "changed" }); got.Type != "reload" {
			t.Errorf("%s: got %s", name, got.Type)
		}
		if status, page := s.get(t, name); status != http.StatusOK || !strings.Contains(page, "ganz neu") {
			t.Errorf("%s: status %d", name, status)
		}
	}
}

// An address at which there can be no page stays what it is, whatever page it looks like.
func TestNoPageToBe(t *testing.T) {
	s := serve(t, folder(t, small()), Options{Base: "/notes/"})
	for _, at := range []string{"/" + nodePage, "//", "/notes//", "/notes/.", "/notes/" + nodePage + "/", "/notes/./" + nodePage, "/notes/" + nodePage + "index.html/"} {
		resp := s.asked("GET", at)
		page, err := io.ReadAll(resp.Body)
		m := scriptData.FindStringSubmatch(string(page))
		if err != nil || resp.StatusCode != http.StatusNotFound || m == nil {
			t.Errorf("%s: status %d, %v", at, resp.StatusCode, err)
			continue
		}
		if got := s.connect(t, Said{Type: saidHello, Page: m[1], Sum: m[2], Boot: m[3], Visible: true}).hears("anything", func(heard) bool { return true }); got.Type != "same" {
			t.Errorf("%s, which takes itself for %s, got %s", at, m[1], got.Type)
		}
	}
}

// A preview that begins with a broken site shows what is wrong, and goes on when it is mended.
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
	b.hears("the problem", wrong("template/broken"))
	if err := os.Remove(filepath.Join(dir, "templates/home.html")); err != nil {
		t.Fatal(err)
	}
	b.hears("the wish to reload", of("reload"))
	if status, _ := s.get(t, nodePage); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
}

// A template that is broken for a kind of page that nobody has looked at costs that kind, and
// its pages come when it is mended.
func TestBrokenKind(t *testing.T) {
	files := small()
	files["templates/sig.html"] = "<p>\n{{.Nothing}}</p>"
	dir := folder(t, files)
	s := serve(t, dir, Options{})
	node := s.open(t, nodePage, true)
	node.hears("same", of("same"))
	status, page := s.get(t, "ja/sigs/node/")
	if status != http.StatusInternalServerError || !strings.Contains(page, "templates/sig.html:2:") || !strings.Contains(page, "\n    {{.Nothing}}") {
		t.Errorf("%d %s", status, page)
	}
	b := s.open(t, "ja/sigs/node/", true)
	if first := b.hears("anything", func(heard) bool { return true }); first.Type != "problems" {
		t.Errorf("a page that cannot be made begins with %s", first.Type)
	}
	node.hears("the problem", wrong("template/broken"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("weiter"))
	node.hears("the page", with("weiter"))
	put(t, dir, "templates/sig.html", "<p>mended</p>")
	b.hears("the wish to reload", of("reload"))
	node.hears("no problems", wrong(""))
}

// Where the system tells of nothing the files are looked at.
func TestPoll(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{Poll: true})
	b := s.open(t, nodePage, true)
	b.hears("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("geschaut"))
	b.hears("the page", with("geschaut"))
}

// What the rules find comes when nothing changes for a while, with its line, and goes.
func TestRules(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.hears("no problems", wrong(""))
	twice := nodeNote("同じ文") + "- 同じ文 (#115331, @octo) [SIG Node]\n"
	put(t, dir, "content/1.27/sig-node.ja.md", twice)
	got := b.hears("the problem", wrong("entry/duplicate"))
	if len(got.List) == 0 || got.List[0].Line == 0 || !strings.Contains(got.List[0].Excerpt, "同じ文") {
		t.Errorf("the problems are %+v", got.List)
	}
	await(t, "the terminal to say so", func() bool {
		return slices.ContainsFunc(s.said(), func(l Line) bool { return len(l.Problems) > 0 && strings.Contains(l.Sum, "warning") })
	})
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("ein Satz"))
	b.hears("no problems", wrong(""))
}

// With --follow the tab on screen goes to the note that is edited, and scrolls.
func TestFollow(t *testing.T) {
	files := small()
	files["content/log/autumn.ja.md"] = "# 2026\n\n## 2026-10-01\n\n- 十月 (#1, @octo)\n\n## 2026-11-02\n\n" + strings.Repeat("- 十一月 (#2, @octo)\n", 100)
	dir := folder(t, files)
	s := serve(t, dir, Options{Follow: true})
	b := s.open(t, nodePage, true)
	b.hears("same", of("same"))
	put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("hier"))
	if got := b.hears("the page", with("hier")); !got.Follow {
		t.Error("the page does not scroll")
	}
	put(t, dir, "content/1.27/sig-network.ja.md", strings.ReplaceAll(small()["content/1.27/sig-network.ja.md"], "別の文", "dort"))
	if got := b.hears("the way", of("goto")); got.To != "../../../ja/1.27/sig-network/" {
		t.Errorf("it is led to %q", got.To)
	}
	put(t, dir, "content/log/autumn.ja.md", strings.ReplaceAll(files["content/log/autumn.ja.md"], "十月", "神無月"))
	if got := b.hears("the way", of("goto")); got.To != "../../../ja/log/2026/10/" {
		t.Errorf("it is led to %q", got.To)
	}
	put(t, dir, "content/log/autumn.ja.md", strings.ReplaceAll(files["content/log/autumn.ja.md"], "十月", "神無月")+"\n## 2026-11-03\n\n- 文化の日 (#3, @octo)\n")
	if got := b.hears("the way", of("goto")); got.To != "../../../ja/log/2026/11/2/" {
		t.Errorf("in a month of several pages, the tab is led to %q", got.To)
	}
	b.say(Said{Type: saidVisible})
	for at, want := range map[string]string{"": "./ja/1.27/sig-node/", "en/": "../en/1.27/sig-node/", "none/": "/ja/1.27/sig-node/"} {
		tab := s.open(t, at, true)
		tab.hears("same", of("same"))
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote("von "+at))
		if got := tab.hears("the way", of("goto")); got.To != want {
			t.Errorf("%q is led to %q, not %q", at, got.To, want)
		}
		tab.say(Said{Type: saidVisible})
	}
}

// Styles have another address when they are others, so every page differs and says which.
func TestStyles(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.hears("same", of("same"))
	put(t, dir, "static/css/95-ours.css", "body { color: #123457 }\n")
	got := b.hears("the page", of("page"))
	_, after, _ := strings.Cut(got.HTML, `rel="stylesheet" href="../../../`)
	name, _, _ := strings.Cut(after, `"`)
	if status, css := s.get(t, name); status != http.StatusOK || !strings.Contains(css, "#123457") {
		t.Errorf("%s: %d", name, status)
	}
}

// States that are no longer shown are given back, with everything that only they have.
func TestOldStatesGo(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	b := s.open(t, nodePage, true)
	b.hears("same", of("same"))
	var old []weak.Pointer[build.State]
	for i := range 5 {
		old = append(old, weak.Make(s.now.Load().state))
		words := fmt.Sprintf("%d 番目の文", i)
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote(words)+"- "+words+" (#115331, @octo) [SIG Node]\n") // twice, which is a problem
		b.hears("the page", with(words))
		if i == 2 {
			b.hears("the problem", wrong("entry/duplicate"))
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
