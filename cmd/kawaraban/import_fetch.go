package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diskcache"
	"github.com/kawaraban/kawaraban/internal/fetch"
	"github.com/kawaraban/kawaraban/internal/importer"
)

type importFlags struct {
	table, from  string
	quiet, force bool
}

const fetchedDir = diskcache.Dir + "/fetched"

func agent() string { return "kawaraban/" + version() + " (+https://github.com/kawaraban/kawaraban)" }

// textTypes are the accepted media types of Markdown and JSON. HTML is not accepted: it is likely
// a login page.
var textTypes = []string{"text/plain", "text/markdown", "text/x-markdown", "application/json", "application/octet-stream"}

// checkFrom returns an error unless from is the URL of a directory.
func checkFrom(i importer.Importer, from string) error {
	u, err := url.Parse(from)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return usage("invalid --from: not the URL of a directory").withHint("write it as --from %s", i.Upstream)
	}
	return nil
}

func (a importCmd) printFetched(fetched *importer.Fetched) error {
	for _, t := range fetched.Taken {
		how := "fetched"
		if t.Cached {
			how = "not modified"
		}
		if _, err := fmt.Fprintf(a.stdout, "%s: %s (%d bytes, blob %s)\n", how, t.Address, t.Bytes, t.Blob.Short()); err != nil {
			return machine(err)
		}
		if t.CacheErr != nil {
			if err := a.reportNoCache(t.CacheErr); err != nil {
				return err
			}
		}
	}
	return nil
}

// openCache opens the cache of downloads. If that fails, it prints a warning and returns a nil
// cache.
func (a importCmd) openCache(ctx context.Context, site *os.Root) (cache fetch.Cache, closeCache func(), err error) {
	opened, err := diskcache.Open(ctx, site, path.Base(fetchedDir))
	switch {
	case err == nil:
		return opened, opened.Close, nil
	case ctx.Err() != nil:
		return nil, nil, err
	}
	return nil, func() {}, a.reportNoCache(err)
}

// reportNoCache warns that downloads cannot be cached.
func (a importCmd) reportNoCache(err error) error {
	_, failed := fmt.Fprintf(a.stderr, "kawaraban: cannot cache downloads in %s: %s\n", filepath.Join(a.dir, filepath.FromSlash(fetchedDir)), describeError(err))
	return machine(failed)
}

// fetchError adds an exit status and a hint to an error from fetching.
func (a importCmd) fetchError(err error, i importer.Importer, in importer.In, f importFlags) error {
	if errors.Is(err, importer.ErrNotThere) {
		return usage("importing %s: %w", i.Name, err).withHint("%s", a.whichReleases(i, f.from))
	}
	e, ok := errors.AsType[*fetch.Error](err)
	if !ok {
		return machine(fmt.Errorf("fetching %w", err))
	}
	exit := exitError{status: exitMachine, err: fmt.Errorf("fetching %w", e)}
	checkout := "use a checkout: " + importExamples(i)[len(importExamples(i))-1]
	checkout = strings.Replace(checkout, "1.29", string(in.Release), 1)
	switch {
	case errors.Is(e, fetch.ErrAddress):
		exit.status = exitUsage
		return exit.withHint("write it as --from %s", i.Upstream)
	case errors.Is(e, fetch.ErrBusy) && e.After > 0:
		return exit.withHint("retry in %s, or %s", e.After.Round(time.Second), checkout)
	case errors.Is(e, fetch.ErrUnreachable):
		return exit.withHint("check the network and HTTPS_PROXY, or %s", checkout)
	case errors.Is(e, fetch.ErrBusy), errors.Is(e, fetch.ErrSlow), errors.Is(e, fetch.ErrBroken):
		return exit.withHint("retry later, or %s", checkout)
	}
	return exit.withHint("open the address in a browser, or %s", checkout)
}

// whichReleases returns a hint with the page that lists releases and the releases that the site
// has.
func (a importCmd) whichReleases(i importer.Importer, from string) string {
	hint := fmt.Sprintf("choose a release from https://github.com/%s/tree/master/releases", i.Repository)
	if from != "" {
		hint = "choose a release from the directory releases/ of the server"
	}
	data, err := a.loadData()
	if err != nil {
		return hint
	}
	var have []string
	for _, r := range data.ReleaseList {
		if len(r.Notes) > 0 {
			have = append(have, string(r.Release))
		}
	}
	if len(have) > 0 {
		hint += "; the site has " + strings.Join(have, ", ")
	}
	return hint
}

func importExamples(i importer.Importer) []string {
	call := "kawaraban import " + i.Name
	if i.Release {
		call += " 1.29"
	}
	with := call + " ../" + path.Base(i.Repository)
	if i.Fetch != nil {
		return []string{call, with}
	}
	return []string{with}
}
