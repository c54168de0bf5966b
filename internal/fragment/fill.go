// Package fragment turns the texts of notes into HTML, for every output that prints them: pages,
// feeds, or a format that is still to come.
//
// A [note.Text] has a placeholder for each reference, because a reference can only become a link
// when the output is known. A [Maker] fills the placeholders of one site:
//
//   - references become links: where they lead is what [Options.Target] says;
//   - titles of KEPs without their numbers become links as well;
//   - links between notes, and to files beside them, become relative to the page; an address
//     that leads nowhere is removed;
//   - the first mention of each glossary term in a note becomes a link.
//
// Addresses start with [At.Up], the way from the page to /{l}/, the folder of the language.
// Create one Maker for each linked site with [New], then call [Maker.HTML] for each text.
//
// [Maker.Anchors] lists the anchors of a note, and [Maker.Everywhere] says whether an anchor
// exists in all languages of a note's page, so that a link may have it.
package fragment

import (
	"html"
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Options is what a [Maker] needs to know beside the site. The zero value is enough for an output
// without pages: its references lead upstream.
type Options struct {
	Languages []note.Lang        // in which every note has a page; empty: those of the notes
	Glossary  *glossary.Glossary // its words become links to [GlossaryPath]; nil for none
	Names     *ref.Names         // for Markdown of upstream data; may be nil

	// Target returns where a reference leads: a path below /{l}/, else an address elsewhere, else
	// nothing. A nil Target leads upstream.
	Target func(note.Ref) (path, outside string)
	// Post returns where an anchor of a log stands if that is not the page of the log: a path
	// below /{l}/ without the anchor, and the anchor there; else nothing. top is the block of
	// the log with that anchor. A nil Post leaves all logs whole.
	Post func(log *note.Note, top *note.Block, id string) (path, anchor string)
}

// Maker makes the fragments of one site and keeps the latest of them. Its methods may be called
// from several goroutines at once.
type Maker struct {
	s *site.Site
	o Options

	fills *memo.Map[fillKey, template.HTML]
	ids   *memo.Map[*note.Note, map[string]*note.Block] // see Anchors
	terms *memo.Map[*note.Note, map[*note.Span]firsts]  // see firstTerms
	shown memo.Map[note.ID, map[string]*note.Block]     // anchors that the pages of a note have in every language
	texts memo.Map[string, note.Text]                   // Markdown of upstream data
}

// A page is made in all languages before the next one is, so that a text is needed again at once
// or hardly ever.
const (
	keptTexts = 1024
	keptNotes = 128
)

// New returns a Maker for the notes of a site.
func New(s *site.Site, o Options) *Maker {
	if o.Target == nil {
		o.Target = func(r note.Ref) (string, string) { return "", ref.URL(r) }
	}
	if o.Post == nil {
		o.Post = func(*note.Note, *note.Block, string) (string, string) { return "", "" }
	}
	return &Maker{s: s, o: o,
		fills: memo.Bounded[fillKey, template.HTML](keptTexts),
		ids:   memo.Bounded[*note.Note, map[string]*note.Block](keptNotes),
		terms: memo.Bounded[*note.Note, map[*note.Span]firsts](keptNotes),
	}
}

// At says where a fragment is printed.
type At struct {
	Note   *note.Note // that the text is from; nil for upstream texts
	Up     string     // prefix that leads from the page to /{l}/: "../../"; empty on the home page
	Quoted bool       // on another page than the note's own: without anchors, and without links to the glossary
}

// fillKey identifies a fragment.
type fillKey struct {
	text   *note.Span
	up     string
	quoted bool
}

// HTML turns a text into HTML, with links for its references. A fragment is made once for each
// depth and kept for a while: below /{l}/ relative links are the same in all languages. An
// address that leads nowhere is left out, and so is the picture at such an address.
func (m *Maker) HTML(t note.Text, at At) template.HTML {
	if len(t) == 0 {
		return ""
	}
	return m.fills.Make(fillKey{&t[0], at.Up, at.Quoted}, func() template.HTML { return m.Make(t, at) })
}

// Make is [Maker.HTML] without keeping the result, for callers that keep it themselves.
func (m *Maker) Make(t note.Text, at At) template.HTML {
	var room [roomyText]byte
	b := room[:0]
	f := filler{Maker: m, n: at.Note, up: at.Up, quoted: at.Quoted}
	for i := range t {
		if ref := t[i].Ref; ref != nil {
			b = f.appendRef(b, ref)
		} else {
			b = append(b, f.voiced(f.readdress(t[i].HTML))...)
		}
	}
	return template.HTML(f.termed(f.named(string(b), t), t))
}

// Markdown reads Markdown of upstream data.
func (m *Maker) Markdown(src string) note.Text {
	return m.texts.Make(src, func() note.Text {
		doc := markdown.Parse([]byte(src), markdown.Options{Names: m.o.Names})
		return doc.RenderAll(doc.Blocks, markdown.RenderOptions{})
	})
}

// roomyText is how many bytes nearly every text has at most as HTML, with its links.
const roomyText = 2048

// filler makes one fragment.
type filler struct {
	*Maker
	n      *note.Note // nil for upstream texts
	up     string
	quoted bool
}

// appendRef writes a reference as it was written, linked where it leads somewhere.
func (f filler) appendRef(b []byte, r *note.Ref) []byte {
	words := html.EscapeString(r.Written)
	if r.Kind == note.Gate {
		words = view.Humps(words, view.LongName)
	}
	if r.Code {
		words = "<code>" + words + "</code>"
	}
	path, href := f.o.Target(*r)
	if path != "" {
		href = f.up + path
	}
	if href == "" {
		return append(b, words...)
	}
	open := `<a href="`
	if short(r) {
		open = `<a class="ref" href="`
	}
	b = append(append(b, open...), html.EscapeString(href)...)
	return append(append(append(b, `">`...), words...), `</a>`...)
}

// voiced marks the code in a note of another language as English, which flags, fields and
// commands are: a screen reader then says them as such, and who guesses the language of a
// page by its words is not led astray by them.
func (f filler) voiced(s string) string {
	if f.n == nil || f.n.Lang == "en" {
		return s
	}
	return strings.ReplaceAll(s, "<code>", `<code lang=en>`)
}

// short reports whether a reference is a number that must not be broken at the end of
// a line: KEP-1287, k/k#115331.
func short(r *note.Ref) bool {
	return (r.Kind == note.KEP || r.Kind == note.PR) && len(r.Written) <= len("KEP-0000")+len("k/k#")
}

// attribute finds the addresses and anchors in rendered HTML. Text cannot look like
// one, since its quotation marks are escaped.
var attribute = regexp.MustCompile(` (href|src|id)="([^"]*)"`)

// noPicture stands for the address of a picture that is not there, until the words of the
// picture stand there in its place.
const noPicture = ` src="data:,"`

// The pictures in rendered HTML that are not there, and what stays of one.
var (
	lostPicture = regexp.MustCompile(`<img\b[^>]*` + noPicture + `[^>]*>`)
	altOf       = regexp.MustCompile(` alt="([^"]*)"`)
	staying     = regexp.MustCompile(` (?:id|lang|title)="[^"]*"`)
)

// worded puts its words in the place of a picture that is not there: no browser has to ask for
// anything, which a strict policy would refuse.
func worded(s string) string {
	if !strings.Contains(s, noPicture) {
		return s
	}
	s = lostPicture.ReplaceAllStringFunc(s, func(img string) string {
		alt := ""
		if m := altOf.FindStringSubmatch(img); m != nil {
			alt = m[1] // quoted as a text may be too
		}
		return `<span class="nopic"` + strings.Join(staying.FindAllString(img, -1), "") + `>` + alt + `</span>`
	})
	return strings.ReplaceAll(s, noPicture, "")
}

// readdress makes the addresses in a note's HTML lead from the page at hand. An
// address that leads nowhere is left out, so that no page has a dead link.
func (f filler) readdress(s string) string {
	if !strings.Contains(s, `="`) {
		return s
	}
	return worded(attribute.ReplaceAllStringFunc(s, func(m string) string {
		parts := attribute.FindStringSubmatch(m)
		name, value := parts[1], html.UnescapeString(parts[2])
		switch {
		case name == "id" && f.quoted:
			return ""
		case name == "id":
			return f.placed(m, value)
		case IsExternal(value) || strings.HasPrefix(value, "data:"):
			return m
		case strings.HasPrefix(value, "#"):
			value = f.within(value[1:])
		default:
			value = f.local(value)
		}
		if value == "" && name == "src" {
			return noPicture
		}
		if value == "" {
			return ""
		}
		return " " + name + `="` + html.EscapeString(value) + `"`
	}))
}

// placed returns the attribute of an anchor as the page of the text has it. That of a month may
// differ, where several logs have the same anchor.
func (f filler) placed(attribute, id string) string {
	if f.n == nil || f.n.Kind != note.Log {
		return attribute
	}
	if _, anchor := f.o.Post(f.n, f.Anchors(f.n)[id], id); anchor != "" {
		id = anchor
	}
	return ` id="` + html.EscapeString(id) + `"`
}

// within leads to an anchor of the text's own note; "" when it has no such anchor.
func (f filler) within(id string) string {
	if decoded, err := url.PathUnescape(id); err == nil {
		id = decoded
	}
	if f.n == nil {
		return ""
	}
	id = f.s.PlaceIn(f.n, id)
	top, ok := f.Anchors(f.n)[id]
	switch {
	case !ok:
		return ""
	case !f.quoted && f.n.Kind != note.Log:
		return Hash(id)
	}
	if _, ok := f.Everywhere(f.n.ID, id); !ok {
		return f.up + EscapePath(NotePath(f.n.ID))
	}
	return f.up + f.pathTo(f.n, top, id)
}

// pathTo returns where an anchor of a note stands, below /{l}/.
func (m *Maker) pathTo(n *note.Note, top *note.Block, id string) string {
	if n.Kind == note.Log {
		if path, anchor := m.o.Post(n, top, id); path != "" {
			return path + Hash(anchor)
		}
	}
	return EscapePath(NotePath(n.ID)) + Hash(id)
}

// local turns an address of the site itself ([note.Home]) into one that is relative
// to the page: another note's page, or a file beside a note. It returns "" for what
// is not there.
func (f filler) local(dest string) string {
	dest, ok := strings.CutPrefix(dest, note.Home)
	u, err := url.Parse(dest)
	if !ok || err != nil || f.n == nil {
		return ""
	}
	for _, a := range f.n.Assets {
		if a.Path == u.Path {
			return f.up + "../files/" + EscapePath(a.Path)
		}
	}
	id := note.ID(strings.Trim(u.Path, "/"))
	other := f.s.Original(id)
	if other == nil {
		return ""
	}
	if u.Fragment == "" {
		return f.up + EscapePath(NotePath(id))
	}
	place := f.s.Place(id, u.Fragment)
	if top, ok := f.Everywhere(id, place); ok {
		return f.up + f.pathTo(other, top, place)
	}
	return f.up + EscapePath(NotePath(id))
}
