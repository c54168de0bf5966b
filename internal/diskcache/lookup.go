package diskcache

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
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/outdir"
)

// Built is the directory with the outcomes of builds, below [Dir].
const Built = "built"

// StageLook is the stage before a build: it reads and hashes all inputs.
const StageLook build.Stage = "look"

// Outcome describes a finished build: its inputs, what it wrote and what it reported.
type Outcome struct {
	Inputs  [sha256.Size]byte // hash of the program, the flags and all files that a build reads
	History [sha256.Size]byte // hash of the notes' dates in git
	Files   outdir.Digest     // of the files that the build wrote
	Counts  build.Counts
	Diags   []diag.Diagnostic
}

// Options describe a build.
type Options struct {
	Files   fs.FS           // the site's files
	Out     string          // absolute path of the output directory
	Flags   string          // all flags that change the output
	History func() *git.Log // the notes' dates in git; may be nil
	Trusted func() bool     // reports whether the cache may be read; called from another goroutine
}

// Lookup finds and stores the outcome of one build.
type Lookup struct {
	site    *os.Root
	name    string // of the file in the cache
	seen    *build.Seen
	inputs  [sha256.Size]byte // see Outcome.Inputs
	certain bool              // inputs covers everything that the build depends on
	took    time.Duration
}

// Look hashes the inputs of a build. The error is that of the context.
func Look(ctx context.Context, site *os.Root, o Options) (*Lookup, error) {
	start := time.Now()
	l := &Lookup{site: site}
	var program [sha256.Size]byte
	trusted := false
	err := build.Each(ctx, 2, func(i int) (err error) {
		if i == 0 {
			if trusted = o.Trusted(); trusted {
				program, err = hashProgram()
			}
			trusted = trusted && err == nil
			return nil
		}
		l.seen, err = build.Look(ctx, o.Files, o.History)
		return err
	})
	if err != nil {
		return nil, err
	}
	folder := sha256.Sum256([]byte(o.Out))
	l.name = hex.EncodeToString(folder[:8])
	sum, sure := l.seen.Sum()
	l.inputs, l.certain = sha256.Sum256(fmt.Appendf(nil, "%x %x %s", program, sum, o.Flags)), sure && trusted
	l.took = time.Since(start)
	return l, nil
}

// Files returns the site's files. If one of them changes after Look, Store does nothing.
func (l *Lookup) Files() fs.FS { return l.seen.FS() }

// Took returns how long Look took.
func (l *Lookup) Took() time.Duration { return l.took }

// Load returns the outcome of the last build; false if its inputs differ or are not known.
func (l *Lookup) Load(ctx context.Context) (Outcome, bool) {
	if !l.certain {
		return Outcome{}, false
	}
	o, err := l.read(ctx)
	return o, err == nil && o.Inputs == l.inputs && o.History == l.seen.History().Sum()
}

// Store writes the outcome of a build. It writes nothing if an input changed during the build.
func (l *Lookup) Store(ctx context.Context, r *build.Result, files outdir.Digest) error {
	if !l.certain || !l.seen.Held() {
		return nil
	}
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(Outcome{l.inputs, l.seen.History().Sum(), files, r.Counts, r.Diags}); err != nil {
		return err
	}
	c, err := Open(ctx, l.site, Built)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Write(l.name, fmt.Appendf(nil, "%x\n%s", sha256.Sum256(body.Bytes()), body.Bytes()))
}

var errChecksum = errors.New("wrong checksum")

func (l *Lookup) read(ctx context.Context) (o Outcome, err error) {
	if _, err := l.site.Lstat(Dir); errors.Is(err, fs.ErrNotExist) {
		return o, err
	}
	c, err := Open(ctx, l.site, Built)
	if err != nil {
		return o, err
	}
	defer c.Close()
	data, err := c.Read(l.name)
	if err != nil {
		return o, err
	}
	sum, body, _ := bytes.Cut(data, []byte("\n"))
	if string(sum) != fmt.Sprintf("%x", sha256.Sum256(body)) {
		return o, errChecksum
	}
	return o, gob.NewDecoder(bytes.NewReader(body)).Decode(&o)
}

func hashProgram() (sum [sha256.Size]byte, err error) {
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
