package source

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// front is the front matter of a note. It accepts, but does not use, keys of Zenn, Qiita,
// kubernetes.io and Hugo, so that authors can copy notes without changes.
type front struct {
	Title      strictyaml.Text   `yaml:"title"`
	Release    []strictyaml.Text `yaml:"release,scalar"`
	Releases   []strictyaml.Text `yaml:"releases,scalar"`
	SIGs       []strictyaml.Text `yaml:"sigs,scalar"`
	KEPs       []strictyaml.Text `yaml:"keps,scalar"`
	PRs        []strictyaml.Text `yaml:"prs,scalar"`
	Gates      []strictyaml.Text `yaml:"gates,scalar"`
	Authors    []strictyaml.Text `yaml:"authors,scalar"`
	Date       strictyaml.Text   `yaml:"date"`
	Kind       strictyaml.Text   `yaml:"kind"`
	Source     strictyaml.Text   `yaml:"source"`
	Translates strictyaml.Text   `yaml:"translates"`
	Aliases    []strictyaml.Text `yaml:"aliases,scalar"`
	Draft      bool              `yaml:"draft"`
	Lang       strictyaml.Text   `yaml:"lang"`
	Sample     strictyaml.Text   `yaml:"sample"` // see IsSample
	Dialects   dialects          `yaml:",inline"`
}

// dialects are the keys of other tools.
type dialects struct {
	// Zenn
	Emoji           string          `yaml:"emoji"`
	Type            string          `yaml:"type"`
	Topics          []string        `yaml:"topics,scalar"`
	Published       *bool           `yaml:"published"`
	PublishedAt     strictyaml.Text `yaml:"published_at"`
	PublicationName string          `yaml:"publication_name"`
	// Qiita
	Tags          []string        `yaml:"tags,scalar"`
	Private       bool            `yaml:"private"`
	UpdatedAt     strictyaml.Text `yaml:"updated_at"`
	ID            string          `yaml:"id"`
	Organization  string          `yaml:"organization_url_name"`
	Slide         bool            `yaml:"slide"`
	IgnorePublish bool            `yaml:"ignorePublish"`
	// kubernetes.io and Hugo
	Weight      string            `yaml:"weight"`
	ContentType string            `yaml:"content_type"`
	Reviewers   []string          `yaml:"reviewers,scalar"`
	Approvers   []string          `yaml:"approvers,scalar"`
	Description string            `yaml:"description"`
	LinkTitle   string            `yaml:"linkTitle"`
	LinkTitle2  string            `yaml:"linktitle"`
	NoList      bool              `yaml:"no_list"`
	MinServer   string            `yaml:"min-kubernetes-server-version"`
	Feature     map[string]string `yaml:"feature"`
	Card        map[string]string `yaml:"card"`
	Math        string            `yaml:"math"`
	Layout      string            `yaml:"layout"`
	Slug        string            `yaml:"slug"`
	Author      strictyaml.Text   `yaml:"author"`
	Categories  []string          `yaml:"categories,scalar"`
	Summary     string            `yaml:"summary"`
	LastMod     strictyaml.Text   `yaml:"lastmod"`
}

// body is the text after the front matter.
type body struct {
	text []byte
	line int // number of lines before the text
}

// maxItems is the maximum number of items of a list in the front matter. Each author, SIG and KEP
// of a note adds a page, and a line on many pages.
const maxItems = 64

const fence = "---"

// Head is the last valid front matter of a note. [ParseAfter] uses it while the current front
// matter is invalid.
type Head struct {
	YAML string // text without the fences
	Held bool   // whether YAML is from an earlier version, because the current one is invalid
}

// fillEmpty sets the empty fields of f to those of the head.
func (h Head) fillEmpty(f *front, file string) {
	var was front
	strictyaml.Unmarshal([]byte(h.YAML), diag.Position{File: file, Line: 2, Col: 1}, &was, strictyaml.MaxItems(maxItems))
	fields, old := reflect.ValueOf(f).Elem(), reflect.ValueOf(was)
	for i := range fields.NumField() {
		if fields.Field(i).IsZero() {
			fields.Field(i).Set(old.Field(i))
		}
	}
}

// incomplete reports whether some fields of the front matter could not be parsed. Unknown fields
// and lists that are too long are not errors of this kind.
func incomplete(ds []diag.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d diag.Diagnostic) bool {
		return d.Code != "front-matter/unknown-field" && d.Code != "front-matter/too-many"
	})
}

// readFront splits a file into front matter and body. The front matter is optional. It returns
// the parsed front matter and its YAML.
func readFront(file string, text []byte) (*front, []byte, body, []diag.Diagnostic) {
	f := &front{}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	switch strings.TrimRight(string(first), " \t") {
	case fence:
	case "+++":
		return f, nil, body{text: text}, []diag.Diagnostic{
			diag.Errorf(diag.Position{File: file, Line: 1}, "front-matter/toml", "unsupported front matter: TOML").
				WithHint("write the front matter in YAML between two lines of ---")}
	default:
		return f, nil, body{text: text}, nil
	}
	yaml, after, lines, closed := cutFront(rest)
	if !closed && !looksLikeFront(yaml) { // a thematic break at the beginning of a text
		return f, nil, body{text: text}, nil
	}
	ds := strictyaml.Unmarshal(yaml, diag.Position{File: file, Line: 2, Col: 1}, f, strictyaml.Code("front-matter"), strictyaml.MaxItems(maxItems))
	for i := range ds {
		if ds[i].Code == "front-matter/unknown-field" && strings.HasPrefix(ds[i].Hint, "known fields") {
			ds[i] = ds[i].WithHint("known fields: %s", strings.Join(ownFields, ", "))
		}
	}
	if !closed {
		ds = append(ds, diag.Errorf(diag.Position{File: file, Line: 1}, "front-matter/unclosed", "unclosed front matter").
			WithHint("add a line --- after the last field"))
	}
	return f, yaml, body{after, lines}, ds
}

// cutFront splits the text at the closing fence. Without one, the front matter ends at the first
// empty line.
func cutFront(rest []byte) (yaml, after []byte, lines int, closed bool) {
	blank, blankLine := -1, 0
	for at, line := 0, 1; at < len(rest); line++ {
		end := bytes.IndexByte(rest[at:], '\n')
		next := at + end + 1
		if end < 0 {
			end, next = len(rest)-at, len(rest)
		}
		switch s := strings.TrimRight(string(rest[at:at+end]), " \t"); {
		case s == fence || s == "...":
			return rest[:at], rest[next:], line + 1, true
		case s == "" && blank < 0:
			blank, blankLine = at, line
		}
		at = next
	}
	if blank < 0 {
		return rest, nil, bytes.Count(rest, []byte("\n")) + 1, false
	}
	return rest[:blank], rest[blank:], blankLine, false
}

// looksLikeFront reports whether the first line has the form of a YAML field.
func looksLikeFront(yaml []byte) bool {
	first, _, _ := strings.Cut(string(yaml), "\n")
	key, _, ok := strings.Cut(first, ":")
	return ok && key != "" && strings.IndexFunc(key, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' && r != '-'
	}) < 0
}

// breaks reports whether the front matter is that of Zenn or Qiita, where a line break in the source
// is one in the text.
func (d dialects) breaks() bool { return d.Emoji != "" || d.UpdatedAt.Value != "" }

func (f *front) draft() bool {
	return f.Draft || f.Dialects.Private || f.Dialects.Published != nil && !*f.Dialects.Published
}

// ownFields lists the fields for hints, without the keys of other tools.
var ownFields = []string{
	"title", "release", "releases", "sigs", "keps", "prs", "gates", "authors", "date", "kind", "source", "translates",
	"aliases", "draft", "lang",
}

var noteKinds = []string{string(note.Changes), string(note.Overview), string(note.Log), string(note.Talk), string(note.Page)}
