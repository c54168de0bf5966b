package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/build"
	keep "github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/git"
)

// builtDir keeps what builds leave to the next one, and maxBuilt is how many bytes of it stay.
var builtDir = path.Join(cacheDir, "built")

const maxBuilt = 512 << 20

// stageLook is what comes before a build: a look at all that it would read.
const stageLook build.Stage = "look"

// warm is a build that begins with what the last ones left.
type warm struct {
	a       *app
	store   *keep.Store // nil: nothing is kept
	seen    *build.Seen
	program [sha256.Size]byte
	known   bool     // program is
	key     keep.Key // of the outcome
	sure    bool     // the key says all that a build depends on
	look    build.Time
}

// outcome is what a build leaves: of what it was made of, all that it said and wrote.
type outcome struct {
	History [sha256.Size]byte // of what git said of the notes
	Files   artifact.Digest
	Counts  build.Counts
	Diags   []diag.Diagnostic
}

// warm looks at the site for a build. Without a cache it knows nothing.
func (a *app) warm(ctx context.Context, site *os.Root, f buildFlags) (*warm, error) {
	w := &warm{a: a}
	if f.noCache {
		return w, nil
	}
	start := time.Now()
	err := build.Each(ctx, 2, func(i int) (err error) {
		if i == 0 {
			w.open(site) // which waits for git, and reads the program
			return nil
		}
		w.seen, err = build.Look(ctx, filesOf(site), f.dates.known)
		return err
	})
	if err != nil {
		return nil, err
	}
	sum, sure := w.seen.Sum()
	w.key, w.sure = f.key(w.program, sum), sure && w.known
	w.look = build.Time{Stage: stageLook, Millis: millis(time.Since(start))}
	return w, nil
}

// open opens the cache, where it is known which program it is for and that nobody has put it
// there with a commit: who writes the cache writes the site.
func (w *warm) open(site *os.Root) {
	tracked, err := git.Tracks(w.a.dir, stateDir)
	switch {
	case tracked:
		fmt.Fprintf(w.a.stderr, "info: nothing of earlier builds is used: %s is in git, where anybody can have put it\n    hint: git rm -r --cached %s, and add it to .gitignore\n", stateDir, stateDir)
		return
	case err != nil && inCheckout(abs(w.a.dir)):
		return // nobody knows
	}
	program, err := programSum()
	if err == nil {
		w.store, w.program, w.known = keep.Open(site, builtDir), program, true
	}
}

// key is that of the outcome of a build: of this program, with these flags, of this site.
func (f *buildFlags) key(program, site [sha256.Size]byte) keep.Key {
	return keep.NewKey([]byte("outcome 1"), program[:], site[:], f.words())
}

// words are the flags that decide what is made.
func (f *buildFlags) words() []byte {
	return fmt.Appendf(nil, "%q %t %q %q %q", f.release, f.drafts, f.where.anyway, f.where.baseURL, f.where.repository)
}

// programSum is the hash of the running program, which decides what is made as much as the
// notes do.
func programSum() (sum [sha256.Size]byte, err error) {
	name, err := os.Executable()
	if err != nil {
		return sum, err
	}
	f, err := os.Open(name)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}

// last returns the report of a build that would change nothing, and false where one is
// needed. Where the output folder cannot be looked at a build says why.
func (w *warm) last(ctx context.Context, out string, start time.Time) (report, bool) {
	p := w.a.newProgress(start)
	defer p.end()
	if !w.sure {
		return report{}, false
	}
	data, ok := w.store.Get(w.key)
	if !ok {
		return report{}, false
	}
	var o outcome
	if err := gob.NewDecoder(strings.NewReader(data)).Decode(&o); err != nil || w.seen.History().Sum() != o.History {
		return report{}, false
	}
	looking := time.Now()
	stats, ok, err := artifact.Intact(ctx, out, o.Files, w.a.folderOptions(ctx, p))
	if err != nil || !ok {
		return report{}, false
	}
	times := []build.Time{w.look, {Stage: build.StageWrite, Millis: millis(time.Since(looking))}}
	r := &build.Result{Counts: o.Counts, Diags: o.Diags, Times: times}
	return report{Result: r, Stats: &stats, Out: out, Total: time.Since(start)}, true
}

// build builds and writes the site, and leaves to the next build what came of it.
func (w *warm) build(ctx context.Context, site *os.Root, out string, f buildFlags, start time.Time) (report, error) {
	p := w.a.newProgress(start)
	files := filesOf(site)
	if w.seen != nil {
		files = w.seen.FS()
	}
	result, builder, err := w.a.begin(ctx, files, f, w, p)
	if err != nil {
		return report{}, err
	}
	var digest artifact.Digest
	stats, err := w.a.writeKnown(ctx, out, result, result.Files, &digest, p)
	if err != nil {
		return report{}, err
	}
	if w.seen != nil {
		result.Times = append(result.Times, w.look)
	}
	w.tell(errors.Join(builder.Unkept(), w.keep(result, digest)))
	return report{Result: result, Stats: &stats, Out: out, Total: time.Since(start)}, nil
}

// keep leaves an outcome to the next build, unless something was written while it was read.
func (w *warm) keep(r *build.Result, files artifact.Digest) error {
	if w.sure && w.seen.Held() {
		history := w.seen.History().Sum()
		if err := w.put(w.key, outcome{history, files, r.Counts, r.Diags}); err != nil {
			return err
		}
	}
	return w.store.Trim(maxBuilt)
}

func (w *warm) put(k keep.Key, value any) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(value); err != nil {
		return err
	}
	return w.store.Put(k, b.Bytes())
}

// reading is what check takes of the cache: it writes nothing.
type reading struct{ *keep.Store }

// Put implements build.Kept.
func (reading) Put(keep.Key, []byte) error { return nil }

// tell says why nothing could be kept, which costs nothing else.
func (w *warm) tell(err error) {
	if err != nil {
		first, _, _ := strings.Cut(spoken(err), "\n")
		fmt.Fprintf(w.a.stderr, "info: the next build begins from nothing: %s\n    hint: --no-cache does without %s\n", diag.Visible(first), builtDir)
	}
}
