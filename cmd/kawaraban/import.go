package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/fetch"
	"github.com/kawaraban/kawaraban/internal/importer"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func (a importCmd) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Import KEPs, SIGs, feature gates or release notes",
		Long: `Import reads a checkout of a Kubernetes repository and writes its data to content/_data as
indented JSON. It reports problems in the upstream files. Importing the same checkout again
changes nothing. Commit the data: they are part of the site.

A checkout is a directory that git clone made. Only import release without a checkout uses
the network, for the two files of that release.`,
		Example: unindent(`
			kawaraban import keps ../enhancements
			kawaraban import sigs ../community
			kawaraban import gates ../website
			kawaraban import release 1.29
			kawaraban import release 1.29 ../sig-release`),
	}
	for _, i := range importer.Importers {
		cmd.AddCommand(a.importOne(i))
	}
	cmd.AddCommand(a.articles())
	return cmd
}

func (a importCmd) importOne(i importer.Importer) *cobra.Command {
	var f importFlags
	cmd := &cobra.Command{
		Use:     i.Name + " " + strings.Join(importArgs(i), " "),
		Short:   fmt.Sprintf("From %s: %s", i.Repository, i.Summary),
		Long:    importHelp(i),
		Example: "  " + strings.Join(importExamples(i), "\n  "),
		Args:    func(_ *cobra.Command, args []string) error { return checkImportArgs(i, args) },
		RunE:    func(cmd *cobra.Command, args []string) error { return a.runImport(cmd.Context(), i, args, f) },
	}
	if i.Pulls {
		cmd.Flags().StringVar(&f.table, "pull-requests", "", "read the KEPs of pull requests from a `file` instead of the git history")
	}
	if i.Fetch != nil {
		cmd.Flags().StringVar(&f.from, "from", "", "without a checkout: `URL` of another copy of "+i.Repository)
	}
	cmd.Flags().BoolVar(&f.force, "force", false, "write even if the source is damaged or has far less data")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "do not list problems in the upstream data")
	return cmd
}

func importArgs(i importer.Importer) []string {
	var args []string
	if i.Release {
		args = append(args, "<release>")
	}
	if i.Fetch != nil {
		return append(args, "[checkout]")
	}
	return append(args, "<checkout>")
}

func importHelp(i importer.Importer) string {
	if i.Fetch == nil {
		return fmt.Sprintf("Reads a checkout of %s:\n%s.\nWrites changed files to %s.", i.Repository, i.Summary, importTarget)
	}
	return fmt.Sprintf(`Reads %s: %s.
Writes changed files to %s.

Without a checkout it downloads the files from
%s
and caches them in %s. The next import asks the server only whether they
have changed. With a checkout it sends no requests. The proxy variables HTTPS_PROXY and
NO_PROXY are used.

--from is the URL of another copy: of a directory with the files at the same paths as in
the repository, such as the tree of one commit.`,
		i.Repository, i.Summary, importTarget, i.Upstream, fetchedDir)
}

func checkImportArgs(i importer.Importer, args []string) error {
	most := len(importArgs(i))
	least := most
	if i.Fetch != nil {
		least--
	}
	if len(args) >= least && len(args) <= most {
		return nil
	}
	takes := plural(most, "argument", "arguments")
	if least < most {
		takes = fmt.Sprintf("%d or %s", least, takes)
	}
	return usage("import %s requires %s, got %d", i.Name, takes, len(args)).
		withHint("run %s", strings.Join(importExamples(i), ", or "))
}

func (a importCmd) runImport(ctx context.Context, i importer.Importer, args []string, f importFlags) error {
	in := importer.In{}
	if i.Release {
		if !upstream.IsRelease(args[0]) {
			return usage("invalid release %q", args[0]).withHint("write it as kawaraban import release 1.29")
		}
		in.Release = note.Release(args[0])
	}
	if err := readTable(&in, f.table); err != nil {
		return err
	}
	site, err := openDir(a.dir, siteHint)
	if err != nil {
		return err
	}
	defer site.Close()
	if len(args) < len(importArgs(i)) {
		return a.importFetched(ctx, site, i, in, f)
	}
	if f.from != "" {
		return usage("--from cannot be combined with the checkout %q", args[len(args)-1]).
			withHint("omit one of them")
	}
	return a.importCheckout(ctx, site, i, in, args[len(args)-1], f)
}

const maxTable = 32 << 20

// readTable reads the table of pull requests named by a flag, if any.
func readTable(in *importer.In, file string) error {
	if file == "" {
		return nil
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage("file %q does not exist", file)
	case err != nil:
		return machine(fmt.Errorf("reading the table of pull requests: %w", err))
	case !info.Mode().IsRegular() || info.Size() > maxTable:
		return usage("%q is not a regular file of at most %d MB", file, maxTable>>20)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return machine(fmt.Errorf("reading the table of pull requests: %w", err))
	}
	in.Pulls = &importer.Table{Name: file, Bytes: b}
	return nil
}

func (a importCmd) importCheckout(ctx context.Context, site *os.Root, i importer.Importer, in importer.In, checkout string, f importFlags) error {
	root, err := openDir(checkout, "name a checkout of "+i.Repository)
	if err != nil {
		return err
	}
	defer root.Close()
	in.FS, in.Dir = filesOf(root), checkout
	result, err := i.Run(in)
	if failed := new(*fs.PathError); errors.As(err, failed) {
		return machine(fmt.Errorf("importing %s: %w", i.Name, err))
	}
	if err != nil {
		return usage("importing %s from %s: %w", i.Name, checkout, err)
	}
	return a.writeImport(ctx, site, i, result, f)
}

// writeImport reports problems in the upstream data and writes changed files, under the lock on
// the notes. Without --force it keeps the old data if the new data has far less.
func (a importCmd) writeImport(ctx context.Context, site *os.Root, i importer.Importer, result importer.Result, f importFlags) error {
	if !f.quiet {
		if err := a.printDiags(result.Diags, nil); err != nil {
			return err
		}
	}
	if err := site.MkdirAll(importTarget, 0o755); err != nil {
		return machine(err)
	}
	unlock, err := lockNotes(ctx, site)
	if err != nil {
		return err
	}
	defer unlock()
	if err := guard(site, i, result); err != nil && !f.force {
		return err
	}
	if err := a.writeData(result.Files); err != nil {
		return err
	}
	for _, c := range result.Counts {
		if _, err := fmt.Fprintf(a.stdout, "%8d %s\n", c.N, c.Name); err != nil {
			return machine(err)
		}
	}
	return nil
}

// guard returns an error if a result would replace existing data by far less.
func guard(site *os.Root, i importer.Importer, result importer.Result) error {
	err := result.Guard(filesOf(site), importTarget)
	if err == nil {
		return nil
	}
	return exitError{status: exitMachine, err: fmt.Errorf("importing %s: %w", i.Name, err)}.
		withHint("check the source and import again, or add --force to write the new data")
}

// writeData writes the imported files and reports each.
func (a importCmd) writeData(files []outdir.File) error {
	dir := filepath.Join(a.dir, filepath.FromSlash(importTarget))
	written, err := outdir.WriteFiles(dir, files)
	if err != nil {
		return machine(err)
	}
	for _, f := range written {
		target := filepath.Join(dir, filepath.FromSlash(f.Path))
		said := "unchanged " + target
		if f.Changed {
			said = fmt.Sprintf("wrote %s (%d bytes)", target, f.Size)
		}
		if _, err := fmt.Fprintln(a.stdout, said); err != nil {
			return machine(err)
		}
	}
	return nil
}

func (a importCmd) importFetched(ctx context.Context, site *os.Root, i importer.Importer, in importer.In, f importFlags) error {
	from := i.Upstream
	if f.from != "" {
		if err := checkFrom(i, f.from); err != nil {
			return err
		}
		from = f.from
	}
	client := &fetch.Client{Agent: agent(), Types: textTypes}
	cache, closeCache, err := a.openCache(ctx, site)
	if err != nil {
		return err
	}
	defer closeCache()
	client.Cache = cache
	fetched, err := i.Fetch(ctx, client, from, in.Release)
	if err != nil {
		return a.fetchError(err, i, in, f)
	}
	if err := a.printFetched(fetched); err != nil {
		return err
	}
	in.FS = fetched
	result, err := i.Run(in)
	if err != nil {
		return machine(fmt.Errorf("importing %s: %w", i.Name, err))
	}
	return a.writeImport(ctx, site, i, result, f)
}
