package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/diag"
)

func newRoot(stdout, stderr io.Writer) *cobra.Command {
	a := &app{stdout: stdout, stderr: stderr}
	root := &cobra.Command{
		Use:   "kawaraban",
		Short: "A linked, searchable, bilingual site from notes on Kubernetes releases",
		Long: `Kawaraban turns Markdown notes on Kubernetes releases, in any of its languages, into
a static site that links every KEP, pull request, SIG and feature gate they name.

A site is a folder with content/ in it, and a note is a file such as
content/1.29/sig-node.ja.md: the folder says the release, the ending the language.
site.yaml, templates/ and static/ beside content/ are optional.

Exit status: 0 fine, 1 the content has problems, 2 the command line is wrong, 3 the
machine failed. Problems and errors go to standard error, everything else to standard
output. NO_COLOR turns colours off; in a pipe there are none.`,
		Example: unindent(`
			kawaraban init my-notes              a new site
			kawaraban serve                      the site while it is written
			kawaraban build                      content/ becomes public/
			kawaraban build --release 1.27       one release as a site of its own
			kawaraban check                      what is wrong in the notes
			kawaraban status --release 1.27      what is covered, what is missing, who has it
			kawaraban publish                    the built site onto gh-pages of origin
			kawaraban import release 1.29 ../sig-release`),
		Args:          knownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, err) })
	root.PersistentFlags().StringVarP(&a.dir, "dir", "C", ".", "the site's `folder`")
	complete(root, "dir", folders)
	root.AddCommand(initCmd{a}.command(), a.buildCommand(), serveCmd{a}.command(), checkCmd{a}.command(), statusCmd{a}.command(), importCmd{a}.command(), updateCmd{a}.command(),
		newCmd{a}.command(), translateCmd{a}.command(), logCmd{a}.command(), publishCmd{a}.command(), a.versionCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch {
		case c.HasSubCommands():
			c.Args, c.RunE = knownCommand, whichCommand
		case c.Name() == "help":
			c.Run, c.RunE = nil, help
		}
	}
	return root
}

func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := usage("%s has no command %s", cmd.CommandPath(), args[0])
	if near := diag.Near(args[0], subcommands(cmd)); near != "" {
		return e.withHint("did you mean %s %s?", cmd.CommandPath(), near)
	}
	return e.withHint("the commands are %s", strings.Join(subcommands(cmd), ", "))
}

func help(cmd *cobra.Command, args []string) error {
	withPath, rest, err := cmd.Root().Find(args)
	if err != nil {
		return flagError(cmd, err)
	}
	if withPath.HasSubCommands() {
		if err := knownCommand(withPath, rest); err != nil {
			return err
		}
	}
	withPath.InitDefaultHelpFlag()
	return withPath.Help()
}

// whichCommand runs for a command that needs a subcommand.
func whichCommand(cmd *cobra.Command, _ []string) error {
	return usage("%s needs to know what", cmd.CommandPath()).
		withHint("the commands are %s", strings.Join(subcommands(cmd), ", "))
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
