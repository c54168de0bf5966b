package build

import (
	"github.com/kawaraban/kawaraban/internal/cache"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Kept is where a Builder finds what earlier builds made, of other processes too, and leaves
// what it makes: see package cache. It may lose anything at any time, and is asked from any
// goroutine. The bytes that it is given are its own no longer than Put lasts.
type Kept interface {
	Get(cache.Key) (string, bool)
	Put(cache.Key, []byte) error
}

// keptNote is what is kept of the parsing of a file: all that it made but for the bytes.
type keptNote struct {
	note  *note.Note
	asked []assetAsk
	diags []diag.Diagnostic
}

// keyOf is the key of what parsing a file makes, but for the files beside it, which the value
// names: those it asked for, with what it was told.
func (r *reader) keyOf(path string, bytes sum) cache.Key { return r.b.noteKey(r.key, path, bytes) }

// noteKey is that key, where everything that parsing depends on but the file is said by another.
func (b *Builder) noteKey(key, path string, bytes sum) cache.Key {
	return cache.NewKey([]byte("note 1"), b.opts.Program[:], []byte(key), []byte(path), bytes[:])
}

// recall takes a note from what is kept; nil where nothing is, or where it was made beside
// other files.
func (r *reader) recall(path string, bytes sum) *parsedNote {
	if r.b.opts.Kept == nil || r.b.opts.Hold {
		return nil
	}
	data, ok := r.b.opts.Kept.Get(r.keyOf(path, bytes))
	if !ok {
		return nil
	}
	var k keptNote
	if err := cache.Decode(data, k.code); err != nil || k.note != nil && k.note.Path != path {
		return nil
	}
	for i, a := range k.asked {
		if k.asked[i] = r.ask(a.path); k.asked[i].answer != a.answer {
			return nil
		}
	}
	return &parsedNote{path: path, key: r.key, read: true, sum: bytes, asked: k.asked, note: k.note, diags: k.diags}
}

// leave keeps a note for later builds.
func (r *reader) leave(p *parsedNote) {
	if r.b.opts.Kept == nil || r.b.opts.Hold {
		return
	}
	k := keptNote{p.note, p.asked, p.diags}
	cache.Lend(k.code, func(b []byte) { r.b.kept(r.keyOf(p.path, p.sum), b) })
}

// kept keeps a value, and the first error of one that cannot be.
func (b *Builder) kept(k cache.Key, value []byte) {
	if err := b.opts.Kept.Put(k, value); err != nil {
		b.unkept.CompareAndSwap(nil, &err)
	}
}

// Unkept returns why something could not be kept; nil where everything was. Nothing else is
// lost by it.
func (b *Builder) Unkept() error {
	if err := b.unkept.Load(); err != nil {
		return *err
	}
	return nil
}

func (k *keptNote) code(c *cache.Coder) {
	cache.Pointer(c, &k.note, codeNote)
	cache.List(c, &k.asked, codeAsk)
	cache.List(c, &k.diags, codeDiag)
}

func codeAsk(c *cache.Coder, a *assetAsk) {
	cache.String(c, &a.path)
	codeAsset(c, &a.answer.asset)
	cache.Bool(c, &a.answer.found)
	cache.String(c, &a.answer.why)
}

func codeAsset(c *cache.Coder, a *note.Asset) {
	cache.String(c, &a.Path)
	cache.Int(c, &a.Width)
	cache.Int(c, &a.Height)
	cache.String(c, &a.Refused)
}

func codePos(c *cache.Coder, p *diag.Position) {
	cache.String(c, &p.File)
	cache.Int(c, &p.Line)
	cache.Int(c, &p.Col)
}

func codeDiag(c *cache.Coder, d *diag.Diagnostic) {
	codePos(c, &d.Pos)
	cache.Int(c, &d.Severity)
	cache.String(c, &d.Code)
	cache.String(c, &d.Text)
	cache.String(c, &d.Hint)
	cache.Int(c, &d.Fix.Start)
	cache.Int(c, &d.Fix.End)
	cache.String(c, &d.Fix.New)
}

func codeNote(c *cache.Coder, n *note.Note) {
	cache.String(c, &n.ID)
	cache.String(c, &n.Lang)
	cache.String(c, &n.Path)
	cache.String(c, &n.Title)
	cache.String(c, &n.TitleLang)
	cache.String(c, &n.SourceTitle)
	cache.String(c, &n.SourceTitleLang)
	cache.List(c, &n.Releases, cache.String[note.Release])
	cache.List(c, &n.SIGs, cache.String[note.SIG])
	cache.String(c, &n.Kind)
	cache.Bool(c, &n.Sample)
	cache.List(c, &n.Blocks, codeBlock)
	cache.List(c, &n.Front, codeRef)
	cache.List(c, &n.Assets, codeAsset)
	cache.List(c, &n.Links, codeLink)
	codeMeta(c, &n.Meta)
	cache.String(c, &n.Markdown)
}

func codeLink(c *cache.Coder, l *note.Link) {
	cache.String(c, &l.Note)
	cache.String(c, &l.Lang)
	cache.String(c, &l.Place)
	codePos(c, &l.Pos)
}

func codeMeta(c *cache.Coder, m *note.Meta) {
	cache.List(c, &m.Authors, cache.String[note.Person])
	cache.String(c, &m.Date)
	cache.String(c, &m.Source)
	cache.String(c, &m.Translates)
	cache.List(c, &m.Aliases, cache.String[string])
	cache.Bool(c, &m.Draft)
	cache.List(c, &m.KEPs, cache.String[string])
	cache.List(c, &m.PRs, cache.String[string])
	cache.List(c, &m.Gates, cache.String[string])
	cache.List(c, &m.Tags, cache.String[string])
}

func codeRef(c *cache.Coder, r *note.Ref) {
	cache.String(c, &r.Kind)
	cache.String(c, &r.ID)
	cache.String(c, &r.Written)
	cache.Bool(c, &r.Code)
	cache.Bool(c, &r.Comment)
	codePos(c, &r.Pos)
}

func codeText(c *cache.Coder, t *note.Text) {
	cache.List(c, t, func(c *cache.Coder, s *note.Span) {
		cache.String(c, &s.HTML)
		cache.Pointer(c, &s.Ref, codeRef)
	})
}

func codeBlock(c *cache.Coder, b *note.Block) {
	cache.String(c, &b.Type)
	cache.String(c, &b.ID)
	cache.String(c, &b.Lang)
	cache.Int(c, &b.Level)
	cache.List(c, &b.Trail, cache.String[note.BlockID])
	cache.String(c, &b.Kind)
	cache.String(c, &b.Stage)
	cache.String(c, &b.Date)
	cache.String(c, &b.Area)
	codeText(c, &b.Text)
	cache.List(c, &b.Attr.PRs, cache.String[string])
	cache.List(c, &b.Attr.Threads, cache.String[string])
	cache.List(c, &b.Attr.People, cache.String[note.Person])
	cache.List(c, &b.Attr.SIGs, cache.String[note.SIG])
	cache.List(c, &b.Refs, codeRef)
	codeOrigin(c, &b.Origin)
	cache.List(c, &b.Children, codeBlock)
	codePos(c, &b.Pos)
}

func codeOrigin(c *cache.Coder, o *note.Origin) {
	codeText(c, &o.Source)
	codeText(c, &o.SourceMore)
	cache.String(c, &o.SourceLang)
	cache.Bool(c, &o.SourceAbove)
	codeText(c, &o.Was)
	cache.Bool(c, &o.Machine)
}
