package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/fetch"
	"github.com/kawaraban/kawaraban/internal/findings"
	"github.com/kawaraban/kawaraban/internal/importer"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

type updateFlags struct {
	from, since, table string
	all, force, quiet  bool
}

type updateCmd struct{ *app }

func (a updateCmd) command() *cobra.Command {
	var f updateFlags
	cmd := &cobra.Command{
		Use:   "update",
		Short: "Update all upstream data",
		Long: `Update brings release notes, KEPs, SIGs, feature gates, API lifecycles, flags and support
dates in content/_data up to date, and prints what changed. It includes the supported
releases, newer ones, the newest five others, and every release of the site.

Without --from it downloads from GitHub. With --from it reads checkouts: directories named
sig-release, enhancements, community, website, kubernetes (or kubernetes-1.35, a release
branch), up to two levels below the given directory.

If a source fails, its data are kept, the others are updated, and the exit status is 3.
If nothing is new, no file changes. content/_data/SOURCES.md lists the origin of each file.`,
		Example: unindent(`
			kawaraban update
			kawaraban update --all
			kawaraban update --from ..`),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runUpdate(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.from, "from", "", "read checkouts in a `directory`, or download from the server at a URL")
	cmd.Flags().BoolVar(&f.all, "all", false, "include every release since "+string(importer.FirstRelease))
	cmd.Flags().StringVar(&f.since, "since", "", "include every release since this `release`")
	cmd.Flags().StringVar(&f.table, "pull-requests", "", "read the KEPs of pull requests from a `file` instead of the git history")
	cmd.Flags().BoolVar(&f.force, "force", false, "write even if a source is damaged or has far less data")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "do not report skipped items")
	return cmd
}

type update struct {
	a       importCmd
	site    *os.Root
	flags   updateFlags
	was     *upstream.Data
	scope   importer.Scope
	table   *importer.Table
	files   []outdir.File
	origins map[string]upstream.Origin // origins of the read files, by file
	failed  []importer.Failure
}

// runUpdate reads all sources, writes changed files and prints what changed.
func (a updateCmd) runUpdate(ctx context.Context, f updateFlags) error {
	u := &update{a: importCmd(a), flags: f, origins: map[string]upstream.Origin{}}
	if err := u.prepare(); err != nil {
		return err
	}
	defer u.site.Close()
	checkouts, closeAll, err := u.sources(ctx)
	if err != nil {
		return err
	}
	defer closeAll()
	if err := u.site.MkdirAll(importTarget, 0o755); err != nil {
		return machine(err)
	}
	unlock, err := lockNotes(ctx, u.site)
	if err != nil {
		return err
	}
	defer unlock()
	if u.was, err = a.loadData(); err != nil {
		return err
	}
	parts := importer.Plan(checkouts, u.scope, u.table)
	if len(parts) == 0 && len(u.failed) == 0 {
		return usage("no checkout of a Kubernetes repository in %q", f.from).withHint("name the directory that contains sig-release, enhancements, community or website")
	}
	for _, p := range parts {
		if err := u.read(p); err != nil {
			return err
		}
	}
	if err := u.write(); err != nil {
		return err
	}
	return u.report()
}

func (u *update) prepare() (err error) {
	f := u.flags
	switch {
	case f.all && f.since != "":
		return usage("--all cannot be combined with --since").withHint("omit one of them")
	case f.since != "" && !upstream.IsRelease(f.since):
		return usage("invalid release %q", f.since).withHint("write it as --since 1.29")
	case f.all:
		u.scope.Since = importer.FirstRelease
	default:
		u.scope.Since = note.Release(f.since)
	}
	in := importer.In{}
	if err := readTable(&in, f.table); err != nil {
		return err
	}
	u.table = in.Pulls
	if u.site, err = openDir(u.a.dir, siteHint); err != nil {
		return err
	}
	if u.was, err = u.a.loadData(); err != nil {
		return errors.Join(err, u.site.Close())
	}
	for _, r := range u.was.ReleaseList {
		if len(r.Notes) > 0 {
			u.scope.Have = append(u.scope.Have, r.Release)
		}
	}
	return nil
}

func (u *update) sources(ctx context.Context) (found []importer.Checkout, closeAll func(), err error) {
	closeAll = func() {}
	if u.flags.from == "" || strings.Contains(u.flags.from, "://") {
		found, err = u.download(ctx)
		return found, closeAll, err
	}
	root, err := openDir(u.flags.from, "name the directory that contains the checkouts")
	if err != nil {
		return nil, closeAll, err
	}
	files := filesOf(root)
	if u.table == nil {
		u.table = importer.FindTable(files)
	}
	found, err = importer.Checkouts(files, u.flags.from)
	return found, func() { _ = root.Close() }, machine(err)
}

// Limits of an archive; the website's has hundreds of MB.
const (
	maxArchive     = 1 << 30
	archiveTimeout = 15 * time.Minute
)

// archiveTypes are the accepted media types of a tar.gz.
var archiveTypes = []string{"application/x-gzip", "application/gzip", "application/octet-stream"}

func (u *update) download(ctx context.Context) ([]importer.Checkout, error) {
	d := &importer.Downloader{Servers: importer.Official}
	if from := strings.TrimSuffix(u.flags.from, "/"); from != "" {
		d.Servers = importer.Servers{Raw: from, Archive: from, Website: from}
	}
	files := &fetch.Client{Agent: agent(), Types: append(slices.Clone(textTypes), "text/yaml", "application/yaml", "application/x-yaml", "application/toml", "text/x-go", "application/feed+json")}
	archives := &fetch.Client{Agent: agent(), Types: archiveTypes, Limit: maxArchive, Timeout: archiveTimeout, Reduce: importer.Pick}
	cache, closeCache, err := u.a.openCache(ctx, u.site)
	if err != nil {
		return nil, err
	}
	defer closeCache()
	files.Cache, archives.Cache = cache, cache
	d.Files, d.Archives = files, archives
	found, err := d.Download(ctx, u.scope)
	u.failed = d.Failed
	return found, err
}

// read runs one part of the update. An error is added to u.failed. Without --force, far less data
// than before is an error.
func (u *update) read(p importer.Part) error {
	result, err := p.Run()
	if err == nil && !u.flags.force {
		err = result.Guard(filesOf(u.site), importTarget)
	}
	if err != nil {
		u.failed = append(u.failed, importer.Failure{Source: p.Name, Err: err})
		return nil
	}
	for _, f := range result.Files {
		u.origins[f.Path] = p.OriginOf(f.Path)
	}
	u.files = append(u.files, result.Files...)
	if left := result.Count("items left out"); left > 0 && !u.flags.quiet {
		if _, err := fmt.Fprintf(u.a.stderr, "%s: skipped %s\n", p.Name, plural(left, "item", "items")); err != nil {
			return machine(err)
		}
	}
	return nil
}

// write writes the origins, the data, and files derived from them. The origins come first, because
// unchanged files keep theirs: the next run then completes an interrupted one.
func (u *update) write() error {
	origins, err := u.mergeOrigins()
	if err != nil {
		return err
	}
	if len(origins) > 0 {
		sources, err := importer.Sources(origins, func(file string) bool {
			_, err := u.site.Stat(path.Join(importTarget, file))
			return err == nil
		})
		if err != nil {
			return machine(err)
		}
		u.files = append(sources, u.files...)
	}
	dir := filepath.Join(u.a.dir, filepath.FromSlash(importTarget))
	if _, err := outdir.WriteFiles(dir, u.files); err != nil {
		return machine(err)
	}
	data, err := u.a.loadData()
	if err != nil {
		return err
	}
	rest, err := findings.Files(data)
	if err == nil {
		_, err = outdir.WriteFiles(dir, rest)
	}
	return machine(err)
}

// mergeOrigins returns the origin of each file: the old one for an unchanged file, else that of
// this run. An origin without a known commit has the current date.
func (u *update) mergeOrigins() ([]upstream.Origin, error) {
	was := map[string]upstream.Origin{}
	for _, o := range u.was.Origins {
		was[o.Files] = o
	}
	for _, f := range u.files {
		b, err := f.Bytes()
		if err != nil {
			return nil, machine(err)
		}
		now, err := u.site.ReadFile(path.Join(importTarget, f.Path))
		old, known := was[f.Path]
		if err == nil && known && string(now) == string(b) {
			u.origins[f.Path] = old
		} else if o := u.origins[f.Path]; o.Date == "" && o.Commit == "" {
			o.Date = time.Now().UTC().Format(time.DateOnly)
			u.origins[f.Path] = o
		}
	}
	for file, o := range was {
		if _, read := u.origins[file]; !read {
			u.origins[file] = o
		}
	}
	out := make([]upstream.Origin, 0, len(u.origins))
	for _, o := range u.origins {
		out = append(out, o)
	}
	return out, nil
}

func (u *update) report() error {
	now, err := u.a.loadData()
	if err != nil {
		return err
	}
	changes := upstream.Changes(u.was, now)
	if len(changes) == 0 && now.Digest() == u.was.Digest() {
		changes = []string{"No changes."}
	} else if len(changes) == 0 {
		changes = []string{"Only details changed."}
	}
	for _, line := range changes {
		if _, err := fmt.Fprintln(u.a.stdout, line); err != nil {
			return machine(err)
		}
	}
	if len(u.failed) == 0 {
		return nil
	}
	for _, f := range u.failed {
		if _, err := fmt.Fprintf(u.a.stderr, "kawaraban: %s: %s\n", f.Source, describeError(f.Err)); err != nil {
			return machine(err)
		}
	}
	return exitError{status: exitMachine, err: fmt.Errorf("%s failed; the existing data are kept", plural(len(u.failed), "source", "sources"))}.
		withHint("retry later, or add --force to write what was read")
}
