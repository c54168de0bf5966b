package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// report is what build and check tell.
type report struct {
	*build.Result
	Stats *artifact.Stats // nil when nothing was written
	Out   string
	Total time.Duration
}

// reportJSON is the report for machines.
type reportJSON struct {
	Counts      build.Counts       `json:"counts"`
	Written     *writtenJSON       `json:"written,omitempty"`
	Millis      map[string]float64 `json:"milliseconds"`
	Errors      int                `json:"errors"`
	Warnings    int                `json:"warnings"`
	Diagnostics []diag.Diagnostic  `json:"diagnostics"`
}

// writtenJSON says what a build did to the output folder.
type writtenJSON struct {
	Out       string `json:"out"`
	Written   int    `json:"written"`
	Unchanged int    `json:"unchanged"`
	Removed   int    `json:"removed"`
	Bytes     int64  `json:"bytes"`
}

func (a *app) print(r report, f buildFlags) error {
	if f.format == "json" {
		return a.printJSON(r)
	}
	if err := a.printDiags(r.Diags, a.sourceLine); err != nil {
		return err
	}
	errs, warnings, _ := diag.Count(r.Diags)
	c := r.Counts
	if r.Stats == nil {
		fmt.Fprintf(a.stdout, "%s in %s, %s, %s\n", amount(c.Entries, "entry", "entries"), amount(c.Notes, "note", "notes"),
			amount(errs, "error", "errors"), amount(warnings, "warning", "warnings"))
		return nil
	}
	fmt.Fprintf(a.stdout, "%s: %s of %s, %d written, %d unchanged, %d removed, %.0f ms\n", r.Out,
		amount(c.Pages, "page", "pages"), amount(c.Notes, "note", "notes"),
		r.Stats.Written, r.Stats.Unchanged, r.Stats.Removed, millis(r.Total))
	if errs+warnings > 0 {
		fmt.Fprintf(a.stdout, "%s, %s\n", amount(errs, "error", "errors"), amount(warnings, "warning", "warnings"))
	}
	return nil
}

func amount(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (a *app) printJSON(r report) error {
	out := reportJSON{Counts: r.Counts, Millis: map[string]float64{"total": millis(r.Total)}, Diagnostics: r.Diags}
	if out.Diagnostics == nil {
		out.Diagnostics = []diag.Diagnostic{}
	}
	for _, t := range r.Times {
		out.Millis[string(t.Stage)] = t.Millis
	}
	out.Errors, out.Warnings, _ = diag.Count(r.Diags)
	if r.Stats != nil {
		out.Written = &writtenJSON{r.Out, r.Stats.Written, r.Stats.Unchanged, r.Stats.Removed, r.Stats.Bytes}
	}
	e := json.NewEncoder(a.stdout)
	e.SetIndent("", "  ")
	return machine(e.Encode(out))
}

// sourceLine returns a line of a file of the site, for the excerpt under a message;
// empty when it cannot be had.
func (a *app) sourceLine(pos diag.Position) string {
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return ""
	}
	defer root.Close()
	data, err := root.ReadFile(filepath.FromSlash(pos.File))
	if err != nil {
		return ""
	}
	lines := strings.Split(string(data), "\n")
	if pos.Line < 1 || pos.Line > len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[pos.Line-1], "\r")
}
