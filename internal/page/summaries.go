package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxSummary is the maximum length in characters of a summary of a KEP or a gate.
const maxSummary = 300

type summaryViews struct{ b *builder.Builder }

// kep returns a one-sentence summary of a KEP. It comes from the description of a gate of the
// KEP, else from the official text of the first pull request.
func (sv summaryViews) kep(number string) *view.Summary {
	for _, name := range sv.b.Site.GatesOfKEP(number) {
		if s := sv.described(name); s != nil {
			return s
		}
	}
	return sv.official(number)
}

// gate returns a one-sentence summary of a gate. It comes from its description, else from the
// official text of the first pull request of one of its KEPs.
func (sv summaryViews) gate(name string) *view.Summary {
	if s := sv.described(name); s != nil {
		s.From = view.Link{}
		return s
	}
	for _, number := range sv.b.Site.KEPsOfGate(name) {
		if s := sv.official(number); s != nil {
			return s
		}
	}
	return nil
}

// described returns the first sentence of the description of a gate, by preference in the
// language of the page.
func (sv summaryViews) described(name string) *view.Summary {
	g := sv.b.Data.Gate(name)
	if g == nil {
		return nil
	}
	for _, lang := range address.Unique([]note.Lang{sv.b.Lang, "en"}) {
		if text := fragment.FirstSentence(sv.b.Book.Words(g.Description[lang]), maxSummary); text != "" {
			return &view.Summary{Text: sv.b.Text(text, lang), From: sv.b.Links.Gate(name)}
		}
	}
	return nil
}

// official returns the first sentence of the official text of the oldest published pull request
// of a KEP.
func (sv summaryViews) official(number string) *view.Summary {
	for _, pr := range slices.Backward(sv.pullsOf(number)) {
		for _, o := range sv.b.Site.Published(pr) {
			text, lang := o.Note.Text, note.Lang("en")
			if o.Text != nil {
				text, lang = o.Text.Text.Plain(), o.Text.Lang
			}
			if text = fragment.FirstSentence(text, maxSummary); text != "" {
				return &view.Summary{Text: sv.b.Text(text, lang), From: sv.b.Links.Pull(pr)}
			}
		}
	}
	return nil
}

// pullsOf returns the pull requests that official notes or attributions connect with a KEP,
// highest number first.
func (sv summaryViews) pullsOf(number string) []string {
	seen := map[string]bool{}
	for _, pr := range sv.b.Book.Lists.Official()[number] {
		seen[pr] = true
	}
	for _, m := range sv.b.Citations.All(note.Key{Kind: note.KEP, ID: number}) {
		if m.Entry() {
			for _, pr := range m.Block.Attr.PRs {
				seen[pr] = true
			}
		}
	}
	out := make([]string, 0, len(seen))
	for pr := range seen {
		out = append(out, pr)
	}
	slices.SortFunc(out, func(a, b string) int { return address.CompareNumbers(b, a) })
	return out
}
