package site

import (
	"iter"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// reachBeside adds the notes beside whose entries blocks of another note stand that differ: those
// on the same pull requests and on the same KEP, in another language.
func (c Since) reachBeside(r *Reach, was, is *note.Note, gone, fresh []note.Block) {
	keps := map[string]bool{}
	c.before.reachPulls(r, keps, was, gone)
	c.now.reachPulls(r, keps, is, fresh)
	for kep := range keps {
		before, now := c.before.aloneOn(kep, is.ID), c.now.aloneOn(kep, is.ID)
		kept := func(m Mention) bool { return !within(gone, m.Block) && !within(fresh, m.Block) }
		if len(before) == len(now) && !slices.ContainsFunc(slices.Concat(before, now), func(m Mention) bool { return !kept(m) }) {
			continue
		}
		for _, m := range before {
			c.before.reachKEP(r, kep, m)
		}
		for _, m := range now {
			c.now.reachKEP(r, kep, m)
		}
	}
}

// reachPulls adds the notes beside whose entries those of some blocks stand that are on the same
// pull requests, and collects the KEPs that they are about.
func (s *Site) reachPulls(r *Reach, keps map[string]bool, n *note.Note, blocks []note.Block) {
	for b := range (&note.Note{Blocks: blocks}).Entries {
		lang := tellingLang(n, b)
		for _, pr := range b.Attr.PRs {
			for _, run := range s.named(note.Key{Kind: note.PR, ID: pr}) {
				if run.note().Lang != lang {
					r.notes[run.note().ID] = true
				}
			}
		}
		if kep := s.aboutKEP(n, b); kep != "" {
			keps[kep] = true
		}
	}
}

// aloneOn are the entries of the versions of a note that alone of theirs tell of a KEP.
func (s *Site) aloneOn(kep string, id note.ID) []Mention {
	return slices.DeleteFunc(slices.Clone(s.entriesAbout(kep).alone), func(m Mention) bool { return m.Note.ID != id })
}

// reachKEP adds the notes beside whose entries about a KEP another stands: one that has pull
// requests of its own beside those that have none.
func (s *Site) reachKEP(r *Reach, kep string, told Mention) {
	lang := tellingLang(told.Note, told.Block)
	for key := range s.keysOf(kep) {
		for m := range each(s.named(key)) {
			if m.Note.Lang != lang && m.Entry() && (len(told.Block.Attr.PRs) == 0 || unattributed(m.Block)) {
				r.notes[m.Note.ID] = true
			}
		}
	}
}

// keysOf are the keys by which an entry can be about a KEP: those of keysAbout, and its gates.
func (s *Site) keysOf(kep string) iter.Seq[note.Key] {
	return func(yield func(note.Key) bool) {
		for key := range s.keysAbout(kep) {
			if !yield(key) {
				return
			}
		}
		for _, gate := range s.GatesOfKEP(kep) {
			if !yield(note.Key{Kind: note.Gate, ID: gate}) {
				return
			}
		}
	}
}

// unattributed reports whether an entry, or one in it, is attributed to no pull request.
func unattributed(b *note.Block) bool {
	for e := range (&note.Note{Blocks: []note.Block{*b}}).Entries {
		if len(e.Attr.PRs) == 0 {
			return true
		}
	}
	return false
}

// within reports whether a block is one of some, or stands in one of them.
func within(blocks []note.Block, b *note.Block) bool {
	for at := range (&note.Note{Blocks: blocks}).All {
		if at == b {
			return true
		}
	}
	return false
}

// reachNaming adds what tells how often a thing is named, or leads to where it is. Groups and
// people are nowhere counted but on their own pages and in lists of all. What leads to a thing
// is quoted everywhere, and is another only where the thing has a page now and had none, or the
// other way round.
//
// It asks the site after the edit alone: who named the thing before and does not any more stands
// in a block that differs, which is reached as such with all that it names.
func (c Since) reachNaming(r *Reach, key note.Key) {
	if key.Kind != note.SIGRef && key.Kind != note.PersonRef {
		c.now.reachCounting(r, key)
	}
	if c.now.leads(key) != c.before.leads(key) {
		r.led[key] = true
		c.now.reachLeading(r, key)
		c.now.reachUpstream(r, key)
	}
	if repo := RepoOf(key); repo != "" && !slices.Equal(c.now.Repo(repo), c.before.Repo(repo)) {
		c.now.reachRepo(r, repo)
	}
}

// reachRepo adds all that leads to anything of a repository of which more is cited than before,
// or less: its page has other parts.
func (s *Site) reachRepo(r *Reach, repo string) {
	at := note.Key{Kind: note.Repo, ID: repo}
	r.things[at] = true
	for _, key := range append(slices.Clone(s.Repo(repo)), at) {
		r.led[key] = true
		s.reachLeading(r, key)
		s.reachUpstream(r, key)
	}
}

// reachCounting adds what says how often a thing is named: the pages of what stands beside it,
// and the notes that lead to others which name it.
func (s *Site) reachCounting(r *Reach, key note.Key) {
	keys := []note.Key{key}
	switch key.Kind {
	case note.KEP:
		keys = slices.Collect(s.keysOf(key.ID))
		s.reachGroup(r, key.ID)
	case note.Gate:
		for _, kep := range s.KEPsOfGate(key.ID) {
			r.fronts[note.Key{Kind: note.KEP, ID: kep}] = true
		}
	case note.PR:
		s.reachPull(r, key.ID)
	}
	for _, k := range keys {
		r.fronts[k] = true
		if k.Kind == note.Gate {
			for pr := range s.publishedOn(k) {
				r.fronts[note.Key{Kind: note.PR, ID: pr}] = true
			}
		}
		for _, run := range s.named(k) {
			r.notes[run.note().ID] = true
			s.around(run, func(other note.Key, _ Mention) {
				if other.Kind == note.PR || other.Kind == note.KEP || other.Kind == note.Gate {
					r.fronts[other] = true
				}
			})
		}
	}
}

// reachLeading adds what leads to a thing: the notes that name it, and the pages that quote them.
func (s *Site) reachLeading(r *Reach, key note.Key) {
	for _, run := range s.named(key) {
		r.notes[run.note().ID] = true
		r.say(key, run.mentions...)
		s.around(run, func(other note.Key, m Mention) { r.say(other, m) })
	}
}

// reachGroup adds the KEPs of the same groups as a KEP, beside which it stands as often named as
// it is.
func (s *Site) reachGroup(r *Reach, kep string) {
	for _, k := range s.data.KEPs[kep] {
		for _, other := range s.data.KEPList {
			if other.SIG == k.SIG {
				r.fronts[note.Key{Kind: note.KEP, ID: other.Number}] = true
			}
		}
	}
}

// leads reports whether a reference to a thing may lead to a page of the site.
func (s *Site) leads(key note.Key) [2]bool { return [2]bool{s.HasPage(key), s.CitedTwice(key)} }

// reachUpstream adds what shows words or facts of upstream that name a thing: the pages of the
// pull requests whose release notes do, of the KEPs on whose pages these stand and of those that
// belong to a person or a group; and where entries are quoted that have such a release note.
func (s *Site) reachUpstream(r *Reach, key note.Key) {
	for pr := range s.publishedOn(key) {
		r.fronts[note.Key{Kind: note.PR, ID: pr}] = true
		s.reachPull(r, pr)
		s.reachLeading(r, note.Key{Kind: note.PR, ID: pr})
	}
	for _, k := range s.data.KEPList {
		if s.belongs(k, key) {
			r.fronts[note.Key{Kind: note.KEP, ID: k.Number}] = true
		}
	}
}

// belongs reports whether a KEP is of a person or a group.
func (s *Site) belongs(k *upstream.KEP, key note.Key) bool {
	switch key.Kind {
	case note.PersonRef:
		return slices.ContainsFunc(k.Authors, func(a string) bool { return s.normalPerson(a) == key.ID })
	case note.SIGRef:
		return string(k.SIG) == key.ID || slices.Contains(k.Participating, note.SIG(key.ID))
	}
	return false
}

// publishedOn are the pull requests whose release notes name a thing.
func (s *Site) publishedOn(key note.Key) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, o := range s.official {
			for b := range o.note.Entries {
				if !s.namesThing(b, key) {
					continue
				}
				for _, pr := range b.Attr.PRs {
					if !yield(pr) {
						return
					}
				}
			}
		}
	}
}

// namesThing reports whether an entry names a thing, in its words or in its attribution.
func (s *Site) namesThing(b *note.Block, key note.Key) bool {
	if slices.ContainsFunc(b.Refs, func(r note.Ref) bool { return s.Normal(r.Key()) == key }) {
		return true
	}
	for named := range attributed(&b.Attr) {
		if s.Normal(named) == key {
			return true
		}
	}
	return false
}

// reachPull adds the KEPs on whose pages a pull request stands.
func (s *Site) reachPull(r *Reach, number string) {
	for kep, pulls := range s.pulls() {
		if slices.Contains(pulls, number) {
			r.fronts[note.Key{Kind: note.KEP, ID: kep}] = true
		}
	}
}

// around calls add with each place of a thing that stands in a block in which a note names
// something.
func (s *Site) around(named *run, add func(note.Key, Mention)) {
	at := make(map[int32]bool, len(named.mentions))
	for _, m := range named.mentions {
		at[m.seq] = true
	}
	part := s.parts.get(named.note())
	for i := range part.runs {
		for _, m := range part.runs[i].mentions {
			if at[m.seq] {
				add(part.runs[i].key, m)
			}
		}
	}
}
