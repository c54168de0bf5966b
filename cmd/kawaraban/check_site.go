package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// stageCrawl is the stage of the progress line while the built site is read.
const stageCrawl build.Stage = "read"

func (s *siteFlags) define(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.site, "site", "", "check the built site in a `directory` instead of the notes")
	cmd.Flags().StringVar(&s.base, "base", "", "with --site: `path` or URL of the published site")
	cmd.Flags().StringVar(&s.published, "published", "", "last published site: a `branch`, directory or list of addresses")
	cmd.Flags().StringVar(&s.addresses, "addresses", "", "write the addresses of all pages to a `file`")
}

func (a checkCmd) checkSite(ctx context.Context, f buildFlags, s siteFlags) error {
	start := time.Now()
	if err := checkFormat(f.format, f.formats()); err != nil {
		return err
	}
	switch {
	case s.site == "":
		return usage("--site requires a directory").withHint("name the output of kawaraban build: --site public")
	case f.fix || f.dryRun || f.drafts || len(f.only.Paths) > 0:
		return usage("--site cannot be combined with --fix, --dry-run, --drafts or paths").
			withHint("fix the notes with kawaraban check --fix, then build again")
	}
	folder, err := a.openBuilt(s.site)
	if err != nil {
		return err
	}
	defer folder.Close()
	settings, wrong := a.settings()
	progress := a.newProgress(start)
	found, err := sitecheck.Check(filesOf(folder), sitecheck.Options{
		Base: s.base, Own: a.privateData(folder.Name()), Each: progress.each(ctx, stageCrawl),
	})
	progress.end()
	if err != nil {
		return siteCheckError(err, s)
	}
	before, known, err := a.publishedAddresses(ctx, s, found.Base)
	if err != nil {
		return err
	}
	ds := found.Diags
	if known {
		ds = append(ds, sitecheck.Gone(before, found.Addresses)...)
	}
	a.placeBelow(s.site, ds)
	ds = f.only.Of(applySeverities(settings, append(ds, wrong...)))
	if err := a.printSite(siteReport{found, ds, s, time.Since(start)}, f); err != nil {
		return err
	}
	if err := a.writeAddresses(s, found.Addresses); err != nil {
		return err
	}
	return verdict(ds, f.strict)
}

// each returns a function that runs calls on all processors and shows progress.
func (p *progress) each(ctx context.Context, stage build.Stage) func(int, func(int) error) error {
	return func(n int, do func(int) error) error {
		return build.Each(ctx, n, func(i int) error {
			p.say(stage, i+1, n)
			return do(i)
		})
	}
}

// siteCheckError returns a usage error for an invalid --base, and a machine error for all others.
func siteCheckError(err error, s siteFlags) error {
	if errors.Is(err, sitecheck.ErrBase) {
		return usage("invalid --base %q: not a path or URL that ends in a slash", s.base).withHint("write it as /notes/ or https://example.org/notes/")
	}
	return machine(fmt.Errorf("reading the built site: %w", err))
}

// placeBelow prefixes the file names of problems with the directory of the built site.
func (a *app) placeBelow(dir string, ds []diag.Diagnostic) {
	for i := range ds {
		ds[i].Pos.File = path.Join(displayPath(a.dir, a.fromSite(dir)), ds[i].Pos.File)
	}
}

// builtLine returns a function that reads a line of the built site for an excerpt.
func (a checkCmd) builtLine(folder string) func(diag.Position) string {
	line := (&app{dir: a.fromSite(folder)}).sourceLine()
	return func(pos diag.Position) string {
		pos.File = strings.TrimPrefix(strings.TrimPrefix(pos.File, displayPath(a.dir, a.fromSite(folder))), "/")
		return line(pos)
	}
}

// openBuilt opens the directory of a built site. Symbolic links cannot leave it.
func (a checkCmd) openBuilt(name string) (*os.Root, error) {
	at := a.fromSite(name)
	root, err := openDir(at, "run kawaraban build first; --site is relative to the site")
	if err == nil {
		err = checkFinished(at)
	}
	return root, err
}

// settings returns the settings of site.yaml, and the problems of its severities. The defaults
// apply if the file is missing.
func (a checkCmd) settings() (config.Config, []diag.Diagnostic) {
	const name = "site.yaml"
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return config.Default(), nil
	}
	defer root.Close()
	data, err := fs.ReadFile(filesOf(root), name)
	if err != nil {
		return config.Default(), nil // build reports an unreadable file
	}
	c, _ := config.Parse(data, name) // check without --site reports errors in it
	_, wrong := check.Settings(c.Checks)
	return c, wrong
}

// applySeverities replaces the severities of problems with those of site.yaml.
func applySeverities(c config.Config, ds []diag.Diagnostic) []diag.Diagnostic {
	weights, _ := check.Settings(c.Checks)
	return check.Filter(ds, weights, func(string) *check.File { return nil }, nil)
}

// writeAddresses writes the list of addresses if requested. It replaces the file in one step,
// because the next check may read it. It does not replace a list that is more than twice as long as
// the new one: the site is then empty or damaged.
func (a checkCmd) writeAddresses(s siteFlags, addresses []string) error {
	if s.addresses == "" {
		return nil
	}
	at, list := a.fromSite(s.addresses), sitecheck.WriteAddresses(addresses)
	if to, err := filepath.EvalSymlinks(at); err == nil {
		at = to
	}
	info, err := os.Stat(at)
	switch {
	case err == nil && info.Mode().IsRegular() && info.Size() > 0 && !isAddressList(at):
		return usage("not replaced: %q is not a list of addresses", s.addresses).withHint("name another file, or delete this one")
	case err == nil && !info.Mode().IsRegular(): // a pipe or terminal
		err = os.WriteFile(at, list, 0o644)
	case err == nil && 2*int64(len(list)) < info.Size():
		return exitError{status: exitMachine, err: fmt.Errorf("too few addresses (%d, %d bytes): %s (%d bytes) is kept", len(addresses), len(list), at, info.Size())}.
			withHint("build the site again, or delete the list")
	default:
		_, err = outdir.WriteFiles(filepath.Dir(at), []outdir.File{outdir.Static(filepath.Base(at), list)})
	}
	if err != nil {
		return machine(fmt.Errorf("writing the addresses: %w", err))
	}
	return nil
}

// isAddressList reports whether each line of a file is empty or an address below a site. It
// returns false for an unreadable file.
func isAddressList(name string) bool {
	list, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(list)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '/' && line[0] != '#' {
			return false
		}
	}
	return true
}

type siteReport struct {
	*sitecheck.Result
	diags []diag.Diagnostic
	flags siteFlags
	took  time.Duration
}

type siteJSON struct {
	Site        string             `json:"site"`
	Base        string             `json:"base"`
	Address     string             `json:"address,omitempty"`
	Counts      siteCounts         `json:"counts"`
	Millis      map[string]float64 `json:"milliseconds"`
	Errors      int                `json:"errors"`
	Warnings    int                `json:"warnings"`
	Infos       int                `json:"infos"`
	Diagnostics []diag.Diagnostic  `json:"diagnostics"`
}

type siteCounts struct {
	Pages int   `json:"pages"`
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

func (a checkCmd) printSite(r siteReport, f buildFlags) error {
	switch f.format {
	case "json":
		return a.printSiteJSON(r)
	case "github":
		return machine(diag.WriteGitHub(a.stdout, r.diags, a.inRepository(), func(string) bool { return false }))
	}
	if err := a.printDiags(r.diags, a.builtLine(r.flags.site)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.stdout, "%s: %s in %s, %.1f MB, below %s: %s, %.0f ms\n", r.flags.site, plural(r.Pages, "page", "pages"),
		plural(r.Files, "file", "files"), float64(r.Bytes)/1e6, cmp.Or(r.Address, r.Base), diag.Catalog(nil).Summary(r.diags), milliseconds(r.took))
	return machine(err)
}

func (a checkCmd) printSiteJSON(r siteReport) error {
	out := siteJSON{
		Site: filepath.ToSlash(r.flags.site), Base: r.Base, Address: r.Address,
		Counts:      siteCounts{Pages: r.Pages, Files: r.Files, Bytes: r.Bytes},
		Millis:      map[string]float64{"total": milliseconds(r.took)},
		Diagnostics: append([]diag.Diagnostic{}, r.diags...),
	}
	out.Errors, out.Warnings, out.Infos = diag.Count(r.diags)
	return writeJSON(a.stdout, out)
}

func addressesOf(r *build.Result) []string {
	var out []string
	for _, p := range r.Pages {
		if at, ok := sitecheck.AddressOf(p.Path); ok {
			out = append(out, at)
		}
	}
	slices.Sort(out)
	return out
}

func baseOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/"
	}
	return cmp.Or(u.EscapedPath(), "/")
}

// addGone adds a problem for each address of the last published site that the build no longer has.
func (a checkCmd) addGone(ctx context.Context, r *build.Result, s siteFlags) error {
	before, known, err := a.publishedAddresses(ctx, s, baseOf(r.Config.BaseURL))
	if err != nil {
		return err
	}
	now := addressesOf(r)
	if known {
		r.Diags = diag.Sort(append(r.Diags, applySeverities(r.Config, sitecheck.Gone(before, now))...))
	}
	return a.writeAddresses(s, now)
}
