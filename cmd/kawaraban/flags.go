package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
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
	only    check.Selection // problems to report
	where   location
	dates   *dates // dates of the notes from git; nil: not needed
}

// formats returns the values of --format. Only check prints annotations for GitHub.
func (f *buildFlags) formats() []string {
	if f.check {
		return []string{"text", "json", "github"}
	}
	return []string{"text", "json"}
}

// formatFlag defines --format with its values and their completion.
func formatFlag(cmd *cobra.Command, value *string, formats ...string) {
	cmd.Flags().StringVar(value, "format", "text", "print the report as "+alternatives(formats))
	completeFrom(cmd, "format", formats...)
}

func checkFormat(value string, formats []string) error {
	if slices.Contains(formats, value) {
		return nil
	}
	return usage("invalid --format %q", value).withHint("use --format %s", alternatives(formats))
}

func languageFlag(cmd *cobra.Command, value *string, name, meaning string) {
	cmd.Flags().StringVar(value, name, "", meaning)
	completeFrom(cmd, name, "en", "ja", "ru", "zh")
}

func outFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVarP(value, "out", "o", "public", "output `directory`, relative to the site")
}

func baseURLFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "base-url", "", "base `URL` of the site; overrides site.yaml")
}

// shown is the number of problems that are printed in full if there are more.
const shown = 10

// listingFlags defines the flags for the number of problems in a report.
func (a *app) listingFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&a.listing.Quiet, "quiet", "q", false, "print only the number of problems of each code")
	cmd.Flags().BoolP("verbose", "v", false, "print all problems, like --limit 0")
	cmd.Flags().IntVar(&a.listing.Full, "limit", shown, "print at most this `number` of problems in full; 0 for all")
	cmd.MarkFlagsMutuallyExclusive("quiet", "verbose", "limit")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if all, _ := cmd.Flags().GetBool("verbose"); all {
			a.listing.Full = 0
		}
		if a.listing.Full < 0 {
			return usage("invalid --limit %d", a.listing.Full).withHint("write a number such as 10, or 0 for all")
		}
		return nil
	}
}

var severities = []string{"error", "warning", "info"} // by diag.Severity

// selectSeverity sets the least severity of the report, and checks its codes.
func (f *buildFlags) selectSeverity(least string) error {
	i := slices.Index(severities, least)
	if i < 0 {
		return usage("invalid --severity %q", least).withHint("use --severity %s", alternatives(severities))
	}
	f.only.Least = diag.Severity(i)
	if c := f.only.UnknownCode(); c != "" {
		return usage("unknown code %q", c).withHint("docs/checks.md lists all codes")
	}
	return nil
}

// common defines the flags that build and check share.
func (f *buildFlags) common(cmd *cobra.Command) {
	formatFlag(cmd, &f.format, f.formats()...)
	cmd.Flags().BoolVar(&f.strict, "strict", false, "exit with status 1 for warnings too")
	cmd.Flags().BoolVar(&f.drafts, "drafts", false, "include drafts")
	baseURLFlag(cmd, &f.baseURL)
}
