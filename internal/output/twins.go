package output

import (
	"fmt"
	"path"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/page/address"
)

// twins emits the Markdown version of each note, and llms.txt, which links to them. A version of
// a note has one file, in the folder of its language. Pages in other languages that show the
// version link to this file.
type twins struct{}

func (twins) Name() string { return "twins" }

func (twins) Files(in In) ([]outdir.File, error) {
	var files []outdir.File
	for _, p := range in.Plan.Pages() {
		if f, ok := twinOf(in, p); ok {
			files = append(files, f)
		}
	}
	return append(files, overview(in)), nil
}

func (twins) Find(in In, name string) (outdir.File, bool, error) {
	if name == overviewName {
		return overview(in), true, nil
	}
	if path.Base(name) != address.TwinName {
		return outdir.File{}, false, nil
	}
	p, _ := pageOf(in, name)
	f, ok := twinOf(in, p)
	return f, ok && f.Path == name, nil
}

const overviewName = "llms.txt"

func overview(in In) outdir.File {
	return outdir.Once(overviewName, func() ([]byte, error) { return llms(in), nil })
}

// twinOf returns the Markdown version for a page. It returns false if the page is not a note or
// has no such file.
func twinOf(in In, p page.Page) (outdir.File, bool) {
	if p.Kind != "note" {
		return outdir.File{}, false
	}
	id := note.ID(strings.TrimPrefix(path.Dir(p.Path), p.Lang+"/"))
	n := in.Site.Pick(id, note.Lang(p.Lang))
	for _, v := range in.Site.Versions(id) {
		if string(v.Lang) == p.Lang { // the page may show another version
			n = v
		}
	}
	name := path.Dir(p.Path) + "/" + address.TwinName
	if n == nil || twinAddress(in, n) != name {
		return outdir.File{}, false
	}
	return outdir.Appending(name, func(b []byte) ([]byte, error) { return twin(b, n), nil }), true
}

// twin appends the title and the Markdown body of a note to b.
func twin(b []byte, n *note.Note) []byte {
	b = append(append(b, "# "...), oneLine(n.Title)...)
	b = append(append(b, "\n\n"...), strings.TrimSpace(n.Markdown)...)
	return append(b, '\n')
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// llms returns llms.txt: a list of all notes in all languages, and of the data of the API.
// Addresses are absolute if base_url is set.
func llms(in In) []byte {
	var b strings.Builder
	base := in.Config.BaseURL
	fmt.Fprintf(&b, "# %s\n\n> %s\n", oneLine(in.Config.TitleIn("en")), oneLine(summary(in)))
	section := ""
	for _, n := range in.Site.Notes() {
		address := twinAddress(in, n)
		if address == "" {
			continue
		}
		if group, _, _ := strings.Cut(string(n.ID), "/"); group != section {
			section = group
			fmt.Fprintf(&b, "\n## %s\n\n", sectionTitle(group))
		}
		fmt.Fprintf(&b, "- [%s](%s%s): %s, %s, %d entries\n", bracketed(n.Title), base, address, n.Lang, n.Kind, countEntries(n))
	}
	fmt.Fprintf(&b, "\n## Data\n\n")
	for _, d := range []struct{ name, about string }{
		{"index.json", "counts, languages, releases"},
		{"notes.json", "all notes; each note's entries under notes/<id>.json"},
		{"sigs.json", "SIGs and working groups"},
		{"gates.json", "feature gates with their stages"},
		{"schema/note.json", "JSON Schema of a note; the others are in the same directory"},
	} {
		fmt.Fprintf(&b, "- [%s](%s%s%s): %s\n", d.name, base, apiRoot, d.name, d.about)
	}
	return []byte(b.String())
}

func summary(in In) string {
	if d := in.Config.DescriptionIn("en"); d != "" {
		return d
	}
	return "Notes on what changes in each Kubernetes release, in the languages of those who wrote them."
}

func sectionTitle(group string) string {
	if strings.HasPrefix(group, "1.") {
		return "Kubernetes " + group
	}
	return group
}

func bracketed(s string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`).Replace(oneLine(s))
}

// twinAddress returns the path of the Markdown file of a version. It is in the folder of its
// language, else of a language that shows the version. It is "" if there is none.
func twinAddress(in In, n *note.Note) string {
	l := address.TwinLang(in.Site, n, in.Config.Languages)
	if l == "" {
		return ""
	}
	return string(l) + "/" + string(n.ID) + "/" + address.TwinName
}
