package site

import (
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Reworded is what an edit can reach that changed nothing but words: nothing of where notes
// stand, which blocks they have, what these name and in which languages they are. Pages of
// other notes and other things are then surely what they were; lists of many things are not,
// since words decide whether a translation is stale. See [Since.Reworded].
type Reworded struct {
	notes  map[note.ID]bool
	things map[note.Key]bool
}

// Note reports whether words that the page of a note shows may be others.
func (r *Reworded) Note(id note.ID) bool { return r.notes[id] }

// Thing reports whether words that the page of a thing, or a part of it, shows may be others.
func (r *Reworded) Thing(key note.Key) bool { return r.things[key] }

// Reworded returns what the edit between the two sites reaches; false where it did more than
// to change words, so that it may reach anything. Who keeps pages must know besides that they
// were made of the same settings, words of the interface, templates and history.
//
// What it says is held by a test that changes all words of each note in turn and makes all
// files, and not by a look at what pages ask for.
func (c Since) Reworded() (*Reworded, bool) {
	if !c.same || c.now.files.size != c.before.files.size {
		return nil, false
	}
	r := &Reworded{map[note.ID]bool{}, map[note.Key]bool{}}
	for n, part := range c.now.parts.all() {
		if c.before.parts.get(n) == part {
			continue
		}
		old := c.before.files.get(n.Path)
		if old == nil || old == n {
			return nil, false // what other notes call things decides what it names
		}
		if !c.reworded(r, c.before.parts.get(old), part) {
			return nil, false
		}
	}
	return r, c.sameFiles()
}

// sameFiles reports whether the files that are not published are the same: those that others
// stand in the way of.
func (c Since) sameFiles() bool {
	for path, n := range c.now.files.all() {
		if old := c.before.files.get(path); old != n && (c.now.parts.get(n) == nil || old == nil) {
			return false
		}
	}
	return true
}

// sameAnchors reports whether every block of a note is where links find it.
func (c Since) sameAnchors(id note.ID) bool {
	now, before := c.now.anchors(id), c.before.anchors(id)
	if now == nil || before == nil {
		return now == before // the blocks of one version alone have their own, which are the same
	}
	if !maps.Equal(now.taken, before.taken) || !maps.Equal(now.own, before.own) {
		return false
	}
	return slices.EqualFunc(c.now.Versions(id), c.before.Versions(id), func(a, b *note.Note) bool {
		return slices.EqualFunc(slices.Collect(a.All), slices.Collect(b.All), func(x, y *note.Block) bool {
			return now.ofBlock(x) == before.ofBlock(y)
		})
	})
}

// reworded adds what an edit of one note reaches; false where it did more.
func (c Since) reworded(r *Reworded, was, is *contribution) bool {
	if was == nil || !was.alike(is) || !sameNote(was.note, is.note) || !c.sameAnchors(is.note.ID) {
		return false
	}
	r.notes[is.note.ID] = true
	for _, v := range c.now.Versions(is.note.ID) {
		c.names(r, v)
	}
	for i := range is.note.Blocks {
		if a, b := &was.note.Blocks[i], &is.note.Blocks[i]; !c.sameSense(was.note, is.note, a, b) {
			return false
		} else if !sameBlock(a, b, true) {
			c.tell(r, is.note, b)
		}
	}
	return true
}

// names adds the things that a version of a note names: their pages quote it.
func (c Since) names(r *Reworded, n *note.Note) {
	part := c.now.parts.get(n)
	for i := range part.runs {
		key := part.runs[i].key
		r.things[key] = true
		if key.Kind == note.Thread || key.Kind == note.RepoRelease {
			repo, _, _ := strings.Cut(key.ID, "#")
			r.things[c.now.Normal(note.Key{Kind: note.Repo, ID: repo})] = true
		}
	}
	for _, person := range n.Meta.Authors {
		r.things[c.now.Normal(note.Key{Kind: note.PersonRef, ID: string(person)})] = true
	}
}

// tell adds the notes beside whose entries another note's entries stand: those on the same pull
// requests and on the same KEP.
func (c Since) tell(r *Reworded, n *note.Note, b *note.Block) {
	if b.Type == note.Entry {
		for _, pr := range b.Attr.PRs {
			for m := range each(c.now.named(note.Key{Kind: note.PR, ID: pr})) {
				r.notes[m.Note.ID] = true
			}
		}
		if kep := c.now.aboutKEP(n, b); kep != "" {
			for key := range c.now.keysAbout(kep) {
				for m := range each(c.now.named(key)) {
					r.notes[m.Note.ID] = true
				}
			}
		}
	}
	for i := range b.Children {
		c.tell(r, n, &b.Children[i])
	}
}

// sameSense reports whether what is read out of the words of a block is the same: the KEP that
// it is about, its language, whether it says anything.
func (c Since) sameSense(was, is *note.Note, a, b *note.Block) bool {
	if a.Type == note.Entry && (c.before.aboutKEP(was, a) != c.now.aboutKEP(is, b) || TextLang(a) != TextLang(b) ||
		tellingLang(was, a) != tellingLang(is, b) || Written(a) != Written(b)) {
		return false
	}
	for i := range a.Children {
		if !c.sameSense(was, is, &a.Children[i], &b.Children[i]) {
			return false
		}
	}
	return true
}

// alike reports whether two contributions say the same of everything but words.
func (part *contribution) alike(o *contribution) bool {
	return slices.EqualFunc(part.runs, o.runs, func(a, b run) bool {
		return a.key == b.key && slices.EqualFunc(a.mentions, b.mentions, func(a, b Mention) bool {
			return a.seq == b.seq && a.Waits == b.Waits && a.Written == b.Written && a.Words == b.Words && (a.Block == nil) == (b.Block == nil)
		})
	}) && slices.Equal(part.learned, o.learned) && slices.Equal(part.gates, o.gates) && slices.EqualFunc(part.told, o.told, sameTold) &&
		len(part.proposals) == len(o.proposals) && part.entries == o.entries && part.recorded == o.recorded &&
		part.machine == o.machine && part.partly == o.partly && part.wordless == o.wordless && len(part.shared) == len(o.shared)
}

func sameTold(a, b told) bool {
	return a.lang == b.lang && slices.Equal(a.prs, b.prs) && slices.Equal(a.threads, b.threads)
}

// sameNote reports whether two notes are the same but for words in their blocks.
func sameNote(a, b *note.Note) bool {
	return a.ID == b.ID && a.Lang == b.Lang && a.Path == b.Path && a.Title == b.Title && a.TitleLang == b.TitleLang &&
		a.SourceTitle == b.SourceTitle && a.SourceTitleLang == b.SourceTitleLang && a.Kind == b.Kind &&
		slices.Equal(a.Releases, b.Releases) && slices.Equal(a.SIGs, b.SIGs) && slices.Equal(a.Assets, b.Assets) &&
		slices.EqualFunc(a.Refs, b.Refs, sameRef) && slices.EqualFunc(a.Links, b.Links, sameLink) && sameMeta(&a.Meta, &b.Meta) &&
		slices.EqualFunc(a.Blocks, b.Blocks, func(a, b note.Block) bool { return sameBlock(&a, &b, false) })
}

func sameLink(a, b note.Link) bool { return a.Note == b.Note && a.Lang == b.Lang && a.Place == b.Place }

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
