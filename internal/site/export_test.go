package site

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

func (s *Site) Sums() map[string]any {
	x, c := s.index, s.citations
	published, mentions := map[note.ID]address{}, map[note.Key][]Mention{}
	for id, a := range x.published {
		published[id] = address{a.files, a.versions, a.newest, a.diags, nil}
	}
	for key, runs := range c.mentions {
		mentions[key] = flat(runs)
	}
	addresses := map[string][]*note.Note{}
	for folded, a := range x.addresses {
		addresses[folded] = a.files
	}
	links := newLinkCheck(x, c, s.translations)
	links.problems()
	return map[string]any{
		"files": x.files, "addresses": addresses, "published": published, "notes": x.notes,
		"bases": contents(c.bases), "parts": contents(c.parts), "said": c.names.learned,
		"proposals": s.Proposals(), "translating": c.translating, "gates": c.kepOfGate, "beside": c.gatesByNotes, "mentions": mentions, "official": s.official.byRelease,
		"releases": x.releases, "has": x.hasRelease, "by release": x.byRelease, "by kind": x.byKind, "by SIG": x.bySIG, "by author": x.byAuthor,
		"aliases": links.aliases, "dead": links.dead,
	}
}

// contents returns contributions by note, without their runs, whose order may differ.
func contents(parts map[*note.Note]*contribution) map[*note.Note]contribution {
	out := map[*note.Note]contribution{}
	for n, part := range parts {
		c := *part
		c.runs = nil
		out[n] = c
	}
	return out
}
