package page

import (
	"cmp"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/feed"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// planner holds what all pages of a plan share.
type planner struct {
	s     *site.Site
	data  *upstream.Data
	words *locale.Set
	o     Options
	langs []*locale.Language

	voices map[note.Lang]*voice // of langs

	families        []family // of pages; the last is of those at former addresses
	allRoutes       func() []route
	headline        func() note.Release                // what the bar and the home lead with
	noteIDs         func() []note.ID                   // of all notes, in order
	logNotes        func() []note.ID                   // of the logs
	months          func() []string                    // of the log, oldest first: 2023-04
	logMonths       func() map[note.ID]map[string]bool // see listLogMonths
	monthPageCounts func() map[string]int              // see listMonthPages
	foldedIDs       func() map[string]note.ID          // notes whatever their letter case
	moves           func() []movedFrom                 // former addresses that have a page
	slugs           func() map[string]string           // see listSlugs
	initials        func() []string                    // parts of the list of people
	proposals       func() []site.Mention              // entries of kind proposal
	prParts         func() []prPart                    // the list of pull requests in parts
	upgradePairs    func() [][2]note.Release
	groups          func() map[note.SIG]string // see listGroups
	official        func() map[string][]string // published pull requests by KEP

	fragments *fragment.Maker // texts as HTML

	entries   *memo.Map[entryKey, *sharedEntry]
	leads     *memo.Map[leadKey, address]
	edits     *memo.Map[*note.Block, []view.Edit] // of a block that is behind its source: how that has changed
	gateRows  *memo.Map[gateKey, view.GateRow]
	mentioned *memo.Map[mentionKey, *mentioned]
	counted   *memo.Map[mentionKey, int]

	existing   memo.Map[string, bool]                             // path below /{l}/ -> whether a page is there
	logs       memo.Map[logKey, *logMonth]                        // logKey -> *logMonth
	logShapes  memo.Map[*note.Note, shapes]                       // *note.Note -> shapes
	sources    memo.Map[string, *memo.Map[*note.Note, *seenNote]] // language and way to /{l}/ -> *sync.Map of *seenNote
	navs       memo.Map[string, []view.NavItem]                   // Frame.Fixed -> []NavItem
	repoSplits memo.Map[string, *repoSplit]                       // repository -> *repoSplit
	kepCounts  memo.Map[releaseKey, map[string]int]               // releaseKey -> number of a KEP -> places in the release's notes
	covered    memo.Map[*note.Note, figures]                      // *note.Note -> figures
	parted     memo.Map[note.Key, []string]                       // see partsSaid
}

// How many of what pages share are kept at least. A page is made in all languages of the interface
// before the next one is, so texts and entries, of one or two KB each, are asked for again at once
// or hardly ever, and those of a few pages are enough; so it is with things and the places that
// name them, with rows of gates, which have pictures, and with what is known of a whole note. Links
// to things and numbers of places are small, and asked for from everywhere.
const (
	keptTexts  = 1024
	keptThings = 512
	keptGates  = 128
	keptSmall  = 4096
)

func newPlanner(s *site.Site, words *locale.Set, o Options) *planner {
	p := &planner{s: s, data: s.Data(), words: words, o: o,
		entries:   memo.Bounded[entryKey, *sharedEntry](keptTexts),
		leads:     memo.Bounded[leadKey, address](keptSmall),
		edits:     memo.Bounded[*note.Block, []view.Edit](keptThings),
		gateRows:  memo.Bounded[gateKey, view.GateRow](keptGates),
		voices:    map[note.Lang]*voice{},
		mentioned: memo.Bounded[mentionKey, *mentioned](keptThings),
		counted:   memo.Bounded[mentionKey, int](keptSmall),
	}
	codes := o.Languages
	if len(codes) == 0 {
		codes = words.Codes()
	}
	for _, c := range codes {
		if l := words.Get(c); l != nil {
			p.langs = append(p.langs, l)
		}
	}
	if len(p.langs) == 0 { // none that the words have: better all than no site
		for _, c := range words.Codes() {
			p.langs = append(p.langs, words.Get(c))
		}
	}
	for _, l := range p.langs {
		p.voices[l.Code] = newVoice(l)
	}
	p.fragments = newFragments(p)
	p.allRoutes = sync.OnceValue(p.makeRoutes)
	p.headline = sync.OnceValue(p.findHeadline)
	p.noteIDs = sync.OnceValue(p.listNoteIDs)
	p.logNotes = sync.OnceValue(func() []note.ID { return p.s.NotesOfKind(note.Log) })
	p.months = sync.OnceValue(p.listMonths)
	p.logMonths = sync.OnceValue(p.listLogMonths)
	p.monthPageCounts = sync.OnceValue(p.listMonthPages)
	p.foldedIDs = sync.OnceValue(p.foldIDs)
	p.moves = sync.OnceValue(p.listMoves)
	p.slugs = sync.OnceValue(p.listSlugs)
	p.initials = sync.OnceValue(p.listInitials)
	p.proposals = sync.OnceValue(p.s.Proposals)
	p.prParts = sync.OnceValue(p.listPRParts)
	p.upgradePairs = sync.OnceValue(p.s.UpgradePairs)
	p.groups = sync.OnceValue(p.listGroups)
	p.official = sync.OnceValue(p.listOfficialByKEP)
	p.families = append(p.settled(), p.movedPages())
	return p
}

// figures are what tables of notes say of a version of a note, in all languages.
type figures struct {
	site.Coverage
	entries, keps int // KEPs that entries name
}

// coverage counts what a note has once.
func (p *planner) coverage(n *note.Note) figures {
	return p.covered.Make(n, func() figures { return p.countFigures(n) })
}

func (p *planner) countFigures(n *note.Note) figures {
	f := figures{Coverage: p.s.CoverageOf(n)}
	keps := map[string]bool{}
	for b := range n.Entries {
		f.entries++
		for _, k := range idsOf(b.Refs, note.KEP) {
			keps[k] = true
		}
	}
	f.keps = len(keps)
	return f
}

// has reports whether the interface has a language.
func (p *planner) has(lang note.Lang) bool {
	for _, l := range p.langs {
		if l.Code == lang {
			return true
		}
	}
	return false
}

// self returns the own name of a language, with its tag.
func (p *planner) self(lang note.Lang) view.Text {
	tag := locale.Tag(lang)
	if l := p.words.Get(lang); l != nil {
		return view.Text{Text: l.Self, Lang: tag}
	}
	return view.Text{Text: tag, Lang: ""}
}

// siteName returns the name of the site in a language.
func (p *planner) siteName(lang note.Lang) string {
	return cmp.Or(p.o.Titles[lang], p.o.Titles[""], "Kawaraban")
}

// ownName returns the name of the site where it has one of its own, and not the program's.
func (p *planner) ownName(lang note.Lang) string {
	if name := p.siteName(lang); name != "Kawaraban" && name != "瓦版" {
		return name
	}
	return ""
}

// siteDescription returns the sentence on the site in a language; empty where it says none.
func (p *planner) siteDescription(lang note.Lang) string {
	return cmp.Or(p.o.Descriptions[lang], p.o.Descriptions[""])
}

// sheet makes one page: it knows the page's language and its place in the tree.
type sheet struct {
	*planner
	l      *locale.Language
	lang   note.Lang
	path   string // below /{l}/
	kind   string
	up     string   // leads to /{l}/: "../../", or "" on the home
	root   string   // leads to the root of the site
	about  string   // leads to what the page is about: see own
	stated []string // addresses of what the page says itself of what its quotes say: see saidFor
	fed    bool     // there are feeds beside the page

	source func() feed.Source // of its feeds; nil where it has none

	voice *voice
	notes *memo.Map[*note.Note, *seenNote] // *note.Note -> *seenNote, of pages of this depth and language
}

func (p *planner) sheet(l *locale.Language, r route) *sheet {
	up := depth(r.path)
	sh := &sheet{planner: p, l: l, lang: l.Code, path: r.path, kind: r.kind, up: up, root: up + "../", source: r.feed}
	sh.voice = p.voices[sh.lang]
	sh.about, sh.notes = sh.own(), p.notesAt(sh.lang, up, sh.grouped())
	return sh
}

// words of the page's language, for parts of views that have a template of their own.
func (sh *sheet) say() view.Words { return view.NewWords(sh.l) }

// href makes a path below /{l}/ relative to the page.
func (sh *sheet) href(path string) string {
	return cmp.Or(sh.up+path, "./")
}

// near makes a link as short as can be: what stands beside or below the page needs no
// way up to /{l}/. It is not for links that several pages share.
func (sh *sheet) near(href string) string {
	rest, ok := strings.CutPrefix(href, sh.up)
	if !ok || sh.up == "" {
		return href
	}
	here := sh.path
	for here != "" {
		part, after, _ := strings.Cut(here, "/")
		short, ok := strings.CutPrefix(rest, part+"/")
		if !ok || short == "" {
			break
		}
		here, rest = after, short
	}
	return depth(here) + rest
}

// tag returns the lang attribute that a text needs on this page.
func (sh *sheet) tag(lang note.Lang) string {
	if lang == sh.lang || lang == "" {
		return ""
	}
	return locale.Tag(lang)
}

func (sh *sheet) text(s string, lang note.Lang) view.Text {
	return view.Text{Text: s, Lang: sh.tag(lang)}
}

// title is a note's title with the language that it is in.
func (sh *sheet) title(n *note.Note) view.Text { return sh.text(n.Title, cmp.Or(n.TitleLang, n.Lang)) }

// english marks an upstream text.
func (sh *sheet) english() string { return sh.tag("en") }

func (sh *sheet) date(iso string) *view.Date {
	if iso == "" {
		return nil
	}
	return &view.Date{ISO: iso, Text: sh.l.Date(iso)}
}

// stage puts a span of a line into words.
func (sh *sheet) stage(sp site.Span) view.Stage {
	tag := sh.stageTag(sp.Stage)
	st := view.Stage{Tag: tag, Locked: sp.Locked, Since: string(sp.From), Text: tag.Label}
	if sp.Default != nil && sp.Stage != note.Removed {
		st.Default = "off"
		if *sp.Default {
			st.Default = "on"
		}
		if sp.Stage != note.Stable {
			st.Text = sh.l.T("stage.default-"+st.Default, tag.Label)
		}
	}
	if sp.Locked {
		st.Text = sh.l.T("stage.locked", tag.Label)
	}
	return st
}

// now returns where a line stands today; nil where nothing is known.
func (sh *sheet) now(l site.Line) *view.Stage {
	sp, ok := l.Now()
	if !ok {
		return nil
	}
	st := sh.stage(sp)
	return &st
}

// link makes a link to a thing: to its page here, else upstream, else plain words.
func (sh *sheet) link(key note.Key, text string) view.Link {
	var l address
	if key.Kind == note.PR { // too many to be asked for again soon
		l = sh.leadTo(key)
	} else {
		l = sh.leads.Make(leadKey{key, sh.up}, func() address { return sh.leadTo(key) })
	}
	return view.Link{Href: l.href, Text: text, External: l.outside}
}

// leadKey identifies where a thing is for pages of one depth, in every language.
type leadKey struct {
	key note.Key
	up  string // the way to /{l}/
}

// address is where a thing is; without one it has no page anywhere.
type address struct {
	href    string
	outside bool // it leads away from the site
}

func (sh *sheet) leadTo(key note.Key) address {
	path, outside := sh.target(note.Ref{Kind: key.Kind, ID: key.ID})
	if path != "" {
		return address{sh.href(path), false}
	}
	return address{outside, outside != ""}
}

func (sh *sheet) releaseLink(r note.Release) view.Link {
	if !sh.s.HasRelease(r) {
		return view.Link{Text: string(r)}
	}
	return view.Link{Href: sh.href(releasePath(r)), Text: string(r)}
}

func (sh *sheet) prLink(pr string) view.Link {
	return sh.link(note.Key{Kind: note.PR, ID: pr}, "#"+pr)
}

// kepLink names a KEP by its number, with its title beside it.
func (sh *sheet) kepLink(number string) view.Link {
	l := sh.link(note.Key{Kind: note.KEP, ID: number}, "KEP-"+number)
	l.Note, l.NoteLang = sh.kepTitle(number), "en" // on English pages too: the links of an entry are made once for all
	return l
}

func (p *planner) kepTitle(number string) string {
	var titles []string
	for _, k := range p.data.KEP(number) {
		titles = append(titles, k.Title)
	}
	return strings.Join(titles, " / ")
}

func (sh *sheet) gateLink(name string) view.Link {
	return sh.link(note.Key{Kind: note.Gate, ID: name}, name)
}

func (sh *sheet) sigLink(g note.SIG) view.Link {
	return sh.link(note.Key{Kind: note.SIGRef, ID: string(g)}, sh.sigName(g))
}

// acronyms are the parts of labels that are written in capitals.
var acronyms = map[string]bool{"api": true, "aws": true, "cli": true, "lts": true, "ui": true, "wg": true, "ug": true}

// sigName returns the name of a group as people write it: API Machinery, WG Batch.
func (p *planner) sigName(g note.SIG) string {
	if known := p.data.SIGs[g]; known != nil {
		if known.Kind == upstream.WorkingGroup && !strings.HasPrefix(known.Name, "WG ") {
			return "WG " + known.Name
		}
		return known.Name
	}
	words := strings.Split(string(g), "-")
	for i, w := range words {
		switch {
		case acronyms[w]:
			words[i] = strings.ToUpper(w)
		case w != "":
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// sigTitle is the name with the word for the group before it: SIG Node.
func (p *planner) sigTitle(g note.SIG) string {
	if known, ok := p.groups()[g]; ok {
		return known
	}
	return p.newSIGTitle(g)
}

// listGroups are the titles of all groups that upstream knows.
func (p *planner) listGroups() map[note.SIG]string {
	out := map[note.SIG]string{}
	for g := range p.data.SIGs {
		out[g] = p.newSIGTitle(g)
	}
	return out
}

func (p *planner) newSIGTitle(g note.SIG) string {
	name := p.sigName(g)
	known := p.data.SIGs[g]
	if strings.HasPrefix(string(g), "wg-") || strings.HasPrefix(string(g), "committee-") || known != nil && known.Kind != upstream.Group {
		return name
	}
	return "SIG " + name
}

func (sh *sheet) personLink(id string) view.Link {
	key := note.Key{Kind: note.PersonRef, ID: id}
	l := sh.link(key, sh.s.Spelling(key))
	if l.External && !upstream.IsHandle(id) {
		return view.Link{Text: id}
	}
	return l
}

func (sh *sheet) persons(ps []note.Person) []view.Link {
	var out []view.Link
	for _, p := range ps {
		out = append(out, sh.personLink(string(p)))
	}
	return out
}
