package importer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// items is the content of one list item of the notes.
type items struct {
	entries []draftEntry
	damaged bool
}

// closer matches an attribution written by the release-notes tool, anywhere in an item:
// ([#N](address), [@user](address)) [SIG A and B].
var closer = regexp.MustCompile(`\(*\[#\d+\]\([^()\s]*\)(?:[,\s]+\[#\d+\]\([^()\s]*\))*[,\s]+\[@?[A-Za-z0-9-]+(?:\[bot\])?\]\([^()\s]*\)\)*(?:[ \t]*\[SIG [^\[\]]*\])?`)

var word = regexp.MustCompile(`[\p{L}\p{N}]`)

// attributed splits an item after every attribution that text follows, and reads the pieces. Text
// after the last attribution belongs to the last entry.
func attributed(raw string) items {
	raw, damaged := repair(raw)
	out := items{damaged: damaged}
	start := 0
	ends := closer.FindAllStringIndex(raw, -1)
	for i, end := range ends {
		if i+1 < len(ends) && !word.MatchString(raw[end[1]:ends[i+1][0]]) {
			continue // two consecutive attributions close one entry
		}
		piece := raw[start:end[1]]
		if i+1 == len(ends) && !word.MatchString(raw[end[1]:]) {
			piece = raw[start:] // with the extra parentheses
		}
		if e, damaged, ok := readEntry(piece); ok {
			out.entries = append(out.entries, e)
			out.damaged = out.damaged || damaged
			start += len(piece)
		}
	}
	rest := raw[start:]
	if !word.MatchString(rest) {
		return out
	}
	if e, damaged, ok := readEntry(rest); ok {
		out.entries = append(out.entries, e)
		out.damaged = out.damaged || damaged
	} else if len(out.entries) > 0 {
		last := &out.entries[len(out.entries)-1]
		last.text = strings.TrimSpace(last.text + "\n\n" + clean(rest))
	}
	return out
}

// readEntry reads the attribution at the end of a text, and the text before it.
func readEntry(raw string) (e draftEntry, damaged, ok bool) {
	v := flatten(raw)
	a, start, damaged, ok := attribution(v)
	if !ok {
		return draftEntry{}, false, false
	}
	e = draftEntry{people: a.People, sigs: a.SIGs}
	for _, n := range a.PRs {
		if pr, err := strconv.Atoi(n); err == nil && pr > 0 {
			e.prs = append(e.prs, pr)
		}
	}
	e.threads = slices.Clone(a.Threads)
	if len(e.prs) == 0 && len(e.threads) > 0 {
		repo, number, _ := strings.Cut(e.threads[0], "#")
		if pr, err := strconv.Atoi(number); err == nil && pr > 0 {
			e.repo, e.prs, e.threads = repo, []int{pr}, e.threads[1:]
		}
	}
	if len(e.prs) == 0 {
		return draftEntry{}, false, false
	}
	cut := v.at[start]
	for _, t := range foreign(raw[:cut]) {
		if !slices.Contains(e.threads, t) {
			e.threads = append(e.threads, t)
		}
	}
	e.text = clean(raw[:cut])
	return e, damaged || v.handles, true
}

// attribution finds the attribution at the end of a text. Linked numbers take precedence: a plain
// (#105536) next to one is an issue in the text.
func attribution(v view) (a note.Attribution, start int, damaged, ok bool) {
	if a, start, damaged, ok = ref.Attribution(v.linked, nil); ok {
		return a, start, damaged, ok
	}
	if a, start, ok = bareAttribution(v.linked); ok {
		return a, start, true, ok
	}
	if a, start, damaged, ok = ref.Attribution(v.text, nil); ok {
		return a, start, damaged, ok
	}
	a, start, ok = bareAttribution(v.text)
	return a, start, true, ok
}

// bare matches an attribution without @, without a person, or with a hyphen after the name.
var bare = regexp.MustCompile(`[,(\s]*\(\s*#(\d{1,9})(?:[\s,]+@?([A-Za-z0-9][A-Za-z0-9-]*))?[)\s]*(\[SIG [^\[\]]*\])?\s*$`)

func bareAttribution(text string) (a note.Attribution, start int, ok bool) {
	m := bare.FindStringSubmatchIndex(text)
	if m == nil {
		return a, 0, false
	}
	a.PRs = []string{text[m[2]:m[3]]}
	if m[4] >= 0 && upstream.IsHandle(text[m[4]:m[5]]) {
		a.People = []note.Person{note.Person(text[m[4]:m[5]])}
	}
	if m[6] >= 0 {
		a.SIGs = ref.ParseSIGList(text[m[6]:m[7]], nil)
	}
	return a, m[0], true
}

// view is a text without its link targets.
type view struct {
	text    string
	linked  string // text with the # of unlinked numbers masked
	at      []int  // source offset of each byte of text, and of its end
	handles bool   // a link to a person's page has no @
}

var (
	inlineLink = regexp.MustCompile(`\[([^\[\]]*(?:\[bot\])?)\]\(([^()\s]*)\)`)
	number     = regexp.MustCompile(`^#(\d{1,9})$`)
	profile    = regexp.MustCompile(`^https?://github\.com/(?:apps/)?([A-Za-z0-9-]+)/?$`)
)

// flatten replaces links by their text. A number gets its repository if that is not upstreamRepo, a
// handle gets its @.
func flatten(raw string) view {
	var v view
	var text, linked strings.Builder
	add := func(s string, from int, link bool) {
		text.WriteString(s)
		if link {
			linked.WriteString(s)
		} else {
			linked.WriteString(strings.ReplaceAll(s, "#", "_"))
		}
		for i := range len(s) {
			if link {
				i = 0
			}
			v.at = append(v.at, from+i)
		}
	}
	last := 0
	for _, m := range inlineLink.FindAllStringSubmatchIndex(raw, -1) {
		add(raw[last:m[0]], last, false)
		words, handle := linkWords(raw[m[2]:m[3]], raw[m[4]:m[5]])
		add(words, m[0], true)
		v.handles = v.handles || handle
		last = m[1]
	}
	add(raw[last:], last, false)
	v.text, v.linked, v.at = text.String(), linked.String(), append(v.at, len(raw))
	return v
}

// linkWords returns the text of a link, and whether it is a person without @.
func linkWords(label, address string) (words string, handle bool) {
	if number.MatchString(label) {
		m := threadURL.FindStringSubmatch(address)
		if m != nil && (m[1] != upstreamRepo || len(label) <= len("#9999")) {
			return m[1] + label, false // a small number alone would be an enhancement
		}
		return label, false
	}
	if m := profile.FindStringSubmatch(address); m != nil && m[1] == label {
		return "@" + label, true
	}
	if strings.HasPrefix(label, "@") {
		return strings.TrimSuffix(label, botSuffix), false
	}
	return label, false
}

// foreign lists the threads of other repositories in links of the form [#N](address).
func foreign(raw string) []string {
	var out []string
	for _, m := range inlineLink.FindAllStringSubmatch(raw, -1) {
		if words, _ := linkWords(m[1], m[2]); number.MatchString(m[1]) && strings.Contains(words, "/") && !strings.HasPrefix(words, upstreamRepo+"#") && !slices.Contains(out, words) {
			out = append(out, words)
		}
	}
	return out
}
