package markdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/kawaraban/kawaraban/internal/note"
)

func (r *renderer) html(b *Block) {
	switch {
	case r.d.opts.RawHTML:
		if clean := strings.TrimSpace(cleanBlock(b.Info)); clean != "" {
			r.within(func() { r.balance(clean) })
			r.write("\n")
		}
	case !strings.Contains(b.Info, "<"): // text after a comment
		r.write("<p>", escape(b.Plain), "</p>\n")
	default:
		r.write(`<pre class="raw" tabindex="0"><code>`, escape(strings.Trim(b.Info, "\n")), "</code></pre>\n")
	}
}

// Render returns a block and its children as HTML with placeholders. Comments are omitted. The ID
// of b itself is omitted too, so that the caller can put it in the right place.
func (d *Doc) Render(b *Block, o RenderOptions) note.Text {
	return d.RenderAll([]*Block{b}, o)
}

// RenderAll renders consecutive blocks.
func (d *Doc) RenderAll(bs []*Block, o RenderOptions) note.Text {
	r := &renderer{&writer{d: d, o: o, b: d.room[:0], out: d.pieces[:0], skip: o.Skip}}
	for i, b := range bs {
		if o.Inline {
			if i > 0 {
				r.write("\n")
			}
			r.own(b)
		} else {
			r.block(b, "")
		}
		r.skip = ""
	}
	return r.result()
}

func (r *renderer) own(b *Block) {
	switch {
	case b.Type == Item:
		if b.lead != nil {
			r.leaf(b.lead)
		}
	case b.node.Kind() == kindPlain:
		r.words(b.Plain)
	case slices.Contains([]BlockType{Heading, Paragraph, Term, Picture, Card}, b.Type):
		r.leaf(b.node)
	default:
		r.block(b, "")
	}
}

func (r *renderer) leaf(n ast.Node) {
	label := false
	if box, ok := n.FirstChild().(*extast.TaskCheckBox); ok {
		label = true
		r.write(`<label><input type="checkbox" disabled`)
		if box.IsChecked {
			r.write(` checked`)
		}
		r.write(`> `)
	}
	r.within(func() { r.children(n) })
	if label {
		r.write(`</label>`)
	}
}

func (r *renderer) block(b *Block, id string) {
	attr := ""
	if id != "" {
		attr = ` id="` + escape(id) + `"`
	}
	switch b.Type {
	case Heading:
		tag := fmt.Sprintf("h%d", b.Level)
		r.wrap(b, tag, attr)
	case Paragraph:
		r.paragraph(b, attr)
	case Term:
		r.wrap(b, "dt", attr)
	case List:
		r.list(b, attr)
	case Item:
		r.item(b, attr)
	case Blockquote:
		r.container("blockquote", attr, b)
	case Alert:
		r.alert(b)
	case Details:
		r.details(b)
	case Code:
		r.code(b)
	case Table:
		r.table(b.node.(*extast.Table))
	case Rule:
		r.write("<hr>\n")
	case HTML:
		r.html(b)
	case DefinitionList:
		r.container("dl", "", b)
	case Description:
		r.container("dd", "", b)
	case Footnotes:
		r.footnotes(b)
	case Picture:
		r.picture(b, attr)
	case Card:
		r.card(b, attr)
	}
}

func (r *renderer) wrap(b *Block, tag, attr string) {
	r.write("<", tag, attr, ">")
	r.own(b)
	r.write("</", tag, ">\n")
}

func (r *renderer) paragraph(b *Block, attr string) {
	if first, ok := b.node.FirstChild().(*attributionNode); ok && r.o.DropAttribution && first.taken && first.NextSibling() == nil {
		return
	}
	if b.node.Kind() == ast.KindTextBlock && attr == "" {
		r.own(b)
		r.write("\n")
		return
	}
	r.wrap(b, "p", attr)
}

func (r *renderer) below(bs []*Block) {
	for _, b := range bs {
		r.block(b, b.ID)
	}
}

func (r *renderer) container(tag, attr string, b *Block) {
	r.write("<", tag, attr, ">\n")
	r.below(b.Children)
	r.write("</", tag, ">\n")
}

func (r *renderer) list(b *Block, attr string) {
	tag := "ul"
	if b.Ordered {
		tag = "ol"
		if n := b.node.(*ast.List).Start; n != 1 {
			attr += fmt.Sprintf(` start="%d"`, n)
		}
	}
	r.container(tag, attr, b)
}

func (r *renderer) item(b *Block, attr string) {
	if b.lead != nil {
		if _, ok := b.lead.FirstChild().(*extast.TaskCheckBox); ok {
			attr += ` class="task"`
		}
	}
	r.write("<li", attr, ">")
	if b.lead != nil {
		loose := b.lead.Kind() == ast.KindParagraph
		if loose {
			r.write("<p>")
		}
		r.own(b)
		if loose {
			r.write("</p>")
		}
		if len(b.Children) > 0 {
			r.write("\n")
		}
	}
	r.below(b.Children)
	r.write("</li>\n")
}

var alertSigns = map[string]string{"note": "ℹ", "tip": "✦", "important": "❢", "warning": "⚠", "caution": "⛔"}

func (r *renderer) alert(b *Block) {
	r.write(`<div class="alert alert-`, b.Info, `" role="note">`, "\n", `<p class="alert-title">`)
	word := ""
	if r.d.opts.Word != nil {
		word = r.d.opts.Word("alert." + b.Info)
	}
	if word == "" {
		r.write(alertSigns[b.Info])
	} else {
		r.write(`<span aria-hidden="true">`, alertSigns[b.Info], `</span> `, escape(word))
	}
	r.write("</p>\n")
	r.below(b.Children)
	r.write("</div>\n")
}

func (r *renderer) details(b *Block) {
	title := b.Info
	if title == "" {
		title = "…"
	}
	r.write("<details><summary>", escape(title), "</summary>\n")
	r.below(b.Children)
	r.write("</details>\n")
}

// code writes a code block. It can get keyboard focus, because it may scroll.
func (r *renderer) code(b *Block) {
	if b.Title != "" {
		r.write(`<figure class="code"><figcaption>`, escape(b.Title), "</figcaption>\n")
	}
	r.write(`<pre tabindex="0"><code`)
	if b.Info != "" {
		r.write(` class="language-`, escape(strings.ToLower(b.Info)), `"`)
	}
	r.write(">", r.d.hl.HTML(b.colour, b.Plain), "</code></pre>\n")
	if b.Title != "" {
		r.write("</figure>\n")
	}
}

// table writes a table into a box that scrolls. The box can get keyboard focus, so it is labelled
// with the column names. It has the role article, not region: landmarks of a page need different
// names, and similar tables would get the same.
func (r *renderer) table(t *extast.Table) {
	r.write(`<div class="scroll" role="article" aria-label="`, escape(r.columns(t)), `" tabindex="0"><table>`, "\n")
	body := false
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*extast.TableHeader)
		switch {
		case head:
			r.write("<thead>\n")
		case !body:
			body = true
			r.write("<tbody>\n")
		}
		r.row(row, head)
		if head {
			r.write("</thead>\n")
		}
	}
	if body {
		r.write("</tbody>\n")
	}
	r.write("</table></div>\n")
}

func (r *renderer) columns(t *extast.Table) string {
	var cells []string
	for c := t.FirstChild().FirstChild(); c != nil; c = c.NextSibling() {
		var b strings.Builder
		r.collectText(&b, c)
		if words := strings.TrimSpace(b.String()); words != "" {
			cells = append(cells, words)
		}
	}
	return cmp.Or(strings.Join(cells, ", "), "…")
}

// collectText collects the text of a node; references as written.
func (r *renderer) collectText(b *strings.Builder, n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		resolve(r.d.valueOf(n.Segment), func(s string, _, _ int, _ bool) { b.WriteString(s) })
	case *hole:
		b.WriteString(n.ref.Written)
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.collectText(b, c)
	}
}

var alignClass = map[extast.Alignment]string{
	extast.AlignRight:  ` class="end"`,
	extast.AlignCenter: ` class="center"`,
}

func (r *renderer) row(row ast.Node, head bool) {
	r.write("<tr>")
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		cell, ok := c.(*extast.TableCell)
		if !ok {
			continue
		}
		tag, scope := "td", ""
		if head && cell.HasChildren() { // an empty th is not a header of anything
			tag, scope = "th", ` scope="col"`
		}
		r.write("<", tag, scope, alignClass[cell.Alignment], ">")
		r.leaf(cell)
		r.write("</", tag, ">")
	}
	r.write("</tr>\n")
}

func (r *renderer) footnotes(b *Block) {
	r.write(`<div class="footnotes"><ol>`, "\n")
	for _, f := range b.Children {
		n := f.node.(*extast.Footnote)
		r.write(fmt.Sprintf(`<li id="%sfn-%d">`, escape(r.d.opts.Prefix), n.Index), "\n")
		r.below(f.Children)
		if n.LastChild() != nil && n.LastChild().Kind() == extast.KindFootnoteBacklink {
			r.write("<p>") // the footnote does not end in a paragraph that could hold the back-link
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				r.inline(c) // blocks are not inline content and write nothing here
			}
			r.write("</p>\n")
		}
		r.write("</li>\n")
	}
	r.write("</ol></div>\n")
}

func (r *renderer) picture(b *Block, attr string) {
	img := b.node.FirstChild()
	r.write(`<figure class="picture"`, attr, ">")
	r.inline(img)
	if title := img.(*ast.Image).Title; len(title) > 0 {
		r.write("<figcaption>", escape(address(title)), "</figcaption>")
	}
	r.write("</figure>\n")
}

// card writes a plain link preceded by its host. No request is sent to the host until a reader
// follows the link. The query may identify the video.
func (r *renderer) card(b *Block, attr string) {
	_, address, _ := strings.Cut(b.Info, "//")
	host, rest, _ := strings.Cut(address, "/")
	r.write(`<p class="card"`, attr, `><a href="`, href(b.Info), `" rel="external"><b>`, escape(strings.TrimPrefix(host, "www.")),
		`</b> <span>/`, escape(rest), "</span></a></p>\n")
}
