package preview

import (
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/watch"
)

// next waits for the next message that is not a list of problems.
func (b *browser) next(what string) message {
	b.t.Helper()
	return b.waitFor(what, func(h message) bool { return h.Type != "problems" })
}

// TestChanged checks that a tab with an unchanged page receives one message for each state, after
// the visible tab is painted. A tab that received its page gets no further message.
func TestChanged(t *testing.T) {
	dir := folder(t, small())
	s := serve(t, dir, Options{})
	node, other := s.open(t, nodePage, true), s.open(t, "ja/1.27/sig-network/", false)
	node.waitFor("same", of("same"))
	other.waitFor("same", of("same"))
	for _, words := range []string{"一つ目", "二つ目"} {
		put(t, dir, "content/1.27/sig-node.ja.md", nodeNote(words))
		if got := node.next("the page"); !with(words)(got) {
			t.Fatalf("the tab with the page receives %s", got.Type)
		}
		seq := s.now.Load().seq
		if got := other.next("news"); got.Type != "changed" || got.Seq != 0 || len(got.Files) != 0 || got.All {
			t.Errorf("the other tab receives %+v", got)
		}
		if over := s.news.over.Load(); over != seq {
			t.Errorf("sent at the end of state %d, not %d", over, seq)
		}
	}
}

// TestReplacedFiles checks that all tabs receive the names of replaced files next to notes, also
// tabs that reconnect later. Tabs that are older than the preview receive them as well.
func TestReplacedFiles(t *testing.T) {
	files := small()
	files["content/1.27/図 1.png"] = "\x89PNG\r\n\x1a\n1"
	files["content/1.27/sig-node.ja.md"] += "\n![図](<図 1.png>)\n"
	dir := folder(t, files)
	s := serve(t, dir, Options{})
	b, deep := s.open(t, nodePage, true), s.open(t, "", false)
	b.waitFor("same", of("same"))
	deep.waitFor("same", of("same"))
	loaded := time.Now()
	put(t, dir, "content/1.27/図 1.png", "\x89PNG\r\n\x1a\n2")
	const name = "files/1.27/%E5%9B%B3%201.png"
	for tab, want := range map[*browser]string{b: "../../../" + name, deep: "./" + name} {
		if got := tab.waitFor("news", of("changed")); strings.Join(got.Files, " ") != want || got.All {
			t.Errorf("a tab receives %q, all %v; want %q", got.Files, got.All, want)
		}
	}
	put(t, dir, "content/1.27/sig-node.ja.md", files["content/1.27/sig-node.ja.md"]+"\n終わり\n")
	if got := deep.waitFor("news", of("changed")); len(got.Files) > 0 {
		t.Errorf("the same files are sent twice: %q", got.Files)
	}
	hello := TabMessage{Type: saidHello, Page: nodePage + "index.html", Sum: s.sumNow(t, nodePage), Boot: s.boot, Visible: true}
	for what, c := range map[string]struct {
		since time.Time
		files int
		all   bool
	}{
		"before the change":  {loaded, 1, false},
		"long after it":      {loaded.Add(time.Hour), 0, false},
		"before the preview": {s.news.began.Add(-time.Hour), 1, true},
	} {
		hello.Since = millisOf(c.since)
		back := s.connect(t, hello)
		back.waitFor("same", of("same"))
		if c.files == 0 {
			put(t, dir, "site.yaml", "title: "+what+"\n")
			if got := back.next("its page"); got.Type != "page" {
				t.Errorf("%s: a tab without missing files receives %+v", what, got)
			}
			hello.Sum = s.sumNow(t, nodePage)
			continue
		}
		if got := back.waitFor("what it missed", of("changed")); len(got.Files) != c.files || got.All != c.all {
			t.Errorf("%s: %q, all %v", what, got.Files, got.All)
		}
	}
}

// sumNow returns the current hash of a page.
func (s *server) sumNow(t *testing.T, name string) string {
	t.Helper()
	_, page := s.get(t, name)
	return scriptData.FindStringSubmatch(page)[2]
}

// TestReplacedIsBounded checks that the number of remembered files is bounded. If files were
// dropped, this must be known.
func TestReplacedIsBounded(t *testing.T) {
	var n news
	now := time.Now()
	for seq := range uint64(maxReplaced + 1) {
		n.add(seq+1, []watch.Path{{Name: "content/1.27/" + string(rune('a'+seq%20)) + strings.Repeat("x", int(seq/20)) + ".png"}, {Name: "content/1.27/a.ja.md"}, {Name: "content/_data/kep.json"}, {Name: "site.yaml"}}, now)
	}
	if len(n.files) != 1 {
		t.Errorf("%d files are remembered", len(n.files))
	}
	if files, all := n.between(maxReplaced, maxReplaced+1); len(files) != 1 || !all {
		t.Errorf("%q, all %v", files, all)
	}
	if files, all := n.between(maxReplaced+1, maxReplaced+1); len(files) != 0 || all {
		t.Errorf("after the last: %q, all %v", files, all)
	}
}
