package site

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Reach is what an edit inside of notes can reach: of their blocks, and of nothing in their
// front matter. Pages of other notes and other things are then surely what they were; lists of
// many things are not. See [Since.Reach].
type Reach struct {
	notes  map[note.ID]bool
	things map[note.Key]bool
}

// Note reports whether what the page of a note shows may be another.
func (r *Reach) Note(id note.ID) bool { return r.notes[id] }

// Thing reports whether what the page of a thing, or a part of it, shows may be another.
func (r *Reach) Thing(key note.Key) bool { return r.things[key] }

// Reach returns what the edit between the two sites reaches; false where it may reach anything.
// Who keeps pages must know besides that they were made of the same settings, words of the
// interface, templates and history.
//
// It reaches the notes themselves, all that their versions name, and the notes beside whose
// entries a block stands that differs. Where it changes how often, where or how a thing is
// named, it reaches the blocks that name that too, and with them the pages that quote them.
//
// That is no trace of what pages ask for: it is held by a test that edits notes in many ways
// and makes all files.
func (c Since) Reach() (*Reach, bool) {
	r := &Reach{map[note.ID]bool{}, map[note.Key]bool{}}
	if !c.same || !c.sameFiles() {
		return nil, false
	}
	for n, part := range c.now.parts.all() {
		if c.before.parts.get(n) == part {
			continue
		}
		old := c.before.files.get(n.Path)
		if old == nil || old == n { // what other notes call things decides what it names
			return nil, false
		}
		was := c.before.parts.get(old)
		if was == nil || !c.inside(was, part) {
			return nil, false
		}
		if !c.reach(r, was, part) {
			return nil, false
		}
	}
	return r, true
}

// sameFiles reports whether there are the same files, of which the same are published, and
// those that are not are the same.
func (c Since) sameFiles() bool {
	if c.now.files.size != c.before.files.size || c.now.parts.size != c.before.parts.size {
		return false
	}
	for path, n := range c.now.files.all() {
		if old := c.before.files.get(path); old != n && (old == nil || c.now.parts.get(n) == nil) {
			return false
		}
	}
	return true
}

// inside reports whether an edit of a note is one of its blocks, and leaves the note what it
// is to others: who wrote it, whether it is a translation and of what, and where its blocks are
// found that it had before.
func (c Since) inside(was, is *contribution) bool {
	a, b := was.note, is.note
	return sameFront(a, b) && was.recorded == is.recorded && was.machine == is.machine && was.partly == is.partly &&
		was.wordless == is.wordless && c.sameAnchors(a, b) && c.sameLinks(a.ID) &&
		(a.Kind != note.Log || slices.EqualFunc(a.Blocks, b.Blocks, func(a, b note.Block) bool { return sameBlock(&a, &b, false) }))
}

// sameAnchors reports whether the blocks of the versions of a note of which one differs are
// where links found them before.
func (c Since) sameAnchors(was, is *note.Note) bool {
	now, before := c.now.anchors(is.ID), c.before.anchors(is.ID)
	for _, v := range c.now.Versions(is.ID) {
		old := v
		if v == is {
			old = was
		}
		at := map[note.BlockID]note.BlockID{}
		for b := range old.All {
			if b.ID != "" {
				at[b.ID] = before.ofBlock(b)
			}
		}
		for b := range v.All {
			if id, ok := at[b.ID]; ok && id != now.ofBlock(b) {
				return false
			}
		}
	}
	return true
}

// sameLinks reports whether links in other notes to places of a note lead where they led.
func (c Since) sameLinks(id note.ID) bool {
	for _, n := range c.now.notes {
		for _, l := range n.Links {
			if l.Note == id && l.Place != "" && (c.now.Place(id, l.Place) != c.before.Place(id, l.Place) ||
				c.now.taken(id, l.Place) != c.before.taken(id, l.Place)) {
				return false
			}
		}
	}
	return true
}

// taken reports whether the pages of a note have a place.
func (s *Site) taken(id note.ID, place string) bool {
	if a := s.anchors(id); a != nil {
		return a.taken[note.BlockID(place)]
	}
	for _, n := range s.Versions(id) {
		for b := range n.All {
			if b.ID == note.BlockID(place) {
				return true
			}
		}
	}
	return false
}

// reach adds what the edit of one note reaches; false where a thing is spelt otherwise now, as
// its first mention does.
func (c Since) reach(r *Reach, was, is *contribution) bool {
	r.notes[is.note.ID] = true
	for _, s := range []*Site{c.before, c.now} {
		for _, v := range s.Versions(is.note.ID) {
			s.reachNamed(r, v)
		}
	}
	gone, fresh := c.differing(was.note, is.note)
	for _, b := range gone {
		c.before.reachBeside(r, was.note, b)
	}
	for _, b := range fresh {
		c.now.reachBeside(r, is.note, b)
	}
	for _, key := range differently(was, is) {
		if c.before.Spelling(key) != c.now.Spelling(key) {
			return false
		}
		c.before.reachNaming(r, key)
		c.now.reachNaming(r, key)
		if c.now.leads(key) != c.before.leads(key) {
			c.now.reachOfficial(r, key)
		}
	}
	return true
}

// differing are the blocks of a note that stand between those that it has kept at its beginning
// and at its end, before an edit and after it.
func (c Since) differing(was, is *note.Note) (gone, fresh []*note.Block) {
	a, b := was.Blocks, is.Blocks
	same := func(x, y *note.Block) bool { return sameBlock(x, y, true) && c.sameSense(was, is, x, y) }
	for len(a) > 0 && len(b) > 0 && same(&a[0], &b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && same(&a[len(a)-1], &b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return pointers(a), pointers(b)
}

func pointers(blocks []note.Block) []*note.Block {
	out := make([]*note.Block, len(blocks))
	for i := range blocks {
		out[i] = &blocks[i]
	}
	return out
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

// reachNamed adds the things that a note names, whose pages quote it.
func (s *Site) reachNamed(r *Reach, n *note.Note) {
	part := s.parts.get(n)
	for i := range part.runs {
		s.reachThing(r, part.runs[i].key)
	}
	for _, person := range n.Meta.Authors {
		r.things[s.Normal(note.Key{Kind: note.PersonRef, ID: string(person)})] = true
	}
}

// reachThing adds a thing, and the repository on whose page it stands.
func (s *Site) reachThing(r *Reach, key note.Key) {
	r.things[key] = true
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		r.things[s.Normal(note.Key{Kind: note.Repo, ID: RepoOf(key)})] = true
	}
}

// reachBeside adds the notes beside whose entries a block of another note stands: those on the
// same pull requests and on the same KEP.
func (s *Site) reachBeside(r *Reach, n *note.Note, b *note.Block) {
	if b.Type == note.Entry {
		for _, pr := range b.Attr.PRs {
			s.reachNotes(r, note.Key{Kind: note.PR, ID: pr})
		}
		if kep := s.aboutKEP(n, b); kep != "" {
			for key := range s.keysAbout(kep) {
				s.reachNotes(r, key)
			}
		}
	}
	for i := range b.Children {
		s.reachBeside(r, n, &b.Children[i])
	}
}

func (s *Site) reachNotes(r *Reach, key note.Key) {
	for _, run := range s.named(key) {
		r.notes[run.note().ID] = true
	}
}

// reachNaming adds what tells how often a thing is named, or leads to where it is: the notes
// that name it, and the pages that quote them there or list it. Groups and people are named
// everywhere and nowhere counted but on their own pages and in lists of all; somebody who has
// a page now and had none is named by nobody else.
func (s *Site) reachNaming(r *Reach, key note.Key) {
	s.reachThing(r, key)
	if key.Kind == note.SIGRef || key.Kind == note.PersonRef {
		return
	}
	keys := []note.Key{key}
	switch key.Kind {
	case note.KEP:
		keys = slices.Collect(s.keysAbout(key.ID))
		for _, gate := range s.GatesOfKEP(key.ID) {
			key := note.Key{Kind: note.Gate, ID: gate} // entries on it lead to the KEP
			keys = append(keys, key)
			s.reachOfficial(r, key)
		}
		s.reachGroup(r, key.ID)
	case note.Gate:
		for _, kep := range s.KEPsOfGate(key.ID) {
			r.things[note.Key{Kind: note.KEP, ID: kep}] = true
		}
	case note.PR:
		s.reachPull(r, key.ID)
	}
	for _, k := range keys {
		s.reachThing(r, k)
		for _, run := range s.named(k) {
			r.notes[run.note().ID] = true
			s.reachAround(r, run)
		}
	}
}

// reachGroup adds the KEPs of the same groups as a KEP, beside which it stands as often named as
// it is.
func (s *Site) reachGroup(r *Reach, kep string) {
	for _, k := range s.data.KEPs[kep] {
		for _, other := range s.data.KEPList {
			if other.SIG == k.SIG {
				r.things[note.Key{Kind: note.KEP, ID: other.Number}] = true
			}
		}
	}
}

// leads reports whether a reference to a thing may lead to a page of the site.
func (s *Site) leads(key note.Key) [2]bool { return [2]bool{s.HasPage(key), s.CitedTwice(key)} }

// reachOfficial adds what quotes upstream's words that name a thing: the pages of the pull
// requests whose release notes do, of what is named beside it, and of the KEPs of an author.
func (s *Site) reachOfficial(r *Reach, key note.Key) {
	for _, o := range s.official {
		for b := range o.note.Entries {
			if s.namesThing(b, key) {
				s.reachBeside(r, o.note, b)
				for _, ref := range slices.Concat(b.Refs, attributed(b.Attr)) {
					s.reachThing(r, s.Normal(ref.Key()))
				}
				for _, pr := range b.Attr.PRs {
					s.reachPull(r, pr)
				}
			}
		}
	}
	for _, k := range s.data.KEPList {
		if key.Kind == note.PersonRef && slices.ContainsFunc(k.Authors, func(a string) bool { return s.normalPerson(a) == key.ID }) {
			r.things[note.Key{Kind: note.KEP, ID: k.Number}] = true
		}
	}
}

// namesThing reports whether an entry names a thing, in its words or in its attribution.
func (s *Site) namesThing(b *note.Block, key note.Key) bool {
	same := func(r note.Ref) bool { return s.Normal(r.Key()) == key }
	return slices.ContainsFunc(b.Refs, same) || slices.ContainsFunc(attributed(b.Attr), same)
}

// reachPull adds the KEPs on whose pages a pull request stands.
func (s *Site) reachPull(r *Reach, number string) {
	for kep, pulls := range s.pulls() {
		if slices.Contains(pulls, number) {
			r.things[note.Key{Kind: note.KEP, ID: kep}] = true
		}
	}
}

// reachAround adds all that the blocks name in which a note names something.
func (s *Site) reachAround(r *Reach, named *run) {
	part := s.parts.get(named.note())
	for i := range part.runs {
		other := &part.runs[i]
		for _, m := range other.mentions {
			if slices.ContainsFunc(named.mentions, func(at Mention) bool { return at.seq == m.seq }) {
				s.reachThing(r, other.key)
				break
			}
		}
	}
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

// sameFront reports whether two notes are the same but for their blocks.
func sameFront(a, b *note.Note) bool {
	return a.ID == b.ID && a.Lang == b.Lang && a.Path == b.Path && a.Title == b.Title && a.TitleLang == b.TitleLang &&
		a.SourceTitle == b.SourceTitle && a.SourceTitleLang == b.SourceTitleLang && a.Kind == b.Kind &&
		slices.Equal(a.Releases, b.Releases) && slices.Equal(a.SIGs, b.SIGs) && sameMeta(&a.Meta, &b.Meta)
}

// sameRef reports whether two references are the same but for where they stand.
func sameRef(a, b note.Ref) bool {
	b.Pos = a.Pos
	return a == b
}

func sameMeta(a, b *note.Meta) bool {
	return a.Date == b.Date && a.Source == b.Source && a.Translates == b.Translates && a.Draft == b.Draft &&
		slices.Equal(a.Authors, b.Authors) && slices.Equal(a.Aliases, b.Aliases) && slices.Equal(a.KEPs, b.KEPs) &&
		slices.Equal(a.PRs, b.PRs) && slices.Equal(a.Gates, b.Gates) && slices.Equal(a.Tags, b.Tags)
}

// sameBlock reports whether two blocks are the same wherever they stand, with or without their
// words.
func sameBlock(a, b *note.Block, words bool) bool {
	return a.Type == b.Type && a.ID == b.ID && a.Lang == b.Lang && a.Level == b.Level && slices.Equal(a.Trail, b.Trail) &&
		a.Kind == b.Kind && a.Stage == b.Stage && a.Date == b.Date && a.Area == b.Area && sameText(a.Text, b.Text, words) &&
		slices.Equal(a.Attr.PRs, b.Attr.PRs) && slices.Equal(a.Attr.Threads, b.Attr.Threads) &&
		slices.Equal(a.Attr.People, b.Attr.People) && slices.Equal(a.Attr.SIGs, b.Attr.SIGs) &&
		slices.EqualFunc(a.Refs, b.Refs, sameRef) && sameOrigin(&a.Origin, &b.Origin, words) &&
		slices.EqualFunc(a.Children, b.Children, func(a, b note.Block) bool { return sameBlock(&a, &b, words) })
}

func sameOrigin(a, b *note.Origin, words bool) bool {
	return a.SourceLang == b.SourceLang && a.SourceAbove == b.SourceAbove && a.Machine == b.Machine &&
		sameText(a.Source, b.Source, words) && sameText(a.SourceMore, b.SourceMore, words) && sameText(a.Was, b.Was, words)
}

// sameText reports whether two texts name the same in the same places, and say anything at all
// or nothing, and with words whether they say it in the same.
func sameText(a, b note.Text, words bool) bool {
	return a.Blank() == b.Blank() && slices.EqualFunc(a, b, func(a, b note.Span) bool {
		if (a.Ref == nil) != (b.Ref == nil) || a.Ref != nil && !sameRef(*a.Ref, *b.Ref) {
			return false
		}
		return !words || a.HTML == b.HTML
	})
}
