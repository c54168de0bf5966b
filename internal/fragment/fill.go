// Package fragment renders the texts of notes as HTML for all outputs, such as pages and feeds.
//
// A [note.Text] has a placeholder for each reference, because its link depends on the output.
// A [Maker] fills the placeholders of one site:
//
//   - references become links to [Options.Target];
//   - titles of KEPs become links as well;
//   - links between notes and to attached files become relative to the page; dead links are
//     removed;
//   - the first mention of each glossary term in a note becomes a link.
//
// Addresses start with [At.Up], the path from the page to /{l}/, the folder of the language.
// Create one Maker for each linked site with [New], then call [Maker.HTML] for each text.
//
// [Maker.Anchors] returns the anchors of a note. [Maker.Everywhere] reports whether a note's page
// has an anchor in all languages, so that it can be linked.
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

// Options configures a [Maker]. The zero value suits an output without pages: its references link
// upstream.
type Options struct {
	Languages []note.Lang        // languages in which every note has a page; empty: those of the notes
	Glossary  *glossary.Glossary // its terms link to [GlossaryPath]; may be nil
	Names     *ref.Names         // for Markdown in upstream data; may be nil

	// Target returns the target of a reference: a path below /{l}/, an external address, or
	// neither. The default is upstream.
	Target func(note.Ref) (path, outside string)
	// Post returns where the block top of a log, whose anchor is id, is printed: the path below /{l}/
	// and the anchor there. Without Post, all blocks are on the page of the log.
	Post func(log *note.Note, top *note.Block, id string) (path, anchor string)
}

// Maker renders the fragments of one site and caches recent ones. It is safe for concurrent use.
type Maker struct {
	s *site.Site
	o Options

	fills *memo.Map[fillKey, template.HTML]
	ids   *memo.Map[*note.Note, map[string]*note.Block] // see Anchors
	terms *memo.Map[*note.Note, map[*note.Span]firsts]  // see firstTerms
	shown memo.Map[note.ID, map[string]*note.Block]     // see places
	texts memo.Map[string, note.Text]                   // Markdown in upstream data
}

// A page is rendered in all languages before the next page, so a text is reused immediately or
// rarely.
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

// At is the place where a fragment is shown.
type At struct {
	Note   *note.Note // source of the text; nil for upstream texts
	Up     string     // path from the page to /{l}/: "../../"; empty on the home page
	Quoted bool       // not on the note's page: no anchors and no glossary links
}

type fillKey struct {
	text   *note.Span
	up     string
	quoted bool
}

// HTML renders a text as HTML with links for its references. Results are cached by depth, because
// relative links below /{l}/ are the same in all languages. Dead links and missing pictures are
// removed.
func (m *Maker) HTML(t note.Text, at At) template.HTML {
	if len(t) == 0 {
		return ""
	}
	return m.fills.Make(fillKey{&t[0], at.Up, at.Quoted}, func() template.HTML { return m.Make(t, at) })
}

// Make is [Maker.HTML] without caching, for callers with their own cache.
func (m *Maker) Make(t note.Text, at At) template.HTML {
	var room [roomyText]byte
	b := room[:0]
	f := filler{Maker: m, n: at.Note, up: at.Up, quoted: at.Quoted}
	for i := range t {
		if ref := t[i].Ref; ref != nil {
			b = f.appendRef(b, ref)
		} else {
			b = append(b, f.markCode(f.readdress(t[i].HTML))...)
		}
	}
	return template.HTML(f.termed(f.named(string(b), t), t))
}

// Markdown parses Markdown in upstream data.
func (m *Maker) Markdown(src string) note.Text {
	return m.texts.Make(src, func() note.Text {
		doc := markdown.Parse([]byte(src), markdown.Options{Names: m.o.Names})
		return doc.RenderAll(doc.Blocks, markdown.RenderOptions{})
	})
}

const roomyText = 2048

type filler struct {
	*Maker
	n      *note.Note // nil for upstream texts
	up     string
	quoted bool
}

// appendRef appends a reference as written in the note, with a link if it has a target.
func (f filler) appendRef(b []byte, r *note.Ref) []byte {
	words := html.EscapeString(r.Written)
	if r.Code || r.Kind == note.Gate {
		words = view.Breaks(r.Written, view.LongName)
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

// markCode adds line break opportunities to long code. In notes in other languages it marks code as
// English, for screen readers and language detection.
func (f filler) markCode(s string) string {
	open := "<code>"
	if f.n != nil && f.n.Lang != "en" {
		open = "<code lang=en>"
	}
	if !strings.Contains(s, "<code>") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for {
		before, rest, ok := strings.Cut(s, "<code>")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		b.WriteString(open)
		if end := strings.IndexByte(rest, '<'); end > 0 && !strings.HasSuffix(before, preStart) && strings.HasPrefix(rest[end:], "</code>") {
			b.WriteString(view.Breaks(html.UnescapeString(rest[:end]), view.LongName))
			rest = rest[end:]
		}
		s = rest
	}
}

// preStart ends the start tag of preformatted code.
const preStart = `tabindex="0">`

// short reports whether a reference is a number that must not wrap: KEP-1287, k/k#115331.
func short(r *note.Ref) bool {
	return (r.Kind == note.KEP || r.Kind == note.PR) && len(r.Written) <= len("KEP-0000")+len("k/k#")
}

// attribute matches addresses and anchors in rendered HTML. Text cannot match, because its
// quotation marks are escaped.
var attribute = regexp.MustCompile(` (href|src|id)="([^"]*)"`)

const noPicture = ` src="data:,"`

// Patterns for missing pictures in rendered HTML, and for the attributes that worded keeps.
var (
	lostPicture = regexp.MustCompile(`<img\b[^>]*` + noPicture + `[^>]*>`)
	altOf       = regexp.MustCompile(` alt="([^"]*)"`)
	staying     = regexp.MustCompile(` (?:id|lang|title)="[^"]*"`)
)

// replacePictures replaces missing pictures by their alternative text, so that browsers send no
// request.
func replacePictures(s string) string {
	if !strings.Contains(s, noPicture) {
		return s
	}
	s = lostPicture.ReplaceAllStringFunc(s, func(img string) string {
		alt := ""
		if m := altOf.FindStringSubmatch(img); m != nil {
			alt = m[1] // escaped quotation marks are valid in text too
		}
		return `<span class="nopic"` + strings.Join(staying.FindAllString(img, -1), "") + `>` + alt + `</span>`
	})
	return strings.ReplaceAll(s, noPicture, "")
}

func (f filler) readdress(s string) string {
	if !strings.Contains(s, `="`) {
		return s
	}
	return replacePictures(attribute.ReplaceAllStringFunc(s, func(m string) string {
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

// placed returns the id attribute for the page of the text. On a month's page it may differ,
// because several logs can have the same anchor.
func (f filler) placed(attribute, id string) string {
	if f.n == nil || f.n.Kind != note.Log {
		return attribute
	}
	if _, anchor := f.o.Post(f.n, f.Anchors(f.n)[id], id); anchor != "" {
		id = anchor
	}
	return ` id="` + html.EscapeString(id) + `"`
}

// within returns the address of an anchor in the text's own note, or "" if it is missing.
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

// pathTo returns the path of a note's anchor below /{l}/.
func (m *Maker) pathTo(n *note.Note, top *note.Block, id string) string {
	if n.Kind == note.Log {
		if path, anchor := m.o.Post(n, top, id); path != "" {
			return path + Hash(anchor)
		}
	}
	return EscapePath(NotePath(n.ID)) + Hash(id)
}

// local makes an internal address ([note.Home]) relative to the page: another note's page, or an
// attached file. It returns "" if the target is missing.
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
