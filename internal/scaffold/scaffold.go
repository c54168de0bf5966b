// Package scaffold begins notes for their authors and carries them on: [Changes] and
// [Overview] write a note that waits for its words, [Update] adds what upstream published
// since, [Translate] begins a translation or brings one up to date, [Log] adds an entry to a
// log. Bytes go in, bytes come out; who calls reads and writes the files.
//
// # A note that waits for its words
//
// A begun note has one bullet for every pull request of its SIG, under headings of kinds,
// and before each bullet the English in a comment:
//
//	<!-- Added a new feature gate. -->
//	- KEP-127: (#115331, @mimowo) [SIG Node and Testing]
//
// The author writes between the colon and the parenthesis. Until then the entry is blank:
// it stands on its page with the official English, and covers nothing.
//
// What would end the comment within the English is written as an entity, and one more amp;
// is put into what looks like that already, so that [Update] reads back every text.
//
// # A translation
//
// The source of each block stands in a comment before it, or before the place where its
// translation will stand; package source says how such comments are read. A block's words
// are found by the [source.Layout] of its file, its counterpart by [align.Align]. Of what is
// there only comments with a source are ever written anew.
//
// # What is written is never touched
//
// [Update], [Translate] and [Log] only put text between lines that are there. The result is
// read again before it is returned: every block of the note must still be read as it was, and
// the only new ones must be those that were added. Where a place does not pass, the next is
// tried; where none does, nothing is written and the caller is told.
package scaffold

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// In is what is known when a note is begun or carried on.
type In struct {
	Site  *site.Site
	Names *ref.Names
	Words *locale.Set
	Lang  note.Lang // of the note
}

// T returns a word of the interface in the note's language; in English where the
// interface does not speak it.
func (in In) T(key string, args ...any) string {
	l := in.Words.Get(in.Lang)
	if l == nil {
		l = in.Words.Get("en")
	}
	if l == nil {
		return key
	}
	return l.T(key, args...)
}

// Refusal is the error of a wish that cannot be fulfilled; Hint is the next step.
type Refusal struct{ Text, Hint string }

// Error implements error: the text without the hint.
func (r Refusal) Error() string { return r.Text }

// kindWord is the heading of a kind in the note's language, in a form that is read back as
// that kind.
func (in In) kindWord(k note.EntryKind) string {
	if w := in.T("kind." + string(k)); source.KindOfHeading(w) == k {
		return w
	}
	return strings.ReplaceAll(string(k), "-", " ")
}

// stageWord is the heading of a stage, in a form that is read back as that stage.
func (in In) stageWord(s note.Stage) string {
	if w := in.T("stage." + string(s)); source.StageOfHeading(w) == s {
		return w
	}
	return string(s)
}

// changesOf are the published changes of a SIG in a release, by kind as a release lists
// them, then by number.
func (in In) changesOf(r note.Release, g note.SIG) []*site.Change {
	facts := in.Site.Facts(r)
	var out []*site.Change
	for i := range facts.Changes {
		if c := &facts.Changes[i]; c.In(g) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *site.Change) int {
		return cmp.Or(cmp.Compare(rank(kindOf(a.Note)), rank(kindOf(b.Note))), cmp.Compare(a.Note.PR, b.Note.PR))
	})
	return out
}

// kindOf is the kind that a release note is listed under.
func kindOf(rn *upstream.ReleaseNote) note.EntryKind {
	switch {
	case rn.Urgent:
		return note.Urgent
	case slices.Contains(note.EntryKinds, rn.Kind):
		return rn.Kind
	}
	return note.Uncategorized
}

func rank(k note.EntryKind) int { return slices.Index(note.EntryKinds, k) }

// keysOf are the numbers by which an attribution names a release note: 115331, or
// owner/name#33 in another repository.
func keysOf(rn *upstream.ReleaseNote) []string {
	var out []string
	for _, n := range append([]int{rn.PR}, rn.Also...) {
		switch {
		case n <= 0:
		case rn.Repo == "":
			out = append(out, strconv.Itoa(n))
		default:
			out = append(out, strings.ToLower(rn.Repo)+"#"+strconv.Itoa(n))
		}
	}
	for _, t := range rn.Threads {
		out = append(out, strings.ToLower(t))
	}
	return out
}

// named are the numbers that an entry's attribution names, in the form of keysOf.
func named(b *note.Block) []string {
	out := slices.Clone(b.Attr.PRs)
	for _, t := range b.Attr.Threads {
		out = append(out, strings.ToLower(t))
	}
	return out
}

// groupName is what people call a group: SIG Node, WG LTS.
func groupName(d *upstream.Data, g note.SIG) string {
	kind, label := "SIG", string(g)
	if rest, ok := strings.CutPrefix(label, "wg-"); ok {
		kind, label = "WG", rest
	}
	if s := d.SIGs[g]; s != nil && s.Name != "" {
		return kind + " " + s.Name
	}
	return kind + " " + capitals(label)
}

// capitals writes a label as a name: new-thing becomes New Thing.
func capitals(label string) string {
	words := strings.FieldsFunc(label, func(r rune) bool { return r == '-' || unicode.IsSpace(r) })
	for i, w := range words {
		r := []rune(w)
		r[0] = unicode.ToUpper(r[0])
		words[i] = string(r)
	}
	return strings.Join(words, " ")
}
