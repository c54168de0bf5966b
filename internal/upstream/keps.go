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
	direct := append(slices.Clone(n.KEPs), named.keps...)
	if keps := d.numbered(direct); len(keps) > 0 {
		return keps
	}
	if keps := lead(named.gates, d.KEPsOfGate); len(keps) > 0 {
		return keps
	}
	return lead(slices.Concat(direct, n.KEPPulls, named.threads), d.KEPsOfThread)
}

// KEPsOfThread returns the numbers of the KEPs that a thread of kubernetes/enhancements
// leads to: the one whose number it has, else those that the pull request touched.
func (d *Data) KEPsOfThread(number string) []string {
	if keps := d.numbered([]string{number}); len(keps) > 0 {
		return keps
	}
	return d.numbered(d.Pulls[number])
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

// notWords is what a text holds that is no words: code blocks, comments, link targets.
// enhancements finds the threads of kubernetes/enhancements, also in link targets.
var (
	notWords     = regexp.MustCompile("(?s)(?:^|\n)[ \t]*(?:```|~~~).*?(?:\n[ \t]*(?:```|~~~)|$)|<!--.*?(?:-->|$)")
	linkTarget   = regexp.MustCompile(`\]\([^)\n]*\)`)
	enhancements = regexp.MustCompile(`kubernetes/enhancements/(?:issues|pull)/([0-9]{1,6})\b`)
)

// namedIn reads the Markdown of a release note. Code spans are read as words: release
// notes put every name into code, API kinds too, so a name that is both a gate's and a
// kind's is a gate here only beside a word for gate.
func (d *Data) namedIn(text string) named {
	var out named
	text = notWords.ReplaceAllString(text, "\n")
	for _, m := range enhancements.FindAllStringSubmatch(text, -1) {
		out.threads = append(out.threads, m[1])
	}
	text = strings.ReplaceAll(linkTarget.ReplaceAllString(text, "]"), "`", "")
	for line := range strings.SplitSeq(text, "\n") {
		out.scan(line, d.Names())
	}
	out.gates = slices.Compact(slices.Sorted(slices.Values(out.gates)))
	return out
}

// scan adds what a piece of text names.
func (out *named) scan(text string, names *ref.Names) {
	for _, m := range ref.Scan(text, ref.Context{}, names) {
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

// Learned reports whether a gate belongs to its KEP only because official notes name the
// two together: it may be a side of the feature.
func (d *Data) Learned(gate string) bool { return d.learned[gate] }

// numbered returns the numbers of the KEPs that are known, each once, in order.
func (d *Data) numbered(numbers []string) []string {
	var out []string
	for _, number := range numbers {
		if keps := d.KEP(number); len(keps) > 0 {
			out = append(out, keps[0].Number)
		}
	}
	return inOrder(out)
}
