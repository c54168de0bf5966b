package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/importer"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// importTarget is where imported data stands below the site's folder.
const importTarget = "content/_data"

func (a *app) importCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Take KEPs, SIGs, gates and release notes from checkouts of upstream",
		Long: `Import reads a checkout of one of Kubernetes' repositories and writes what the site
needs of it to content/_data, as JSON whose diffs can be read. What is wrong upstream is
said; a second import of the same checkout changes nothing. Commit what is written: it is
part of the site.

A checkout is a folder as git clone makes it; nothing is fetched.`,
		Example: unindent(`
			kawaraban import keps ../enhancements
			kawaraban import sigs ../community
			kawaraban import gates ../website
			kawaraban import release 1.29 ../sig-release`),
	}
	for _, i := range importer.Importers {
		cmd.AddCommand(a.importOne(i))
	}
	return cmd
}

// importOne is the command of one importer.
func (a *app) importOne(i importer.Importer) *cobra.Command {
	use, example := i.Name+" <checkout>", i.Name+" ../"+path.Base(i.Repository)
	if i.Release {
		use, example = i.Name+" <release> <checkout>", i.Name+" 1.29 ../"+path.Base(i.Repository)
	}
	var quiet bool
	var table string
	cmd := &cobra.Command{
		Use:   use,
		Short: fmt.Sprintf("From %s: %s", i.Repository, i.Summary),
		Long: fmt.Sprintf("Reads a checkout of %s:\n%s.\nWrites below %s what differs from what stands there.",
			i.Repository, i.Summary, importTarget),
		Example: "  kawaraban import " + example,
		Args: func(_ *cobra.Command, args []string) error {
			if want := strings.Count(use, "<"); len(args) != want {
				return usage("import %s takes %s, not %d", i.Name, amount(want, "argument", "arguments"), len(args)).
					withHint("as in kawaraban import %s", example)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			in := importer.In{}
			if i.Release {
				if !upstream.IsRelease(args[0]) {
					return usage("%q is no release", args[0]).withHint("write it as 1.29")
				}
				in.Release = note.Release(args[0])
			}
			if err := readTable(&in, table); err != nil {
				return err
			}
			return a.runImport(i, in, args[len(args)-1], quiet)
		},
		ValidArgsFunction: folders,
	}
	if i.Pulls {
		cmd.Flags().StringVar(&table, "pull-requests", "", "take from a `file` which KEPs pull requests touched, not from the history")
	}
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "do not list what is wrong upstream")
	return cmd
}

// maxTable is how many bytes a table of pull requests may have.
const maxTable = 32 << 20

// readTable reads the table of pull requests that a flag names, if it does.
func readTable(in *importer.In, file string) error {
	if file == "" {
		return nil
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage("there is no file %s", file)
	case err != nil:
		return machine(fmt.Errorf("reading the table of pull requests: %w", err))
	case !info.Mode().IsRegular() || info.Size() > maxTable:
		return usage("%s is no file of at most %d MB", file, maxTable>>20)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return machine(fmt.Errorf("reading the table of pull requests: %w", err))
	}
	in.Pulls = &importer.Table{Name: file, Bytes: b}
	return nil
}

// runImport reads the checkout and writes what differs.
func (a *app) runImport(i importer.Importer, in importer.In, checkout string, quiet bool) error {
	if info, err := os.Stat(a.dir); err != nil || !info.IsDir() {
		return usage("there is no folder %s", a.dir).withHint("name the site's folder with -C")
	}
	root, err := os.OpenRoot(checkout)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage("there is no folder %s", checkout).withHint("name a checkout of %s", i.Repository)
	case err != nil:
		return machine(fmt.Errorf("opening the checkout of %s: %w", i.Repository, err))
	}
	defer root.Close()
	in.FS, in.Dir = root.FS(), checkout
	result, err := i.Run(in)
	if failed := new(*fs.PathError); errors.As(err, failed) {
		return machine(fmt.Errorf("importing %s: %w", i.Name, err))
	}
	if err != nil {
		return usage("importing %s from %s: %w", i.Name, checkout, err)
	}
	if !quiet {
		if err := a.printDiags(result.Diags, nil); err != nil {
			return err
		}
	}
	for _, f := range result.Files {
		if err := a.writeData(f); err != nil {
			return err
		}
	}
	for _, c := range result.Counts {
		if _, err := fmt.Fprintf(a.stdout, "%8d %s\n", c.N, c.Name); err != nil {
			return machine(err)
		}
	}
	return nil
}

// writeData writes one imported file, unless it stands there already.
func (a *app) writeData(f artifact.File) error {
	data, err := f.Bytes()
	if err != nil {
		return machine(err)
	}
	target := filepath.Join(a.dir, filepath.FromSlash(path.Join(importTarget, f.Path)))
	changed, err := artifact.WriteFile(target, data)
	if err != nil {
		return machine(err)
	}
	said := "unchanged " + target
	if changed {
		said = fmt.Sprintf("wrote %s (%d bytes)", target, len(data))
	}
	_, err = fmt.Fprintln(a.stdout, said)
	return machine(err)
}
