package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/diag"
)

func newRoot(stdout, stderr io.Writer) *cobra.Command {
	a := &app{stdout: stdout, stderr: stderr, listing: diag.Listing{Full: shown}}
	root := &cobra.Command{
		Use:   "kawaraban",
		Short: "Static site generator for notes on Kubernetes releases",
		Long: `Kawaraban turns Markdown notes on Kubernetes releases, in several languages, into a
static site. It links every KEP, pull request, SIG and feature gate in them.

A site is a directory with content/. A note is a file such as
content/1.29/sig-node.ja.md: the directory is the release, the suffix the language.
site.yaml, templates/ and static/ are optional.

Exit status: 0 success, 1 problems in the content, 2 invalid command line, 3 machine
error. Problems and errors go to standard error, everything else to standard output.
NO_COLOR disables colours; a pipe gets none.`,
		Example: unindent(`
			kawaraban init my-notes              create a site
			kawaraban serve                      preview it while you write
			kawaraban build                      build content/ into public/
			kawaraban build --release 1.27       build a site of one release
			kawaraban check                      check the notes for problems
			kawaraban status --release 1.27      show coverage and claims
			kawaraban publish                    publish the site to gh-pages of origin
			kawaraban upgrade --from 1.26 --to 1.29 kubeadm.yaml
			kawaraban import release 1.29 ../sig-release`),
		Args:          requireKnownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version")
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, err) })
	root.PersistentFlags().StringVarP(&a.dir, "dir", "C", ".", "`directory` of the site")
	root.AddCommand(initCmd{a}.command(), a.buildCommand(), serveCmd{a}.command(), checkCmd{a}.command(), statusCmd{a}.command(), importCmd{a}.command(), updateCmd{a}.command(),
		newCmd{a}.command(), translateCmd{a}.command(), logCmd{a}.command(), publishCmd{a}.command(), upgradeCmd{a}.command(), a.exportCommand(), a.versionCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch {
		case c.HasSubCommands():
			c.Args, c.RunE = requireKnownCommand, requireSubcommand
		case c.Name() == "help":
			c.Run, c.RunE = nil, help
		}
	}
	return root
}

func requireKnownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := usage("unknown command %q for %q", args[0], cmd.CommandPath())
	if near := diag.Near(args[0], subcommands(cmd)); near != "" {
		return e.withHint("did you mean %s %s?", cmd.CommandPath(), near)
	}
	return e.withHint("use one of: %s", strings.Join(subcommands(cmd), ", "))
}

func help(cmd *cobra.Command, args []string) error {
	withPath, rest, err := cmd.Root().Find(args)
	if err != nil {
		return flagError(cmd, err)
	}
	if withPath.HasSubCommands() {
		if err := requireKnownCommand(withPath, rest); err != nil {
			return err
		}
	}
	withPath.InitDefaultHelpFlag()
	return withPath.Help()
}

func requireSubcommand(cmd *cobra.Command, _ []string) error {
	return usage("%s requires a subcommand", cmd.CommandPath()).
		withHint("use one of: %s", strings.Join(subcommands(cmd), ", "))
}

func subcommands(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}
