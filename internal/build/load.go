package build

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/fasttemplate"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// load reads the settings. It then reads interface text and assets, in parallel with upstream
// data.
func (b *Builder) load(root fs.FS) (in inputs, err error) {
	var ds []diag.Diagnostic
	if in.config, ds, err = b.config.get(root, selection{path: configFile}, loadConfig); err != nil {
		return in, err
	}
	in.diags = append(in.diags, ds...)
	if err := b.loadHost(root, &in); err != nil {
		return in, err
	}
	var assetWords, upstream []diag.Diagnostic
	var errs [2]error
	all(len(errs), func(i int) {
		if i == 0 {
			upstream, errs[1] = b.loadUpstream(root, &in)
		} else {
			assetWords, errs[0] = b.loadWords(root, &in)
		}
	})
	if err := cmp.Or(errs[:]...); err != nil {
		return in, err
	}
	in.diags = slices.Concat(in.diags, assetWords, upstream)
	return in, nil
}

// builtInWords returns a Builder that has read the built-in interface text and assets.
// builtInTemplates returns one that has also parsed the built-in templates. Sites without such
// files of their own share them.
var (
	builtInWords = sync.OnceValues(func() (*Builder, error) {
		b := &Builder{}
		_, err := b.readWords(embed.FS{}, &inputs{})
		return b, err
	})
	builtInTemplates = sync.OnceValues(func() (*Builder, error) {
		b, err := builtInWords()
		if err == nil {
			_, err = b.readTemplates(embed.FS{}, inputs{words: b.words.value, assets: b.assets.value})
		}
		return b, err
	})
)

// loadWords loads interface text and assets. It shares the built-in ones if the site has none of
// its own.
func (b *Builder) loadWords(root fs.FS, in *inputs) ([]diag.Diagnostic, error) {
	if own := ownOf(root); !b.words.filled && own.templates == nil && own.static == nil {
		if shared, err := builtInWords(); err == nil {
			b.words, b.assets, b.assetWords = shared.words, shared.assets, shared.assetWords
		}
	}
	return b.readWords(root, in)
}

// readWords reads the interface text, and the assets, some of which contain interface text.
func (b *Builder) readWords(root fs.FS, in *inputs) (ds []diag.Diagnostic, err error) {
	languages := path.Join(templatesDir, "languages")
	in.words, ds, err = b.words.get(root, selection{path: languages}, func(root fs.FS) (*locale.Set, []diag.Diagnostic, error) {
		languages, err := fs.Sub(templatesOf(root), "languages")
		if err != nil {
			return nil, nil, err
		}
		return locale.Load(languages)
	})
	if err != nil {
		return nil, fmt.Errorf("reading the interface text: %w", err)
	}
	in.wordsKey = fmt.Sprintf(" %x", b.words.digest)
	ds = slices.Concat(ds, missingWords(in.config, in.words), checkFallbacks(in.config, in.words))
	if b.assetWords != in.words { // page.js contains interface text
		b.assetWords, b.assets = in.words, cached[*output.Assets]{}
	}
	in.assets, _, err = b.assets.get(root, selection{path: staticDir}, func(files fs.FS) (*output.Assets, []diag.Diagnostic, error) {
		a, err := output.NewAssets(staticOf(files), markdown.HighlightCSS(), in.words)
		return a, nil, ownOf(root).blame(err)
	})
	if err != nil {
		return ds, err
	}
	if logo := in.config.Logo; logo != "" {
		if _, missing := in.assets.Address(logo); missing != nil {
			ds = append(ds, diag.Errorf(diag.Position{File: configFile}, "config/logo", "missing logo %q", logo).WithHint("add the file static/icons/%s", logo))
			in.config.Logo = ""
		}
	}
	return ds, nil
}

// loadTemplates loads the templates. It shares the built-in ones if the site has none of its own.
func (b *Builder) loadTemplates(root fs.FS, in inputs) (*fasttemplate.Set, error) {
	if !b.parsed.set.filled && ownOf(root).templates == nil {
		if shared, err := builtInTemplates(); err == nil && shared.assets.value == in.assets {
			b.parsed = shared.parsed
		}
	}
	return b.readTemplates(root, in)
}

// readTemplates parses the templates. It returns the last ones if their inputs did not change,
// including interface text and URLs of assets.
func (b *Builder) readTemplates(root fs.FS, in inputs) (*fasttemplate.Set, error) {
	if b.parsed.words != in.words || b.parsed.assets != in.assets {
		b.parsed.words, b.parsed.assets = in.words, in.assets
		b.parsed.set = cached[*fasttemplate.Set]{}
	}
	html := selection{templatesDir, func(name string) bool { return path.Ext(name) == ".html" }}
	set, _, err := b.parsed.set.get(root, html, func(files fs.FS) (*fasttemplate.Set, []diag.Diagnostic, error) {
		set, err := output.Templates(templatesOf(files), in.assets.Address)
		return set, nil, err
	})
	if err != nil {
		return nil, ownOf(root).blame(err)
	}
	return set.Clone(), nil
}

func loadConfig(root fs.FS) (config.Config, []diag.Diagnostic, error) {
	src, err := fs.ReadFile(root, configFile)
	if errors.Is(err, fs.ErrNotExist) {
		return config.Default(), nil, nil
	}
	if err != nil {
		return config.Config{}, nil, fmt.Errorf("reading the settings: %w", err)
	}
	c, ds := config.Parse(src, configFile)
	return c, ds, nil
}

func missingWords(c config.Config, words *locale.Set) []diag.Diagnostic {
	var ds []diag.Diagnostic
	wanted := c.Languages
	if len(wanted) == 0 {
		wanted = []note.Lang{c.Default}
	}
	for _, l := range wanted {
		if words.Get(l) == nil {
			ds = append(ds, diag.Errorf(diag.Position{File: configFile}, "config/language", "no interface text for language %q", l).
				WithHint("add templates/languages/%s.yaml, or use one of %v", l, words.Codes()))
		}
	}
	return ds
}

func checkFallbacks(c config.Config, words *locale.Set) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, from := range slices.Sorted(maps.Keys(c.Fallback)) {
		if words.Get(from) == nil && len(c.Languages) == 0 {
			ds = append(ds, diag.Errorf(diag.Position{File: configFile}, "config/language", "no interface text for language %q in fallback", from).
				WithHint("add templates/languages/%s.yaml, or use one of %v", from, words.Codes()))
		}
		for _, l := range c.Fallback[from] {
			known, ok := locale.FromSuffix(string(l))
			if ok && known == l {
				continue
			}
			d := diag.Errorf(diag.Position{File: configFile}, "config/language", "invalid language code %q in the fallback of %s", l, from)
			if ok {
				d = d.WithHint("write %s", known)
			}
			ds = append(ds, d)
		}
	}
	return ds
}

func (b *Builder) loadUpstream(root fs.FS, in *inputs) ([]diag.Diagnostic, error) {
	dir := path.Join(contentDir, dataDir)
	up, ds, err := b.data.get(root, selection{path: dir}, func(root fs.FS) (upstreamData, []diag.Diagnostic, error) {
		sub, err := fs.Sub(root, dir)
		if err != nil {
			return upstreamData{}, nil, err
		}
		data, ds, err := upstream.Load(sub)
		if err != nil {
			return upstreamData{}, nil, err
		}
		return upstreamData{data, data.Names()}, ds, nil
	})
	if err != nil {
		return nil, below(dir, err)
	}
	in.data, in.names = up.data, up.names
	return ds, nil
}

// below replaces the path in an error by the path relative to the site. Some calls return the
// path relative to dir.
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
