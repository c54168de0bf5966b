package preview

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

// maxProblems is the maximum number of problems sent to tabs. Tabs also receive the number of the
// others.
const maxProblems = 200

// newTrouble collects problems. line returns the source line at a position.
func (p *Preview) newTrouble(ds []diag.Diagnostic, line func(diag.Position) string) *problemSet {
	editor := p.o.Editor
	if sh := p.now.Load(); sh != nil {
		editor = cmp.Or(editor, sh.state.Config().Editor)
	}
	worst := worstOf(ds)
	lang, messages := p.messages()
	t := &problemSet{more: len(ds) - len(worst), list: make([]problem, len(worst)), lang: lang}
	for i, d := range worst {
		t.list[i] = p.problem(d.In(messages), editor, line)
	}
	var text strings.Builder
	if err := diag.WriteText(&text, worst, diag.Style{Line: line, Catalog: messages}); err == nil {
		t.text = text.String()
	}
	return t
}

// worstOf returns the most severe problems, at most maxProblems, in order of severity.
func worstOf(ds []diag.Diagnostic) []diag.Diagnostic {
	out := make([]diag.Diagnostic, 0, min(len(ds), maxProblems))
	for weight := diag.Error; weight <= diag.Info; weight++ {
		for _, d := range ds {
			if d.Severity == weight && len(out) < cap(out) {
				out = append(out, d)
			}
		}
	}
	return out
}

// messages returns the language of problems as a lang attribute, and its messages. Before the
// first state it is English.
func (p *Preview) messages() (string, diag.Catalog) {
	sh := p.now.Load()
	if sh == nil {
		return "en", nil
	}
	l := sh.state.Words().Get(cmp.Or(p.o.Lang, sh.state.Config().Languages[0]))
	if l == nil || len(l.Messages()) == 0 {
		return "en", nil
	}
	return l.Tag, l.Messages()
}

func (t *problemSet) equal(o *problemSet) bool {
	return t.more == o.more && t.lang == o.lang && t.text == o.text && slices.Equal(t.list, o.list)
}

func (t *problemSet) message(w words) problemsMessage {
	return problemsMessage{"problems", t.lang, t.list, t.more, w}
}

// problem converts a diagnostic, and adds its source line and the URL for the editor.
func (p *Preview) problem(d diag.Diagnostic, editor config.Editor, line func(diag.Position) string) problem {
	out := problem{
		File: diag.Visible(d.Pos.File), Line: d.Pos.Line, Col: d.Pos.Col, Severity: d.Severity.String(), Code: string(d.Code),
		Text: diag.Visible(d.Text), Hint: diag.Visible(d.Hint), Caret: -1,
	}
	if d.Pos.Line > 0 {
		if text := line(d.Pos); text != "" {
			out.Excerpt, out.Caret = diag.Excerpt(text, d.Pos.Col)
		}
	}
	if fs.ValidPath(d.Pos.File) {
		out.URL = editor.Address(path.Join(p.dir, d.Pos.File), d.Pos.Line, d.Pos.Col)
	}
	return out
}

// dropUpstreamInfo removes info messages about upstream data, which authors cannot fix and which
// check reports after an import. It modifies ds.
func dropUpstreamInfo(ds []diag.Diagnostic) []diag.Diagnostic {
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Info && strings.HasPrefix(d.Pos.File, imported)
	})
}

// buildProblem converts the error of a failed state to a problem. Files may become readable
// later, for example after a directory is replaced.
func buildProblem(err error) diag.Diagnostic {
	if broken, ok := errors.AsType[build.Broken](err); ok {
		return broken.Diag
	}
	d := diag.Errorf(diag.Position{File: "content"}, "content/unreadable", "cannot read the site: %s", err)
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		d.Pos.File = strings.TrimPrefix(e.Path, "./")
		d = d.WithText("cannot be read: %s", e.Err)
		if errors.Is(e.Err, fs.ErrNotExist) {
			d = d.WithText("file or directory not found")
		}
	}
	return d.WithHint("the last version that could be read is shown")
}

// linesOf returns a function that reads source lines from files, for use without a state.
func linesOf(root fs.FS) func(diag.Position) string {
	return func(pos diag.Position) string {
		if info, err := fs.Stat(root, pos.File); err != nil || !info.Mode().IsRegular() || info.Size() > source.MaxBytes {
			return ""
		}
		text, err := fs.ReadFile(root, pos.File)
		lines := strings.Split(string(text), "\n")
		if err != nil || pos.Line < 1 || pos.Line > len(lines) {
			return ""
		}
		return strings.TrimSuffix(lines[pos.Line-1], "\r")
	}
}

func (p *Preview) complain(sh *shown, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	select {
	case p.complaints <- stateProblem{sh, err}:
	default: // a report is pending
	}
}

const wordsPrefix = "preview."

// words returns the interface texts, or nil before the first state.
func (p *Preview) words() *locale.Set {
	if sh := p.now.Load(); sh != nil {
		return sh.state.Words()
	}
	return nil
}

func (p *Preview) wordsFor(path string) words {
	sh := p.now.Load()
	if sh == nil {
		return words{}
	}
	return wordsIn(sh.state.Words(), sh.langOf(path))
}

func wordsIn(set *locale.Set, lang note.Lang) words {
	out := words{}
	l := set.Get(lang)
	if l == nil {
		return out
	}
	for _, key := range set.Keys() {
		name, ok := strings.CutPrefix(key, wordsPrefix)
		if !ok || !l.Has(key) {
			continue
		}
		forms := l.Forms(key)
		if len(forms) == 1 && forms[0].Name == "other" {
			out[name] = forms[0].Text
			continue
		}
		counted := map[string]string{}
		for _, f := range forms {
			counted[f.Name] = f.Text
		}
		out[name] = counted
	}
	return out
}

func escapedPath(p string) string { return (&url.URL{Path: p}).EscapedPath() }
