package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// minTwice is how many letters a text has whose repetition is no chance.
const minTwice = 20

// duplicates reports what a note tells of twice: two entries attributed to the same pull
// requests, or two of the same words. Entries of different groups of pull requests are
// parts that their author took apart, and what upstream lists more than once may stand
// as often.
func duplicates(in *In, f *File) []diag.Diagnostic {
	t := told{in: in, times: map[string][]*note.Block{}, words: map[string]*note.Block{}}
	var ds []diag.Diagnostic
	for b := range f.Note.Entries {
		if d, again := t.again(b); again {
			ds = append(ds, d)
		}
	}
	return ds
}

// told is what a note has told of so far.
type told struct {
	in    *In
	times map[string][]*note.Block // by the group of pull requests
	words map[string]*note.Block
}

// again reports an entry that tells what one before it tells.
func (t *told) again(b *note.Block) (diag.Diagnostic, bool) {
	if group := groupOf(b); group != "" {
		before := t.times[group]
		t.times[group] = append(before, b)
		if len(before) >= allowed(t.in, b) {
			at := attrPos(b, note.PR, b.Attr.PRs[0])
			return diag.Warnf(at, "entry/duplicate", "a second entry on %s", numbers(b.Attr.PRs)).
				WithHint("the first stands in line %d: make one of them", before[0].Pos.Line), true
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
	return diag.Warnf(b.Pos, "entry/duplicate", "the same words as in line %d", first.Pos.Line).
		WithHint("take one of the two out, or say in what they differ"), !sameUpstream(t.in, first, b)
}

// groupOf is the pull requests of an attribution, whatever their order; empty without any.
func groupOf(b *note.Block) string {
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(b.Attr.PRs))), ",")
}

// allowed is how many entries a group of pull requests may have: as many as upstream has.
func allowed(in *In, b *note.Block) int {
	n := 1
	for _, pr := range b.Attr.PRs {
		for _, o := range officialOf(in.Site.Data(), pr) {
			n = max(n, len(o.Note.Sections), 1+len(o.Note.Texts))
		}
	}
	return n
}

// wordsOf is the text of an entry to compare, with what else makes it another one; empty
// for texts too short to say anything. API resources are short and all the same long.
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
	if b.Level > 0 && len(b.Refs) > 0 { // two KEPs may have one title
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

// sameUpstream reports whether upstream itself says the same words of the pull requests
// of two entries.
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
