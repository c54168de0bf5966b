package page

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/view"
)

const maxChecklist = 110

// changeLine returns the checklist line of a change. Its URLs are absolute, because readers paste
// checklists into issues.
func changeLine(bk *address.Book, c *site.Change, comma string) string {
	id, url := "#"+c.PR, address.UpstreamURL(note.PR, c.PR)
	if c.PR == "" {
		id = c.Note.Repo + "#" + strconv.Itoa(c.Note.PR)
		url = ref.URL(note.Ref{Kind: note.Thread, ID: id})
	}
	line := "- [ ] [" + id + "](" + url + ") " + firstSentence(builder.Source(c.Note), maxChecklist)
	if sigs := bk.SomeSIGs(c.Note.SIGs, comma); sigs != "" {
		line += " (" + sigs + ")"
	}
	return line + "\n"
}

func gateLine(bk *address.Book, v view.UpgradeGate, c site.GateChange) string {
	line := "- [ ] `" + c.Gate + "`: " + stageWords(v.Before) + " → " + stageWords(v.After)
	if c.Before == nil {
		line = "- [ ] `" + c.Gate + "`: " + stageWords(v.After)
	}
	for _, k := range c.KEPs {
		line += " [KEP-" + k + "](" + address.UpstreamURL(note.KEP, k) + ")"
	}
	return line + "\n"
}

func stageWords(st *view.Stage) string {
	if st == nil {
		return "✕"
	}
	return st.Text
}

func apiLine(v view.UpgradeAPI) string {
	line := "- [ ] `" + string(v.Resource) + "`: " + v.Kind.Label
	if v.Instead != "" {
		line += " → `" + string(v.Instead) + "`"
	}
	return line + "\n"
}

func knownLine(text string) string {
	return "- [ ] " + firstSentence(strings.TrimLeft(text, "#-* "), maxChecklist) + "\n"
}

// firstSentence returns the first sentence of a Markdown text on one line. It has at most limit
// characters. A longer sentence is cut at a space, and before a code span or a link that does not
// fit.
func firstSentence(text string, limit int) string {
	text = firstLine(text)
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	var open nesting
	cut, n := 0, 0
	for i, r := range text {
		if n++; n > limit {
			break
		}
		if r == ' ' && !open.any() {
			cut = i
			if strings.HasSuffix(text[:i], ".") && n > limit/3 {
				return text[:i]
			}
		}
		open.read(r)
	}
	return strings.TrimRight(text[:cut], " ,;:") + "…"
}

type nesting struct {
	code     bool
	brackets int
}

func (n *nesting) any() bool { return n.code || n.brackets > 0 }

func (n *nesting) read(r rune) {
	switch {
	case r == '`':
		n.code = !n.code
	case n.code:
	case r == '[' || r == '(' || r == '<':
		n.brackets++
	case (r == ']' || r == ')' || r == '>') && n.brackets > 0:
		n.brackets--
	}
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n\n")
	return strings.Join(strings.Fields(text), " ")
}
