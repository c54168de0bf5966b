// Package starter contains the files of a new site: settings, README, workflow and notes. [Files]
// returns them, and the caller writes them. The sources are templates of text/template below files/,
// with the delimiters [[ and ]].
//
// A new site has a note of each kind in every chosen language. files/notes has each in four
// languages, with the same blocks. The note in the first chosen language is the original, the others
// are translations, in the form that kawaraban translate writes.
//
// [Workflow] returns the workflow for GitHub Pages, for a new site or for Kawaraban's own
// repository. Conditions on .Own in files/pages.yaml select the differences. Every action is pinned
// by the commit of its release.
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

// Options are the properties of the new site.
type Options struct {
	Langs      []note.Lang    // of notes and interface, original first; from Languages, not empty
	Title      string         // in all languages; empty: TitleIn each
	Repository ghpages.Remote // of the site's files; zero if unknown
	Homeless   bool           // there is no remote repository yet: the README explains how to create one
	Branch     string         // that the workflow publishes; empty: main
	Author     string         // of the notes, a handle or a name; empty: none
	Date       string         // of the notes, as 2026-11-21; empty: none
	Version    string         // of Kawaraban, as in go.mod; empty: unknown, the go command chooses
	NoSamples  bool           // omits the sample notes
	NoNotes    bool           // omits the sample notes and the dates of releases
	NoWorkflow bool           // omits the workflow
}

// File is one file of the new site.
type File struct {
	Path string // relative to the site, with slashes
	Data []byte
}

// Files that callers need by name.
const (
	ModulePath   = "go.mod"
	IgnorePath   = ".gitignore"
	WorkflowPath = ".github/workflows/pages.yaml"
	UpdatePath   = ".github/workflows/update.yaml"
)

// The module of the site's tool line, and its Go version: those of this module's go.mod.
const (
	Tool       = Module + "/cmd/kawaraban"
	Module     = "github.com/kawaraban/kawaraban"
	goLanguage = "1.26.0"
)

const mainBranch = "main"

// PublishedFrom returns the branch that the workflow publishes.
func (o Options) PublishedFrom() string { return branchOf(o.Branch) }

// Languages lists the languages of the starter, sorted.
func Languages() []note.Lang { return []note.Lang{"en", "ja", "ru", "zh"} }

// Files returns the files of a new site in display order. The error is one of the options: no
// language, an unknown one, or a duplicate.
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

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// branchOf returns a branch name that is safe within quotes in the workflow; main for names with
// unusual characters.
func branchOf(name string) string {
	odd := func(r rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-", r)
	}
	if name == "" || strings.ContainsFunc(name, odd) {
		return mainBranch
	}
	return name
}

// modulePath returns the path of the site's module: its repository, if that is a valid module path.
func (o Options) modulePath() string {
	name := path.Join(o.Repository.Host, o.Repository.Owner, o.Repository.Name)
	if name == "" || name == Module || module.CheckPath(name) != nil {
		return "notes"
	}
	return name
}

// module returns go.mod. Without a version it requires none: go mod tidy adds the newest.
func (o Options) module() (File, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n\ngo %s\n\ntool %s\n", o.modulePath(), goLanguage, Tool)
	if o.Version != "" {
		fmt.Fprintf(&b, "\nrequire %s %s\n", Module, o.Version)
	}
	return File{ModulePath, []byte(b.String())}, nil
}

func (o Options) ignore() (File, error) {
	text, err := files.ReadFile("files/gitignore")
	return File{IgnorePath, text}, err
}

// Ignored lists the directories that a site's .gitignore must contain: the output and the cache.
func Ignored() []string { return []string{"/public/", "/.kawaraban/"} }

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
