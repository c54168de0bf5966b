package scaffold

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Changes begins the note of a SIG on a release, in the file of that path, and reports
// what it asks its author to write.
func Changes(in In, path string, t Target, authors []note.Person) (Report, []byte) {
	var b strings.Builder
	report := newReport(path)
	front(&b, in.T("new.title", string(t.Release), groupName(in.Site.Data(), t.SIG)), note.Changes, t, authors)
	elsewhere := in.elsewhere(t)
	var kind note.EntryKind
	var covered []*site.Change
	for _, c := range in.changesOf(t.Release, t.SIG) {
		if s := elsewhere.of(keysOf(c.Note)); s != nil {
			covered = append(covered, c)
			report.Elsewhere = append(report.Elsewhere, ElsewhereRef{PR: label(c), Note: s.note.ID, Place: string(s.entry.ID)})
			continue
		}
		if k := kindOf(c.Note); k != kind {
			kind = k
			b.WriteString("\n## " + in.kindWord(k) + "\n")
		}
		b.WriteString("\n" + in.bullet(c) + "\n")
		report.Added = append(report.Added, Added{PR: label(c), Kind: kind, Text: tidy(c.Note.Text)})
	}
	in.apart(&b, t, covered, elsewhere)
	text := []byte(b.String())
	report.place(in.read(path, text))
	return report, text
}

// front writes the front matter of a new note.
func front(b *strings.Builder, title string, kind note.NoteKind, t Target, authors []note.Person) {
	b.WriteString("---\ntitle: " + strconv.Quote(title) + "\n")
	if t.Release != "" {
		b.WriteString("release: " + strconv.Quote(string(t.Release)) + "\n")
	}
	if t.SIG != "" {
		b.WriteString("sigs: [" + string(t.SIG) + "]\n")
	}
	if len(authors) > 0 {
		quoted := make([]string, len(authors))
		for i, a := range authors {
			quoted[i] = strconv.Quote(string(a))
		}
		b.WriteString("authors: [" + strings.Join(quoted, ", ") + "]\n")
	}
	b.WriteString("kind: " + string(kind) + "\n---\n")
}

// said is where a note tells of a change.
type said struct {
	note  *note.Note
	entry *note.Block
}

// told holds by number what other notes tell of.
type told map[string]said

// of returns where a change is told of, by its numbers; nil where it is not.
func (t told) of(keys []string) *said {
	for _, key := range keys {
		if s, ok := t[key]; ok {
			return &s
		}
	}
	return nil
}

// elsewhere is what other notes of the release, in the same language, tell of. Samples do not
// count: they are removed later, and links to them would be broken.
func (in In) elsewhere(t Target) told {
	out := told{}
	for _, id := range in.Site.NotesOf(t.Release) {
		if id == t.ID {
			continue
		}
		for _, n := range in.Site.Versions(id) {
			if n.Lang == in.Lang && n.Kind == note.Changes && !n.Sample {
				out.add(n)
			}
		}
	}
	return out
}

func (t told) add(n *note.Note) {
	for e := range n.Entries {
		if e.Text.Blank() {
			continue
		}
		for _, key := range named(e) {
			if _, ok := t[key]; !ok {
				t[key] = said{n, e}
			}
		}
	}
}

// apart lists what other notes tell of already, as links to their entries.
func (in In) apart(b *strings.Builder, t Target, covered []*site.Change, elsewhere told) {
	if len(covered) == 0 {
		return
	}
	b.WriteString("\n## " + in.T("new.covered") + "\n\n")
	var notes []*note.Note
	links := map[*note.Note][]string{}
	for _, c := range covered {
		s := elsewhere.of(keysOf(c.Note))
		if !slices.Contains(notes, s.note) {
			notes = append(notes, s.note)
		}
		links[s.note] = append(links[s.note], link(label(c), fileFrom(t.ID, s.note)+"#"+string(s.entry.ID)))
	}
	slices.SortFunc(notes, func(x, y *note.Note) int { return strings.Compare(x.Path, y.Path) })
	for _, n := range notes {
		b.WriteString("- " + link(escape(n.Title), fileFrom(t.ID, n)) + ": " + strings.Join(links[n], ", ") + "\n")
	}
}

// label is the number of a change as people write it.
func label(c *site.Change) string {
	key := keysOf(c.Note)[0]
	if strings.Contains(key, "#") {
		return key
	}
	return "#" + key
}

func link(words, dest string) string {
	if strings.ContainsAny(dest, "() ") {
		dest = "<" + dest + ">"
	}
	return "[" + words + "](" + dest + ")"
}

// fileFrom is the way from the folder of one note to the file of another.
func fileFrom(from note.ID, to *note.Note) string {
	dir, target := path.Dir(string(from)), strings.TrimPrefix(to.Path, "content/")
	if path.Dir(target) == dir {
		return path.Base(target)
	}
	return strings.Repeat("../", strings.Count(dir, "/")+1) + target
}

// escape takes from words what Markdown would read as markup.
func escape(words string) string {
	var b strings.Builder
	for _, r := range words {
		if strings.ContainsRune("\\`*_[]<>&#~|", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
