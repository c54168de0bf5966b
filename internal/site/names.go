package site

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// nameIndex has the names that notes use for KEPs.
type nameIndex struct {
	learned map[learned]bool // names printed in notes
	titles  *ref.Titles
}

func compareLearned(a, b learned) int {
	return strings.Compare(a.number+"\t"+a.name, b.number+"\t"+b.name)
}

func (x *nameIndex) find(base *contribution) *contribution {
	var out *contribution
	var more []keyed
	for _, c := range base.candidates {
		for _, m := range x.in(c) {
			if slices.Contains(c.has, m.KEP) {
				continue
			}
			if out == nil {
				made := *base
				out = &made
				out.named, out.byBlock = map[*note.Span][]Named{}, map[*note.Block][]string{}
			}
			more = append(more, out.add(c, m))
		}
	}
	if out == nil {
		return base
	}
	out.runs = withNamed(base.runs, more)
	return out
}

// withNamed adds mentions in words to runs. A mention by number in the same block takes
// precedence.
func withNamed(runs []noteMentions, more []keyed) []noteMentions {
	var all []keyed
	for _, r := range runs {
		for _, m := range r.mentions {
			all = append(all, keyed{r.key, m})
		}
	}
	all = append(all, more...)
	slices.SortStableFunc(all, func(a, b keyed) int { return cmp.Compare(a.seq, b.seq) })
	return gather(all)
}

func (part *contribution) sameNames(other *contribution) bool {
	return maps.EqualFunc(part.named, other.named, slices.Equal)
}

func (x *nameIndex) in(c candidate) []Named {
	var out []Named
	if c.whole {
		if number, ok := x.titles.Whole(c.plain); ok {
			out = append(out, Named{number, c.plain})
		}
	} else {
		for _, m := range x.titles.Find(c.plain) {
			out = append(out, Named{m.Ref.ID, m.Ref.Written})
		}
	}
	return slices.DeleteFunc(out, func(n Named) bool { return c.onlyInCode(n.Words) })
}

var codeIn = regexp.MustCompile(`(?s)<code[^>]*>(.*?)</code>`)

// onlyInCode reports whether the words occur only inside code. Code never names a KEP, but a name
// may contain code.
func (c candidate) onlyInCode(words string) bool {
	in := 0
	for _, sp := range c.text {
		for _, m := range codeIn.FindAllStringSubmatch(sp.HTML, -1) {
			in += strings.Count(note.Text{{HTML: m[1]}}.Plain(), words)
		}
	}
	return in > 0 && in >= strings.Count(c.plain, words)
}

func (part *contribution) add(c candidate, named Named) keyed {
	part.named[&c.text[0]] = append(part.named[&c.text[0]], named)
	for _, b := range c.under {
		part.byBlock[b] = with(part.byBlock[b], named.KEP)
	}
	m := c.mention
	m.Written, m.Words = named.KEP, named.Words
	return keyed{note.Key{Kind: note.KEP, ID: named.KEP}, m}
}
