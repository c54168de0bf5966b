// Package starter has the files of a new site: [Files] returns them as values, whoever
// calls writes them. What is in them stands below files/, as people read it, and is filled
// in by text/template between [[ and ]].
//
// # The notes
//
// A new site has a note in each shape (the changes of a SIG, an overview, a talk, a log) in
// every language that was chosen, so that it can be looked at before anything is written.
// files/notes has each in four languages, block by block the same. The one in the first
// language is the original; the others name it in their front matter and keep its blocks in
// comments, as a translation that was begun with kawaraban translate does. What the notes say
// is true: a test compares them with the data of upstream.
//
// # The workflow
//
// [Workflow] is the workflow for GitHub Pages, of a new site or of Kawaraban's own
// repository, which differ where files/pages.yaml says Own. Every action is pinned by the
// commit of its release.
package starter

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/mod/module"

	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/note"
)

//go:embed files
var files embed.FS

// Options says what the new site is to be.
type Options struct {
	Langs      []note.Lang    // of the notes and of the interface, the original's first; of Languages, at least one
	Title      string         // in all languages; empty: TitleIn each
	Repository ghpages.Remote // where the site's files are kept; the zero value: not known
	Homeless   bool           // the files are in no repository that others can see: the README says how one is begun
	Branch     string         // from which the workflow publishes; empty: main
	Author     string         // of the notes, a handle or a name; empty: none
	Date       string         // of the notes, as 2026-11-21; empty: none
	Version    string         // of Kawaraban, as go.mod writes it; empty: not known, and left to the go command
	NoSamples  bool           // leaves the sample notes out
	NoNotes    bool           // leaves out the sample notes, and the dates of releases
	NoWorkflow bool           // leaves the workflow out
}

// File is one file of the new site.
type File struct {
	Path string // from the site's folder, with slashes
	Data []byte
}

// The files that somebody may ask for by name.
const (
	ModulePath   = "go.mod"
	IgnorePath   = ".gitignore"
	WorkflowPath = ".github/workflows/pages.yaml"
	UpdatePath   = ".github/workflows/update.yaml"
)

// The module that the site's tool line names, and the version of Go that it asks for: what
// the go.mod of this module says.
const (
	Tool       = Module + "/cmd/kawaraban"
	Module     = "github.com/kawaraban/kawaraban"
	goLanguage = "1.26.0"
)

// mainBranch is from where a site is published of which no branch is known.
const mainBranch = "main"

// PublishedFrom is the branch from which the workflow publishes.
func (o Options) PublishedFrom() string { return branchOf(o.Branch) }

// Languages lists the languages that a new site can begin in, sorted.
func Languages() []note.Lang { return []note.Lang{"en", "ja", "ru", "zh"} }

// Files returns the files of a new site, in the order in which they are told. The error is
// one of the options: a language that there is no text in, one named twice, none at all.
func Files(o Options) ([]File, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	out := []File{}
	for _, begin := range []func() (File, error){o.settings, o.readme, o.ignore, o.module, o.workflow, o.updates} {
		f, err := begin()
		if err != nil {
			return nil, fmt.Errorf("making the files of a new site: %w", err)
		}
		if f.Path != "" {
			out = append(out, f)
		}
	}
	if o.NoNotes {
		return out, nil
	}
	notes, err := o.notes()
	if err != nil {
		return nil, fmt.Errorf("making the notes of a new site: %w", err)
	}
	return append(out, notes...), nil
}

// complete checks the options and puts in what they leave open.
func (o *Options) complete() error {
	if len(o.Langs) == 0 {
		return errors.New("a new site has at least one language")
	}
	for i, l := range o.Langs {
		if !slices.Contains(Languages(), l) {
			return fmt.Errorf("there are no notes in %q to begin with", l)
		}
		if slices.Contains(o.Langs[:i], l) {
			return fmt.Errorf("%s is named twice", l)
		}
	}
	o.Title = oneLine(o.Title)
	o.Author = oneLine(o.Author)
	o.Branch = branchOf(o.Branch)
	return nil
}

// oneLine makes every run of white space one blank.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// branchOf is a branch as the workflow can name it within quotes of both kinds: one with
// other characters than names of branches usually have is passed over.
func branchOf(name string) string {
	odd := func(r rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-", r)
	}
	if name == "" || strings.ContainsFunc(name, odd) {
		return mainBranch
	}
	return name
}

// modulePath is the name of the site's own module: its repository, where Go takes that for a
// name.
func (o Options) modulePath() string {
	name := path.Join(o.Repository.Host, o.Repository.Owner, o.Repository.Name)
	if name == "" || name == Module || module.CheckPath(name) != nil {
		return "notes"
	}
	return name
}

// module is the go.mod. Without a version it asks for none: go mod tidy takes the newest.
func (o Options) module() (File, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n\ngo %s\n\ntool %s\n", o.modulePath(), goLanguage, Tool)
	if o.Version != "" {
		fmt.Fprintf(&b, "\nrequire %s %s\n", Module, o.Version)
	}
	return File{ModulePath, []byte(b.String())}, nil
}

// ignore is the .gitignore.
func (o Options) ignore() (File, error) {
	text, err := files.ReadFile("files/gitignore")
	return File{IgnorePath, text}, err
}

// Ignored lists the folders that the .gitignore of a site has to name: what a build writes
// and what it remembers.
func Ignored() []string { return []string{"/public/", "/.kawaraban/"} }

// fill prints a file below files/ with some values.
func fill(name string, values any) (string, error) {
	text, err := files.ReadFile("files/" + name)
	if err != nil {
		return "", err
	}
	t, err := template.New(name).Delims("[[", "]]").Option("missingkey=error").Parse(string(text))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, values)
	return b.String(), err
}
