// Package publish pushes a built site to a branch, gh-pages of origin, which GitHub Pages serves.
// [Look] reads the branch and refuses unsafe states: uncommitted sources, or a branch with unknown
// content. [Branch.Compare] lists the changes, and [Plan.Publish] commits and pushes them:
//
//	repo   := git.Open(directory)
//	branch := publish.Look(repo, options)
//	site   := publish.Record(the files of a build)
//	plan   := branch.Compare(site)
//	done   := plan.Publish()
//
// # Safety
//
// One pushed commit contains the whole site, so the change is atomic. No push is forced, so no
// commit is lost. After a lost race the site is compared and committed again.
//
// The clone gets only objects and, last, the remote-tracking ref (refs/remotes/origin/gh-pages).
// HEAD, index, files, branches and stash do not change. A killed process leaves only unreferenced
// objects, which git removes later.
//
// # Content
//
// Each file is published as built: filters, line endings, ignored files and executable bits have no
// effect. The trailers of the commit identify the branch as one of this program:
//
//	Kawaraban-Source: 3f1c…
//	Kawaraban-Version: v0.3.0
//
// GitHub's settings page commits CNAME. The package keeps this commit, and the CNAME if the site has
// none.
package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// Refused is the error for a refused operation.
type Refused struct {
	Reason Reason
	Text   string // the reason, as one sentence without a full stop
	Output string // git's message; may be empty
	Hint   string // the next step
}

// Error returns the reason.
func (r *Refused) Error() string { return r.Text }

// Reason is the type of a refusal.
type Reason int

const (
	Checkout Reason = iota // the checkout or the options
	Content                // the site itself
	Machine                // git, the network or the remote
)

// Options are the settings for publishing.
type Options struct {
	Remote  string   // the name of a remote
	Branch  string   // of the remote
	Sources []string // paths of the sources, relative to the opened directory
	// AllowDirty allows uncommitted sources.
	AllowDirty bool
	// AllowOlder allows undoing a site whose sources the checkout lacks.
	AllowOlder bool
	// Message replaces the first paragraphs of the commit message.
	Message string
	Version string // of this program
	Limits  Limits
}

// Limits are limits in bytes. Zero means no limit.
type Limits struct {
	Site int64 // all files together
	Warn int64 // from this size on, a warning
	File int64 // one file
}

// Pages returns the limits of GitHub Pages.
func Pages() Limits { return Limits{ghpages.MaxSite, ghpages.MaxWarn, ghpages.MaxFile} }

// Site is the files of a built site, by path.
type Site struct {
	files  []outdir.File
	ids    []git.ID
	sizes  []int64
	format git.Format
}

// Record returns a copy of the set that records the ID and size of each file when it is read. The
// Site is complete after each file was read once.
func Record(s *outdir.Set, format git.Format) (*outdir.Set, *Site, error) {
	paths := s.Paths()
	site := &Site{make([]outdir.File, len(paths)), make([]git.ID, len(paths)), make([]int64, len(paths)), format}
	recording := make([]outdir.File, len(paths))
	for i, p := range paths {
		file, _ := s.Get(p)
		site.files[i] = file
		recording[i] = outdir.File{Path: p, Bytes: func() ([]byte, error) {
			data, err := file.Bytes()
			site.ids[i], site.sizes[i] = format.BlobID(data), int64(len(data))
			return data, err
		}}
	}
	set, err := outdir.NewSet(recording)
	return set, site, err
}

// Bytes returns the size of all files.
func (s *Site) Bytes() int64 {
	n := int64(0)
	for _, size := range s.sizes {
		n += size
	}
	return n
}

func (s *Site) entries() []git.Entry {
	out := make([]git.Entry, len(s.files))
	for i, f := range s.files {
		out[i] = git.Entry{Path: f.Path, Mode: git.Plain, ID: s.ids[i]}
	}
	return out
}

func (s *Site) within(l Limits) error {
	for i, f := range s.files {
		if l.File > 0 && s.sizes[i] > l.File {
			return &Refused{Content, fmt.Sprintf("file too large: %s has %s, limit %s", f.Path, Size(s.sizes[i]), Size(l.File)), "",
				"make it smaller, or host it elsewhere and link to it"}
		}
	}
	if total := s.Bytes(); l.Site > 0 && total > l.Site {
		return &Refused{Content, fmt.Sprintf("the site has %s, limit of GitHub Pages %s", Size(total), Size(l.Site)), "",
			"remove large files such as pictures, or publish releases as separate sites with build --release"}
	}
	return nil
}

// Size formats a number of bytes in powers of ten.
func Size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1000*1000*1000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.2f GB", float64(n)/1e9)
}

const (
	sourceTrailer  = "Kawaraban-Source"
	versionTrailer = "Kawaraban-Version"
)

func trailer(message, name string) string {
	message = strings.TrimSpace(strings.ReplaceAll(message, "\r\n", "\n"))
	for line := range strings.SplitSeq(message[strings.LastIndex(message, "\n\n")+1:], "\n") {
		if value, ok := strings.CutPrefix(line, name+": "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func short(source string) string {
	id, rest, _ := strings.Cut(source, "-")
	if rest != "" {
		rest = "-" + rest
	}
	return git.ID(id).Short() + rest
}

// gitMessage returns git's message in an error, or the exceeded time limit.
func gitMessage(err error) string {
	failed, ok := asFailed(err)
	switch {
	case !ok:
		return ""
	case errors.Is(failed.Err, git.ErrTimeout):
		return strings.TrimSpace(failed.Output + "\n" + failed.Err.Error())
	}
	return cmp.Or(failed.Output, failed.Err.Error())
}

// machine returns a refusal for a failed git command; other errors stay unchanged.
func machine(ctx context.Context, err error, next, format string, args ...any) error {
	if _, ok := asFailed(err); !ok || ctx.Err() != nil {
		return err
	}
	return &Refused{Machine, fmt.Sprintf(format, args...), gitMessage(err), next}
}

func asFailed(err error) (*git.Failed, bool) { return errors.AsType[*git.Failed](err) }
