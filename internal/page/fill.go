package page

import (
	"html"
	"html/template"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// fillKey identifies a fragment: its text, how far its page is from /{l}/, and
// whether it stands on its own page or is quoted on another.
type fillKey struct {
	text   *note.Span
	up     string
	quoted bool
}

// fill turns a text into HTML: holes become links that are relative to a page whose
// way to /{l}/ is up. A fragment is made once per depth, since below /{l}/ the
// relative links are the same in all languages. Where the text is quoted on another
// page, its anchors are left out and links to them lead to the note.
func (p *planner) fill(t note.Text, n *note.Note, up string, quoted bool) template.HTML {
	if len(t) == 0 {
		return ""
	}
	return p.fills.Make(fillKey{&t[0], up, quoted}, func() template.HTML { return p.filled(t, n, up, quoted) })
}

// filled is fill without keeping what it made.
func (p *planner) filled(t note.Text, n *note.Note, up string, quoted bool) template.HTML {
	var room [roomyText]byte
	b := room[:0]
	f := filler{planner: p, n: n, up: up, quoted: quoted}
	for i := range t {
		if ref := t[i].Ref; ref != nil {
			b = f.appendRef(b, ref)
		} else {
			b = append(b, f.voiced(f.readdress(t[i].HTML))...)
		}
	}
	return template.HTML(f.termed(f.named(string(b), t), t))
}

// roomyText is how many bytes nearly every text has at most as HTML, with its links.
const roomyText = 2048

type filler struct {
	*planner
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
	path, href := f.target(*r)
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
		case isExternal(value) || strings.HasPrefix(value, "data:"):
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

// placed is the attribute of an anchor on the page that the text stands on: a month's may have
// another one, where several logs have the same.
func (f filler) placed(attribute, id string) string {
	if f.n == nil || f.n.Kind != note.Log {
		return attribute
	}
	if month := f.monthOf(f.n, f.anchors(f.n)[id], id); month != "" {
		id = f.month(month, f.n.Lang).anchorOf(f.n.ID, id)
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
	top, ok := f.anchors(f.n)[id]
	switch {
	case !ok:
		return ""
	case !f.quoted && f.n.Kind != note.Log:
		return fragment(id)
	}
	if _, ok := f.everywhere(f.n.ID, id); !ok {
		return f.up + escapePath(notePath(f.n.ID))
	}
	return f.up + f.pathTo(f.n, top, id)
}

// pathTo is where an anchor of a note stands, below /{l}/.
func (p *planner) pathTo(n *note.Note, top *note.Block, id string) string {
	if month := p.monthOf(n, top, id); month != "" {
		return p.month(month, n.Lang).pathOf(month, n.ID, id)
	}
	return escapePath(notePath(n.ID)) + fragment(id)
}

// monthOf is the month on whose page an anchor of a log stands; "" for other notes. What has no
// date, as the footnotes at the end, stands with the last day above it.
func (p *planner) monthOf(n *note.Note, top *note.Block, id string) string {
	switch {
	case n.Kind != note.Log || top == nil:
		return ""
	case isDay(top.Date):
		return top.Date[:7]
	}
	for _, month := range slices.Sorted(maps.Keys(p.logMonths()[n.ID])) {
		if p.month(month, n.Lang).places[logAnchor{n.ID, id}].anchor != "" {
			return month
		}
	}
	return ""
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
			return f.up + "../files/" + escapePath(a.Path)
		}
	}
	id := note.ID(strings.Trim(u.Path, "/"))
	other := f.s.Original(id)
	if other == nil {
		return ""
	}
	if u.Fragment == "" {
		return f.up + escapePath(notePath(id))
	}
	place := f.s.Place(id, u.Fragment)
	if top, ok := f.everywhere(id, place); ok {
		return f.up + f.pathTo(other, top, place)
	}
	return f.up + escapePath(notePath(id))
}

// rich returns a block's own HTML with the lang attribute that it needs here.
func (sh *sheet) rich(t note.Text, lang note.Lang, n *note.Note, quoted bool) view.Rich {
	return view.Rich{HTML: sh.fill(t, n, sh.up, quoted), Lang: sh.tag(lang)}
}

// markdown turns a text of the upstream data into HTML; nil for an empty one.
func (sh *sheet) markdown(src string, lang note.Lang) *view.Rich {
	if strings.TrimSpace(src) == "" {
		return nil
	}
	return &view.Rich{HTML: sh.fill(sh.rendered(src), nil, sh.up, true), Lang: sh.tag(lang)}
}

// rendered reads Markdown of upstream data.
func (p *planner) rendered(src string) note.Text {
	return p.texts.Make(src, func() note.Text {
		doc := markdown.Parse([]byte(src), markdown.Options{Names: p.o.Names})
		return doc.RenderAll(doc.Blocks, markdown.RenderOptions{})
	})
}
