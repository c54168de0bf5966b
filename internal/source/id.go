package source

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// assignIDs assigns an id to each entry and heading, unique on the page of the note. Ids within
// texts and ids of the author take precedence over those of entries, and these over those of
// headings. The id of an entry therefore does not depend on headings.
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
	var last []note.BlockID // the previous trail, which may share the slice
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

// each calls f for all blocks, parents before children.
func (a *anchors) each(f func(*note.Block)) {
	n := note.Note{Blocks: a.blocks}
	n.All(func(x *note.Block) bool { f(x); return true })
}

// reserve registers an id that the author set, and reports a duplicate.
func (a *anchors) reserve(n *note.Block) {
	if n.ID == "" {
		return
	}
	if _, twice := a.taken[n.ID]; twice {
		a.twice(n.ID, n.Pos)
	}
	n.ID = a.taken.unique(n.ID)
}

// entryID derives the id of an entry from the number in its attribution. Without one, it uses the
// first reference outside remarks, else a digest of the first words.
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

// refID derives an id from the first reference with a number or to a resource. It returns "" if
// there is none. References to repositories count only if repositories is true.
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

// dashed converts an identifier to an anchor: containerd/containerd#8006 becomes
// containerd-containerd-8006.
func dashed(s string) note.BlockID {
	return note.BlockID(strings.Trim(strings.Map(func(r rune) rune {
		if r == '/' || r == '#' || r == '.' || r == '_' {
			return '-'
		}
		return r
	}, strings.ToLower(s)), "-"))
}

// firstWordsLen is the number of characters that determine the id of an entry without references.
// It is small, so that most corrections of the text do not change the id.
const firstWordsLen = 32

func digestID(plain string) note.BlockID {
	words := []rune(strings.ToLower(plain))
	sum := sha256.Sum256([]byte(string(words[:min(len(words), firstWordsLen)])))
	return note.BlockID("x-" + hex.EncodeToString(sum[:4]))
}

// headingID derives the id of a heading from its words. If these have no valid characters, it
// uses a digest.
func headingID(n *note.Block) note.BlockID {
	if id := markdown.Slug(n.Text.Plain()); id != "" {
		return note.BlockID(id)
	}
	return digestID(n.Text.Plain())
}
