package source

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// assignIDs gives every entry and heading its id, unique on the note's page. Ids that
// stand within a text and those that the author gave come first, then entries, then
// headings, so that the id of an entry never depends on how a heading is worded.
func assignIDs(p *parser, blocks []note.Block) {
	a := &anchors{parser: p, blocks: blocks, taken: idSet{}}
	taken := a.taken
	for _, id := range note.PageIDs {
		taken.unique(id)
	}
	a.each(a.claimAll)
	temporary := map[*note.Block]note.BlockID{}
	a.each(func(n *note.Block) {
		if at := strings.LastIndexByte(string(n.ID), 0); at >= 0 {
			temporary[n] = n.ID
			n.ID = n.ID[at+1:]
		}
		a.reserve(n)
	})
	a.each(func(n *note.Block) {
		if n.Type == note.Entry && n.ID == "" {
			n.ID = taken.unique(entryID(n))
		}
	})
	final := map[note.BlockID]note.BlockID{}
	a.each(func(n *note.Block) {
		if n.Type == note.Heading && n.ID == "" {
			n.ID = taken.unique(headingID(n))
		}
		if id, ok := temporary[n]; ok {
			final[id] = n.ID
		}
	})
	var last []note.BlockID // the trail that was read last, which neighbours share
	a.each(func(n *note.Block) {
		if len(n.Trail) == 0 || len(last) > 0 && &n.Trail[0] == &last[0] {
			return
		}
		last = n.Trail
		for i, id := range n.Trail {
			n.Trail[i] = final[id]
		}
	})
}

// each calls f for every block, children after their parent.
func (a *anchors) each(f func(*note.Block)) {
	n := note.Note{Blocks: a.blocks}
	n.All(func(x *note.Block) bool { f(x); return true })
}

// reserve keeps the id that the author gave; a second of the same is reported.
func (a *anchors) reserve(n *note.Block) {
	if n.ID == "" {
		return
	}
	if _, twice := a.taken[n.ID]; twice {
		a.twice(n.ID, n.Pos)
	}
	n.ID = a.taken.unique(n.ID)
}

// entryID is what an entry is about: its attribution's number, else its first reference,
// that of a remark aside, else a digest of its first words.
func entryID(n *note.Block) note.BlockID {
	if len(n.Attr.PRs) > 0 {
		return note.BlockID("pr-" + n.Attr.PRs[0])
	}
	if len(n.Attr.Threads) > 0 {
		return dashed(n.Attr.Threads[0])
	}
	own := len(n.Refs)
	for i := range n.Children {
		own -= len(n.Children[i].Refs)
	}
	if id := refID(n.Refs[:max(own, 0)], true); id != "" {
		return id
	}
	for i := range n.Children {
		if c := &n.Children[i]; c.Type != note.Remark {
			if id := refID(c.Refs, false); id != "" {
				return id
			}
		}
	}
	return digestID(n.Text.Plain())
}

// refID is the id by the first reference that has a number, or is a resource; "" for none.
// A repository counts only where the entry itself names it: below, it is mentioned by the
// way.
func refID(refs []note.Ref, repositories bool) note.BlockID {
	for _, r := range refs {
		if !repositories && (r.Kind == note.Repo || r.Kind == note.RepoRelease) {
			continue
		}
		switch ref.KindOf(r.Kind).Anchor {
		case ref.KindAnchor:
			return dashed(string(r.Kind) + "-" + r.ID)
		case ref.IDAnchor:
			return dashed(r.ID)
		}
	}
	return ""
}

// dashed turns an identifier into an anchor: containerd/containerd#8006 becomes
// containerd-containerd-8006.
func dashed(s string) note.BlockID {
	return note.BlockID(strings.Trim(strings.Map(func(r rune) rune {
		if r == '/' || r == '#' || r == '.' || r == '_' {
			return '-'
		}
		return r
	}, strings.ToLower(s)), "-"))
}

// firstWordsLen is how many characters of an entry without any reference decide its id:
// few enough that a correction further on leaves its address alone.
const firstWordsLen = 32

func digestID(plain string) note.BlockID {
	words := []rune(strings.ToLower(plain))
	sum := sha256.Sum256([]byte(string(words[:min(len(words), firstWordsLen)])))
	return note.BlockID("x-" + hex.EncodeToString(sum[:4]))
}

// headingID is the heading's words, else a digest of what it is made of.
func headingID(n *note.Block) note.BlockID {
	if id := markdown.Slug(n.Text.Plain()); id != "" {
		return note.BlockID(id)
	}
	return digestID(n.Text.Plain())
}
