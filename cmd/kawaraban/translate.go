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
		Short: "Create a translation, or update one",
		Long: `Translate creates the translation of a note: content/1.27/sig-node.en.md next to
content/1.27/sig-node.ja.md. The source of each block is in a comment before the place of its
translation. Entries keep their numbers and people; in English they get the official text.
Code, pictures and dates are copied.

An existing translation is updated. New blocks of the original are added at their place.
Changed ones are marked, with the old source in a second comment. Removed ones are listed.
Translated text does not change.

--record adds the current source to blocks that have none, so that later changes are found.

--draft translates missing blocks with the command in site.yaml. Drafts are marked as machine
translations until you delete the mark.

docs/translate.md describes the steps of a translation.`,
		Example: unindent(`
			kawaraban translate 1.27/sig-node --to en
			kawaraban translate 1.27/sig-node --to zh --from ja --dry-run
			kawaraban translate 1.27/sig-node --to en --record
			kawaraban translate 1.27/sig-node --to ru --draft`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("translate requires one note, got %d", len(args)).withHint("run kawaraban translate 1.27/sig-node --to en")
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return a.translate(cmd.Context(), args[0], f) },
		ValidArgsFunction: a.noteIDs,
	}
	languageFlag(cmd, &f.to, "to", "`language` of the translation")
	languageFlag(cmd, &f.from, "from", "`language` of the original, if there are several")
	cmd.Flags().BoolVar(&f.record, "record", false, "add the current source to blocks that have none")
	cmd.Flags().BoolVar(&f.draft, "draft", false, "translate missing blocks with the command in site.yaml")
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "print the result without writing it")
	formatFlag(cmd, &f.format, "text", "json")
	a.langFlag(cmd)
	return cmd
}

func (a translateCmd) noteIDs(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
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
		return usage("missing --to").withHint("run kawaraban translate %s --to en", arg)
	case to == from:
		return usage("--from and --to are both %s", to).withHint("omit --from")
	}
	d, err := a.openWorkspace(ctx, f.format)
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
		missing := usage("unknown note %q", id)
		if _, err := scaffold.ParseTarget(string(id), d.in); err != nil {
			return original, translated, missing.withHint("write the path below content/: kawaraban translate 1.27/sig-node --to %s", to)
		}
		return original, translated, missing.withHint("to create it, run kawaraban new %s --lang ja", id)
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
		return noteFile{}, usage("note %s exists only in %s: no original to translate", id, to).withHint("choose another language with --to")
	case from != "":
		return noteFile{}, usage("note %s does not exist in %s, only in %s", id, from, strings.Join(langs, ", ")).withHint("choose one of them with --from")
	case len(originals) == 1:
		return originals[0], nil
	case i >= 0:
		return others[i], nil
	case len(others) == 1:
		return others[0], nil
	case isFirst(noteFile{path: translated.Path}):
		return noteFile{}, usage("%s is the original of the other versions", translated.Path).withHint("write the language of the translation after --to")
	}
	return noteFile{}, usage("note %s exists in several languages: %s", id, strings.Join(langs, ", ")).withHint("add --from %s", langs[0])
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
	out := struct {
		scaffold.Translated
		Diff string `json:"diff,omitempty"` // with --dry-run
	}{Translated: report}
	if f.dryRun {
		out.Diff = string(unified(translated.Path, translated.Text, now))
	} else if err := d.write(translated, now); err != nil {
		return err
	}
	d.unlisted(d.in.Lang)
	if err := d.printReport(f.format, out, out.Text(d.messages, d.coloured())+out.Diff); err != nil {
		return err
	}
	switch {
	case ended != nil && f.dryRun:
		return *ended
	case ended != nil:
		return ended.withHint("run the same command to continue; finished drafts are in %s", translated.Path)
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
		return &exitError{status: exitUsage, err: fmt.Errorf("cannot run the translation command: %w", dead), hint: "check draft in site.yaml"}
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
		return nil, usage("missing draft command in site.yaml").
			withHint(`write in site.yaml: draft: {command: ["my-translator", "--to", "{to}"]}`)
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
