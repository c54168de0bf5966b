package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/git"
)

// Plan lists the changes that publishing a site makes to a branch.
type Plan struct {
	Added   int   `json:"added"`
	Changed int   `json:"changed"`
	Removed int   `json:"removed"`
	Files   int   `json:"files"` // number of files of the new site
	Bytes   int64 `json:"bytes"` // size of the new site
	Near    bool  `json:"near"`  // the site is close to the limit of the host
	Kept    bool  `json:"kept"`  // the CNAME of the branch stays, because the site has none
	// Changes lists the changed files by path.
	Changes []Change `json:"changes"`

	branch  *Branch
	site    *Site
	entries []git.Entry // the files of the new tree
}

// Change is a file that differs between branch and site.
type Change struct {
	Path string `json:"path"`
	How  How    `json:"how"`
}

// How is the type of a change.
type How string

const (
	Added   How = "added"
	Changed How = "changed"
	Removed How = "removed"
)

// Compare returns the changes that a site makes to the branch. The error is a *[Refused] if the
// site exceeds a limit of the host.
func (b *Branch) Compare(s *Site) (*Plan, error) {
	if err := s.within(b.options.Limits); err != nil {
		return nil, err
	}
	p := &Plan{branch: b, site: s, Bytes: s.Bytes(), Changes: []Change{}}
	p.Near = b.options.Limits.Warn > 0 && p.Bytes >= b.options.Limits.Warn
	entries := s.entries()
	if kept, ok := b.domain(); ok && !slices.ContainsFunc(entries, func(e git.Entry) bool { return e.Path == cname }) {
		p.Kept = true
		entries = append(entries, git.Entry{Path: cname, Mode: git.Plain, ID: kept.ID})
	}
	p.Files, p.entries = len(entries), entries
	p.count(entries)
	return p, nil
}

func (p *Plan) count(entries []git.Entry) {
	now := make(map[string]bool, len(entries))
	for _, e := range entries {
		now[e.Path] = true
		switch was, ok := p.branch.files[e.Path]; {
		case !ok:
			p.Added++
			p.Changes = append(p.Changes, Change{e.Path, Added})
		case was != e:
			p.Changed++
			p.Changes = append(p.Changes, Change{e.Path, Changed})
		}
	}
	for path := range p.branch.files {
		if !now[path] {
			p.Removed++
			p.Changes = append(p.Changes, Change{path, Removed})
		}
	}
	slices.SortFunc(p.Changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
}

func (p *Plan) blobs() []git.Blob {
	there := make(map[git.ID]bool, len(p.branch.files))
	for _, e := range p.branch.files {
		there[e.ID] = true
	}
	var out []git.Blob
	for i, f := range p.site.files {
		if id := p.site.ids[i]; !there[id] {
			there[id] = true
			out = append(out, git.Blob{ID: id, Content: f.Bytes})
		}
	}
	return out
}

// Empty reports whether the branch already has exactly the site.
func (p *Plan) Empty() bool { return !p.branch.First() && len(p.Changes) == 0 }

// First reports whether the branch does not exist yet.
func (p *Plan) First() bool { return p.branch.First() }

// Back returns the [Branch.Back] of the time when the plan was made.
func (p *Plan) Back() string { return p.branch.Back }

// Done is the result of publishing.
type Done struct {
	*Plan
	Commit git.ID // the new tip of the branch
	Parent git.ID // the old tip; empty for the first commit
	Races  int    // number of lost races
}

const tries = 5

// pause is the first waiting time after a lost race; it doubles each time.
const pause = 200 * time.Millisecond

// Publish commits the site on the tip of the branch and pushes it. If there is nothing to publish,
// it makes no commit, and Done.Commit is the tip. The error is a *[Refused] or that of the context.
// The remote is then unchanged, unless it could not be reached.
func (p *Plan) Publish(ctx context.Context) (Done, error) {
	for race := 0; ; race++ {
		if p.Empty() {
			return Done{p, p.branch.tip, p.branch.tip, race}, p.keep(ctx, p.branch.tip)
		}
		commit, err := p.commit(ctx)
		if err != nil {
			return Done{}, err
		}
		rejected := p.branch.repo.Push(ctx, p.branch.target, commit)
		if rejected == nil {
			return Done{p, commit, p.branch.tip, race}, p.keep(ctx, commit)
		}
		tip, _, err := p.branch.repo.Tip(ctx, p.branch.target)
		switch {
		case ctx.Err() != nil:
			return Done{}, ctx.Err()
		case err == nil && tip == commit: // the push succeeded, but its answer was lost
			return Done{p, commit, p.branch.tip, race}, p.keep(ctx, commit)
		case err != nil || tip == p.branch.tip:
			return Done{}, p.rejected(ctx, rejected)
		case race == tries-1:
			return Done{}, &Refused{Machine, fmt.Sprintf("other publishers were faster %d times", tries), gitMessage(rejected), "publish again later"}
		}
		if p, err = p.again(ctx, pause<<race); err != nil {
			return Done{}, err
		}
	}
}

func (p *Plan) commit(ctx context.Context) (git.ID, error) {
	b := p.branch
	var tree, commit git.ID
	err := b.repo.Write(ctx, p.blobs())
	if err == nil {
		tree, err = b.repo.Tree(ctx, p.entries)
	}
	if err == nil {
		commit, err = b.repo.Commit(ctx, tree, b.tip, p.message())
	}
	if errors.Is(err, git.ErrContentChanged) {
		return "", &Refused{Machine, "a file of the site changed after the build", "", "publish again"}
	}
	return commit, machine(ctx, err, "follow the message of git; the disk may be full", "cannot write the site into the repository")
}

// keep updates the remote-tracking ref. A conflict with another process is ignored, because the
// site is already published.
func (p *Plan) keep(ctx context.Context, tip git.ID) error {
	if _, ok := asFailed(p.branch.repo.UpdateTracking(ctx, p.branch.target, tip)); ok {
		return nil
	}
	return ctx.Err()
}

func (p *Plan) again(ctx context.Context, wait time.Duration) (*Plan, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(wait):
	}
	b := *p.branch
	if err := b.read(ctx); err != nil {
		return nil, err
	}
	if err := b.checkForward(ctx, true); err != nil {
		return nil, err
	}
	return b.Compare(p.site)
}

func (p *Plan) message() string {
	o, source := p.branch.options, p.branch.Source()
	counts := fmt.Sprintf("%d files, %s: %d added, %d changed, %d removed.", p.Files, Size(p.Bytes), p.Added, p.Changed, p.Removed)
	said := cmp.Or(strings.TrimSpace(o.Message), "Publish "+short(source)+"\n\n"+counts)
	return fmt.Sprintf("%s\n\n%s: %s\n%s: %s\n", said, sourceTrailer, source, versionTrailer, o.Version)
}

// rejected returns the refusal for a push that failed for another reason than a race.
func (p *Plan) rejected(ctx context.Context, err error) error {
	o := p.branch.options
	return machine(ctx, err, next(gitMessage(err), "follow the message of git; the published site is unchanged"), "%s rejected the commit for %s", o.Remote, o.Branch)
}
