package upstream

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// KEPsOfNote returns the numbers of the KEPs of a release note, sorted and without duplicates. It
// uses the first source that has any:
//
//   - its documentation, and names such as KEP-127 in its text, if the KEP exists;
//   - the feature gates in its text, by [Data.KEPsOfGate];
//   - threads of kubernetes/enhancements in its documentation or text, by the KEPs that the pull
//     request changed ([Data.Pulls]).
//
// A gate or pull request with several KEPs is ignored. If no KEPs are imported, all numbers in
// the documentation are valid. Callers must not modify the slice.
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

// KEPsOfThread returns the numbers of the KEPs of a thread of kubernetes/enhancements. If a KEP
// has the number of the thread, it is that KEP. Otherwise it is the KEPs that the pull request
// changed.
func (d *Data) KEPsOfThread(number string) []string {
	if keps := d.numbered([]string{number}); len(keps) > 0 {
		return keps
	}
	return d.numbered(d.Pulls[number])
}

// lead returns the KEPs of those names that have exactly one KEP.
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

// named is the names in the text of a release note.
type named struct{ keps, gates, threads []string }

// notWords matches code blocks and comments, linkTarget the target of a link. enhancements
// matches threads of kubernetes/enhancements, including those in link targets.
var (
	notWords     = regexp.MustCompile("(?s)(?:^|\n)[ \t]*(?:```|~~~).*?(?:\n[ \t]*(?:```|~~~)|$)|<!--.*?(?:-->|$)")
	linkTarget   = regexp.MustCompile(`\]\([^)\n]*\)`)
	enhancements = regexp.MustCompile(`kubernetes/enhancements/(?:issues|pull)/([0-9]{1,6})\b`)
)

// namedIn returns the names in the Markdown of a release note. It includes code spans, because
// release notes write names as code. The name of both a gate and an API kind counts as a gate
// only next to a word for gate.
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

// Learned reports whether the KEP of a gate is known only from official notes. Such a gate may be
// a minor detail of the feature.
func (d *Data) Learned(gate string) bool { return d.learned[gate] }

// numbered returns the numbers of known KEPs, sorted and without duplicates.
func (d *Data) numbered(numbers []string) []string {
	var out []string
	for _, number := range numbers {
		if keps := d.KEP(number); len(keps) > 0 {
			out = append(out, keps[0].Number)
		}
	}
	return inOrder(out)
}
