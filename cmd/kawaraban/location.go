package main

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
)

const origin = "origin"

// usualBranch is the assumed default branch of a repository if git does not know it.
const usualBranch = "main"

// location holds the addresses of a site and of its source. Unknown ones are empty.
type location struct {
	override   string // from --base-url; takes precedence over the site's files
	baseURL    string // from the remote; used if the site's files name no address
	repository string // URL of the directory that contains content/, from the remote
}

// locate finds the addresses from the value of --base-url and from the URL of a remote. It supports
// only GitHub, and sends no request.
func (a *app) locate(flag, remote string) (w location, err error) {
	if flag != "" {
		if w.override, err = config.ParseBaseURL(flag); err != nil {
			return w, usage("--base-url: %w", err).withHint("write the full address, such as https://example.org/notes/")
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
