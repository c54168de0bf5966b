package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// stateDir keeps what a build has to remember, below the site's folder.
const stateDir = ".kawaraban"

// builtCache is the folder of the cache that holds the outcome of the last build of each output
// folder.
const builtCache = "built"

// stageLook is the stage before a build: it reads and hashes all inputs.
const stageLook build.Stage = "look"

// outcome is what the last build of an output folder was made of, what it reported, and the
// digest of the files that it wrote. With equal inputs and an untouched folder a build is
// skipped: this is the only cache on disk that builds use.
type outcome struct {
	Inputs  [sha256.Size]byte // of the program, the flags and all files that a build reads
	History [sha256.Size]byte // of what git says of the notes
	Files   outdir.Digest
	Counts  build.Counts
	Diags   []diag.Diagnostic
}

// memory finds and keeps the outcome of a build.
type memory struct {
	a      *app
	site   *os.Root
	name   string            // of the file in the cache
	seen   *build.Seen       // nil: the cache is not used
	inputs [sha256.Size]byte // see outcome.Inputs
	sure   bool              // inputs covers everything that the build depends on
	look   build.Time
}

// remember hashes the inputs of a build. With --no-cache it does nothing.
func (a *app) remember(ctx context.Context, site *os.Root, out string, f buildFlags) (*memory, error) {
	m := &memory{a: a, site: site}
	if f.noCache {
		return m, nil
	}
	start := time.Now()
	var program [sha256.Size]byte
	trusted := false
	err := build.Each(ctx, 2, func(i int) (err error) {
		if i == 0 {
			if trusted = a.trustsState(); trusted {
				program, err = programSum()
			}
			trusted = trusted && err == nil
			return nil
		}
		m.seen, err = build.Look(ctx, filesOf(site), f.dates.known)
		return err
	})
	if err != nil {
		return nil, err
	}
	folder := sha256.Sum256([]byte(abs(out)))
	m.name = hex.EncodeToString(folder[:8])
	sum, sure := m.seen.Sum()
	m.inputs, m.sure = sha256.Sum256(fmt.Appendf(nil, "%x %x %s", program, sum, f.words())), sure && trusted
	m.look = build.Time{Stage: stageLook, Millis: millis(time.Since(start))}
	return m, nil
}

// trustsState reports whether the state folder is known not to be in git. Anyone who can commit
// to it could otherwise decide what a build reports.
func (a *app) trustsState() bool {
	tracked, err := git.Tracks(a.dir, stateDir)
	if tracked {
		fmt.Fprintf(a.stderr, "info: nothing of earlier builds is used: %s is in git, where anybody can have put it\n    hint: git rm -r --cached %s, and add it to .gitignore\n", stateDir, stateDir)
	}
	return !tracked && (err == nil || !inCheckout(abs(a.dir)))
}

// words are the flags that decide what is built.
func (f *buildFlags) words() string {
	return fmt.Sprintf("%q %t %q %q %q", f.release, f.drafts, f.where.anyway, f.where.baseURL, f.where.repository)
}

// programSum is the hash of the running program.
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

// last returns the report of a build that would change nothing; false if a build is needed.
func (m *memory) last(ctx context.Context, out string, start time.Time) (report, bool) {
	if !m.sure {
		return report{}, false
	}
	o, err := m.load(ctx)
	if err != nil || o.Inputs != m.inputs || o.History != m.seen.History().Sum() {
		return report{}, false
	}
	p := m.a.newProgress(start)
	defer p.end()
	looking := time.Now()
	stats, ok, err := outdir.Intact(ctx, out, o.Files, m.a.folderOptions(ctx, p))
	if err != nil || !ok {
		return report{}, false
	}
	times := []build.Time{m.look, {Stage: build.StageWrite, Millis: millis(time.Since(looking))}}
	r := &build.Result{Counts: o.Counts, Diags: o.Diags, Times: times}
	return report{Result: r, Stats: &stats, Out: out, Total: time.Since(start)}, true
}

// keep writes the outcome. It writes none if an input was edited while the build read it.
func (m *memory) keep(ctx context.Context, r *build.Result, files outdir.Digest) error {
	if !m.sure || !m.seen.Held() {
		return nil
	}
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(outcome{m.inputs, m.seen.History().Sum(), files, r.Counts, r.Diags}); err != nil {
		return err
	}
	c, err := openCache(ctx, m.site, builtCache)
	if err != nil {
		return err
	}
	defer c.unlock()
	return c.Write(m.name, fmt.Appendf(nil, "%x\n%s", sha256.Sum256(body.Bytes()), body.Bytes()))
}

// errDamaged is the error of an outcome whose checksum is wrong.
var errDamaged = errors.New("the checksum is wrong")

// load reads the outcome of the last build.
func (m *memory) load(ctx context.Context) (o outcome, err error) {
	if _, err := m.site.Lstat(cacheDir); errors.Is(err, fs.ErrNotExist) {
		return o, err
	}
	c, err := openCache(ctx, m.site, builtCache)
	if err != nil {
		return o, err
	}
	defer c.unlock()
	data, err := c.Read(m.name)
	if err != nil {
		return o, err
	}
	sum, body, _ := bytes.Cut(data, []byte("\n"))
	if string(sum) != fmt.Sprintf("%x", sha256.Sum256(body)) {
		return o, errDamaged
	}
	return o, gob.NewDecoder(bytes.NewReader(body)).Decode(&o)
}

// folderOptions are the ways to write an output folder, or to look at one.
func (a *app) folderOptions(ctx context.Context, p *progress) outdir.Options {
	return outdir.Options{
		State: filepath.Join(a.dir, stateDir),
		Each: func(n int, do func(int) error) error {
			return build.Each(ctx, n, func(i int) error {
				p.say(build.StageWrite, i+1, n)
				return do(i)
			})
		},
	}
}
