package markdown

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// RenderOptions selects what of a block is rendered.
type RenderOptions struct {
	Inline          bool   // only the own inline content, without the enclosing tag
	DropAttribution bool   // omit attributions
	Skip            string // words to omit at the start of the first block's Plain: ":pencil:", "補足:"
}

func (r *writer) consume(s string) string {
	if r.skip != "" {
		n := common(s, r.skip)
		s, r.skip = s[n:], r.skip[n:]
		if s != "" {
			r.skip = ""
		}
		r.trim = true
	}
	if r.trim {
		s = strings.TrimLeft(s, " \t\u3000")
		r.trim = s == ""
	}
	return s
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func (r *writer) dest(dest string, image bool) string {
	if r.d.opts.Link != nil {
		dest = r.d.opts.Link(dest, image)
	}
	return dest
}

func (r *writer) rawInline(raw string) {
	if strings.HasPrefix(raw, "<!--") {
		return
	}
	if lineBreak.MatchString(raw) {
		r.write("<br>\n")
		return
	}
	if !r.d.opts.RawHTML {
		r.words(r.consume(raw))
		return
	}
	r.balance(cleanInline(raw))
}

// balance writes sanitized HTML and tracks open elements; it omits unmatched closing tags. The
// sanitizer escapes > within attributes, so a tag ends at the first one.
func (r *writer) balance(s string) {
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			r.write(s)
			return
		}
		r.write(s[:i])
		end := strings.IndexByte(s[i:], '>')
		if end < 0 {
			r.words(s[i:])
			return
		}
		r.tag(s[i : i+end+1])
		s = s[i+end+1:]
	}
}

// maxRaw limits the nesting of raw elements; deeper ones are omitted, and their text stays.
// Browsers allow 512 elements in total.
const maxRaw = 100

func (r *writer) tag(tag string) {
	closing := strings.HasPrefix(tag, "</")
	name := strings.ToLower(strings.Trim(tag, "</>"))
	if i := strings.IndexAny(name, " \t\n/"); i >= 0 {
		name = name[:i]
	}
	switch {
	case slices.Contains(voidElements, name):
		if !closing && (name != "img" || strings.Contains(tag, ` src="`)) {
			r.write(r.readdress(tag))
		}
	case !closing: // <b/> opens as <b> does: self-closing elements exist only in XML
		if before, ok := strings.CutSuffix(tag, "/>"); ok {
			tag = before + ">"
		}
		if len(r.open) < maxRaw {
			r.write(r.readdress(tag))
			r.open = append(r.open, name)
		}
	default:
		if i := lastIndex(r.open, name); i >= r.floor {
			r.closeRaw(i)
		}
	}
}

// readdress rewrites the address in a raw tag, and adds the size of a picture.
func (r *writer) readdress(tag string) string {
	return rawAddress.ReplaceAllStringFunc(tag, func(m string) string {
		name, dest := rawDest(m)
		out := " " + name + `="` + href(r.dest(dest, name == "src")) + `"`
		if name == "src" && r.d.opts.Image != nil && !strings.Contains(tag, ` width="`) {
			if w, h, ok := r.d.opts.Image(dest); ok {
				out += fmt.Sprintf(` width="%d" height="%d"`, w, h)
			}
		}
		return out
	})
}

// within runs f inside an element of our own. Raw elements opened in it end with it; those opened
// outside cannot be closed in it.
func (r *writer) within(f func()) {
	floor := r.floor
	r.floor = len(r.open)
	f()
	r.closeRaw(r.floor)
	r.floor = floor
}

func lastIndex(s []string, v string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == v {
			return i
		}
	}
	return -1
}

func (r *writer) closeRaw(n int) {
	for len(r.open) > n {
		last := len(r.open) - 1
		r.write("</", r.open[last], ">")
		r.open = r.open[:last]
	}
}

type writer struct {
	d     *Doc
	o     RenderOptions
	b     []byte      // the HTML of all spans, concatenated
	out   []textPiece // the spans
	skip  string      // words still to be omitted
	trim  bool        // white space is to be omitted
	open  []string    // open raw elements
	floor int         // number of those that were open before the innermost element of our own
}

// result returns the written Text as slices of one string, which is cheaper than one string for
// each span. It holds no reference to the syntax tree.
func (r *writer) result() note.Text {
	r.flush()
	r.d.room, r.d.pieces = r.b, r.out
	if len(r.out) == 0 {
		return nil
	}
	if last := len(r.out) - 1; r.out[last].ref == nil {
		start := r.ended(last)
		r.b = r.b[:start+len(bytes.TrimRight(r.b[start:], "\n"))]
		if r.out[last].end = len(r.b); len(r.b) == start {
			r.out = r.out[:last]
		}
	}
	whole, start := string(r.b), 0
	out := make(note.Text, len(r.out))
	for i, pc := range r.out {
		out[i] = note.Span{HTML: whole[start:pc.end], Ref: pc.ref}
		start = pc.end
	}
	return out
}

func (r *writer) ended(n int) int {
	if n == 0 {
		return 0
	}
	return r.out[n-1].end
}

func (r *writer) flush() {
	if len(r.b) > r.ended(len(r.out)) {
		r.out = append(r.out, textPiece{end: len(r.b)})
	}
}

// hole writes a reference; within a raw link only its text, because links do not nest.
func (r *writer) hole(ref *note.Ref) {
	if slices.Contains(r.open, "a") {
		r.words(r.consume(ref.Written))
		return
	}
	r.skip, r.trim = "", false
	r.flush()
	r.out = append(r.out, textPiece{len(r.b), ref})
}

func (r *writer) write(s ...string) {
	for _, s := range s {
		r.b = append(r.b, s...)
	}
}

func (r *writer) words(s string) { r.write(escape(s)) }
