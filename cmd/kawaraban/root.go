package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// app is what all commands share.
type app struct {
	stdout, stderr io.Writer
	dir            string // the site's folder
}

func newRoot(stdout, stderr io.Writer) *cobra.Command {
	a := &app{stdout: stdout, stderr: stderr}
	root := &cobra.Command{
		Use:   "kawaraban",
		Short: "A linked, searchable, bilingual site from notes on Kubernetes releases",
		Long: `Kawaraban turns Markdown notes on Kubernetes releases, in any of its languages, into
a static site that links every KEP, pull request, SIG and feature gate they name.

A site is a folder with content/ in it; site.yaml, templates/ and static/ are optional.`,
		Example: unindent(`
			kawaraban build                      content/ becomes public/
			kawaraban build --release 1.27       one release as a site of its own
			kawaraban check                      what is wrong in the notes
			kawaraban import release 1.29 ../sig-release`),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.PersistentFlags().StringVarP(&a.dir, "dir", "C", ".", "the site's `folder`")
	root.AddCommand(a.buildCommand(), a.checkCommand(), a.importCommand(), a.versionCommand())
	return root
}

// unindent takes the indentation of the source code off an example and gives it the
// two blanks of a help text.
func unindent(s string) string {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = "  " + strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "\n")
}
