// Package publish puts a built site onto a branch of another repository, gh-pages of origin,
// from which GitHub Pages serves it.
//
// [Look] reads the branch as it is there now and refuses what must not go on: sources that are
// in no commit, a branch that holds something else. [Branch.Compare] says what a built site
// changes in it, and [Plan.Publish] makes that a commit on its tip and pushes it:
//
//	repo   := git.Open(folder)
//	branch := publish.Look(repo, options)
//	site   := publish.Record(the files of a build)
//	plan   := branch.Compare(site)
//	done   := plan.Publish()
//
// # Whole before, whole after
//
// A branch moves by the push of one commit, which the other repository takes as a whole or not
// at all; nothing is forced, so nobody's commit is lost. Who loses a race compares once more
// with what is there now, and commits on it. A site whose sources the checkout does not hold,
// newer ones perhaps, is taken back only where Options.AllowOlder says so, or where both began from one site and
// raced.
//
// In the clone only objects are written, and last what it knows of the branch
// (refs/remotes/origin/gh-pages): HEAD, index, files, branches and stash are not touched, so
// that a process that is killed at any moment leaves nothing but objects that git clears away
// some day.
//
// # What is written
//
// The names of file contents are computed here, so that only what the branch does not have is
// written. Filters, line endings, ignored files and executable bits of a checkout have no
// effect: each file is what was built. git fast-import takes the contents, and a temporary
// index makes the tree. The commit says of which commit of the sources it was made and by which version of
// this program:
//
//	Kawaraban-Source: 3f1c…
//	Kawaraban-Version: v0.3.0
//
// By this a branch is known as one of ours. A commit that changes nothing but CNAME, which
// GitHub's settings page makes, is let stand, and its CNAME is kept where the site has none.
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

// Refused is the error of what is not done, with the next step.
type Refused struct {
	Reason Reason
	Text   string // what is in the way, in one sentence without a full stop
	Said   string // git's own words, in lines; empty where it has said nothing
	Next   string // what to do about it
}

// Error is the sentence.
func (r *Refused) Error() string { return r.Text }

// Reason says what stands in the way.
type Reason int

// The reasons.
const (
	Standing Reason = iota // the checkout, or what was asked for
	Contents               // the site itself
	Machine                // git, the network, the other repository
)

// Options say what is published where.
type Options struct {
	Remote  string   // the name of a remote
	Branch  string   // of the remote
	Sources []string // of which the site is made, from the folder of the repository that was opened
	// AllowDirty takes sources that are in no commit.
	AllowDirty bool
	// AllowOlder takes back what was published of sources that the checkout does not hold.
	AllowOlder bool
	// Message takes the place of the commit's first paragraphs.
	Message string
	Version string // of this program
	Limits  Limits
}

// Limits are what GitHub Pages takes, in bytes. A zero is none.
type Limits struct {
	Site int64 // all files together
	Warn int64 // from where on they are near to that
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

// Record returns the same set of files, and the Site of them, which is complete when each file
// of the set was made once: that is when their contents get their names.
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

// Bytes is how much all files of the site are.
func (s *Site) Bytes() int64 {
	n := int64(0)
	for _, size := range s.sizes {
		n += size
	}
	return n
}

// entries are the files of the site as those of a tree.
func (s *Site) entries() []git.Entry {
	out := make([]git.Entry, len(s.files))
	for i, f := range s.files {
		out[i] = git.Entry{Path: f.Path, Mode: git.Plain, ID: s.ids[i]}
	}
	return out
}

// within refuses a site that the host would not take.
func (s *Site) within(l Limits) error {
	for i, f := range s.files {
		if l.File > 0 && s.sizes[i] > l.File {
			return &Refused{Contents, fmt.Sprintf("%s has %s, and a file may have %s", f.Path, Size(s.sizes[i]), Size(l.File)), "",
				"make it smaller, or keep it elsewhere and link to it"}
		}
	}
	if total := s.Bytes(); l.Site > 0 && total > l.Site {
		return &Refused{Contents, fmt.Sprintf("the site has %s, and GitHub Pages takes %s", Size(total), Size(l.Site)), "",
			"leave out what is large, such as pictures, or publish releases as sites of their own: build --release"}
	}
	return nil
}

// Size writes a number of bytes for people, in powers of ten.
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

// The trailers of a commit that publishes.
const (
	sourceTrailer  = "Kawaraban-Source"
	versionTrailer = "Kawaraban-Version"
)

// trailer returns the value of a trailer, in the last paragraph of a message; empty where it
// has none.
func trailer(message, name string) string {
	message = strings.TrimSpace(strings.ReplaceAll(message, "\r\n", "\n"))
	for line := range strings.SplitSeq(message[strings.LastIndex(message, "\n\n")+1:], "\n") {
		if value, ok := strings.CutPrefix(line, name+": "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// short is a source as people write it.
func short(source string) string {
	id, rest, _ := strings.Cut(source, "-")
	if rest != "" {
		rest = "-" + rest
	}
	return git.ID(id).Short() + rest
}

// said returns git's words in an error, and how the command ended where it exceeded its limit.
func said(err error) string {
	failed, ok := asFailed(err)
	switch {
	case !ok:
		return ""
	case errors.Is(failed.Err, git.ErrTimeout):
		return strings.TrimSpace(failed.Said + "\n" + failed.Err.Error())
	}
	return cmp.Or(failed.Said, failed.Err.Error())
}

// machine is a refusal for what git could not do; other errors stay what they are, as those of
// a context.
func machine(ctx context.Context, err error, next, format string, args ...any) error {
	if _, ok := asFailed(err); !ok || ctx.Err() != nil {
		return err
	}
	return &Refused{Machine, fmt.Sprintf(format, args...), said(err), next}
}

func asFailed(err error) (*git.Failed, bool) { return errors.AsType[*git.Failed](err) }
