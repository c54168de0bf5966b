package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/affects/facts"
	"github.com/kawaraban/kawaraban/internal/affects/inspection"
	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

type upgradeFlags struct{ from, to, format, lang string }

// upgradeFormats are the formats of the report.
var upgradeFormats = []string{"text", "json", "markdown", "sarif", "github"}

func (a upgradeCmd) command() *cobra.Command {
	var f upgradeFlags
	cmd := &cobra.Command{
		Use:   "upgrade <path>...",
		Short: "Show what an upgrade of Kubernetes does to your files",
		Long: `Upgrade reads files, directories or standard input (-) and reports what changes for the
flags, feature gates, API versions, admission plugins, configuration fields and metrics in
them: breaks, changes, cleanup or coming. It recognizes manifests, component configuration,
kubeadm, k3s, Talos, kubespray and kOps, systemd units, command lines, help texts and
kubectl api-resources. docs/upgrade.md has the rules.

The facts are the upstream data of the site, with the remarks of its notes. The report lists
what was looked at, what is unknown and what was not checked. No findings does not mean that
nothing breaks.

Exit status: 0 nothing breaks, 1 something breaks, 2 invalid command line, 3 machine error.`,
		Example: unindent(`
			kawaraban upgrade --from 1.26 --to 1.29 manifests/ kubeadm.yaml
			kubectl get all -A -o yaml | kawaraban upgrade --from 1.31 --to 1.33 -
			kawaraban upgrade --from 1.34 --to 1.36 --format json . | jq '.findings[]'`),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.upgrade(cmd.Context(), cmd.InOrStdin(), f, args)
		},
	}
	cmd.Flags().StringVar(&f.from, "from", "", "current `release`")
	cmd.Flags().StringVar(&f.to, "to", "", "target `release`")
	languageFlag(cmd, &f.lang, "lang", "`language` of remarks (default: that of the environment)")
	formatFlag(cmd, &f.format, upgradeFormats...)
	return cmd
}

func (a upgradeCmd) upgrade(ctx context.Context, stdin io.Reader, f upgradeFlags, paths []string) error {
	if err := checkFormat(f.format, upgradeFormats); err != nil {
		return err
	}
	from, to, err := upgradeReleases(f)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return usage("no input").withHint("name files or directories, or - for standard input")
	}
	lang, err := language(f.lang)
	if err != nil {
		return err
	}
	known, err := a.facts(ctx)
	if err != nil {
		return err
	}
	in := inspection.Input{Base: known.Base}
	for _, p := range paths {
		if err := readInput(&in, stdin, p); err != nil {
			return err
		}
	}
	result := affects.Match(known, from, to, in.Readings)
	lang = cmp.Or(lang, locale.FromEnvironment(os.Getenv))
	if err := inspection.Write(a.stdout, result, f.format, diag.Style{Color: a.coloured()}, lang); err != nil {
		return machine(err)
	}
	if slices.ContainsFunc(result.Findings, func(f affects.Finding) bool { return f.Class == affects.Breaks }) {
		return exitError{status: exitContent}
	}
	return nil
}

// facts collects the facts of the site's data, with the remarks of its notes.
func (a upgradeCmd) facts(ctx context.Context) (affects.Facts, error) {
	root, err := a.open(buildFlags{format: "text"})
	if err != nil {
		return affects.Facts{}, err
	}
	defer root.Close()
	state, err := build.New(build.Options{Once: true}).State(ctx, filesOf(root))
	if err != nil {
		return affects.Facts{}, machine(err)
	}
	known := facts.Of(state.Site().Data(), facts.Remarks(state.Site()))
	if len(known.Steps) == 0 {
		return known, usage("the site has no release notes").withHint("run kawaraban update")
	}
	return known, nil
}

// readInput reads a file, the files of a directory, or standard input.
func readInput(in *inspection.Input, stdin io.Reader, name string) error {
	if name == "-" {
		return machine(in.Read("<stdin>", stdin))
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage("%q does not exist", name).withHint("name files or directories, or - for standard input")
	case err != nil:
		return machine(fmt.Errorf("reading the input: %w", err))
	case info.IsDir():
		return machine(in.Tree(os.DirFS(name), filepath.ToSlash(name), "."))
	case !info.Mode().IsRegular():
		return usage("%q is not a file or directory", name).withHint("write it to standard input, and name -")
	}
	dir := filepath.Dir(name)
	return machine(in.Tree(os.DirFS(dir), filepath.ToSlash(dir), filepath.Base(name)))
}

// upgradeReleases returns the releases of --from and --to.
func upgradeReleases(f upgradeFlags) (from, to note.Release, err error) {
	for _, r := range []struct {
		flag, value string
		into        *note.Release
	}{{"--from", f.from, &from}, {"--to", f.to, &to}} {
		value := minorOf(r.value)
		if !upstream.IsRelease(value) {
			return "", "", usage("invalid %s %q", r.flag, r.value).withHint("write a release such as %s 1.27", r.flag)
		}
		*r.into = note.Release(value)
	}
	if upstream.CompareReleases(from, to) >= 0 {
		return "", "", usage("--from %s is not before --to %s", from, to).withHint("exchange the releases")
	}
	return from, to, nil
}

// minorOf returns the minor release of a version: 1.27 of v1.27.3.
func minorOf(version string) string {
	parts := strings.Split(strings.TrimPrefix(version, "v"), ".")
	return strings.Join(parts[:min(2, len(parts))], ".")
}
