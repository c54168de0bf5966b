package site

import (
	"maps"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Sums is everything in a site that is a sum over its notes, as plain maps and lists.
func (s *Site) Sums() map[string]any {
	published, mentions := map[note.ID]address{}, map[note.Key][]Mention{}
	for id, a := range s.published.all() {
		published[id] = address{a.files, a.versions, a.newest, a.diags, nil}
	}
	for key, runs := range s.mentions.all() {
		mentions[key] = flat(runs)
	}
	addresses := map[string][]*note.Note{}
	for folded, a := range s.addresses.all() {
		addresses[folded] = a.files
	}
	return map[string]any{
		"files": maps.Collect(s.files.all()), "addresses": addresses, "published": published, "notes": s.notes,
		"bases": contents(&s.bases), "parts": contents(&s.parts), "said": maps.Collect(s.names.said.all()),
		"proposals": s.Proposals(), "translating": s.translating, "besides": s.besides, "gates": s.kepOfGate, "beside": s.gatesBeside, "mentions": mentions, "official": s.official,
		"releases": s.releases, "has": s.hasRelease, "by release": s.byRelease, "by kind": s.byKind, "by SIG": s.bySIG, "by author": s.byAuthor,
		"naming": maps.Collect(s.crossed.naming.all()), "found": maps.Collect(s.crossed.found.all()),
		"dead": s.crossed.dead, "near": s.crossed.near, "settled": s.settled,
		"sizes": []int{s.files.size, s.addresses.size, s.published.size, s.bases.size, s.parts.size, s.mentions.size, s.names.said.size},
	}
}

// contents are contributions by their notes, without the order of their runs: that of names
// found later may differ.
func contents(t *table[*note.Note, *contribution]) map[*note.Note]contribution {
	out := map[*note.Note]contribution{}
	for n, part := range t.all() {
		c := *part
		c.runs = nil
		out[n] = c
	}
	return out
}
