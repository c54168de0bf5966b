package build

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// parsedNote is what is kept of the parsing of one file.
type parsedNote struct {
	key   string     // of everything but the files beside the note
	asked []assetAsk // those, and what was known of them
	note  *note.Note // nil when the file cannot be read as a note
	bytes []byte     // of the file, where they are to be kept
	diags []diag.Diagnostic
}

// assetAsk is a question that parsing asked about a file beside the note, with its answer.
type assetAsk struct {
	path  string
	asset note.Asset
	found bool
	why   string // it is there and cannot be read
}

// parse reads every note of content/, each once for as long as it does not change,
// and returns those that can be read, in the order of their paths.
func (b *Builder) parse(ctx context.Context, root fs.FS, in inputs, r *Result) ([]*note.Note, error) {
	t, ds, err := walk(root)
	if err != nil {
		return nil, err
	}
	r.Diags = append(r.Diags, ds...)
	parsed := make([]parsedNote, len(t.notes))
	err = Each(ctx, len(t.notes), func(i int) error {
		parsed[i] = b.parseOne(root, t, t.notes[i], in, r.Config.RawHTML)
		b.progress(StageParse, i+1, len(t.notes))
		return nil
	})
	if err != nil {
		return nil, err
	}
	var notes []*note.Note
	kept := make(map[string]parsedNote, len(parsed))
	for i, p := range parsed {
		kept[t.notes[i]] = p
		r.Diags = append(r.Diags, p.diags...)
		if p.note != nil {
			notes = append(notes, p.note)
		}
	}
	b.notes = kept
	return notes, nil
}

// parseOne reads one note, or takes it from the cache. Only the cache is shared, and
// it is not written to before all notes are parsed.
func (b *Builder) parseOne(root fs.FS, t tree, path string, in inputs, rawHTML bool) parsedNote {
	data, err := readNote(root, path)
	var kept []byte
	if b.opts.Check {
		kept = data
	}
	if err != nil {
		return parsedNote{diags: []diag.Diagnostic{unreadable(path, reason(err))}}
	}
	o := source.Options{RawHTML: rawHTML, Highlighter: b.colour, Word: in.word()}
	key := source.Key(path, sha256.Sum256(data), in.names, o) + in.wordsKey
	look := lookup{root: root, files: t.files, known: map[string]assetAsk{}}
	if old, ok := b.notes[path]; ok && old.key == key && look.same(old.asked) {
		return old
	}
	p := parsedNote{key: key, bytes: kept}
	p.note, p.diags = source.Parse(source.Input{Path: path, Bytes: data, Asset: look.asset}, in.names, o)
	p.asked = look.all()
	for _, a := range p.asked {
		if a.why != "" {
			p.diags = append(p.diags, unreadable(source.Root+a.path, a.why))
		}
	}
	return p
}

// readNote reads a file, but no more of one than source needs to refuse it.
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

// lookup answers what parsing asks about the files beside a note, and remembers it.
type lookup struct {
	root  fs.FS
	files map[string]bool
	known map[string]assetAsk
}

func (l lookup) asset(path string) (note.Asset, bool) {
	ask, ok := l.known[path]
	if !ok {
		ask = l.ask(path)
		l.known[path] = ask
	}
	return ask.asset, ask.found
}

func (l lookup) ask(path string) assetAsk {
	full := source.Root + path
	if !l.files[full] {
		return assetAsk{path: path}
	}
	f, err := l.root.Open(full)
	if err != nil {
		return assetAsk{path: path, why: reason(err)}
	}
	defer f.Close()
	width, height := pictureSize(f, path)
	return assetAsk{path: path, asset: note.Asset{Path: path, Width: width, Height: height}, found: true}
}

// same reports whether every answer is still what it was.
func (l lookup) same(asked []assetAsk) bool {
	return !slices.ContainsFunc(asked, func(a assetAsk) bool { return l.ask(a.path) != a })
}

func (l lookup) all() []assetAsk {
	out := make([]assetAsk, 0, len(l.known))
	for _, a := range l.known {
		out = append(out, a)
	}
	return out
}

func (b *Builder) progress(stage Stage, done, total int) {
	if b.opts.Progress != nil {
		b.opts.Progress(stage, done, total)
	}
}
