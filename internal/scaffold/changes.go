package scaffold

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Changes returns a new note about a SIG in a release, for the file at path. The report lists its
// entries.
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

func (in In) apart(b *strings.Builder, t Target, covered []*site.Change, elsewhere citations) {
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
