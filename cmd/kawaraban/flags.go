package main

import (
	"github.com/spf13/cobra"
)

type buildFlags struct {
	out     string
	release string
	format  string
	strict  bool
	drafts  bool
	baseURL string // as typed
	check   bool   // the command is check
	fix     bool
	dryRun  bool
	noCache bool
	only    []string // paths relative to the site to report on; nil: all
	where   location
	dates   *dates // dates of the notes from git; nil: not needed
}

// formats returns the values of --format. Only check prints annotations: other steps of a workflow
// follow a build.
func (f *buildFlags) formats() []string {
	if f.check {
		return []string{"text", "json", "github"}
	}
	return []string{"text", "json"}
}

// common defines the flags that build and check share.
func (f *buildFlags) common(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "text", "print the report as "+alternatives(f.formats()))
	cmd.Flags().BoolVar(&f.strict, "strict", false, "exit with status 1 for warnings too")
	cmd.Flags().BoolVar(&f.drafts, "drafts", false, "include drafts")
	cmd.Flags().StringVar(&f.baseURL, "base-url", "", "base `URL` of the site; overrides site.yaml")
	complete(cmd, "base-url", cobra.NoFileCompletions)
	complete(cmd, "format", cobra.FixedCompletions(f.formats(), cobra.ShellCompDirectiveNoFileComp))
}
