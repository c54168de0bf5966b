package site

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// reach adds what the edit of one note reaches; false where it may be anything: where a thing is
// spelt otherwise now, as its first mention does, or another log has other anchors.
func (c Since) reach(r *Reach, was, is *contribution) bool {
	r.notes[is.note.ID] = true
	if !c.sameRow(was, is) {
		r.rows[is.note.ID] = true
	}
	for _, v := range c.now.Versions(is.note.ID) { // the page of an author quotes the remarks of the version for its reader
		for _, person := range v.Meta.Authors {
			r.fronts[c.now.Normal(note.Key{Kind: note.PersonRef, ID: string(person)})] = true
		}
	}
	gone, fresh := c.differing(was.note, is.note)
	if is.note.Kind == note.Log && (anchored(gone) || anchored(fresh)) {
		return false // posts of other logs in the month may have other anchors
	}
	c.reachQuotes(r, was, is, gone, fresh)
	c.reachBeside(r, was.note, is.note, gone, fresh)
	for _, key := range differently(was, is) {
		if c.before.Spelling(key) != c.now.Spelling(key) {
			return false
		}
		r.named[key] = true
		r.say(key, was.run(key)...)
		r.say(key, is.run(key)...)
		c.reachNaming(r, key)
	}
	return true
}

// sameRow reports whether lists tell the same of a note: its blocks are the same but for their
// words, and so are the figures of its translations.
func (c Since) sameRow(was, is *contribution) bool {
	if !slices.EqualFunc(was.note.Blocks, is.note.Blocks, func(a, b note.Block) bool { return sameBlock(&a, &b, false) }) {
		return false
	}
	figures := func(s *Site, n *note.Note) Translation {
		t, _ := s.TranslationOf(n)
		t.Note, t.Pieces = nil, nil
		return t
	}
	return slices.EqualFunc(c.before.Versions(is.note.ID), c.now.Versions(is.note.ID), func(a, b *note.Note) bool {
		x, y := figures(c.before, a), figures(c.now, b)
		return x.From == y.From && x.Blocks == y.Blocks && x.Translated == y.Translated && x.Stale == y.Stale &&
			x.Missing == y.Missing && x.Machine == y.Machine && x.Uncertain == y.Uncertain && x.Unrecorded == y.Unrecorded
	})
}

// reachQuotes adds the places of blocks that may be quoted otherwise: of those that differ, and
// of those for which other blocks of another version stand now, or one that differs. Where a
// heading differs, under which others are quoted, or it is not sure what stands beside each other,
// it adds all places of all versions.
func (c Since) reachQuotes(r *Reach, was, is *contribution, gone, fresh []note.Block) {
	if leading(gone) || leading(fresh) || !c.sameColumns(was.note, is.note) {
		for _, s := range []*Site{c.before, c.now} {
			for _, v := range s.Versions(is.note.ID) {
				r.quote(s.parts.get(v), v.Blocks)
			}
		}
		return
	}
	r.quote(was, gone)
	r.quote(is, fresh)
	kept := keptBlocks(was.note, is.note, gone, fresh)
	for _, v := range c.now.Versions(is.note.ID) {
		if v == is.note {
			continue
		}
		c.quoteOthers(r, c.now.parts.get(v), v.Blocks, kept, c.before.facing(v, was.note), c.now.facing(v, is.note))
		c.quoteOthers(r, is, is.note.Blocks, kept, c.before.facing(was.note, v), c.now.facing(is.note, v))
	}
}

// keptBlocks finds for each block, and for what stands in it, of those that a note has kept, the
// block that it was before; that itself is found too.
func keptBlocks(was, is *note.Note, gone, fresh []note.Block) map[*note.Block]*note.Block {
	kept := map[*note.Block]*note.Block{}
	add := func(old, now []note.Block) {
		var before []*note.Block
		for b := range (&note.Note{Blocks: old}).All {
			before = append(before, b)
			kept[b] = b
		}
		i := 0
		for b := range (&note.Note{Blocks: now}).All {
			kept[b] = before[i]
			i++
		}
	}
	first := 0
	for first < len(is.Blocks)-len(fresh) && (len(fresh) == 0 || &is.Blocks[first] != &fresh[0]) && (len(gone) == 0 || &was.Blocks[first] != &gone[0]) {
		first++
	}
	add(was.Blocks[:first], is.Blocks[:first])
	add(was.Blocks[first+len(gone):], is.Blocks[first+len(fresh):])
	return kept
}

// quoteOthers adds the places of the blocks of a version for which others of the other version
// stand than before, or one that was not kept. Of the edited version kept has the blocks.
func (c Since) quoteOthers(r *Reach, part *contribution, blocks []note.Block, kept map[*note.Block]*note.Block, before, now version) {
	settled := func(a, b []*note.Block) bool {
		return slices.EqualFunc(a, b, func(a, b *note.Block) bool {
			old, ok := kept[b]
			return ok && old == a || !ok && a == b
		})
	}
	for i := range blocks {
		one := blocks[i : i+1]
		for b := range (&note.Note{Blocks: one}).All {
			old := b
			if k, ok := kept[b]; ok {
				old = k
			}
			own, theirs, _ := now.of(b)
			ownBefore, theirsBefore, _ := before.of(old)
			if !settled(ownBefore, own) || !settled(theirsBefore, theirs) {
				r.quote(part, one)
				break
			}
		}
	}
}

// sameColumns reports whether it is sure for a note that its versions stand beside the same one in
// every language, so that their pages have the anchors of the same blocks.
func (c Since) sameColumns(was, is *note.Note) bool {
	versions := c.now.Versions(is.ID)
	if len(versions) < 2 {
		return true
	}
	return !slices.ContainsFunc(versions, func(v *note.Note) bool {
		old := v
		if v == is {
			old = was
		}
		column := c.now.newPairer(v).column("")
		return c.now.parts.get(v).partly || column == "" || column != c.before.newPairer(old).column("")
	})
}

// leading reports whether blocks that stand behind some may be quoted under one of these, or
// an address lead into one of these.
func leading(blocks []note.Block) bool {
	for b := range (&note.Note{Blocks: blocks}).All {
		if b.Type == note.Heading || b.Level > 0 {
			return true
		}
	}
	return anchored(blocks)
}

// anchored reports whether some blocks have anchors within their text.
func anchored(blocks []note.Block) bool {
	for b := range (&note.Note{Blocks: blocks}).All {
		if slices.ContainsFunc(b.Text, func(s note.Span) bool { return strings.Contains(s.HTML, " id=") }) {
			return true
		}
	}
	return false
}

// quote adds the places of things that some top-level blocks of a note name.
func (r *Reach) quote(part *contribution, blocks []note.Block) {
	quoted := make(map[*note.Block]bool, len(blocks))
	for i := range blocks {
		quoted[&blocks[i]] = true
	}
	for i := range part.runs {
		for _, m := range part.runs[i].mentions {
			if quoted[m.Block] || m.Block == nil { // which stands for the whole of the note
				r.say(part.runs[i].key, m)
			}
		}
	}
}

// say adds places of a thing, and of the repository on whose page it stands.
func (r *Reach) say(key note.Key, places ...Mention) {
	r.said[key] = append(r.said[key], places...)
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		repo := r.now.Normal(note.Key{Kind: note.Repo, ID: RepoOf(key)})
		r.said[repo] = append(r.said[repo], places...)
	}
}

// differing are the blocks of a note that stand between those that it has kept at its beginning
// and at its end, before an edit and after it.
func (c Since) differing(was, is *note.Note) (gone, fresh []note.Block) {
	a, b := was.Blocks, is.Blocks
	same := func(x, y *note.Block) bool { return sameBlock(x, y, true) && c.sameSense(was, is, x, y) }
	for len(a) > 0 && len(b) > 0 && same(&a[0], &b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && same(&a[len(a)-1], &b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// sameSense reports whether what is read out of equal blocks is the same: the KEP that an entry
// is about may be named in it by words that only other notes explain.
func (c Since) sameSense(was, is *note.Note, a, b *note.Block) bool {
	if a.Type == note.Entry && c.before.aboutKEP(was, a) != c.now.aboutKEP(is, b) {
		return false
	}
	for i := range a.Children {
		if !c.sameSense(was, is, &a.Children[i], &b.Children[i]) {
			return false
		}
	}
	return true
}

// differently lists the things that a note names otherwise than before: elsewhere, more often,
// in another way.
func differently(was, is *contribution) []note.Key {
	before := make(map[note.Key][]Mention, len(was.runs))
	for i := range was.runs {
		before[was.runs[i].key] = was.runs[i].mentions
	}
	var out []note.Key
	for i := range is.runs {
		run := &is.runs[i]
		if !slices.EqualFunc(before[run.key], run.mentions, sameMention) {
			out = append(out, run.key)
		}
		delete(before, run.key)
	}
	return slices.AppendSeq(out, maps.Keys(before))
}

// sameMention reports whether two mentions name a thing in the same way, in a block that is the
// same to all who count and list it.
func sameMention(a, b Mention) bool {
	if a.Waits != b.Waits || a.Written != b.Written || a.Words != b.Words || (a.Block == nil) != (b.Block == nil) {
		return false
	}
	if a.Block == nil {
		return true
	}
	x, y := a.Block, b.Block
	return x.Type == y.Type && x.ID == y.ID && x.Lang == y.Lang && x.Kind == y.Kind && x.Stage == y.Stage && x.Date == y.Date &&
		cmp.Or(x.ID != "", a.seq == b.seq) && slices.Equal(x.Attr.PRs, y.Attr.PRs) && Written(x) == Written(y)
}
