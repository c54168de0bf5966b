package build

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
)

// Broken is the error of a build that cannot continue because of a file in the folders templates/
// or static/ of the site. A template cannot be parsed or executed, or a script has a syntax
// error. It is a content problem instead of a machine error.
type Broken struct{ Diag diag.Diagnostic }

// Error returns the problem on one line with its position.
func (b Broken) Error() string { return b.Diag.String() }

// Patterns for errors of html/template and text/template and of the minifier. They find the file,
// the line, the column in bytes from 0, and the expression.
var (
	templateError = regexp.MustCompile(`template: ?([^:\s]+):(\d+)(?::(\d+))?: (?s:(.*))$`)
	executing     = regexp.MustCompile(`^executing "[^"]*" at <(.*?)>: (?s:(.*))$`)
	minifying     = regexp.MustCompile(`minifying ([^:]+): (?s:(.*))$`)
)

// own has the files of the site that override built-in files.
type own struct{ templates, static fs.FS }

func ownOf(root fs.FS) own {
	has := func(dir string) fs.FS {
		sub, err := fs.Sub(root, dir)
		if err != nil {
			return nil
		}
		if entries, err := fs.ReadDir(sub, "."); err != nil || len(entries) == 0 {
			return nil
		}
		return sub
	}
	return own{has(templatesDir), has(staticDir)}
}

// blame converts an error to Broken if a file of the site caused it. It returns other errors
// unchanged.
func (o own) blame(err error) error {
	var missing *fs.PathError
	if err == nil || errors.As(err, &missing) {
		return err
	}
	if m := templateError.FindStringSubmatch(err.Error()); m != nil && o.templates != nil {
		return o.blameTemplate(m, err)
	}
	if m := minifying.FindStringSubmatch(err.Error()); m != nil && o.static != nil {
		return Broken{diag.Errorf(diag.Position{File: o.find(o.static, "static", m[1], "js", "icons")}, "static/broken", "%s", oneLine(m[2])).
			WithHint("fix the file, or remove it to use the built-in one")}
	}
	return err
}

func (o own) blameTemplate(m []string, err error) error {
	pos := diag.Position{File: o.find(o.templates, "templates", m[1], "partials")}
	if pos.File == "templates" {
		return err // in a built-in template, unless a partial of the site caused the error
	}
	pos.Line, _ = strconv.Atoi(m[2])
	if at, err := strconv.Atoi(m[3]); err == nil {
		pos.Col = o.column(pos, at)
	}
	text := m[4]
	if e := executing.FindStringSubmatch(text); e != nil {
		text = "{{" + e[1] + "}}: " + e[2]
	}
	return Broken{diag.Errorf(pos, "template/broken", "%s", oneLine(text)).
		WithHint("compare it with the built-in template of that name, or remove it to use that one")}
}

// find returns the path of a file in dir or in one of the folders subs of dir. It returns dir if
// the file is in none of them.
func (o own) find(fsys fs.FS, dir, name string, subs ...string) string {
	for _, sub := range append([]string{"."}, subs...) {
		p := path.Join(sub, name)
		if _, err := fs.Stat(fsys, p); err == nil {
			return path.Join(dir, p)
		}
	}
	return dir
}

// column converts a column in bytes, from 0, to a column in code points, from 1. It returns 0 if
// the position does not exist.
func (o own) column(pos diag.Position, at int) int {
	src, err := fs.ReadFile(o.templates, strings.TrimPrefix(pos.File, "templates/"))
	if err != nil {
		return 0
	}
	lines := strings.Split(string(src), "\n")
	if pos.Line < 1 || pos.Line > len(lines) || at > len(lines[pos.Line-1]) {
		return 0
	}
	return utf8.RuneCountInString(lines[pos.Line-1][:at]) + 1
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// blamePage is blame for an error while a page is rendered. Some of these errors, such as an
// unsafe URL, have no position. It blames the template of the page for them.
func (o own) blamePage(kind string, err error) error {
	var missing *fs.PathError
	blamed := o.blame(err)
	if errors.As(blamed, new(Broken)) || errors.As(err, &missing) {
		return blamed
	}
	return Broken{diag.Errorf(diag.Position{File: o.find(o.templates, "templates", kind+".html", "partials")},
		"template/broken", "%s", oneLine(err.Error())).
		WithHint("check the output of the site's own templates")}
}

// blaming returns a file whose errors are converted by blamePage. Without templates of the site,
// it returns the file itself.
func (o own) blaming(f outdir.File, p page.Page) outdir.File {
	if o.templates == nil {
		return f
	}
	return outdir.Appending(f.Path, func(b []byte) ([]byte, error) {
		b, err := f.Onto(b)
		if err != nil {
			return nil, o.blamePage(p.Kind, err)
		}
		return b, nil
	})
}

// tryTemplates renders one page of each kind if the site has templates. A broken template is
// therefore found by check, too, and the first error does not depend on the order of rendering.
// It also wraps all files with blaming.
func (o own) tryTemplates(files []outdir.File, pages []page.Page) error {
	if o.templates == nil {
		return nil
	}
	at := make(map[string]int, len(files))
	for i, f := range files {
		at[f.Path] = i
	}
	tried := map[string]bool{}
	for _, p := range pages {
		i, ok := at[p.Path]
		if !ok {
			continue
		}
		files[i] = o.blaming(files[i], p)
		if tried[p.Kind] {
			continue
		}
		tried[p.Kind] = true
		if _, err := files[i].Bytes(); err != nil {
			return err
		}
	}
	return nil
}
