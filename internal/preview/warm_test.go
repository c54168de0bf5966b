package preview

import (
	"slices"
	"testing"
	"time"
)

// A page of each kind that takes long is made before anybody asks for it, of the newest
// release and of a KEP that its note names; an older state's does not count.
func TestWarm(t *testing.T) {
	files := small()
	files["content/1.26/sig-node.ja.md"] = nodeNote("KEP-1111 の話")
	files["content/1.27/sig-network.ja.md"] += "- 続き KEP-2222 (#115333, @octo) [SIG Network]\n"
	files["content/1.27/sig-node.ja.md"] = nodeNote("KEP-2222 の話")
	s := step(t, files)
	old := s.p.now.Load()
	want := []kindPage{
		{"home", "en/index.html"}, {"status", "en/status/index.html"}, {"release", "en/1.27/index.html"},
		{"note", "en/1.27/sig-network/index.html"}, {"kep", "en/keps/2222/index.html"},
	}
	if got := old.expensivePages(); !slices.Equal(got, want) {
		t.Errorf("it asks for %v, want %v", got, want)
	}
	put(t, s.dir, "content/1.27/sig-node.ja.md", nodeNote("KEP-2222 の別の話"))
	s.next()
	s.p.warm(t.Context(), old)
	if len(s.p.now.Load().pages) > 0 {
		t.Error("pages of another state were made")
	}
	s.p.warmed(t.Context(), s.p.now.Load())
	if len(s.p.now.Load().pages) < 3 {
		t.Error("nothing was made")
	}
	for _, w := range want {
		sh := s.p.now.Load()
		if _, is := sh.state.Page(w.path); is && sh.pages[w.path] == nil {
			t.Errorf("%s was not made", w.path)
		}
	}
}

// The rules wait as long as they deserve, and no longer than somebody bears.
func TestQuietFor(t *testing.T) {
	for took, want := range map[time.Duration]time.Duration{
		0: quiet, 50 * time.Millisecond: quiet, 200 * time.Millisecond: 600 * time.Millisecond, 20 * time.Second: longQuiet,
	} {
		if got := quietFor(took); got != want {
			t.Errorf("after a run of %v the rules wait %v, want %v", took, got, want)
		}
	}
}
