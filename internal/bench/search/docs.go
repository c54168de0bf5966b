package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/search"
)

// document is what both programs are given to find, and what the scan reads.
type document struct {
	Path  string // its address below /{l}/, which is its name here
	Name  string
	Lang  string // of the name
	Texts []passage
	Names []string // of what it is and what it refers to: #115143, KEP-3673
}

// passage is a text of a document in one language.
type passage struct{ Lang, Text string }

// plain is all of a document as one text, a line for each of its texts.
func (d *document) plain() string {
	var b strings.Builder
	b.WriteString(d.Name)
	for _, p := range d.Texts {
		b.WriteByte('\n')
		b.WriteString(p.Text)
	}
	for _, n := range d.Names {
		b.WriteByte('\n')
		b.WriteString(n)
	}
	return b.String()
}

// html is the document as a page of its own, in the shape that Pagefind is told to index.
func (d *document) html() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"ja\"><head><meta charset=\"utf-8\"><title>%s</title></head>\n"+
		"<body><main data-pagefind-body><h1 lang=%q>%s</h1>\n", html.EscapeString(d.Name), d.Lang, html.EscapeString(d.Name))
	for _, p := range d.Texts {
		fmt.Fprintf(&b, "<p lang=%q>%s</p>\n", p.Lang, html.EscapeString(p.Text))
	}
	fmt.Fprintf(&b, "<p>%s</p>\n</main></body></html>\n", html.EscapeString(strings.Join(d.Names, " ")))
	return b.String()
}

// documentsOf lists the documents of a built site, as its index was given them.
func documentsOf(r *build.Result) []document {
	var out []document
	for _, s := range search.Sources(r.Site, page.NewPlanner(r.Site, r.Words, page.Options{})) {
		for _, d := range s.Docs() {
			doc := document{Path: d.Path, Name: d.Name, Lang: string(d.NameLang)}
			for _, t := range d.Texts {
				doc.Texts = append(doc.Texts, passage{string(t.Lang), t.Text})
			}
			for _, term := range append(d.IDs, d.Refs...) {
				if name := written(term); name != "" {
					doc.Names = append(doc.Names, name)
				}
			}
			out = append(out, doc)
		}
	}
	return out
}

// written is how people write what a term stands for: the number of a pull request or of a KEP.
// Other things stand in the texts by their names.
func written(term string) string {
	number, kep := strings.CutPrefix(term, "kep")
	switch _, err := strconv.Atoi(number); {
	case err != nil:
		return ""
	case kep:
		return "KEP-" + number
	default:
		return "#" + number
	}
}

// pageOf is the path of the page of the i-th document. Folders hold a thousand each.
func pageOf(i int) string { return fmt.Sprintf("d/%d/%d.html", i/1000, i) }

// numberOf reads the number of a document from the address of its page; -1 for another address.
func numberOf(address string) int {
	_, name, ok := strings.Cut(address, "/d/")
	var folder, i int
	if !ok {
		return -1
	}
	if n, _ := fmt.Sscanf(name, "%d/%d.html", &folder, &i); n != 2 {
		return -1
	}
	return i
}

// saveDocuments writes the documents to a file, a line for each.
func saveDocuments(name string, docs []document) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	for _, d := range docs {
		if err := enc.Encode(d); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// loadDocuments reads what saveDocuments wrote.
func loadDocuments(name string) ([]document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var docs []document
	for dec := json.NewDecoder(bufio.NewReader(f)); dec.More(); {
		var d document
		if err := dec.Decode(&d); err != nil {
			return nil, fmt.Errorf("reading the documents: %w", err)
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// writePages writes every document as a page below dir.
func writePages(dir string, docs []document) error {
	for i := range docs {
		path := filepath.Join(dir, filepath.FromSlash(pageOf(i)))
		if i%1000 == 0 {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
		}
		if err := os.WriteFile(path, []byte(docs[i].html()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
