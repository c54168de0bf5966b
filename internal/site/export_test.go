package site

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Sums is everything in a site that is a sum over its notes, as plain maps and lists.
func (s *Site) Sums() map[string]any {
	published, mentions := map[note.ID]address{}, map[note.Key][]Mention{}
	for id, a := range s.published {
		published[id] = address{a.files, a.versions, a.newest, a.diags, nil}
	}
	for key, runs := range s.mentions {
		mentions[key] = flat(runs)
	}
	addresses := map[string][]*note.Note{}
	for folded, a := range s.addresses {
		addresses[folded] = a.files
	}
	return map[string]any{
		"files": s.files, "addresses": addresses, "published": published, "notes": s.notes,
		"bases": contents(s.bases), "parts": contents(s.parts), "said": s.names.said,
		"proposals": s.Proposals(), "translating": s.translating, "gates": s.kepOfGate, "beside": s.gatesBeside, "mentions": mentions, "official": s.official,
		"releases": s.releases, "has": s.hasRelease, "by release": s.byRelease, "by kind": s.byKind, "by SIG": s.bySIG, "by author": s.byAuthor,
		"aliases": s.crossed.aliases, "dead": s.crossed.dead, "near": s.crossed.near,
	}
}

// contents are contributions by their notes, without the order of their runs: that of names
// found later may differ.
func contents(parts map[*note.Note]*contribution) map[*note.Note]contribution {
	out := map[*note.Note]contribution{}
	for n, part := range parts {
		c := *part
		c.runs = nil
		out[n] = c
	}
	return out
}
