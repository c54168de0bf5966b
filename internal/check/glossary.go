package check

import (
	"slices"
	"sort"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// otherWords reports words that the glossary lists as incorrect for a term. It adds a fix if the
// English version of the block contains the term, and if the language has no inflection.
func otherWords(in *In, f *File) []diag.Diagnostic {
	if in.Site == nil || in.Site.Data().Glossary == nil {
		return nil
	}
	var ds []diag.Diagnostic
	g := in.Site.Data().Glossary
	w := wording{in: in, file: f, terms: g, blocks: blocksByLine(f.Note)}
	for start, line := range f.maskedLines() {
		b := w.blockAt(f.At(start).Line)
		lang := f.Note.Lang
		if b != nil {
			lang = b.Lang
		}
		for _, h := range g.Avoided(line, lang) {
			ds = append(ds, w.report(b, lang, h, start, line))
		}
	}
	return ds
}

type wording struct {
	in     *In
	file   *File
	terms  *glossary.Glossary
	blocks []*note.Block // by line
}

func blocksByLine(n *note.Note) []*note.Block {
	var out []*note.Block
	for b := range n.All {
		if b.Pos.Line > 0 {
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b *note.Block) int { return a.Pos.Line - b.Pos.Line })
	return out
}

func (w *wording) blockAt(line int) *note.Block {
	i := sort.Search(len(w.blocks), func(i int) bool { return w.blocks[i].Pos.Line > line })
	if i == 0 {
		return nil
	}
	return w.blocks[i-1]
}

// uninflected are the languages without inflection, in which a word can be replaced by another
// one unchanged.
var uninflected = []note.Lang{"ja", "zh"}

func (w *wording) report(b *note.Block, lang note.Lang, h glossary.Hit, start int, line string) diag.Diagnostic {
	wrong := line[h.Start:h.End]
	english, _ := h.Term.Name("en")
	right, in := h.Term.Name(lang)
	d := diag.Warnf(w.file.At(start+h.Start), "glossary/other-word", "non-preferred term %q for %q", wrong, english)
	if in != lang {
		return d
	}
	d = d.WithHint("write %s", right)
	if !w.meant(b, lang, h.Term) {
		return d
	}
	d = d.WithText("non-preferred term %q for %q, which is in the English text", wrong, english)
	if slices.Contains(uninflected, lang) {
		d = d.WithFix(diag.Fix{Start: start + h.Start, End: start + h.End, New: right})
	}
	return d
}

// meant reports whether the English version of a block contains a term, and the block contains
// none of its correct names.
func (w *wording) meant(b *note.Block, lang note.Lang, t *glossary.Term) bool {
	if b == nil || w.names(b.Text.Plain(), lang, t) {
		return false
	}
	c, ok := w.in.Site.Counterparts(w.file.Note, b)["en"]
	if !ok || c.How == site.ByNote || c.How == site.ByMachine {
		return false
	}
	if w.names(c.Text.Plain(), "en", t) {
		return true
	}
	return slices.ContainsFunc(c.Blocks, func(b *note.Block) bool { return w.names(b.Text.Plain(), "en", t) })
}

func (w *wording) names(text string, lang note.Lang, t *glossary.Term) bool {
	return slices.ContainsFunc(w.terms.Find(text, lang), func(h glossary.Hit) bool { return h.Term == t })
}
