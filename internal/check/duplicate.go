package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// minTwice is the minimum number of letters of a text that is compared.
const minTwice = 20

// duplicates reports entries with the same pull requests, and entries with the same text. Entries
// with different pull requests may have the same text if their official notes do. A pull request
// that upstream lists several times may have as many entries.
func duplicates(in *In, f *File) []diag.Diagnostic {
	t := entriesSeen{in: in, times: map[string][]*note.Block{}, words: map[string]*note.Block{}}
	var ds []diag.Diagnostic
	for b := range f.Note.Entries {
		if d, duplicate := t.duplicate(b); duplicate {
			ds = append(ds, d)
		}
	}
	return ds
}

type entriesSeen struct {
	in    *In
	times map[string][]*note.Block // by group of pull requests
	words map[string]*note.Block
}

func (t *entriesSeen) duplicate(b *note.Block) (diag.Diagnostic, bool) {
	if group := groupOf(b); group != "" {
		before := t.times[group]
		t.times[group] = append(before, b)
		if len(before) >= allowed(t.in, b) {
			at := attrPos(b, note.PR, b.Attr.PRs[0])
			return diag.Warnf(at, "entry/duplicate", "duplicate entry for %s", numbers(b.Attr.PRs)).
				WithHint("merge it with the entry on line %d", before[0].Pos.Line), true
		}
	}
	key := wordsOf(b)
	first := t.words[key]
	switch {
	case key == "":
		return diag.Diagnostic{}, false
	case first == nil:
		t.words[key] = b
		return diag.Diagnostic{}, false
	}
	return diag.Warnf(b.Pos, "entry/duplicate", "the text is the same as on line %d", first.Pos.Line).
		WithHint("remove one of them, or add what distinguishes them"), !sameUpstream(t.in, first, b)
}

// groupOf returns a key for the pull requests of an attribution, regardless of their order. It is
// empty without pull requests.
func groupOf(b *note.Block) string {
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(b.Attr.PRs))), ",")
}

func allowed(in *In, b *note.Block) int {
	n := 1
	for _, pr := range b.Attr.PRs {
		for _, o := range officialOf(in.Site.Data(), pr) {
			n = max(n, len(o.Note.Sections), 1+len(o.Note.Texts))
		}
	}
	return n
}

// wordsOf returns a key for the text of an entry and the properties that distinguish it. It is
// empty if the text is too short.
func wordsOf(b *note.Block) string {
	text := b.Text.Plain()
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < minTwice {
		return ""
	}
	key := []string{text, string(b.Stage), string(b.Lang)}
	if len(b.Attr.PRs) == 0 {
		key = append(key, string(b.Kind), string(last(b.Trail)))
	}
	if b.Level > 0 && len(b.Refs) > 0 { // two KEPs may have the same title
		key = append(key, string(b.Refs[0].Kind), b.Refs[0].ID)
	}
	return strings.Join(key, "\x00")
}

func last[T any](list []T) (v T) {
	if len(list) > 0 {
		v = list[len(list)-1]
	}
	return v
}

// sameUpstream reports whether the pull requests of both entries have the same official text.
func sameUpstream(in *In, a, b *note.Block) bool {
	text := func(b *note.Block) string {
		for _, pr := range b.Attr.PRs {
			for _, o := range officialOf(in.Site.Data(), pr) {
				if o.Note.Published {
					return o.Note.Text
				}
			}
		}
		return ""
	}
	said := text(a)
	return said != "" && said == text(b)
}
