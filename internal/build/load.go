package build

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// inputs is everything that the stages after loading need beside the notes.
type inputs struct {
	words     *locale.Set
	data      *upstream.Data
	names     *ref.Names
	assets    *output.Assets
	templates fs.FS
	wordsKey  string // digest of the words, which the titles of alerts are made of
}

// word looks a word of the interface up for a note in any language; empty where the
// interface does not speak it.
func (in inputs) word() func(note.Lang, string) string {
	return func(lang note.Lang, key string) string {
		l := in.words.Get(lang)
		if l == nil || !l.Has(key) {
			return ""
		}
		return l.T(key)
	}
}

// upstreamData is the upstream data with what is made of it once.
type upstreamData struct {
	data  *upstream.Data
	names *ref.Names
}

// cached keeps a value for as long as the files that it was made of are the same.
type cached[T any] struct {
	digest [sha256.Size]byte
	value  T
	diags  []diag.Diagnostic
	filled bool
}

// get returns the value made of the files of fsys, making it anew when one of them
// differs from the last time.
func (c *cached[T]) get(fsys fs.FS, load func() (T, []diag.Diagnostic, error)) (T, []diag.Diagnostic, error) {
	digest, links, err := digestFS(fsys)
	if err != nil {
		return c.value, nil, fmt.Errorf("looking for changes: %w", err)
	}
	if c.filled && digest == c.digest {
		return c.value, c.diags, nil
	}
	value, diags, err := load()
	if err != nil {
		return c.value, nil, err
	}
	*c = cached[T]{digest, value, diags, !links}
	return value, diags, nil
}

// digestFS is the hash of all names and contents below fsys. A folder that is not
// there has the digest of an empty one. A link counts as the file that it leads to; links
// that lead to none, but perhaps to a folder, are reported: what is in there may change
// unseen.
func digestFS(fsys fs.FS) (sum [sha256.Size]byte, links bool, err error) {
	h := sha256.New()
	err = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			if p == "." && errors.Is(err, fs.ErrNotExist) {
				return fs.SkipAll
			}
			return err
		}
		link := d.Type()&fs.ModeSymlink != 0
		if !link && !d.Type().IsRegular() {
			return nil
		}
		data, err := fs.ReadFile(fsys, p)
		if err != nil && link {
			links = true
			return nil
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%d %s %d\n", len(p), p, len(data))
		h.Write(data)
		return nil
	})
	h.Sum(sum[:0])
	return sum, links, err
}

// load reads the settings, the words, the upstream data and the assets.
func (b *Builder) load(root fs.FS, r *Result) (inputs, error) {
	in := inputs{templates: templatesOf(root)}
	var err error
	if r.Config, err = b.loadConfig(root, r); err != nil {
		return in, err
	}
	languages, err := fs.Sub(in.templates, "languages")
	if err != nil {
		return in, err
	}
	var ds []diag.Diagnostic
	in.words, ds, err = b.words.get(languages, func() (*locale.Set, []diag.Diagnostic, error) {
		return locale.Load(languages)
	})
	if err != nil {
		return in, fmt.Errorf("reading the words of the interface: %w", err)
	}
	r.Diags = append(r.Diags, ds...)
	r.Diags = append(r.Diags, unspoken(r.Config, in.words)...)
	r.Diags = append(r.Diags, unwritten(r.Config, in.words)...)
	if err := b.loadUpstream(root, &in, r); err != nil {
		return in, err
	}
	assets := staticOf(root)
	in.assets, _, err = b.assets.get(assets, func() (*output.Assets, []diag.Diagnostic, error) {
		a, err := output.NewAssets(assets, markdown.HighlightCSS())
		return a, nil, ownOf(root).blame(err)
	})
	if err != nil {
		return in, err
	}
	in.wordsKey = fmt.Sprintf(" %x", b.words.digest)
	return in, nil
}

// loadConfig reads site.yaml, which need not be there.
func (b *Builder) loadConfig(root fs.FS, r *Result) (config.Config, error) {
	src, err := fs.ReadFile(root, configFile)
	if errors.Is(err, fs.ErrNotExist) {
		return config.Default(), nil
	}
	if err != nil {
		return config.Config{}, fmt.Errorf("reading the settings: %w", err)
	}
	c, ds := config.Parse(src, configFile)
	r.Diags = append(r.Diags, ds...)
	return c, nil
}

// unspoken reports languages of the settings that the interface has no words for.
func unspoken(c config.Config, words *locale.Set) []diag.Diagnostic {
	var ds []diag.Diagnostic
	wanted := c.Languages
	if len(wanted) == 0 {
		wanted = []note.Lang{c.Default}
	}
	for _, l := range wanted {
		if words.Get(l) == nil {
			ds = append(ds, diag.Errorf(diag.Position{File: configFile}, "config/language", "the interface has no words in %q", l).
				WithHint("add templates/languages/%s.yaml, or choose from %v", l, words.Codes()))
		}
	}
	return ds
}

// unwritten reports languages to fall back to that no note can be in, and those of readers
// that the interface has no words for.
func unwritten(c config.Config, words *locale.Set) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, from := range slices.Sorted(maps.Keys(c.Fallback)) {
		if words.Get(from) == nil && len(c.Languages) == 0 {
			ds = append(ds, diag.Errorf(diag.Position{File: configFile}, "config/language", "fallback is given for readers of %q, in which the interface has no words", from).
				WithHint("add templates/languages/%s.yaml, or choose from %v", from, words.Codes()))
		}
		for _, l := range c.Fallback[from] {
			known, ok := locale.FromSuffix(string(l))
			if ok && known == l {
				continue
			}
			d := diag.Errorf(diag.Position{File: configFile}, "config/language", "readers of %s are led to %q, in which no note can be", from, l)
			if ok {
				d = d.WithHint("write %s", known)
			}
			ds = append(ds, d)
		}
	}
	return ds
}

// loadUpstream reads content/_data, which need not be there.
func (b *Builder) loadUpstream(root fs.FS, in *inputs, r *Result) error {
	sub, err := fs.Sub(root, path.Join(contentDir, dataDir))
	if err != nil {
		return err
	}
	up, ds, err := b.data.get(sub, func() (upstreamData, []diag.Diagnostic, error) {
		data, ds, err := upstream.Load(sub)
		if err != nil {
			return upstreamData{}, nil, err
		}
		return upstreamData{data, data.Names()}, ds, nil
	})
	if err != nil {
		return below(path.Join(contentDir, dataDir), err)
	}
	r.Diags = append(r.Diags, ds...)
	in.data, in.names = up.data, up.names
	return nil
}

// below says an error of a file with its path from the site's folder: some calls say only
// the part below dir.
func below(dir string, err error) error {
	e, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err
	}
	at := e.Path
	if at != dir && !strings.HasPrefix(at, dir+"/") {
		at = path.Join(dir, at)
	}
	return fmt.Errorf("reading upstream data: %w", &fs.PathError{Op: e.Op, Path: at, Err: e.Err})
}
