package build

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/kawaraban/kawaraban/internal/attachment"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

type inputs struct {
	config   config.Config // as in site.yaml; see State.Config
	host     output.Host   // custom domain and robots.txt
	words    *locale.Set
	data     *upstream.Data
	names    *ref.Names
	assets   *output.Assets
	wordsKey string // hash of the interface text, which contains the titles of alerts
	diags    []diag.Diagnostic
}

type noteReader struct {
	b    *Builder
	root fs.FS
	o    source.Options
	key  string // hash of all inputs of parsing except the file and its assets
	in   inputs
	now  *content
}

// parse parses those notes of content/ that have changed.
func (b *Builder) parse(ctx context.Context, root fs.FS, in inputs) (*content, error) {
	now, err := list(root)
	if err != nil {
		return nil, err
	}
	r := b.reader(root, in, now)
	stale := r.stale()
	made := make([]*parsedNote, len(stale))
	var done atomic.Int64
	err = Each(ctx, len(stale), func(i int) error {
		made[i] = r.readOne(stale[i])
		b.progress(StageParse, int(done.Add(1)), len(stale))
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.replace(stale, made)
	b.content = now
	return now, nil
}

func (b *Builder) reader(root fs.FS, in inputs, now *content) noteReader {
	o := source.Options{RawHTML: in.config.RawHTML, Highlighter: b.colour, Word: in.word()}
	return noteReader{b, root, o, source.Key("", sum{}, in.names, o) + in.wordsKey, in, now}
}

// stale returns the paths of notes that may have changed. It keeps the parsed notes of the
// others.
func (r *noteReader) stale() []string {
	var out []string
	for _, f := range r.now.folders {
		for j, n := range f.notes {
			if old := r.b.content.note(n.path); r.unchanged(old) {
				f.notes[j] = old
			} else {
				out = append(out, n.path)
			}
		}
	}
	return out
}

// unchanged reports whether a parsed note is certainly up to date. old may be nil.
func (r *noteReader) unchanged(old *parsedNote) bool {
	if old == nil || !old.read || old.key != r.key {
		return false
	}
	now, ok := sumOf(r.root, old.path)
	return ok && now == old.sum && r.same(old)
}

// same reports whether the assets of a note did not change.
func (r *noteReader) same(old *parsedNote) bool {
	return !slices.ContainsFunc(old.asked, func(a assetAsk) bool {
		f, ok := r.now.assets.known[source.Root+a.path]
		if ok && f.known && a.answer.found && f.sum == a.sum {
			return false
		}
		return r.ask(a.path).answer != a.answer
	})
}

// readOne reads and parses a note. If the content is equal, it returns the last result.
func (r *noteReader) readOne(path string) *parsedNote {
	data, err := readNote(r.root, path)
	if err != nil {
		return &parsedNote{path: path, head: r.head(path), diags: []diag.Diagnostic{unreadable(path, reason(err))}}
	}
	p := &parsedNote{path: path, key: r.key, read: true, sum: sha256.Sum256(data)}
	if old := r.b.content.note(path); old != nil && old.read && old.key == p.key && old.sum == p.sum && r.same(old) {
		return old
	}
	r.parse(p, data)
	if r.b.opts.Check {
		p.bytes = data
	}
	return r.show(p)
}

// show sets the note that is linked.
func (r *noteReader) show(p *parsedNote) *parsedNote {
	if p.shown = p.note; p.note != nil && r.b.opts.Drafts {
		p.shown = asPublished(p.note)
	}
	return p
}

func (r *noteReader) parse(p *parsedNote, data []byte) {
	asked := map[string]assetAsk{}
	p.note, p.head, p.diags = source.ParseAfter(source.Input{Path: p.path, Bytes: data, Asset: func(path string) (note.Asset, bool) {
		a, ok := asked[path]
		if !ok {
			a = r.ask(path)
			asked[path] = a
		}
		return a.answer.asset, a.answer.found
	}}, r.head(p.path), r.in.names, r.o)
	if !r.b.opts.Hold {
		p.head = source.Head{}
	}
	p.asked = slices.SortedFunc(maps.Values(asked), func(a, b assetAsk) int { return strings.Compare(a.path, b.path) })
	for _, a := range p.asked {
		if a.answer.why != "" {
			p.diags = append(p.diags, unreadable(source.Root+a.path, a.answer.why))
		}
	}
}

// head returns the last valid front matter of a note, if it was kept.
func (r *noteReader) head(path string) source.Head {
	if old := r.b.content.note(path); old != nil {
		return source.Head{YAML: old.head.YAML}
	}
	return source.Head{}
}

func asPublished(n *note.Note) *note.Note {
	if !n.Meta.Draft {
		return n
	}
	shown := *n
	shown.Meta.Draft = false
	return &shown
}

func (r *noteReader) replace(paths []string, made []*parsedNote) {
	for i, p := range paths {
		f := r.now.at[path.Dir(p)]
		at, _ := slices.BinarySearchFunc(f.notes, p, byPath)
		f.notes[at] = made[i]
	}
}

func readNote(root fs.FS, path string) ([]byte, error) {
	info, err := fs.Stat(root, path)
	if err != nil {
		return nil, err
	}
	if info.Size() <= source.MaxBytes {
		return fs.ReadFile(root, path)
	}
	f, err := root.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, source.MaxBytes+1)
	n, err := f.Read(data)
	for n < len(data) && err == nil {
		var more int
		more, err = f.Read(data[n:])
		n += more
	}
	if n == len(data) {
		err = nil
	}
	return data[:n], err
}

// ask returns the data about an asset of a note.
func (r *noteReader) ask(path string) assetAsk {
	out := assetAsk{path: path}
	known, ok := r.now.assets.known[source.Root+path]
	if !ok {
		return out
	}
	f, err := r.root.Open(known.path)
	if err != nil {
		out.answer.why = reason(err)
		return out
	}
	defer f.Close()
	width, height := 0, 0
	if known.known {
		h := sha256.New()
		width, height = pictureSize(io.TeeReader(f, h), path)
		if _, err := io.Copy(h, f); err == nil {
			h.Sum(out.sum[:0])
		}
	} else {
		width, height = pictureSize(f, path)
	}
	out.answer = answer{asset: note.Asset{Path: path, Width: width, Height: height, Refused: refusal(r.root, known.path)}, found: true}
	return out
}

// refusal is attachment.Refusal for a file in root. It returns "" for a file that cannot be
// opened.
func refusal(root fs.FS, name string) diag.Phrase {
	f, err := root.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	return attachment.Refusal(name, f)
}

func (b *Builder) progress(stage Stage, done, total int) {
	if b.opts.Progress != nil {
		b.opts.Progress(stage, done, total)
	}
}

// word returns a lookup function for interface text in the language of a note. The function
// returns "" if the interface does not have the language or the text.
func (in inputs) word() func(note.Lang, string) string {
	return func(lang note.Lang, key string) string {
		l := in.words.Get(lang)
		if l == nil || !l.Has(key) {
			return ""
		}
		return l.T(key)
	}
}
