package main

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
)

// origin is the remote that says where a site stands, unless another one is named.
const origin = "origin"

// usualBranch is the main branch of a repository of which nothing else is known.
const usualBranch = "main"

// whereabouts say where a site stands and where its sources do. What is empty is not known.
type whereabouts struct {
	anyway     string // where --base-url says it stands, whatever its files say
	baseURL    string // where the remote says, for sites whose files say nothing
	repository string // address of the folder that holds content/, likewise
}

// locate finds out where the site stands: flag is what --base-url says, remote the name of the
// remote that is asked. Only what GitHub makes of a repository is known. Nothing is asked of
// the network.
func (a *app) locate(flag, remote string) (w whereabouts, err error) {
	if flag != "" {
		if w.anyway, err = config.ParseBaseURL(flag); err != nil {
			return w, usage("--base-url %w", err).withHint("write it whole: https://example.org/notes/")
		}
	}
	clone, ok := git.Remote(a.dir, remote)
	if !ok {
		return w, nil
	}
	at, ok := ghpages.ParseRemote(clone.URL)
	if !ok || !at.GitHub() {
		return w, nil
	}
	w.baseURL = at.Base()
	below := (&url.URL{Path: clone.Below}).EscapedPath()
	w.repository = strings.TrimSuffix(at.Source(cmp.Or(clone.Branch, usualBranch))+"/"+below, "/")
	return w, nil
}
