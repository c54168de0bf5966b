package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/publish"
	"github.com/kawaraban/kawaraban/internal/source"
)

type report struct {
	*build.Result
	Stats   *outdir.Stats // nil if nothing was written
	Out     string
	Total   time.Duration
	Fixed   *fixReport // nil without --fix
	Stopped bool       // a broken template or script prevents the build
	Refused bool       // problems prevent publishing

	Published *publish.Report   // nil unless the command is publish
	Unchecked []check.Unchecked // only of check
}

type reportJSON struct {
	Counts      build.Counts       `json:"counts"`
	Written     *writtenJSON       `json:"written,omitempty"`
	Fixed       *fixReport         `json:"fixed,omitempty"`
	Published   *publish.Report    `json:"published,omitempty"`
	Millis      map[string]float64 `json:"milliseconds"`
	Errors      int                `json:"errors"`
	Warnings    int                `json:"warnings"`
	Infos       int                `json:"infos"`
	Unchecked   []check.Unchecked  `json:"unchecked,omitempty"`
	Diagnostics []diag.Diagnostic  `json:"diagnostics"`
}

type writtenJSON struct {
	Out       string `json:"out"`
	Written   int    `json:"written"`
	Unchanged int    `json:"unchanged"`
	Removed   int    `json:"removed"`
	Bytes     int64  `json:"bytes"`
}

// print writes problems to standard error and the summary to standard output, or everything as one
// JSON object to standard output.
func (a *app) print(r report, f buildFlags) error {
	switch f.format {
	case "json":
		return a.printJSON(r)
	case "github":
		if err := diag.WriteGitHub(a.stdout, r.Diags, a.inRepository(), a.changed()); err != nil {
			return machine(err)
		}
		// The table of all problems is in the log of the workflow, without an annotation.
		a.listing.Quiet = len(r.Diags) > 0
		if err := a.printDiags(r.Diags, nil); err != nil {
			return err
		}
		_, err := io.WriteString(a.stderr, r.unchecked(a.messages))
		return machine(err)
	}
	if err := a.printDiags(r.Diags, a.sourceLine()); err != nil {
		return err
	}
	_, err := io.WriteString(a.stdout, r.summary(a.messages)+r.unchecked(a.messages))
	return machine(err)
}

func (r report) unchecked(c diag.Catalog) string {
	var b strings.Builder
	for _, u := range r.Unchecked {
		b.WriteString(u.Text(c))
	}
	return b.String()
}

// summary returns the last lines of the report. What publish adds is in English.
func (r report) summary(c diag.Catalog) string {
	problems := c.Summary(r.Diags)
	n := r.Counts
	notes := c.Count(n.Notes, "%d note", "%d notes")
	switch {
	case r.Stopped:
		return problems + "\n" + c.Sprintf("nothing was built") + "\n"
	case r.Stats == nil:
		return r.Fixed.summary(c) + c.Sprintf("%s in %s, %s", c.Count(n.Entries, "%d entry", "%d entries"), notes, problems) + "\n"
	}
	line := c.Sprintf("%s: %s of %s, %d written, %d unchanged, %d removed, %.0f ms", r.Out, c.Count(n.Pages, "%d page", "%d pages"), notes,
		r.Stats.Written, r.Stats.Unchanged, r.Stats.Removed, milliseconds(r.Total)) + "\n"
	if len(r.Diags) > 0 {
		line += problems + "\n"
	}
	if r.Published == nil && r.Stats.Bytes >= ghpages.MaxWarn {
		line += fmt.Sprintf("the site has %s, limit of GitHub Pages %s\n", publish.Size(r.Stats.Bytes), publish.Size(ghpages.MaxSite))
	}
	if r.Refused {
		line += "nothing was published\n"
	}
	return line + r.Published.Summary()
}

func (a *app) printJSON(r report) error {
	out := reportJSON{Counts: r.Counts, Millis: map[string]float64{"total": milliseconds(r.Total)}, Fixed: r.Fixed, Published: r.Published, Unchecked: r.Unchecked, Diagnostics: r.Diags}
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
	return writeJSON(a.stdout, out)
}

// sourceLine returns a function that reads a line of the site for an excerpt; empty on failure. It
// keeps the last file, because problems are sorted by file.
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

// linesOf returns the lines of a file; nil if it is unreadable or too large.
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

// inRepository returns the prefix for paths in annotations: the site's directory relative to the
// working directory, which in a workflow is the repository. It is empty for the working directory
// itself and for an absolute path.
func (a *app) inRepository() string {
	dir := filepath.ToSlash(filepath.Clean(a.dir))
	if dir == "." || filepath.IsAbs(a.dir) {
		return ""
	}
	return dir
}

// changed reports for a file of the site whether the pull request or the last commit changed it.
// It is false for all files outside of a git checkout, and in a shallow clone.
func (a *app) changed() func(file string) bool {
	names := []string{"HEAD^"}
	if base := os.Getenv("GITHUB_BASE_REF"); base != "" {
		names = []string{"refs/remotes/origin/" + base, "HEAD^"}
	}
	files, _ := git.Changed(a.dir, names...) // without git, the order is that of the files
	return func(file string) bool { return slices.Contains(files, file) }
}
