package starter

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

type sample struct {
	name   string // of its files below files/notes
	path   string // below content/, without language and extension
	fields string // further lines of the front matter
	dated  bool   // has a date in its front matter; a log has its days
}

var samples = []sample{
	{name: "changes", path: "1.29/sig-storage", fields: "kind: changes\nsigs: [storage]\n", dated: true},
	{name: "overview", path: "1.29/overview", fields: "kind: overview\n", dated: true},
	{name: "talk", path: "1.29/alpha-features", fields: "kind: talk\n", dated: true},
	{name: "log", path: "log/log-2024", fields: "kind: log\n"},
}

const releasesPath = "content/_data/releases.yaml"

func (o Options) notes() ([]File, error) {
	dates, err := files.ReadFile("files/releases.yaml")
	if err != nil {
		return nil, err
	}
	out := []File{{releasesPath, dates}}
	if o.NoSamples {
		return out, nil
	}
	for _, s := range samples {
		original, err := s.text(o.Langs[0])
		if err != nil {
			return nil, err
		}
		for i, l := range o.Langs {
			text, err := s.text(l)
			if err != nil {
				return nil, err
			}
			from := original
			if i == 0 {
				from = nil
			}
			data := s.front(o, text.title(), i > 0) + body(text, from)
			out = append(out, File{s.file(l), source.MarkSample([]byte(data))})
		}
	}
	return out, nil
}

func (s sample) file(l note.Lang) string { return "content/" + s.path + "." + string(l) + ".md" }

func (s sample) front(o Options, title string, translation bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\n%s", quoted(title), s.fields)
	if o.Author != "" {
		fmt.Fprintf(&b, "authors: [%s]\n", quoted(o.Author))
	}
	if o.Date != "" && s.dated {
		fmt.Fprintf(&b, "date: %s\n", o.Date)
	}
	if translation {
		name := s.file(o.Langs[0])
		fmt.Fprintf(&b, "translates: %s\n", name[strings.LastIndex(name, "/")+1:])
	}
	b.WriteString("---\n")
	return b.String()
}

// blocks are the blocks of a note; the first is its title as a heading. All languages have the same
// blocks.
type blocks []string

func (s sample) text(l note.Lang) (blocks, error) {
	data, err := files.ReadFile("files/notes/" + s.name + "." + string(l) + ".md")
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n\n"), nil
}

func (b blocks) title() string { return strings.TrimPrefix(b[0], "# ") }

// body writes the blocks after the front matter. In a translation, a comment with the source
// precedes each block that differs.
func body(text, source blocks) string {
	var b strings.Builder
	if source != nil {
		fmt.Fprintf(&b, "\n<!-- title: %s -->\n", quoted(source.title()))
	}
	for i := 1; i < len(text); i++ {
		b.WriteByte('\n')
		if i < len(source) && source[i] != text[i] {
			b.WriteString(comment(source[i]))
		}
		b.WriteString(text[i] + "\n")
	}
	return b.String()
}

// comment returns a comment with the source of a block. It escapes "-->" as package scaffold does.
func comment(source string) string {
	source = strings.ReplaceAll(source, "-->", "--&gt;")
	if strings.Contains(source, "\n") {
		return "<!--\n" + source + "\n-->\n"
	}
	return "<!-- " + source + " -->\n"
}
