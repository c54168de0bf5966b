package page

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/view"
)

// maxSummary is the length of a sentence on what a KEP or a gate is, in characters.
const maxSummary = 300

// summary returns a sentence on what a KEP is: from the description of its gate, else from the
// official text of its first pull request.
func (kv kepViews) summary(number string) *view.Summary {
	for _, name := range kv.b.Site.GatesOfKEP(number) {
		if s := (gateViews{kv.b}).described(name); s != nil {
			return s
		}
	}
	all := kv.pullsOf(number)
	slices.Reverse(all) // oldest first
	return gateViews(kv).official(all)
}

// summary returns a sentence on what a gate is: from its description, else from the official text of
// the first pull request of its KEPs.
func (gv gateViews) summary(name string) *view.Summary {
	if s := gv.described(name); s != nil {
		s.From = view.Link{}
		return s
	}
	for _, number := range gv.b.Site.KEPsOfGate(name) {
		if all := (kepViews{gv.b}).pullsOf(number); len(all) > 0 {
			slices.Reverse(all)
			return gv.official(all)
		}
	}
	return nil
}

// described returns the first sentence of the description of a gate, in the language of the page if
// there is one.
func (gv gateViews) described(name string) *view.Summary {
	g := gv.b.Data.Gate(name)
	if g == nil {
		return nil
	}
	for _, lang := range address.Unique([]note.Lang{gv.b.Lang, "en"}) {
		if text := fragment.FirstSentence(gv.b.Book.Words(g.Description[lang]), maxSummary); text != "" {
			return &view.Summary{Text: gv.b.Text(text, lang), From: gv.b.Links.Gate(name)}
		}
	}
	return nil
}

// official returns the first sentence of the first published pull request.
func (gv gateViews) official(pulls []string) *view.Summary {
	for _, pr := range pulls {
		for _, o := range gv.b.Site.Published(pr) {
			text, lang := o.Note.Text, note.Lang("en")
			if o.Text != nil {
				text, lang = o.Text.Text.Plain(), o.Text.Lang
			}
			if text = fragment.FirstSentence(text, maxSummary); text != "" {
				return &view.Summary{Text: gv.b.Text(text, lang), From: gv.b.Links.Pull(pr)}
			}
		}
	}
	return nil
}
