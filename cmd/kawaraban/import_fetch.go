package main

import (
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
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// importTarget is where imported data stands below the site's folder.
const importTarget = "content/_data"

// importFlags are the flags of an import.
type importFlags struct {
	table, from  string
	quiet, force bool
}

// fetchedDir is where fetched files are kept below the site's folder.
const fetchedDir = diskcache.Dir + "/fetched"

// agent is who servers are told that asks.
func agent() string { return "kawaraban/" + version() + " (+https://github.com/kawaraban/kawaraban)" }

// textTypes are the media types that servers give to Markdown and JSON. HTML is none of them:
// that is what a login page in between answers with.
var textTypes = []string{"text/plain", "text/markdown", "text/x-markdown", "application/json", "application/octet-stream"}

// checkFrom refuses what is no address of a folder.
func checkFrom(i importer.Importer, from string) error {
	u, err := url.Parse(from)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return usage("--from is no address of a folder on a server").withHint("as in --from %s", i.Upstream)
	}
	return nil
}

// sayFetched says where each file came from.
func (a importCmd) sayFetched(fetched *importer.Fetched) error {
	for _, t := range fetched.Taken {
		how := "fetched"
		if t.Cached {
			how = "the same as before"
		}
		if _, err := fmt.Fprintf(a.stdout, "%s: %s (%d bytes, blob %s)\n", how, t.Address, t.Bytes, t.Blob.Short()); err != nil {
			return machine(err)
		}
		if t.Unkept != nil {
			if err := a.noCopy(t.Unkept); err != nil {
				return err
			}
		}
	}
	return nil
}

// noCopy says that the next import fetches everything again, and why.
func (a importCmd) noCopy(err error) error {
	_, failed := fmt.Fprintf(a.stderr, "kawaraban: no copy is kept in %s: %s\n", filepath.Join(a.dir, filepath.FromSlash(fetchedDir)), spoken(err))
	return machine(failed)
}

// notFetched says why nothing was fetched, and what to do.
func (a importCmd) notFetched(err error, i importer.Importer, in importer.In, f importFlags) error {
	if errors.Is(err, importer.ErrNotThere) {
		return usage("importing %s: %w", i.Name, err).withHint("%s", a.whichReleases(i, f.from))
	}
	e, ok := errors.AsType[*fetch.Error](err)
	if !ok {
		return machine(fmt.Errorf("fetching %w", err))
	}
	exit := exitError{status: exitMachine, err: fmt.Errorf("fetching %w", e)}
	checkout := "name a checkout: " + importExamples(i)[len(importExamples(i))-1]
	checkout = strings.Replace(checkout, "1.29", string(in.Release), 1)
	switch {
	case errors.Is(e, fetch.ErrAddress):
		exit.status = exitUsage
		return exit.withHint("as in --from %s", i.Upstream)
	case errors.Is(e, fetch.ErrBusy) && e.After > 0:
		return exit.withHint("call the command again in %s, or %s", e.After.Round(time.Second), checkout)
	case errors.Is(e, fetch.ErrUnreachable):
		return exit.withHint("look at the network and at HTTPS_PROXY, or %s", checkout)
	case errors.Is(e, fetch.ErrBusy), errors.Is(e, fetch.ErrSlow), errors.Is(e, fetch.ErrBroken):
		return exit.withHint("call the command again later, or %s", checkout)
	}
	return exit.withHint("open the address in a browser, or %s", checkout)
}

// whichReleases says where to look for the releases that there are, and which ones the site
// has already.
func (a importCmd) whichReleases(i importer.Importer, from string) string {
	hint := fmt.Sprintf("https://github.com/%s/tree/master/releases lists the releases that have notes", i.Repository)
	if from != "" {
		hint = "look at what the server has below releases/"
	}
	data, _, err := upstream.Load(os.DirFS(filepath.Join(a.dir, filepath.FromSlash(importTarget))))
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
		hint += "; the site has those of " + strings.Join(have, ", ")
	}
	return hint
}

// importExamples are calls of an importer.
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
