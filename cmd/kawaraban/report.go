package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/publish"
	"github.com/kawaraban/kawaraban/internal/source"
)

// report is what build and check tell.
type report struct {
	*build.Result
	Stats   *outdir.Stats // nil when nothing was written
	Out     string
	Total   time.Duration
	Mended  *mended // nil where nothing was to be mended
	Stopped bool    // by a broken file of the site, so that there is no site
	Refused bool    // to be published, for its problems

	Published *published // nil where nothing was to be published
}

// reportJSON is the report for machines.
type reportJSON struct {
	Counts      build.Counts       `json:"counts"`
	Written     *writtenJSON       `json:"written,omitempty"`
	Mended      *mended            `json:"mended,omitempty"`
	Published   *published         `json:"published,omitempty"`
	Millis      map[string]float64 `json:"milliseconds"`
	Errors      int                `json:"errors"`
	Warnings    int                `json:"warnings"`
	Infos       int                `json:"infos"`
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

// print writes the report: problems to standard error and the sum to standard output,
// or everything as one object to standard output.
func (a *app) print(r report, f buildFlags) error {
	switch f.format {
	case "json":
		return a.printJSON(r)
	case "github":
		return machine(diag.WriteGitHub(a.stdout, r.Diags, a.inRepository()))
	}
	if err := a.printDiags(r.Diags, a.sourceLine()); err != nil {
		return err
	}
	_, err := io.WriteString(a.stdout, r.summary())
	return machine(err)
}

// summary is the report in a line or two.
func (r report) summary() string {
	errs, warnings, infos := diag.Count(r.Diags)
	problems := amount(errs, "error", "errors") + ", " + amount(warnings, "warning", "warnings")
	if infos > 0 {
		problems += ", " + amount(infos, "info", "infos")
	}
	problems += "\n"
	c := r.Counts
	switch {
	case r.Stopped:
		return problems + "nothing was built\n"
	case r.Stats == nil:
		return r.Mended.summary() + amount(c.Entries, "entry", "entries") + " in " + amount(c.Notes, "note", "notes") + ", " + problems
	}
	line := fmt.Sprintf("%s: %s of %s, %d written, %d unchanged, %d removed, %.0f ms\n", r.Out,
		amount(c.Pages, "page", "pages"), amount(c.Notes, "note", "notes"),
		r.Stats.Written, r.Stats.Unchanged, r.Stats.Removed, millis(r.Total))
	if errs+warnings+infos > 0 {
		line += problems
	}
	if r.Published == nil && r.Stats.Bytes >= ghpages.MaxWarn {
		line += fmt.Sprintf("the site has %s, and GitHub Pages takes %s\n", publish.Size(r.Stats.Bytes), publish.Size(ghpages.MaxSite))
	}
	if r.Refused {
		line += "nothing was published\n"
	}
	return line + r.Published.summary()
}

func amount(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (a *app) printJSON(r report) error {
	out := reportJSON{Counts: r.Counts, Millis: map[string]float64{"total": millis(r.Total)}, Mended: r.Mended, Published: r.Published, Diagnostics: r.Diags}
	if out.Diagnostics == nil {
		out.Diagnostics = []diag.Diagnostic{}
	}
	for _, t := range r.Times {
		out.Millis[string(t.Stage)] = t.Millis
	}
	out.Errors, out.Warnings, out.Infos = diag.Count(r.Diags)
	if r.Stats != nil {
		out.Written = &writtenJSON{r.Out, r.Stats.Written, r.Stats.Unchanged, r.Stats.Removed, r.Stats.Bytes}
	}
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return machine(e.Encode(out))
}

// sourceLine returns a function that gives a line of a file of the site, for the excerpt
// under a message; empty when it cannot be had. Problems come file by file, so the last
// file is kept.
func (a *app) sourceLine() func(diag.Position) string {
	var name string
	var lines []string
	return func(pos diag.Position) string {
		if pos.File != name {
			name, lines = pos.File, a.linesOf(pos.File)
		}
		if pos.Line < 1 || pos.Line > len(lines) {
			return ""
		}
		return strings.TrimSuffix(lines[pos.Line-1], "\r")
	}
}

// linesOf reads a file of the site; nothing when it cannot be had or is too large to be
// anything that people write.
func (a *app) linesOf(file string) []string {
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	path := filepath.FromSlash(file)
	if info, err := root.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > source.MaxBytes {
		return nil
	}
	data, err := root.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Split(string(data), "\n")
}
