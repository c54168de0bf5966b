package markdown

import (
	"fmt"
	"slices"
	"strings"

	east "github.com/yuin/goldmark-emoji/ast"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

type renderer struct{ *writer }

func (r *renderer) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.inline(c)
	}
}

func (r *renderer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		r.textNode(n)
	case *ast.String:
		r.words(r.consume(string(n.Value)))
	case *hole:
		r.hole(n.ref)
	case *attributionNode:
		if !r.o.DropAttribution || !n.taken {
			r.children(n)
		}
	case *ast.CodeSpan:
		r.skip, r.trim = "", false
		r.write("<code>", escape(codeText(n, r.d.src)), "</code>")
	case *ast.Emphasis:
		r.element([]string{"", "em", "strong"}[min(n.Level, 2)], n)
	case *extast.Strikethrough:
		r.element("del", n)
	case *ast.Link:
		r.link(n, address(n.Destination), string(n.Title))
	case *ast.AutoLink:
		r.autoLink(n)
	case *ast.Image:
		r.image(n)
	case *ast.RawHTML:
		r.rawInline(string(n.Segments.Value(r.d.src)))
	case *east.Emoji:
		r.words(r.consume(string(n.Value.Unicode)))
	case *extast.FootnoteLink:
		r.footnoteLink(n)
	case *extast.FootnoteBacklink:
		r.write(fmt.Sprintf(` <a href="#%s" role="doc-backlink">↩%s</a>`, r.footnoteRef(n.Index, n.RefIndex), nth(n.RefIndex)))
	}
}

func (r *renderer) element(tag string, n ast.Node) {
	skipping := r.skip != ""
	before, spans := len(r.b), len(r.out)
	r.write("<", tag, ">")
	opened := len(r.b)
	r.within(func() { r.children(n) })
	if skipping && len(r.out) == spans && len(r.b) == opened {
		r.b = r.b[:before]
		return
	}
	r.write("</", tag, ">")
}

func (r *renderer) textNode(n *ast.Text) {
	resolve(r.d.valueOf(n.Segment), func(s string, _, _ int, _ bool) { r.words(r.consume(s)) })
	switch {
	case n.HardLineBreak():
		r.write("<br>\n")
	case n.SoftLineBreak() && !r.trim:
		r.write("\n")
	}
}

func refused(dest string, image bool) bool {
	return strings.TrimSpace(dest) == "" || refusedScheme(dest, image) != ""
}

func (r *renderer) link(n ast.Node, dest, title string) {
	if refused(dest, false) || slices.Contains(r.open, "a") {
		r.children(n)
		return
	}
	r.openLink(r.dest(dest, false), title)
	r.within(func() { r.children(n) })
	r.write("</a>")
}

func (r *renderer) openLink(dest, title string) {
	r.skip, r.trim = "", false
	r.write(`<a href="`, href(dest), `"`)
	if title != "" {
		r.write(` title="`, escape(address([]byte(title))), `"`)
	}
	if external(dest) {
		r.write(` rel="external"`)
	}
	r.write(">")
}

func (r *renderer) autoLink(n *ast.AutoLink) {
	dest := autoAddress(n, r.d.src)
	label := escape(string(n.Label(r.d.src)))
	if refused(dest, false) || slices.Contains(r.open, "a") {
		r.write(label)
		return
	}
	r.openLink(r.dest(dest, false), "")
	r.write(label, "</a>")
}

// image writes a picture of this site. A picture on another host becomes a link, since pages send
// no requests to other hosts.
func (r *renderer) image(n *ast.Image) {
	dest := address(n.Destination)
	p := &parse{src: r.d.src}
	alt := p.plainOf(n)
	if refused(dest, true) || external(dest) {
		if alt == "" {
			alt = dest
		}
		if inLink(n) || refused(dest, true) || slices.Contains(r.open, "a") {
			r.words(alt)
			return
		}
		r.openLink(dest, "")
		r.write(escape(alt), "</a>")
		return
	}
	r.skip, r.trim = "", false
	r.write(`<img src="`, href(r.dest(dest, true)), `" alt="`, escape(alt), `"`)
	if r.d.opts.Image != nil {
		if w, h, ok := r.d.opts.Image(dest); ok {
			r.write(fmt.Sprintf(` width="%d" height="%d"`, w, h))
		}
	}
	if len(n.Title) > 0 && n.Parent().ChildCount() > 1 {
		r.write(` title="`, escape(address(n.Title)), `"`)
	}
	r.write(` loading="lazy">`)
}

func inLink(n ast.Node) bool {
	for a := n.Parent(); a != nil; a = a.Parent() {
		if a.Kind() == ast.KindLink {
			return true
		}
	}
	return false
}

func (r *renderer) footnoteLink(n *extast.FootnoteLink) {
	r.write(fmt.Sprintf(`<sup><a href="#%sfn-%d" id="%s" role="doc-noteref">%d</a></sup>`,
		escape(r.d.opts.Prefix), n.Index, r.footnoteRef(n.Index, n.RefIndex), n.Index))
}

func (r *renderer) footnoteRef(index, nthRef int) string {
	id := fmt.Sprintf("%sfnref-%d", escape(r.d.opts.Prefix), index)
	if nthRef > 0 {
		id += fmt.Sprintf("-%d", nthRef+1)
	}
	return id
}

func nth(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprint(i + 1)
}
