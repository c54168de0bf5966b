package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// translations reports the state of a translation: outdated blocks, missing blocks, and pairs of
// blocks that are too uncertain to be shown together.
func translations(in *In, f *File) []diag.Diagnostic {
	tr, ok := in.Site.TranslationOf(f.Note)
	if !ok {
		return nil
	}
	src := in.Site.SourceOf(f.Note)
	ds := titleOf(f, src)
	for _, p := range tr.Pieces {
		if p.Stale != nil {
			ds = append(ds, staleBlock(f.Note, src, p.Stale))
		}
	}
	if d, ok := missingBlocks(f, src, tr); ok {
		ds = append(ds, d)
	}
	if f.Note.Kind != note.Page { // its blocks are in the same order in all languages
		for _, d := range in.Site.Doubts(f.Note) {
			ds = append(ds, doubtful(f, src, d))
		}
	}
	return ds
}

func titleOf(f *File, src *note.Note) []diag.Diagnostic {
	n := f.Note
	switch {
	case src == nil:
		return nil
	case n.TitleLang != n.Lang && (n.Title == src.Title || n.Title == n.SourceTitle):
		return []diag.Diagnostic{diag.Warnf(f.At(0), "translation/missing", "untranslated title: it is the same as in %s", src.Path).
			WithHint("translate title: in the front matter")}
	case n.SourceTitle != "" && n.SourceTitleLang == src.TitleLang && n.SourceTitle != strings.Join(strings.Fields(src.Title), " "):
		return []diag.Diagnostic{diag.Warnf(f.At(0), "translation/stale", "title of the source changed: %s", reworded(n.SourceTitle, src.Title)).
			WithHint("update the title, then write title: %q in the comment after the front matter", src.Title)}
	}
	return nil
}

func staleBlock(n, src *note.Note, s *site.Stale) diag.Diagnostic {
	if len(s.Block.Was) > 0 && align.Same(s.Was, s.Now) {
		return diag.Warnf(s.Block.Pos, "translation/untracked-mark", "unneeded comment kawaraban-stale: the source has not changed").
			WithHint("remove it")
	}
	d := diag.Warnf(s.Block.Pos, "translation/stale", "links or formatting of the source changed")
	if changes := reworded(s.Was.Plain(), s.Now.Plain()); changes != "" {
		d = d.WithText("source changed: %s", changes)
	}
	switch {
	case len(s.Block.Was) > 0:
		return d.WithHint("update the text, then remove the comment kawaraban-stale")
	case src != nil:
		return d.WithHint("run %s to add the current source before the block", translateCommand(n))
	}
	return d.WithHint("update the text, and copy the new source into the comment before it")
}

func translateCommand(n *note.Note) string {
	return fmt.Sprintf("kawaraban translate %s --to %s", n.ID, n.Lang)
}

const mostChanges = 2

// reworded lists the changes between two texts, as "old" → "new", -"old" and +"new". It is empty
// if only links or formatting have changed.
func reworded(was, now string) string {
	edits := align.Diff(was, now)
	var changes []string
	for i := 0; i < len(edits); i++ {
		e := edits[i]
		switch {
		case e.Op == align.Cut && i+1 < len(edits) && edits[i+1].Op == align.Add:
			changes = append(changes, quoted(e.Text)+" → "+quoted(edits[i+1].Text))
			i++
		case e.Op == align.Cut:
			changes = append(changes, "-"+quoted(e.Text))
		case e.Op == align.Add:
			changes = append(changes, "+"+quoted(e.Text))
		}
	}
	if len(changes) > mostChanges {
		changes = append(changes[:mostChanges], "…")
	}
	return strings.Join(changes, ", ")
}

func quoted(s string) string { return strconv.Quote(shorten(strings.TrimSpace(s))) }

const mostPlaces = 3

func missingBlocks(f *File, src *note.Note, tr site.Translation) (diag.Diagnostic, bool) {
	if tr.Missing == 0 {
		return diag.Diagnostic{}, false
	}
	var lines []int
	for _, p := range tr.Pieces {
		b := p.Source
		if b == nil {
			b = p.Block
		}
		if p.State == site.MissingState && b.Pos.Line > 0 {
			lines = append(lines, b.Pos.Line)
		}
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	d := diag.Warnf(f.At(0), "translation/missing", "%d of %d blocks are not translated; see line %s", tr.Missing, tr.Blocks, places(lines))
	if src == nil {
		return d.WithHint("write them after the comments with their source"), true
	}
	return d.WithText("%d of %d blocks of %s are not translated; see its line %s", tr.Missing, tr.Blocks, src.Path, places(lines)).
		WithHint("write them after the comments with their source; run %s to add missing comments", translateCommand(f.Note)), true
}

func places(lines []int) string {
	var out []string
	for _, l := range lines[:min(len(lines), mostPlaces)] {
		out = append(out, strconv.Itoa(l))
	}
	if len(lines) > mostPlaces {
		return strings.Join(out, ", ") + " …"
	}
	return strings.Join(out, ", ")
}

func doubtful(f *File, src *note.Note, d align.Doubt) diag.Diagnostic {
	at := f.At(0)
	if len(d.B) > 0 {
		at = d.B[0].Pos
	}
	there := src.Path
	if len(d.A) > 0 && d.A[0].Pos.Line > 0 {
		there = fmt.Sprintf("%s:%d", src.Path, d.A[0].Pos.Line)
	}
	out := diag.Warnf(at, "translation/uncertain", "uncertain match with %s: only the position is the same", there)
	if len(d.A) != len(d.B) {
		out = out.WithText("uncertain match with %s: %d blocks there, %d here", there, len(d.A), len(d.B))
	}
	return out.WithHint("if they match, give both the same {#id}, or keep the source in a comment before the block; otherwise ignore this")
}
