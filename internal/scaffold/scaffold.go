// Package scaffold creates and updates notes. [Changes] and [Overview] create a note, and
// [Update] adds pull requests that are new upstream. [Translate] creates or updates a
// translation, and [Log] adds a log entry. The functions accept and return bytes. The package
// reads and writes no files; its callers do.
//
// # New notes
//
// A new note has a list item for each pull request of its SIG, below headings for kinds of
// change. A comment before the item has the official English text:
//
//	<!-- Added a new feature gate. -->
//	- KEP-127: (#115331, @mimowo) [SIG Node and Testing]
//
// The author writes the text between the colon and the parenthesis. Until then the entry is
// blank. Its page shows the official text, and the change does not count as covered. In the
// comment, "-->" is escaped as an entity, so that [Update] can restore the text.
//
// # Translations
//
// A comment before a block has the source of the block, even if the block is not translated yet.
// Package source describes these comments. [source.Layout] finds the text of a block, and
// [align.Align] finds its counterpart in the other version.
//
// # Existing text never changes
//
// [Update], [Translate] and [Log] only insert text between existing lines. [Translate] also
// updates comments with a source. The result is parsed before it is returned. All old blocks must
// parse as before, and only the inserted blocks may be new. If a position fails this test, the
// next possible position is tried. If all fail, nothing is inserted, and the result reports this.
package scaffold

import (
	"cmp"
	"fmt"
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

// In has the data that all functions need.
type In struct {
	Site  *site.Site
	Names *ref.Names
	Words *locale.Set
	Lang  note.Lang // language of the note
}

// T returns an interface text in the language of the note. It uses English if the interface does
// not have this language.
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

// Refusal is the error for a request that cannot be fulfilled. Hint is the next step for the
// user.
type Refusal struct{ Text, Hint string }

// refuse returns a Refusal. The format must be a whole sentence, so that it can be translated.
func refuse(format string, args ...any) Refusal { return Refusal{Text: fmt.Sprintf(format, args...)} }

func (r Refusal) withHint(format string, args ...any) Refusal {
	r.Hint = fmt.Sprintf(format, args...)
	return r
}

// Error returns the text without the hint.
func (r Refusal) Error() string { return r.Text }

// kindWord returns a heading for a kind of change in the language of the note. The parser reads
// the same kind from it.
func (in In) kindWord(k note.EntryKind) string {
	if w := in.T("kind." + string(k)); source.KindOfHeading(w) == k {
		return w
	}
	return strings.ReplaceAll(string(k), "-", " ")
}

// stageWord returns a heading for a stage, as kindWord does for a kind.
func (in In) stageWord(s note.Stage) string {
	if w := in.T("stage." + string(s)); source.StageOfHeading(w) == s {
		return w
	}
	return string(s)
}

// changesOf returns the published changes of a SIG in a release. They are sorted by kind in the
// order of release notes, then by number.
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

// keysOf returns the numbers of a release note as in attributions: 115331, or owner/name#33 for
// another repository.
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

// named returns the numbers in the attribution of an entry, in the same form as keysOf.
func named(b *note.Block) []string {
	out := slices.Clone(b.Attr.PRs)
	for _, t := range b.Attr.Threads {
		out = append(out, strings.ToLower(t))
	}
	return out
}

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

func capitals(label string) string {
	words := strings.FieldsFunc(label, func(r rune) bool { return r == '-' || unicode.IsSpace(r) })
	for i, w := range words {
		r := []rune(w)
		r[0] = unicode.ToUpper(r[0])
		words[i] = string(r)
	}
	return strings.Join(words, " ")
}
