package site_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func blank(pr string) note.Block {
	b := entry("pr-"+pr, "pr:"+pr)
	b.Text = nil
	return b
}

func printBoard(b *site.Board) string {
	line := func(published, covered, mentioned int, missing []*site.Change) string {
		var left []string
		for _, c := range missing {
			left = append(left, c.Key().ID)
		}
		return fmt.Sprintf("%d %d %d [%s]", published, covered, mentioned, strings.Join(left, " "))
	}
	out := []string{line(b.Published, b.Covered, b.Mentioned, b.Missing)}
	for _, r := range b.Rows {
		row := string(r.SIG) + " " + line(r.Published, r.Covered, r.Mentioned, r.Missing)
		for _, id := range r.Notes {
			row += " " + string(id)
		}
		for _, c := range r.Claims {
			row += " @" + string(c.Person)
		}
		for _, e := range r.Elsewhere {
			row += " " + e.URL
		}
		out = append(out, row)
	}
	for _, e := range b.Elsewhere {
		out = append(out, "all "+e.URL)
	}
	return strings.Join(out, "\n")
}

const boardRelease = `{"release":"1.27","notes":[
 {"pr":100001,"text":"One.","sigs":["node"],"published":true},
 {"pr":100002,"also":[100012],"text":"Two.","sigs":["node","cli","node"],"published":true},
 {"pr":100003,"text":"Three.","sigs":["cli"],"published":true},
 {"pr":100004,"text":"Draft.","sigs":["node"]},
 {"pr":100005,"text":"Nobody's.","published":true},
 {"pr":7,"repo":"etcd-io/Raft","text":"Elsewhere.","sigs":["etcd"],"published":true}
]}`

func boardData(t *testing.T) *upstream.Data {
	return data(t, map[string]string{
		"sigs.json": sigs, "releases/1.27.json": boardRelease, "releases/1.26.json": `{"release":"1.26"}`,
		"claims.yaml": "claims:\n  - {release: \"1.27\", sig: cli, person: octo}\n",
		"elsewhere.yaml": "notes:\n  - {release: \"1.27\", title: All, lang: ru, url: https://example.org/}\n" +
			"  - {release: \"1.27\", sig: node, title: 変更, lang: ja, url: https://example.org/node}\n",
	})
}

func TestBoard(t *testing.T) {
	about := func(n *note.Note, kind note.NoteKind, g ...note.SIG) *note.Note {
		n.Kind, n.SIGs = kind, g
		return n
	}
	raft := entry("r")
	raft.Attr.Threads = []string{"etcd-io/raft#7"}
	raft.Refs = []note.Ref{{Kind: note.Thread, ID: "etcd-io/raft#7"}}
	named := note.Block{Type: note.Entry, ID: "x", Lang: "ja", Text: note.Text{{HTML: "x"}}, Refs: []note.Ref{{Kind: note.PR, ID: "100003"}}}
	remarked, detailed := blank("100001"), blank("100001")
	remarked.Children = []note.Block{{Type: note.Remark, Lang: "ja", Text: note.Text{{HTML: "所感"}}}}
	detailed.Children = []note.Block{{Type: note.Prose, Lang: "ja", Text: note.Text{{HTML: "<p>本文</p>"}}}}
	for _, c := range []struct {
		name  string
		notes []*note.Note
		want  []string // first lines of the printed board
	}{
		{"nothing", nil, []string{
			"5 0 0 [100001 100002 100003 100005 etcd-io/Raft#7]", "cli 2 0 0 [100002 100003] @octo", "etcd 1 0 0 [etcd-io/Raft#7]",
			"node 2 0 0 [100001 100002] https://example.org/node", " 1 0 0 [100005]", "all https://example.org/",
		}},
		{"several groups count once, and under all", []*note.Note{about(newNote("1.27/sig-node", "ja", entry("a", "pr:100002"), entry("b", "pr:100002")), note.Changes, "node")}, []string{
			"5 1 0 [100001 100003 100005 etcd-io/Raft#7]", "cli 2 1 0 [100003] @octo", "etcd 1 0 0 [etcd-io/Raft#7]", "node 2 1 0 [100001] 1.27/sig-node https://example.org/node",
		}},
		{"by the second number of an entry", []*note.Note{newNote("1.27/x", "ja", entry("a", "pr:100012"))}, []string{"5 1 0 [100001 100003 100005 etcd-io/Raft#7]"}},
		{"a pull request of another repository", []*note.Note{newNote("1.27/x", "ja", raft)}, []string{"5 1 0 [100001 100002 100003 100005]"}},
		{"named, not attributed", []*note.Note{newNote("1.27/x", "ja", named)}, []string{"5 0 1 [100001 100002 100003 100005 etcd-io/Raft#7]", "cli 2 0 1 [100002 100003] @octo"}},
		{"of another release", []*note.Note{newNote("1.26/x", "ja", entry("a", "pr:100001"))}, []string{"5 0 1 [100001 100002 100003 100005 etcd-io/Raft#7]"}},
		{"in a log", []*note.Note{about(newNote("1.27/x", "ja", entry("a", "pr:100001")), note.Log)}, []string{"5 0 1 [100001 100002 100003 100005 etcd-io/Raft#7]"}},
		{"begun, not written", []*note.Note{newNote("1.27/x", "ja", blank("100001"))}, []string{"5 0 0 [100001 100002 100003 100005 etcd-io/Raft#7]"}},
		{"only remarked upon", []*note.Note{newNote("1.27/x", "ja", remarked)}, []string{"5 0 0 [100001 100002 100003 100005 etcd-io/Raft#7]"}},
		{"said in its details", []*note.Note{newNote("1.27/x", "ja", detailed)}, []string{"5 1 0 [100002 100003 100005 etcd-io/Raft#7]"}},
		{"not published", []*note.Note{newNote("1.27/x", "ja", entry("a", "pr:100004"), entry("b", "pr:999999"))}, []string{"5 0 0 [100001 100002 100003 100005 etcd-io/Raft#7]"}},
	} {
		s, _ := site.Link(c.notes, boardData(t), site.Options{})
		got := strings.Split(printBoard(s.Board("1.27")), "\n")
		if diff := cmp.Diff(c.want, got[:min(len(c.want), len(got))]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestBoardIn checks that entries count in their own language, not in that of the note.
func TestBoardIn(t *testing.T) {
	mixed := newNote("1.27/x", "zh", entry("a", "pr:100001"), entry("b", "pr:100003"))
	mixed.Blocks[1].Lang = "zh"
	s, _ := site.Link([]*note.Note{mixed}, boardData(t), site.Options{})
	for lang, want := range map[note.Lang]string{"": "5 2 0", "ja": "5 1 0", "zh": "5 1 0", "ru": "5 0 0"} {
		if got := printBoard(s.BoardIn("1.27", lang)); !strings.HasPrefix(got, want+" ") {
			t.Errorf("%q: %s", lang, got)
		}
	}
	if got := printBoard(s.BoardIn("1.27", "ru")); strings.Contains(got, "/node") || !strings.Contains(got, "all https://example.org/") {
		t.Errorf("notes on other sites count in the wrong language: %s", got)
	}
	if b := s.Board("1.99"); !b.Bare() || s.Board("1.27").Bare() || s.Board("1.27").Row("node").Published != 2 || b.Row("node") != nil {
		t.Error("an unknown release has a board")
	}
}

func missing(r *site.BoardRow) string {
	var out []string
	for _, c := range r.Missing {
		out = append(out, c.PR)
	}
	return strings.Join(out, " ")
}

// TestCoverageByHand compares the board with counts of a different program. It took all numbers of
// attributions in upstream's Markdown that have the group's label in the JSON, and the numbers in
// the note's attributions, and compared both sets. Five of each list of missing numbers were also
// checked by hand.
func TestCoverageByHand(t *testing.T) {
	real, own := realSite(t), linkFolder(t, "../../content")
	for _, c := range []struct {
		s                  *site.Site
		release            note.Release
		sig                note.SIG
		published, covered int
		missing            string
	}{
		{real, "1.27", "node", 71, 48, "113443 113584 113985 114417 114490 114625 114794 114869 114883 114997 115277 115315 115379 115480 115606 115786 115847 115965 115969 116301 116305 116529 116556"},
		{real, "1.26", "network", 29, 28, "111708"},
		{own, "1.27", "node", 71, 55, "113443 113584 113985 114417 114490 114625 114794 114869 114997 115277 115379 115480 115786 115969 116301 116529"},
		{own, "1.26", "network", 29, 28, "111708"},
	} {
		row := c.s.Board(c.release).Row(c.sig)
		if row.Published != c.published || row.Covered != c.covered || missing(row) != c.missing {
			t.Errorf("%s %s: %d of %d, missing %s\nwant %d of %d, missing %s",
				c.release, c.sig, row.Covered, row.Published, missing(row), c.covered, c.published, c.missing)
		}
		id := note.ID(string(c.release) + "/sig-" + string(c.sig))
		if got := c.s.CoverageOf(c.s.Original(id)); got != (site.Coverage{Covered: c.covered, Published: c.published}) {
			t.Errorf("%s: the note itself has %+v", id, got)
		}
	}
}

// TestBoardsAddUp checks the sums of every board of this repository's content.
func TestBoardsAddUp(t *testing.T) {
	s := linkFolder(t, "../../content")
	for _, r := range s.Releases() {
		b := s.Board(r)
		if s.HasBoard(r) == b.Bare() {
			t.Errorf("%s: Bare of the board is %t", r, b.Bare())
		}
		if b.Published != len(s.Facts(r).Changes) || b.Covered+len(b.Missing) != b.Published || b.Mentioned > len(b.Missing) {
			t.Errorf("%s: %d published, %d covered, %d missing", r, b.Published, b.Covered, len(b.Missing))
		}
		left := map[*site.Change]bool{}
		for _, row := range b.Rows {
			if row.Covered+len(row.Missing) != row.Published || row.Mentioned > len(row.Missing) {
				t.Errorf("%s %s: %d published, %d covered, %d missing", r, row.SIG, row.Published, row.Covered, len(row.Missing))
			}
			for _, c := range row.Missing {
				left[c] = true
			}
		}
		if len(left) != len(b.Missing) || slices.ContainsFunc(b.Missing, func(c *site.Change) bool { return !left[c] || b.Covers(c) }) {
			t.Errorf("%s: %d changes are missing in the rows, %d in the board", r, len(left), len(b.Missing))
		}
	}
}
