package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/scaffold"
	"github.com/kawaraban/kawaraban/internal/source"
)

type newFlags struct {
	lang    string
	authors []string
	update  bool
	dryRun  bool
	format  string
}

func (a newCmd) command() *cobra.Command {
	var f newFlags
	cmd := &cobra.Command{
		Use:   "new <release>/<sig>",
		Short: "Create a note, or update one from upstream",
		Long: `New creates the note of a SIG on a release, such as content/1.29/sig-node.ja.md. It has one
entry for each published pull request of the SIG, under headings by kind. The official text
is in a comment before the entry, which has the KEP, number, author and SIGs. Pull requests
that another note in the language covers are listed separately, as links. With 1.29/overview
it creates an overview of the enhancements of the release, by SIG and stage.

An empty entry shows the official text on its page, and does not count as coverage. An
existing file is never overwritten.

--update compares an existing note with the upstream data. New entries are added at the end
of their kind. Changed and removed entries are listed. Existing text does not change. A changed
entry is listed until the comment before it has the new official text.

The default of --lang is the only language of the site's notes.`,
		Example: unindent(`
			kawaraban new 1.29/sig-node --lang ja
			kawaraban new 1.29/sig-node --author y1r96
			kawaraban new 1.29/overview --lang ru
			kawaraban new 1.29/sig-node --update --dry-run`),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("new requires one note, got %d", len(args)).withHint("run kawaraban new 1.29/sig-node --lang ja")
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return a.newNote(cmd.Context(), args[0], f) },
		ValidArgsFunction: a.targets,
	}
	languageFlag(cmd, &f.lang, "lang", "`language` of the note")
	cmd.Flags().StringArrayVar(&f.authors, "author", nil, "author: a GitHub `handle` or a name; repeat for several")
	cmd.Flags().BoolVar(&f.update, "update", false, "add new upstream entries, and list changed ones")
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "print the result without writing it")
	formatFlag(cmd, &f.format, "text", "json")
	return cmd
}

func (a newCmd) targets(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	data, err := a.loadData()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return scaffold.Targets(data), cobra.ShellCompDirectiveNoFileComp
}

// workspace is an opened site for commands that write notes.
type workspace struct {
	*app
	root   *os.Root
	in     scaffold.In
	diags  []diag.Diagnostic // problems found in the site
	config config.Config
	listed []note.Lang // languages in site.yaml; empty if it lists none
	unlock func()
}

// openWorkspace reads the site under the lock on the notes.
func (a *app) openWorkspace(ctx context.Context, format string) (*workspace, error) {
	root, err := a.open(buildFlags{format: format})
	if err != nil {
		return nil, err
	}
	if err := a.chooseMessages(root); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	unlock, err := lockNotes(ctx, root)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	progress := a.newProgress(time.Now())
	result, err := build.New(build.Options{Progress: progress.say}).Link(ctx, filesOf(root))
	progress.end()
	if err != nil {
		unlock()
		return nil, errors.Join(a.stopped(err, buildFlags{format: format}, time.Now()), root.Close())
	}
	in := scaffold.In{Site: result.Site, Names: result.Site.Data().Names(), Words: result.Words}
	return &workspace{a, root, in, result.Diags, result.Config, result.Listed, unlock}, nil
}

func (d *workspace) close() {
	d.unlock()
	_ = d.root.Close()
}

func (a newCmd) newNote(ctx context.Context, arg string, f newFlags) error {
	lang, err := language(f.lang)
	if err != nil {
		return err
	}
	authors, err := authorsOf(f.authors)
	if err != nil {
		return err
	}
	d, err := a.openWorkspace(ctx, f.format)
	if err != nil {
		return err
	}
	defer d.close()
	if f.update {
		if len(authors) > 0 {
			return usage("--author cannot be combined with --update").withHint("write authors in the front matter")
		}
		return d.update(d.noteID(arg), lang, f)
	}
	return d.begin(arg, lang, authors, f)
}

// noteID returns the note named by the argument: an existing id such as 1.29/sig-node, else the
// one that new would create.
func (d *workspace) noteID(arg string) note.ID {
	id := scaffold.NoteID(arg)
	if files, err := d.versions(id); err == nil && len(files) == 0 {
		if t, err := scaffold.ParseTarget(arg, d.in); err == nil {
			return t.ID
		}
	}
	return id
}

func authorsOf(names []string) ([]note.Person, error) {
	var out []note.Person
	for _, n := range names {
		n = strings.TrimPrefix(strings.TrimSpace(n), "@")
		if n == "" || strings.ContainsFunc(n, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return nil, usage("invalid author %q", n).withHint("write the GitHub handle: --author mimowo")
		}
		out = append(out, note.Person(n))
	}
	return out, nil
}

// refusal converts errors of package scaffold.
func refusal(err error) error {
	if r, ok := errors.AsType[scaffold.Refusal](err); ok {
		return usage("%s", r.Text).withHint("%s", r.Hint)
	}
	return machine(err)
}

// brokenData prints the problems of upstream data files that cannot be read. These files may
// contain what was not found.
func (d *workspace) brokenData() error {
	var ds []diag.Diagnostic
	for _, p := range d.diags {
		if p.Code == "data/unreadable" {
			ds = append(ds, p)
		}
	}
	return d.printDiags(ds, d.sourceLine())
}

func (d *workspace) begin(arg string, lang note.Lang, authors []note.Person, f newFlags) error {
	t, err := scaffold.ParseTarget(arg, d.in)
	if err != nil {
		return errors.Join(d.brokenData(), refusal(err))
	}
	if d.in.Lang, err = d.siteLanguage(lang); err != nil {
		return err
	}
	file := source.Root + string(t.ID) + "." + string(d.in.Lang) + ".md"
	if err := noLink(d.root, file); err != nil {
		return err
	}
	versions, err := d.versions(t.ID)
	if err != nil {
		return machine(err)
	}
	for _, v := range versions {
		if v.lang == d.in.Lang {
			return d.exists(v.path, t.ID)
		}
	}
	begun := created{File: file}
	var text []byte
	if t.SIG == "" {
		var listed scaffold.Listed
		text, begun.Entries, listed = scaffold.Overview(d.in, t, authors)
		begun.Enhancements = &listed
	} else {
		var report scaffold.Report
		report, text = scaffold.Changes(d.in, file, t, authors)
		begun.Entries, begun.Elsewhere = len(report.Added), report.Elsewhere
	}
	if f.dryRun {
		_, err := d.stdout.Write(text)
		return machine(err)
	}
	if err := create(d.root, file, text); errors.Is(err, fs.ErrExist) {
		return d.exists(file, t.ID)
	} else if err != nil {
		return machine(fmt.Errorf("writing %s: %w", file, err))
	}
	d.unlisted(d.in.Lang)
	if o := d.in.Site.Original(t.ID); o != nil && f.format != "json" {
		d.advise(d.messages.Sprintf("info"), d.messages.Sprintf("the note exists in %s", o.Lang),
			d.messages.Sprintf("to translate that version instead, remove %s and run kawaraban translate %s --to %s", file, t.ID, d.in.Lang))
	}
	return d.printReport(f.format, begun, begun.text(d.messages))
}

// noteAt returns the note of a file; nil if the site has none.
func (d *workspace) noteAt(file string) *note.Note {
	for _, n := range d.in.Site.Notes() {
		if n.Path == file {
			return n
		}
	}
	return nil
}

// unlisted prints a warning if site.yaml does not list the language of a new file. The site has no
// pages in such a language.
func (d *workspace) unlisted(lang note.Lang) {
	if len(d.listed) == 0 || slices.Contains(d.listed, lang) {
		return
	}
	var all []string
	for _, l := range append(slices.Clone(d.listed), lang) {
		all = append(all, string(l))
	}
	d.advise(d.messages.Sprintf("warning"), d.messages.Sprintf("site.yaml does not list %s, so readers do not see this note", lang),
		d.messages.Sprintf("write in site.yaml: languages: [%s]", strings.Join(all, ", ")))
}

// advise prints a text and a hint to standard error.
func (d *workspace) advise(severity, text, hint string) {
	fmt.Fprintf(d.stderr, "%s: %s\n    %s\n", severity, text, d.messages.Sprintf("hint: %s", hint))
}

type created struct {
	File      string                  `json:"file"`
	Entries   int                     `json:"entries"`
	Elsewhere []scaffold.ElsewhereRef `json:"elsewhere,omitempty"`

	Enhancements *scaffold.Listed `json:"enhancements,omitempty"` // of an overview
}

func (b created) text(c diag.Catalog) string {
	entries := c.Count(b.Entries, "%d entry", "%d entries")
	if n := len(b.Elsewhere); n > 0 {
		return c.Sprintf("wrote %s: %s to write, %d in other notes already", b.File, entries, n) + "\n"
	}
	return c.Sprintf("wrote %s: %s to write", b.File, entries) + "\n" + b.Enhancements.Text(c)
}

func (d *workspace) printReport(format string, report any, text string) error {
	if format != "json" {
		_, err := fmt.Fprint(d.stdout, text)
		return machine(err)
	}
	return writeJSON(d.stdout, report)
}

func (d *workspace) exists(file string, id note.ID) error {
	return usage("%s already exists", file).
		withHint("to add new upstream entries, run kawaraban new %s --update", id)
}

type noteFile struct {
	path string
	lang note.Lang
}

// versions returns the files of a note, including drafts and unreadable files.
func (d *workspace) versions(id note.ID) ([]noteFile, error) {
	dir := source.Root + path.Dir(string(id))
	files, err := fs.ReadDir(d.root.FS(), path.Clean(dir))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []noteFile
	for _, f := range files {
		p := path.Join(dir, f.Name())
		at, lang, _, ok := source.Locate(p)
		if !ok || at != id || f.IsDir() {
			continue
		}
		if lang == "" {
			lang = d.langOf(p)
		}
		out = append(out, noteFile{p, lang})
	}
	return out, nil
}

// langOf returns the language of a note without one in its file name; empty if the file is
// unreadable.
func (d *workspace) langOf(p string) note.Lang {
	text, err := d.root.ReadFile(p)
	if err != nil {
		return ""
	}
	n, _ := source.Parse(source.Input{Path: p, Bytes: text}, d.in.Names, source.Options{})
	if n == nil {
		return ""
	}
	return n.Lang
}

// siteLanguage returns the requested language, else the only language of the site's notes.
func (d *workspace) siteLanguage(asked note.Lang) (note.Lang, error) {
	if asked != "" {
		return asked, nil
	}
	var langs []string
	for _, n := range d.in.Site.Notes() {
		if !slices.Contains(langs, string(n.Lang)) {
			langs = append(langs, string(n.Lang))
		}
	}
	slices.Sort(langs)
	switch len(langs) {
	case 0:
		return "", usage("unknown language: the site has no notes").withHint("add --lang ja")
	case 1:
		return note.Lang(langs[0]), nil
	}
	return "", usage("ambiguous language: the site has notes in %s", strings.Join(langs, ", ")).withHint("add --lang %s", langs[0])
}

func (d *workspace) update(id note.ID, lang note.Lang, f newFlags) error {
	if err := noLink(d.root, path.Dir(source.Root+string(id))); err != nil {
		return err
	}
	v, err := d.existing(id, lang)
	if err != nil {
		return err
	}
	if err := noLink(d.root, v.path); err != nil {
		return err
	}
	text, err := d.root.ReadFile(v.path)
	if err != nil {
		return machine(fmt.Errorf("reading %s: %w", v.path, err))
	}
	if n := d.noteAt(v.path); n != nil && n.Meta.Translates != "" {
		return usage("%s is a translation of %s", v.path, n.Meta.Translates).withHint("to update it, run kawaraban translate %s --to %s", id, v.lang)
	}
	d.in.Lang = v.lang
	report, now, ds, err := scaffold.Update(d.in, v.path, text)
	if err != nil {
		return errors.Join(d.brokenData(), refusal(err))
	}
	if len(ds) > 0 {
		return d.unreadable(ds)
	}
	out := struct {
		scaffold.Report
		Diff string `json:"diff,omitempty"` // with --dry-run
	}{Report: report}
	if f.dryRun {
		out.Diff = string(unified(v.path, text, now))
	} else if string(now) != string(text) {
		if err := replace(d.root, v.path, text, now); err != nil {
			return machine(fmt.Errorf("writing %s: %w", v.path, err))
		}
	}
	if err := d.printReport(f.format, out, out.Text(d.messages)+out.Diff); err != nil {
		return err
	}
	if slices.ContainsFunc(report.Added, func(x scaffold.Added) bool { return x.Line == 0 }) {
		return exitError{status: exitContent}
	}
	return nil
}

// existing returns the version of a note in the requested language, else the only version.
func (d *workspace) existing(id note.ID, lang note.Lang) (noteFile, error) {
	all, err := d.versions(id)
	if err != nil {
		return noteFile{}, machine(err)
	}
	var langs []string
	for _, v := range all {
		if v.lang == lang || lang == "" && len(all) == 1 {
			return v, nil
		}
		langs = append(langs, string(v.lang))
	}
	switch {
	case len(all) == 0:
		return noteFile{}, usage("unknown note %q", id).withHint("to create it, run kawaraban new %s --lang %s", id, cmp.Or(lang, "ja"))
	case lang == "":
		return noteFile{}, usage("note %s exists in several languages: %s", id, strings.Join(langs, ", ")).withHint("add --lang %s", langs[0])
	}
	return noteFile{}, usage("note %s does not exist in %s, only in %s", id, lang, strings.Join(langs, ", ")).
		withHint("to create it, run kawaraban new %s --lang %s", id, lang)
}

func (d *workspace) unreadable(ds []diag.Diagnostic) error {
	if err := d.printDiags(ds, d.sourceLine()); err != nil {
		return err
	}
	return exitError{status: exitContent}
}
