package feed

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// text writes blocks of a note as simple HTML for a feed: no anchors, no comments, absolute
// addresses.
type text struct {
	*Maker
	n    *note.Note
	lang note.Lang // of the item
	made strings.Builder
}

// heading is a heading without content so far.
type heading struct {
	level int
	made  string
}

// blocks writes blocks up to a size in bytes, then a link to the rest. Unwritten entries and
// headings without content are skipped.
func (w *text) blocks(all []*note.Block, room int, href string) {
	if w.Site.ByMachine(w.n) {
		w.machine()
	}
	before, whole := w.made.Len(), true
	var over []heading
	for _, b := range all {
		if b.Type == note.Entry && site.Waits(w.n, b) {
			continue
		}
		if b.IsHeading() {
			over = slices.DeleteFunc(over, func(h heading) bool { return h.level >= b.Level })
		}
		one := text{Maker: w.Maker, n: w.n, lang: w.lang}
		one.block(b)
		if b.Type == note.Heading {
			over = append(over, heading{b.Level, one.made.String()})
			continue
		}
		made := one.made.String()
		for _, h := range slices.Backward(over) {
			made = h.made + made
		}
		if whole = w.made.Len()+len(made) <= room; !whole {
			break
		}
		w.made.WriteString(made)
		over = nil
	}
	if !whole || w.made.Len() == before {
		w.addParagraph(`<a href="` + html.EscapeString(href) + `">` + html.EscapeString(w.Language.T("feed.more")) + `</a>`)
	}
}

func (w *text) addParagraph(made string) {
	lang := ""
	if w.lang != w.Language.Code {
		lang = ` lang="` + w.Language.Tag + `"`
	}
	w.made.WriteString("<p" + lang + ">" + made + "</p>")
}

func (w *text) machine() {
	w.addParagraph("<small>" + html.EscapeString(w.Language.T("pair.machine")) + "</small>")
}

func (w *text) block(b *note.Block) {
	tag := w.element(b)
	lang := ""
	if own := w.Site.LangOf(w.n, b); own != w.lang && own != "" {
		lang = ` lang="` + html.EscapeString(locale.Tag(own)) + `"`
	}
	if b.Machine && !w.Site.ByMachine(w.n) { // otherwise the item has a single label
		w.machine()
	}
	if text := w.words(b); text != "" {
		w.made.WriteString("<" + tag + lang + ">" + text)
		if b.Type == note.Entry && b.Level == 0 {
			w.pulls(b)
		}
		w.made.WriteString("</" + tag + ">")
	}
	if len(b.Children) > 0 {
		w.children(b)
	}
}

// element returns the HTML element of a block. The headings of the note start one level below the
// item's title.
func (w *text) element(b *note.Block) string {
	switch {
	case b.IsHeading():
		return "h" + strconv.Itoa(min(max(b.Level, 2)+1, 6))
	case b.Type == note.Entry:
		return "p"
	case b.Type == note.Remark:
		return "blockquote"
	}
	return "div"
}

func (w *text) children(b *note.Block) {
	for i := range b.Children {
		if c := &b.Children[i]; c.Type != note.Entry || !site.Waits(w.n, c) {
			w.block(c)
		}
	}
}

// words returns the HTML of a block with absolute addresses. Attached files are outside the
// language folders. Feeds have no base scheme, so addresses without a scheme get https.
func (w *text) words(b *note.Block) string {
	made := string(w.Fragments.Make(b.Text, fragment.At{Note: w.n, Up: w.up(), Quoted: true}))
	for _, attr := range []string{` href="`, ` src="`} { // does not match text, where quotation marks are escaped
		made = strings.ReplaceAll(made, attr+w.up()+"../", attr+w.Root)
		made = strings.ReplaceAll(made, attr+"//", attr+"https://")
	}
	return made
}

func (w *text) pulls(b *note.Block) {
	var links []string
	for _, pr := range b.Attr.PRs {
		l := w.Pull(pr)
		links = append(links, `<a href="`+html.EscapeString(l.Href)+`">`+html.EscapeString(l.Text)+`</a>`)
	}
	if len(links) > 0 {
		w.made.WriteString(" (" + strings.Join(links, ", ") + ")")
	}
}
