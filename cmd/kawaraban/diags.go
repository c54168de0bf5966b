package main

import (
	"os"

	"github.com/fatih/color"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// printDiags prints problems for people to standard error, with colours on a terminal. line
// returns the source line of a position, for the excerpt; nil prints none.
func (a *app) printDiags(ds []diag.Diagnostic, line func(diag.Position) string) error {
	style := diag.Style{Line: line}
	if f, ok := a.stderr.(*os.File); ok && isTerminal(f) {
		style.Color, style.Columns = !color.NoColor, columnsOf(f)
	}
	return machine(diag.WriteText(a.stderr, ds, style))
}
