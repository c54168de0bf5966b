package site

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// How says by which way a text in another language was found beside a block.
type How string

// The ways, the best first: where several lead to a text in one language, the first does.
const (
	ByTranslation How = "translation" // another version of the note has it
	ByComment     How = "comment"     // the block's source, in the comment before it
	ByOfficial    How = "official"    // the official release note of the entry's pull request
	ByNote        How = "note"        // an entry of another note on the same pull request or KEP
	ByMachine     How = "machine"     // another version has it, made by a program and read by nobody
)

// hows lists the ways in the order of preference.
var hows = []How{ByTranslation, ByComment, ByOfficial, ByNote, ByMachine}

// Counterpart is what stands beside a block in another language. Nobody writes into it.
type Counterpart struct {
	How    How
	Lang   note.Lang     // of the version, the comment, the official note, the other note's text
	Note   *note.Note    // whose Blocks these are; nil for a comment
	Blocks []*note.Block // none for a comment. By translation their children stand in Row.Children, else they belong to them
	Text   note.Text     // of a comment
	More   note.Text     // of a comment before an entry: the paragraphs behind Text
}

// Counterparts returns the best counterpart of a block in every language that has one; of
// other notes it looks for all languages that notes are written in.
func (s *Site) Counterparts(n *note.Note, b *note.Block) map[note.Lang]Counterpart {
	p := s.newPairer(n)
	out := map[note.Lang]Counterpart{}
	keep := func(c Counterpart) {
		if have, ok := out[c.Lang]; !ok || rankOf(c.How) < rankOf(have.How) {
			out[c.Lang] = c
		}
	}
	for _, c := range p.found(b) {
		keep(c)
	}
	for _, c := range s.said(n, b, "") {
		keep(c)
	}
	delete(out, n.Lang)
	return out
}

func rankOf(h How) int { return slices.Index(hows, h) }

// found lists the counterparts of a block that its own note and the official ones give, in
// no order of preference.
func (p *pairer) found(b *note.Block) []Counterpart {
	var out []Counterpart
	for _, v := range p.versions {
		if c, ok := v.counterpart(b); ok {
			out = append(out, c)
		}
	}
	official, published := p.officially(p.note, b)
	if len(b.Source) > 0 && b.SourceLang != p.note.Lang && !(published && copies(b, official)) {
		out = append(out, Counterpart{How: ByComment, Lang: b.SourceLang, Text: b.Source, More: b.SourceMore})
	}
	if published {
		out = append(out, official)
	}
	return out
}

// copies reports whether the comment before an entry is a copy of its official note, which
// is then shown itself: it has its links, and may go on in further paragraphs.
func copies(b *note.Block, official Counterpart) bool {
	if len(official.Blocks) != 1 {
		return false
	}
	return slices.ContainsFunc(wordings(nil, b, official.Blocks[0]), func(t note.Text) bool {
		return align.Same(t, apart(b.Source, b.SourceMore))
	})
}

// counterpart is the text of another version that stands for a block; none where that was
// begun and waits for its words.
func (v version) counterpart(b *note.Block) (Counterpart, bool) {
	_, theirs, ok := v.of(b)
	if !ok || !slices.ContainsFunc(theirs, func(t *note.Block) bool { return !Waits(v.note, t) }) {
		return Counterpart{}, false
	}
	return v.says(theirs...), true
}

// says makes blocks of another version a counterpart.
func (v version) says(theirs ...*note.Block) Counterpart {
	c := Counterpart{How: ByTranslation, Lang: v.note.Lang, Note: v.note, Blocks: theirs}
	if slices.ContainsFunc(theirs, func(t *note.Block) bool { return t.Machine }) {
		c.How = ByMachine
	}
	return c
}

// officially returns the official English of an entry in another language: of each of its
// pull requests what the note's own release published, else the first that did. The blocks
// of several stand together; Note is that of the first.
func (s *Site) officially(n *note.Note, b *note.Block) (Counterpart, bool) {
	if b.Type != note.Entry || len(b.Attr.PRs) == 0 || TextLang(b) == "en" && !b.Text.Blank() {
		return Counterpart{}, false
	}
	all := s.officialOf(n, b)
	c := Counterpart{How: ByOfficial, Lang: "en"}
	for _, pr := range b.Attr.PRs {
		i := slices.IndexFunc(all, func(o OfficialNote) bool { return o.Text != nil && slices.Contains(o.Text.Attr.PRs, pr) })
		if i < 0 {
			continue
		}
		if c.Note == nil {
			c.Note = s.Official(all[i].Release)
		}
		c.Blocks = with(c.Blocks, all[i].Text)
	}
	return c, c.Note != nil
}

// said lists what other notes tell of the thing that an entry is about, the best for each
// language; with a language only in that one. An entry on the same pull request comes
// before one on the same KEP, changes notes before overviews and others, the same release
// before another.
func (s *Site) said(n *note.Note, b *note.Block, lang note.Lang) []Counterpart {
	if b.Type != note.Entry || Waits(n, b) {
		return nil
	}
	own := TextLang(b)
	wanted := func(l note.Lang) bool { return l != own && l != n.Lang && (lang == "" || l == lang) }
	var best []telling // one for each language
	offer := func(t telling) {
		i := slices.IndexFunc(best, func(have telling) bool { return have.lang == t.lang })
		switch {
		case i < 0:
			best = append(best, t)
		case t.rank < best[i].rank:
			best[i] = t
		}
	}
	for _, pr := range b.Attr.PRs {
		s.tellOfPull(n, pr, wanted, offer)
	}
	if kep := s.aboutKEP(n, b); kep != "" {
		s.tellOfKEP(n, b, kep, wanted, offer)
	}
	var out []Counterpart
	for _, t := range best {
		out = append(out, Counterpart{How: ByNote, Lang: t.lang, Note: t.note, Blocks: []*note.Block{t.entry}})
	}
	return out
}

// telling is an entry of another note on the same thing.
type telling struct {
	note  *note.Note
	entry *note.Block
	lang  note.Lang
	rank  int // the lower the better
}

// tellOfPull offers the entries that are attributed to a pull request, in languages that are
// wanted. Most are in others, and whether they say something is asked last.
func (s *Site) tellOfPull(n *note.Note, pr string, wanted func(note.Lang) bool, offer func(telling)) {
	for m := range each(s.named(note.Key{Kind: note.PR, ID: pr})) {
		if m.Entry() && wanted(tellingLang(m.Note, m.Block)) && m.Note.ID != n.ID && slices.Contains(m.Block.Attr.PRs, pr) && speaks(m) {
			offer(newTelling(n, m, 0))
		}
	}
}

// tellOfKEP offers the entries about a KEP: of a note that has several none, since they
// tell of different parts of it, and none that is attributed to other pull requests.
func (s *Site) tellOfKEP(n *note.Note, b *note.Block, kep string, wanted func(note.Lang) bool, offer func(telling)) {
	about := s.entriesAbout(kep)
	of := about.alone
	if len(b.Attr.PRs) > 0 {
		of = about.free
	}
	for _, m := range of {
		if m.Note.ID != n.ID && wanted(tellingLang(m.Note, m.Block)) {
			offer(newTelling(n, m, 100))
		}
	}
}

// tellers are the entries of all notes that tell of a KEP, in order: the sum of what each note
// tells of it.
type tellers struct {
	all   []Mention
	alone []Mention // those that are the only one of their note
	free  []Mention // those of them without a pull request of their own
}

// entriesAbout lists the entries about a KEP, those that its pull requests lead to it among
// them. Every entry that is about it asks, in every language.
func (s *Site) entriesAbout(kep string) *tellers {
	return s.lazy.tellers.Make(kep, func() *tellers {
		return newTellers(s.entriesOn(kep, func(key note.Key) iter.Seq[Mention] { return each(s.named(key)) }))
	})
}

// keysAbout are the keys by which an entry about a KEP names it: its own, and those of the
// pull requests that lead to it.
func (s *Site) keysAbout(kep string) iter.Seq[note.Key] {
	return func(yield func(note.Key) bool) {
		if !yield(note.Key{Kind: note.KEP, ID: kep}) {
			return
		}
		for _, pr := range s.pulls()[kep] {
			if !yield(note.Key{Kind: note.PR, ID: pr}) {
				return
			}
		}
	}
}

func (s *Site) pulls() map[string][]string {
	return s.lazy.upstream.pulls.get(func() map[string][]string { return listPulls(s.data) })
}

// entriesOn lists the entries about a KEP, in order, among those that name what they are about.
func (s *Site) entriesOn(kep string, naming func(note.Key) iter.Seq[Mention]) []Mention {
	var out []Mention
	seen := map[*note.Block]bool{}
	for key := range s.keysAbout(kep) {
		for m := range naming(key) {
			if seen[m.Block] || !speaks(m) || key.Kind == note.PR && !slices.Contains(m.Block.Attr.PRs, key.ID) {
				continue
			}
			seen[m.Block] = true
			if s.aboutKEP(m.Note, m.Block) == kep {
				out = append(out, m)
			}
		}
	}
	slices.SortFunc(out, compareMentions)
	return out
}

func newTellers(all []Mention) *tellers {
	about := &tellers{all: all}
	for i, m := range all {
		if i > 0 && all[i-1].Note == m.Note || i+1 < len(all) && all[i+1].Note == m.Note {
			continue
		}
		about.alone = append(about.alone, m)
		if len(m.Block.Attr.PRs) == 0 {
			about.free = append(about.free, m)
		}
	}
	return about
}

// listPulls lists, by KEP, the pull requests of kubernetes/kubernetes whose official notes
// lead to it.
func listPulls(data *upstream.Data) map[string][]string {
	out := map[string][]string{}
	for _, r := range data.ReleaseList {
		for n := range r.Published {
			if n.Repo != "" {
				continue
			}
			for _, kep := range data.KEPsOfNote(n) {
				for _, pr := range append([]int{n.PR}, n.Also...) {
					out[kep] = with(out[kep], strconv.Itoa(pr))
				}
			}
		}
	}
	return out
}

// speaks reports whether a mention is an entry that says something.
func speaks(m Mention) bool { return m.Entry() && !m.Waits && Written(m.Block) }

func newTelling(n *note.Note, m Mention, rank int) telling {
	switch m.Note.Kind {
	case note.Changes:
	case note.Overview:
		rank += 10
	default:
		rank += 20
	}
	if !slices.ContainsFunc(m.Note.Releases, func(r note.Release) bool { return foreign(n, r) == 0 }) {
		rank++
	}
	return telling{m.Note, m.Block, tellingLang(m.Note, m.Block), rank}
}

// tellingLang is the language in which an entry tells of a thing: what stands under the
// English title of a KEP, however little, is what its author says.
func tellingLang(n *note.Note, b *note.Block) note.Lang {
	if b.Level > 0 && slices.ContainsFunc(b.Children, func(c note.Block) bool { return c.Type == note.Prose && c.Lang == n.Lang }) {
		return n.Lang
	}
	return TextLang(b)
}

// aboutKEP returns the number of the one KEP that an entry is about; empty where it is about
// none or several: what it says under a KEP's title, else the one that its own words name,
// else the one that its pull requests lead to. An entry without an attribution, as a post of
// a log, is about a KEP only where it names no other thread, and no comment in one.
func (s *Site) aboutKEP(n *note.Note, b *note.Block) string {
	if rest, ok := strings.CutPrefix(string(b.ID), "kep-"); ok && b.Level > 0 {
		number, _, _ := strings.Cut(rest, "-")
		return s.normalKEP(number)
	}
	var keps []string
	for _, sp := range b.Text {
		if sp.Ref == nil {
			continue
		}
		of := s.kepsOfRef(*sp.Ref)
		if b.Attr.IsZero() && (sp.Ref.Comment || len(of) == 0 && isThread(sp.Ref.Kind)) {
			return ""
		}
		keps = with(keps, of...)
	}
	for _, named := range s.NamedIn(n, b.Text) {
		keps = with(keps, named.KEP)
	}
	if len(keps) == 0 && len(b.Attr.PRs) > 0 {
		keps = s.Join(n, b).KEPs
	}
	if len(keps) != 1 {
		return ""
	}
	return keps[0]
}

// isThread reports whether a reference of a kind leads to a discussion.
func isThread(k note.RefKind) bool {
	return k == note.PR || k == note.Issue || k == note.Thread || k == note.KEP
}

// TextLang is the language of most of what an entry says, remarks and nested entries left
// out: the title of a KEP is English, and what a note says under it may not be.
func TextLang(b *note.Block) note.Lang {
	if !slices.ContainsFunc(b.Children, func(c note.Block) bool { return c.Lang != b.Lang }) {
		return b.Lang // as nearly always, without a look at any word
	}
	size := map[note.Lang]int{b.Lang: len(b.Text.Plain())}
	most := b.Lang
	for i := range b.Children {
		c := &b.Children[i]
		if c.Type == note.Remark || c.Type == note.Entry || c.Type == note.Code {
			continue
		}
		if size[c.Lang] += len(c.Text.Plain()); size[c.Lang] > size[most] {
			most = c.Lang
		}
	}
	return most
}

// version is another version of a note, and how its blocks stand to the note's.
type version struct {
	note    *note.Note
	aligned *align.Alignment
	flipped bool // the note is the second of the alignment
}

// of returns the blocks of the other version that stand for a block, and those of the note
// that stand for them together with it.
func (v version) of(b *note.Block) (own, theirs []*note.Block, ok bool) {
	if v.flipped {
		m, ok := v.aligned.OfB(b)
		return m.B, m.A, ok
	}
	m, ok := v.aligned.OfA(b)
	return m.A, m.B, ok
}

// has reports whether a block of the other version stands for one of the note.
func (v version) has(theirs *note.Block) bool {
	of := v.aligned.OfB
	if v.flipped {
		of = v.aligned.OfA
	}
	_, ok := of(theirs)
	return ok
}
