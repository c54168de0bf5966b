package main

import (
	"github.com/spf13/cobra"
)

// buildFlags are the flags of build and check.
type buildFlags struct {
	out     string
	release string
	format  string
	strict  bool
	drafts  bool
	baseURL string // as it was typed
	check   bool   // it is check, and the rules run
	fix     bool
	dryRun  bool
	noCache bool
	only    []string // paths from the site's folder to report on; none: all
	where   whereabouts
	dates   *dates // of the notes, from git; nil: none are asked for
}

// formats are the forms in which the report can be printed. Annotations are for check: a
// build in a workflow is followed by others.
func (f *buildFlags) formats() []string {
	if f.check {
		return []string{"text", "json", "github"}
	}
	return []string{"text", "json"}
}

// common defines the flags that build and check share.
func (f *buildFlags) common(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "text", "print the report as "+alternatives(f.formats()))
	cmd.Flags().BoolVar(&f.strict, "strict", false, "exit with 1 for warnings too")
	cmd.Flags().BoolVar(&f.drafts, "drafts", false, "take notes marked as drafts too")
	cmd.Flags().StringVar(&f.baseURL, "base-url", "", "the `address` at which the site will stand, whatever site.yaml says")
	complete(cmd, "base-url", cobra.NoFileCompletions)
	complete(cmd, "format", cobra.FixedCompletions(f.formats(), cobra.ShellCompDirectiveNoFileComp))
}
