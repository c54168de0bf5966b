package main

import (
	"io"
	"os"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/terminal"
)

type app struct {
	stdout, stderr io.Writer
	dir            string // the site's directory

	lang     string       // language of messages, from --lang; may be empty
	messages diag.Catalog // texts for writers; nil: English
	listing  diag.Listing // which problems are printed in full
}

// Each command with several functions has its own type.
type (
	checkCmd     struct{ *app }
	importCmd    struct{ *app }
	initCmd      struct{ *app }
	logCmd       struct{ *app }
	newCmd       struct{ *app }
	publishCmd   struct{ *app }
	serveCmd     struct{ *app }
	statusCmd    struct{ *app }
	translateCmd struct{ *app }
	upgradeCmd   struct{ *app }
)

// unindent replaces the indentation of the source code with two spaces, as help texts have it.
func unindent(s string) string {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = "  " + strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "\n")
}

// completeFrom lets the shell complete a flag from a list.
func completeFrom(cmd *cobra.Command, flag string, values ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)) // fails only for an undefined flag
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("unexpected argument %q", args[0]).
			withHint("%s takes no arguments; flags start with --", cmd.CommandPath())
	}
	return nil
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// printDiags prints problems as text to standard error, in colour on a terminal. line returns the
// source line of a position for the excerpt; nil prints no excerpts. If there are many, most are
// only counted: see a.listing.
func (a *app) printDiags(ds []diag.Diagnostic, line func(diag.Position) string) error {
	style := diag.Style{Line: line, Catalog: a.messages}
	if f, ok := a.stderr.(*os.File); ok && isTerminal(f) {
		style.Color, style.Columns = !color.NoColor, terminal.Columns(f)
	}
	return machine(diag.WriteReport(a.stderr, ds, style, a.listing))
}

func (a *app) coloured() bool {
	f, ok := a.stdout.(*os.File)
	return ok && isTerminal(f) && !color.NoColor
}
