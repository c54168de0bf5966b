package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/machinetranslation"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/scaffold"
	"github.com/kawaraban/kawaraban/internal/source"
)

type translateFlags struct {
	to     string
	from   string
	record bool
	draft  bool
	dryRun bool
	format string
}

func (a translateCmd) command() *cobra.Command {
	var f translateFlags
	cmd := &cobra.Command{
		Use:   "translate <note>",
		Short: "Begin the translation of a note, or bring one up to date",
		Long: `Translate begins the translation of a note: beside content/1.27/sig-node.ja.md the file
content/1.27/sig-node.en.md, with the source of each block in a comment before the place of
its translation. Entries keep their numbers and people; where English is the target they
have the official sentence. Code, pictures and days are the same in every language.

A translation that is there is brought up to date. What is new in the original is added at
its place; what it says in other words is marked, with the older words in a second comment;
what it no longer has is listed. Nothing that is translated changes.

With --record the source is written before blocks that have none, as if they had been
translated from what the original says today: their age is known from then on.

With --draft the command that site.yaml names is asked for drafts of what is missing. They
are marked as made by a machine until somebody has read them and deletes the mark.

docs/translate.md tells the whole way of a translation.`,
		Example: unindent(`
			kawaraban translate 1.27/sig-node --to en
			kawaraban translate 1.27/sig-node --to zh --from ja --dry-run
			kawaraban translate 1.27/sig-node --to en --record
			kawaraban translate 1.27/sig-node --to ru --draft`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("translate takes one note, not %d", len(args)).withHint("as in kawaraban translate 1.27/sig-node --to en")
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return a.translate(cmd.Context(), args[0], f) },
		ValidArgsFunction: a.notesThere,
	}
	cmd.Flags().StringVar(&f.to, "to", "", "the `language` of the translation")
	cmd.Flags().StringVar(&f.from, "from", "", "the `language` of the original, where the note has several")
	cmd.Flags().BoolVar(&f.record, "record", false, "write today's source before blocks that have none")
	cmd.Flags().BoolVar(&f.draft, "draft", false, "ask the command of site.yaml for drafts of what is missing")
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "print what would be written, and write nothing")
	cmd.Flags().StringVar(&f.format, "format", "text", "print the report as text or json")
	a.langFlag(cmd)
	complete(cmd, "format", cobra.FixedCompletions([]cobra.Completion{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	for _, flag := range []string{"to", "from"} {
		complete(cmd, flag, cobra.FixedCompletions([]cobra.Completion{"en", "ja", "ru", "zh"}, cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

func (a translateCmd) notesThere(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, pattern := range []string{"*", "*/*", "*/*/*"} {
		files, _ := filepath.Glob(filepath.Join(a.dir, filepath.FromSlash(source.Root), filepath.FromSlash(pattern)))
		for _, f := range files {
			rel, err := filepath.Rel(a.dir, f)
			if id, _, _, ok := source.Locate(filepath.ToSlash(rel)); err == nil && ok && source.IsNote(filepath.ToSlash(rel)) {
				out = append(out, string(id))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), cobra.ShellCompDirectiveNoFileComp
}

func (a translateCmd) translate(ctx context.Context, arg string, f translateFlags) error {
	to, err := language(f.to)
	if err != nil {
		return err
	}
	from, err := language(f.from)
	if err != nil {
		return err
	}
	switch {
	case to == "":
		return usage("nothing says the language of the translation").withHint("name it, as in kawaraban translate %s --to en", arg)
	case to == from:
		return usage("the original and the translation are both in %s", to).withHint("leave out --from, and the original is found")
	}
	d, err := a.openDesk(ctx, f.format)
	if err != nil {
		return err
	}
	defer d.close()
	d.in.Lang = to
	original, translated, err := d.pairOf(scaffold.NoteID(arg), from, to)
	if err != nil {
		return err
	}
	return d.translate(ctx, original, translated, f)
}

// pairOf returns the files of the original and the translation. The translation may be missing.
func (d *workspace) pairOf(id note.ID, from, to note.Lang) (original, translated scaffold.File, err error) {
	if err := noLink(d.root, path.Dir(source.Root+string(id))); err != nil {
		return original, translated, err
	}
	all, err := d.versions(id)
	if err != nil {
		return original, translated, machine(err)
	}
	if len(all) == 0 {
		missing := usage("there is no note %s", cmp.Or(id, "without a name"))
		if _, err := scaffold.ParseTarget(string(id), d.in); err != nil {
			return original, translated, missing.withHint("name it by its place in content/, as in kawaraban translate 1.27/sig-node --to %s", to)
		}
		return original, translated, missing.withHint("kawaraban new %s --lang ja begins one", id)
	}
	translated = scaffold.File{Path: source.Root + string(id) + "." + string(to) + ".md"}
	var others []noteFile
	for _, v := range all {
		if v.lang != to {
			others = append(others, v)
			continue
		}
		if translated, err = d.file(v.path); err != nil {
			return original, translated, err
		}
	}
	if err := noLink(d.root, translated.Path); err != nil {
		return original, translated, err
	}
	chosen, err := d.originalOf(id, others, from, to, translated)
	if err != nil {
		return original, translated, err
	}
	original, err = d.file(chosen.path)
	return original, translated, err
}

func (d *workspace) file(name string) (scaffold.File, error) {
	if err := noLink(d.root, name); err != nil {
		return scaffold.File{}, err
	}
	text, err := d.root.ReadFile(name)
	if err != nil {
		return scaffold.File{}, machine(fmt.Errorf("reading %s: %w", name, err))
	}
	if text == nil {
		text = []byte{}
	}
	return scaffold.File{Path: name, Text: text}, nil
}

// originalOf selects the version to translate from: the requested language, the version that the
// translation names, the only version that is not a translation, the site's choice, or the only
// version.
func (d *workspace) originalOf(id note.ID, others []noteFile, from, to note.Lang, translated scaffold.File) (noteFile, error) {
	var langs []string
	var originals []noteFile
	named := d.translates(translated)
	for _, v := range others {
		if v.lang == from || from == "" && named != "" && path.Base(v.path) == path.Base(named) {
			return v, nil
		}
		langs = append(langs, cmp.Or(string(v.lang), path.Base(v.path)))
		if text, err := d.root.ReadFile(v.path); err == nil && d.translates(scaffold.File{Path: v.path, Text: text}) == "" {
			originals = append(originals, v)
		}
	}
	first := d.in.Site.Original(id)
	isFirst := func(v noteFile) bool { return first != nil && v.path == first.Path }
	switch i := slices.IndexFunc(others, isFirst); {
	case len(others) == 0:
		return noteFile{}, usage("the note %s is in %s only: there is nothing to translate from", id, to).withHint("name another language with --to")
	case from != "":
		return noteFile{}, usage("the note %s is not there in %s, but in %s", id, from, strings.Join(langs, ", ")).withHint("name one of these with --from")
	case len(originals) == 1:
		return originals[0], nil
	case i >= 0:
		return others[i], nil
	case len(others) == 1:
		return others[0], nil
	case isFirst(noteFile{path: translated.Path}):
		return noteFile{}, usage("%s is the original, which others translate", translated.Path).withHint("name the language of the translation with --to")
	}
	return noteFile{}, usage("the note %s is there in %s", id, strings.Join(langs, ", ")).withHint("name the original, as in --from %s", langs[0])
}

// translates returns the source that the front matter of a translation names.
func (d *workspace) translates(f scaffold.File) string {
	if f.Text == nil {
		return ""
	}
	n, _ := source.Parse(source.Input{Path: f.Path, Bytes: f.Text}, d.in.Names, source.Options{})
	if n == nil {
		return ""
	}
	return n.Meta.Translates
}

func (d *workspace) translate(ctx context.Context, original, translated scaffold.File, f translateFlags) error {
	o := scaffold.Translating{Record: f.record}
	var dead error // set if the translation command cannot be run
	if f.draft {
		ask, err := d.translator(ctx, original, &dead)
		if err != nil {
			return err
		}
		o.Draft = ask
	}
	report, now, ds, err := scaffold.Translate(d.in, original, translated, o)
	if o.Draft != nil {
		d.showDrafts(0)
	}
	ended := draftsError(ctx, dead)
	switch {
	case ended != nil && len(report.Drafted) == 0:
		return *ended
	case err != nil:
		return refusal(err)
	case len(ds) > 0:
		return d.unreadable(ds)
	}
	out := translation{Translated: report}
	if f.dryRun {
		out.Diff = string(unified(translated.Path, translated.Text, now))
	} else if err := d.write(translated, now); err != nil {
		return err
	}
	d.unlisted(d.in.Lang)
	if err := d.printReport(f.format, out, out.text(d.coloured())); err != nil {
		return err
	}
	switch {
	case ended != nil && f.dryRun:
		return *ended
	case ended != nil:
		return ended.withHint("what was drafted until then is in %s: the same command goes on", translated.Path)
	case len(report.Unplaced)+len(report.Refused) > 0:
		return exitError{status: exitContent}
	}
	return nil
}

// draftsError explains why some texts were not machine-translated; nil if all were.
func draftsError(ctx context.Context, dead error) *exitError {
	switch {
	case ctx.Err() != nil:
		return &exitError{status: exitMachine, err: ctx.Err()}
	case dead != nil:
		return &exitError{status: exitUsage, err: fmt.Errorf("the command for drafts cannot be run: %w", dead), hint: "see draft in site.yaml"}
	}
	return nil
}

func (d *workspace) write(f scaffold.File, now []byte) error {
	var err error
	switch {
	case f.Text == nil:
		err = create(d.root, f.Path, now)
	case string(f.Text) != string(now):
		err = replace(d.root, f.Path, f.Text, now)
	}
	if err != nil {
		return machine(fmt.Errorf("writing %s: %w", f.Path, err))
	}
	return nil
}

// translator returns a function that runs the site's machine translation command. If the command
// cannot be run it sets dead and does not try again.
func (d *workspace) translator(ctx context.Context, original scaffold.File, dead *error) (func(string) (string, error), error) {
	c := machinetranslation.Command{Args: d.config.Draft.Command, Timeout: d.config.Draft.Timeout, Dir: d.dir}
	if len(c.Args) == 0 {
		var ds []diag.Diagnostic
		for _, p := range d.diags {
			if p.Pos.File == "site.yaml" {
				ds = append(ds, p)
			}
		}
		if len(ds) > 0 {
			return nil, d.unreadable(ds)
		}
		return nil, usage("site.yaml names no command for drafts").
			withHint(`write draft: {command: ["my-translator", "--to", "{to}"]} into it; Kawaraban has none of its own`)
	}
	from := d.langOf(original.Path)
	asked := 0
	return func(text string) (string, error) {
		if *dead != nil || ctx.Err() != nil {
			return "", scaffold.ErrNoMore
		}
		asked++
		d.showDrafts(asked)
		out, err := c.Run(ctx, text, from, d.in.Lang)
		if errors.Is(err, machinetranslation.ErrProgram) {
			*dead = err
		}
		if *dead != nil || err != nil && ctx.Err() != nil {
			return "", scaffold.ErrNoMore
		}
		return out, err
	}, nil
}

// showDrafts shows the number of machine translations on a terminal; 0 removes the line.
func (d *workspace) showDrafts(n int) {
	f, ok := d.stderr.(*os.File)
	if !ok || !isTerminal(f) {
		return
	}
	fmt.Fprint(f, "\r\033[K")
	if n > 0 {
		fmt.Fprintf(f, "draft %d", n)
	}
}
