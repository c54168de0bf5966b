package publish

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
)

// Report is what a command that publishes reports.
type Report struct {
	Remote  string `json:"remote"`
	Branch  string `json:"branch"`
	Address string `json:"address"` // of the other repository
	URL     string `json:"url,omitempty"`
	DryRun  bool   `json:"dryRun"`
	Commit  git.ID `json:"commit,omitempty"`
	Parent  git.ID `json:"parent,omitempty"`
	Races   int    `json:"races"`
	Back    string `json:"back,omitempty"` // warns that the published site was built from a commit that is not checked out
	*Plan

	PrintedBack string `json:"-"` // the value of Back that was printed before the build
}

// SourceNotInHead is the format of Back: the branch and a commit.
const SourceNotInHead = "%s was built from %s, which HEAD does not contain: its changes are removed from the site"

// listed is the number of changed files that a dry run lists.
const listed = 20

func (p *Report) counts() string {
	return fmt.Sprintf("%s, %s; %d added, %d changed, %d removed", diag.Catalog(nil).Count(p.Files, "%d file", "%d files"), Size(p.Bytes), p.Added, p.Changed, p.Removed)
}

func (p *Report) onto() string {
	if p.Parent == "" {
		return ", the first commit of the branch"
	}
	if p.Races > 0 {
		return fmt.Sprintf(" on %s, after another publish", p.Parent.Short())
	}
	return " on " + p.Parent.Short()
}

// first prints the one-time setup for a new branch.
func (p *Report) first(say func(string, ...any)) {
	settings := ""
	if remote, ok := ghpages.ParseRemote(p.Address); ok {
		settings = remote.Settings()
	}
	if !p.First() || settings == "" {
		return
	}
	say("one-time setup: select the branch in the Pages settings: %s", settings)
	say("    Source: Deploy from a branch; Branch: %s, / (root)", p.Branch)
}

func (p *Report) list(w io.Writer) {
	rank := func(c Change) int {
		if path.Ext(c.Path) == ".html" {
			return 0
		}
		return 1
	}
	changes := slices.Clone(p.Changes)
	slices.SortStableFunc(changes, func(a, b Change) int { return rank(a) - rank(b) })
	for _, c := range changes[:min(listed, len(changes))] {
		fmt.Fprintf(w, "%s %s\n", c.How, diag.Visible(c.Path))
	}
	if more := len(changes) - listed; more > 0 {
		fmt.Fprintf(w, "and %d more\n", more)
	}
}

// Summary returns the last lines of the report, in English; "" for nil.
func (p *Report) Summary() string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	name := p.Branch + " of " + p.Remote
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if p.Kept {
		say("CNAME of %s is kept: the site has none", name)
	}
	if p.Near {
		say("the site has %s, limit of GitHub Pages %s", Size(p.Bytes), Size(Pages().Site))
	}
	switch {
	case p.Empty():
		say("nothing to publish: %s is up to date", name)
		return b.String()
	case p.DryRun:
		p.list(&b)
		say("would publish to %s (%s): %s", name, p.Address, p.counts())
	default:
		say("published to %s (%s): %s", name, p.Address, p.counts())
		say("commit %s%s", p.Commit.Short(), p.onto())
	}
	if p.Back != p.PrintedBack && p.Back != "" { // another push was faster
		say(SourceNotInHead, name, p.Back)
	}
	if p.URL != "" {
		say("%s", p.URL)
	}
	p.first(say)
	return b.String()
}
