package upstream

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// KEPsOfNote returns the numbers of the KEPs that a release note is about, each once,
// in order. The first of these that leads to a KEP decides:
//
//   - its documentation, and what its text names as KEP-127, where that is a KEP's number;
//   - the feature gates that its text names, by [Data.KEPsOfGate];
//   - threads of kubernetes/enhancements in its documentation or its text, by the KEPs that
//     the pull request touched ([Data.Pulls]).
//
// A gate or a pull request that belongs to several KEPs says nothing. With no KEPs
// imported, every number of the documentation counts as one.
func (d *Data) KEPsOfNote(n *ReleaseNote) []string {
	if made, ok := d.kepsOfNote.Load(n); ok {
		return made.([]string)
	}
	made := d.findKEPs(n)
	d.kepsOfNote.Store(n, made)
	return made
}

func (d *Data) findKEPs(n *ReleaseNote) []string {
	if len(d.KEPs) == 0 {
		return inOrder(slices.Clone(n.KEPs))
	}
	named := d.namedIn(n.Text)
	threads := append(slices.Clone(n.KEPPulls), named.threads...)
	var direct []string
	for _, number := range append(slices.Clone(n.KEPs), named.keps...) {
		if keps := d.KEP(number); len(keps) > 0 {
			direct = append(direct, keps[0].Number)
		} else {
			threads = append(threads, number)
		}
	}
	if len(direct) > 0 {
		return inOrder(direct)
	}
	if keps := lead(named.gates, d.KEPsOfGate); len(keps) > 0 {
		return keps
	}
	return lead(threads, d.existing)
}

// existing returns the KEPs that a thread of kubernetes/enhancements leads to: the one
// whose number it has, else those that the pull request touched.
func (d *Data) existing(thread string) []string {
	if keps := d.KEP(thread); len(keps) > 0 {
		return []string{keps[0].Number}
	}
	var out []string
	for _, number := range d.Pulls[thread] {
		if keps := d.KEP(number); len(keps) > 0 {
			out = append(out, keps[0].Number)
		}
	}
	return inOrder(out)
}

// lead collects where each name leads, of those that lead to one KEP alone.
func lead(names []string, to func(string) []string) []string {
	var out []string
	for _, name := range names {
		if keps := to(name); len(keps) == 1 {
			out = append(out, keps[0])
		}
	}
	return inOrder(out)
}

func inOrder(numbers []string) []string {
	sortNumbers(numbers)
	return slices.Compact(numbers)
}

// named is what the text of a release note names of KEPs.
type named struct{ keps, gates, threads []string }

// What a text holds that is no words: code blocks and comments. What stands in code
// spans is looked at by itself, since a name there is a name only if it fills the span.
var (
	notWords     = regexp.MustCompile("(?s)(?:^|\n)[ \t]*(?:```|~~~).*?(?:\n[ \t]*(?:```|~~~)|$)|<!--.*?(?:-->|$)")
	codeSpan     = regexp.MustCompile("`([^`\n]+)`")
	enhancements = regexp.MustCompile(`kubernetes/enhancements/(?:issues|pull)/([0-9]{1,6})\b`)
)

// namedIn reads the Markdown of a release note. Addresses of kubernetes/enhancements
// count wherever they stand; other link targets are no words.
func (d *Data) namedIn(text string) named {
	var out named
	text = notWords.ReplaceAllString(text, "\n")
	for _, m := range enhancements.FindAllStringSubmatch(text, -1) {
		out.threads = append(out.threads, m[1])
	}
	for _, m := range codeSpan.FindAllStringSubmatch(text, -1) {
		out.scan(m[1], ref.Context{InCode: true}, d.Names())
	}
	for line := range strings.SplitSeq(linkTarget.ReplaceAllString(codeSpan.ReplaceAllString(text, " \u00b7 "), "]"), "\n") {
		out.scan(line, ref.Context{}, d.Names())
	}
	return out
}

// linkTarget is what stands behind the words of a link.
var linkTarget = regexp.MustCompile(`\]\([^)\n]*\)`)

// scan adds what a piece of text names.
func (out *named) scan(text string, in ref.Context, names *ref.Names) {
	for _, m := range ref.Scan(text, in, names) {
		switch m.Ref.Kind {
		case note.KEP:
			out.keps = append(out.keps, m.Ref.ID)
		case note.Gate:
			out.gates = append(out.gates, m.Ref.ID)
		case note.Thread:
			if repo, number, _ := strings.Cut(m.Ref.ID, "#"); repo == "kubernetes/enhancements" {
				out.threads = append(out.threads, number)
			}
		}
	}
}
