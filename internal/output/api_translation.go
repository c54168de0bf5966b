package output

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

func (a apiMaker) translations(n *note.Note, b *note.Block) map[note.Lang]apiTranslation {
	out := map[note.Lang]apiTranslation{}
	own := a.s.StaleOf(n, b)
	for lang, c := range a.s.Counterparts(n, b) {
		t := apiTranslation{How: c.How, Stale: own != nil && own.Lang == lang}
		if c.How == site.ByNote {
			t.Note, t.Entry = c.Note.ID, a.s.Anchor(c.Note, c.Blocks[0])
			out[lang] = t
			continue
		}
		var texts []string
		for _, x := range c.Blocks {
			texts = append(texts, entryText(x))
			for _, r := range x.Remarks() {
				t.Remarks = append(t.Remarks, r.Text.Plain())
			}
		}
		if c.How == site.ByComment {
			t.Text = strings.TrimSpace(c.Text.Plain() + "\n" + c.More.Plain())
		} else {
			t.Text = strings.Join(texts, "\n")
			t.Stale = t.Stale || slices.ContainsFunc(c.Blocks, func(x *note.Block) bool { return a.behind(n, c.Note, x) })
		}
		out[lang] = t
	}
	return out
}

func (a apiMaker) behind(n, other *note.Note, b *note.Block) bool {
	return other.ID == n.ID && a.s.SourceOf(other) == n && a.s.StaleOf(other, b) != nil
}

// TranslationStatus is the progress of a translation in numbers of blocks. Blocks without a
// language are not counted.
type TranslationStatus struct {
	Note       note.ID   `json:"note"`
	Lang       note.Lang `json:"lang"`
	From       note.Lang `json:"from"`
	Blocks     int       `json:"blocks"`     // blocks of the source: headings, entries, remarks, prose
	Translated int       `json:"translated"` // including outdated and machine translations
	Stale      int       `json:"stale"`      // translated, but the source changed later
	Missing    int       `json:"missing"`    // not translated
	Uncertain  int       `json:"uncertain"`  // possibly translated: the alignment is uncertain
	Machine    int       `json:"machine"`    // unreviewed machine translations
	Unrecorded int       `json:"unrecorded"` // translated without a recorded source
}

// TranslationsOf converts translations and keeps their order. It never returns nil.
func TranslationsOf(ts []site.Translation) []TranslationStatus {
	out := []TranslationStatus{}
	for _, t := range ts {
		out = append(out, TranslationStatus{
			Note: t.Note.ID, Lang: t.Note.Lang, From: t.From, Blocks: t.Blocks, Translated: t.Translated, Stale: t.Stale,
			Missing: t.Missing, Uncertain: t.Uncertain, Machine: t.Machine, Unrecorded: t.Unrecorded,
		})
	}
	return out
}

// entryText returns an entry as plain text: its text and its details, one per line. It omits
// remarks and nested entries.
func entryText(b *note.Block) string {
	words := b.Text.Plain()
	for i := range b.Children {
		if c := &b.Children[i]; c.Type != note.Remark && c.Type != note.Entry {
			if more := c.Text.Plain(); more != "" {
				words += "\n" + more
			}
		}
	}
	return strings.TrimSpace(words)
}
