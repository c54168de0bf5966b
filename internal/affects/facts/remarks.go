package facts

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// The length of a remark in characters. A sentence of fewer than minRemark often only names a KEP.
const (
	minRemark = 20
	maxRemark = 160
)

// Remarks returns what the notes of a site remark on pull requests, by their number: the first
// sentence, and the second after a short one. Each pull request has at most one in each language.
func Remarks(s *site.Site) map[int][]affects.Remark {
	out := map[int][]affects.Remark{}
	for _, n := range s.Notes() {
		for b := range n.Entries {
			remarks := slices.DeleteFunc(b.Remarks(), func(r *note.Block) bool { return r.Machine })
			if len(remarks) == 0 {
				continue
			}
			remark := affects.Remark{Lang: s.LangOf(n, remarks[0]), Text: opening(remarks[0].Text.Plain())}
			if len(n.Meta.Authors) > 0 {
				remark.Author = string(n.Meta.Authors[0])
			}
			for _, pr := range b.Attr.PRs {
				number, err := strconv.Atoi(pr)
				if err == nil && remark.Text != "" && !slices.ContainsFunc(out[number], func(r affects.Remark) bool { return r.Lang == remark.Lang }) {
					out[number] = append(out[number], remark)
				}
			}
		}
	}
	return out
}

// opening returns the first sentence of a text, with the second if it is short.
func opening(text string) string {
	first := fragment.FirstSentence(text, maxRemark)
	rest, ok := strings.CutPrefix(text, first)
	if !ok || rest == "" || utf8.RuneCountInString(first) >= minRemark {
		return first
	}
	after := fragment.FirstSentence(rest, maxRemark)
	return first + rest[:strings.Index(rest, strings.TrimSpace(rest))] + after
}
