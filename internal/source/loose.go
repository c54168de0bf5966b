package source

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// looseLists counts items that are entries although their attribution is not at the end. See
// [markdown.Loose].
type looseLists struct {
	literal  bool // whether the heading above is a heading of references
	entries  int  // number of items of lists with loose attributions
	sure     bool
	items    int // number of items of all top-level lists
	headings int // number of headings that are not a kind of change
}

// findLoose counts the top-level lists of a text.
func findLoose(blocks []*markdown.Block) *looseLists {
	l := &looseLists{}
	for _, m := range blocks {
		switch m.Type {
		case markdown.Heading:
			if KindOfHeading(m.Plain) == "" && m.Level > 1 {
				l.headings++
			}
			l.literal = isReferences(m.Plain)
		case markdown.List:
			l.items += len(m.Children)
			if n, sure := looseItems(m); n > 0 && !l.literal {
				l.entries += n
				l.sure = l.sure || sure
			}
		}
	}
	return l
}

// changes reports whether loose attributions alone make the text a changes note. One attribution
// must be certain. Otherwise at least half of the items must have one, and there must be at least
// one per section.
func (l *looseLists) changes() bool {
	return l.sure || l.entries > 0 && 2*l.entries >= l.items && l.entries >= l.headings
}

// looseItems returns the number of items with a loose attribution, and whether one is certain. It
// returns 0 if the list is not a list of entries. In that case no attribution is certain, and
// less than half of the items have one.
func looseItems(list *markdown.Block) (found int, sure bool) {
	for _, item := range list.Children {
		lead := leadOf(item)
		switch {
		case IsRemark(lead.Plain):
		case lead.Loose != nil:
			found++
			sure = sure || lead.Loose.Sure
		case len(item.Children) > 0 && item.Children[0].Type == markdown.List && item.Attr.IsZero():
			n, below := looseItems(item.Children[0]) // the item is a label above a list
			found, sure = found+n, sure || below
		}
	}
	if !sure && 2*found < len(list.Children) {
		return 0, false
	}
	return found, sure
}

// leadOf returns the block with the text of an item.
func leadOf(item *markdown.Block) *markdown.Block {
	if item.Plain == "" && item.Loose == nil {
		for _, m := range item.Children {
			if m.Type != markdown.Comment {
				if m.Type == markdown.Paragraph {
					return m
				}
				break
			}
		}
	}
	return item
}

// acceptLoose converts the loose attributions of a changes note to attributions.
func acceptLoose(blocks []*markdown.Block) {
	kind, literal := note.EntryKind(""), false
	for _, m := range blocks {
		switch {
		case m.Type == markdown.Heading:
			kind, literal = KindOfHeading(m.Plain), isReferences(m.Plain)
		case m.Type == markdown.List && !literal || hasEntries(m):
			takeGroup(m)
		case m.Type == markdown.Paragraph && kind != "" && m.Loose != nil && m.Loose.Sure && !IsRemark(m.Plain):
			m.TakeLoose()
		}
	}
}

// takeItems converts the loose attributions of the items of a list of entries. Below an entry, it
// converts only certain ones.
func takeItems(list *markdown.Block) {
	for _, item := range list.Children {
		lead := leadOf(item)
		if lead.Loose != nil && !IsRemark(lead.Plain) {
			lead.TakeLoose()
			item.Attr = lead.Attr
		}
		for _, below := range item.Children {
			if below.Type != markdown.List {
				continue
			}
			if item.Attr.IsZero() {
				takeGroup(below)
				continue
			}
			for _, child := range below.Children {
				if child.Loose != nil && child.Loose.Sure && !IsRemark(child.Plain) {
					child.TakeLoose()
				}
			}
		}
	}
}

// takeGroup calls takeItems if a list is a list of entries.
func takeGroup(list *markdown.Block) {
	if n, _ := looseItems(list); n > 0 || hasEntries(list) {
		takeItems(list)
	}
}

// isReferences reports whether a heading is a heading of references, such as "Related links".
func isReferences(heading string) bool {
	return slices.Contains(referenceHeadings, foldWords(heading)) || strings.HasPrefix(foldWords(heading), "related ")
}

var referenceHeadings = []string{
	"references", "reference", "links", "see also", "related", "further reading", "resources", "sources",
	"参考", "参考文献", "参考資料", "参考リンク", "関連", "関連リンク", "リンク", "リンク集", "出典", "資料",
	"参考资料", "参考链接", "链接", "相关", "相关链接", "参阅", "另请参阅",
	"ссылки", "см также", "источники", "литература", "полезные ссылки",
}
