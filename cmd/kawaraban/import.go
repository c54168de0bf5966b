package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/importer"
	"github.com/kawaraban/kawaraban/internal/note"
)

// importTarget is where imported data stands below the site's folder.
const importTarget = "content/_data"

func (a *app) importCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Take KEPs, SIGs, gates and release notes from checkouts of upstream",
		Long: `Import reads a checkout of one of Kubernetes' repositories and writes what the site
needs of it to content/_data, as JSON whose diffs can be read. What is wrong upstream is
said; a second import of the same checkout changes nothing.`,
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
	use, args := i.Name+" <checkout>", 1
	if i.Release {
		use, args = i.Name+" <release> <checkout>", 2
	}
	var quiet bool
	cmd := &cobra.Command{
		Use:   use,
		Short: fmt.Sprintf("From %s: %s", i.Repository, i.Summary),
		Args:  cobra.ExactArgs(args),
		RunE: func(_ *cobra.Command, args []string) error {
			in := importer.In{}
			if i.Release {
				if !releaseForm.MatchString(args[0]) {
					return usage("%q is no release; write it as 1.29", args[0])
				}
				in.Release = note.Release(args[0])
			}
			return a.runImport(i, in, args[len(args)-1], quiet)
		},
	}
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "do not list what is wrong upstream")
	return cmd
}

var releaseForm = regexp.MustCompile(`^1\.[0-9]{1,3}$`)

// runImport reads the checkout and writes what differs.
func (a *app) runImport(i importer.Importer, in importer.In, checkout string, quiet bool) error {
	root, err := os.OpenRoot(checkout)
	if err != nil {
		return usage("the checkout of %s cannot be opened: %w", i.Repository, err)
	}
	defer root.Close()
	in.FS = root.FS()
	result, err := i.Run(in)
	if err != nil {
		return exitError{exitContent, fmt.Errorf("importing %s: %w", i.Name, err)}
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
		fmt.Fprintf(a.stdout, "%8d %s\n", c.N, c.Name)
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
	switch {
	case err != nil:
		return machine(err)
	case changed:
		fmt.Fprintf(a.stdout, "wrote %s (%d bytes)\n", target, len(data))
	default:
		fmt.Fprintf(a.stdout, "unchanged %s\n", target)
	}
	return nil
}
