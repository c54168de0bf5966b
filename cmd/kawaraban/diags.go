package main

import (
	"os"

	"github.com/fatih/color"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// printDiags prints problems for people to standard error, with colours on a terminal. line
// returns the source line of a position, for the excerpt; nil prints none.
func (a *app) printDiags(ds []diag.Diagnostic, line func(diag.Position) string) error {
	f, ok := a.stderr.(*os.File)
	style := diag.Style{Line: line, Color: ok && isTerminal(f) && !color.NoColor}
	return machine(diag.WriteText(a.stderr, ds, style))
}
