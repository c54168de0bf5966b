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

// translations reports the state of a translation: stale blocks, missing blocks, and pairs of
// blocks that are not certain enough to be shown together.
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
	for _, d := range in.Site.Doubts(f.Note) {
		ds = append(ds, doubtful(f, src, d))
	}
	return ds
}

func titleOf(f *File, src *note.Note) []diag.Diagnostic {
	n := f.Note
	switch {
	case src == nil:
		return nil
	case n.TitleLang != n.Lang && (n.Title == src.Title || n.Title == n.SourceTitle):
		return []diag.Diagnostic{diag.Warnf(f.At(0), "translation/missing", "the title is still that of %s", src.Path).
			WithHint("write title: in the front matter in the language of the note")}
	case n.SourceTitle != "" && n.SourceTitleLang == src.TitleLang && n.SourceTitle != strings.Join(strings.Fields(src.Title), " "):
		return []diag.Diagnostic{diag.Warnf(f.At(0), "translation/stale", "the title of the source was reworded: %s", reworded(n.SourceTitle, src.Title)).
			WithHint("bring the title up to date, then write title: %s into the comment behind the front matter", strconv.Quote(src.Title))}
	}
	return nil
}

func staleBlock(n, src *note.Note, s *site.Stale) diag.Diagnostic {
	if len(s.Block.Was) > 0 && align.Same(s.Was, s.Now) {
		return diag.Warnf(s.Block.Pos, "translation/untracked-mark", "the comment kawaraban-stale says what the source still says").
			WithHint("take it out")
	}
	d := diag.Warnf(s.Block.Pos, "translation/stale", "the source was reworded: %s", reworded(s.Was.Plain(), s.Now.Plain()))
	switch {
	case len(s.Block.Was) > 0:
		return d.WithHint("bring the text up to date, then take the comment kawaraban-stale out")
	case src != nil:
		return d.WithHint("%s puts what it says now before the block", translateCommand(n))
	}
	return d.WithHint("bring the text up to date, and put the new wording into the comment before it")
}

func translateCommand(n *note.Note) string {
	return fmt.Sprintf("kawaraban translate %s --to %s", n.ID, n.Lang)
}

const mostChanges = 2

func reworded(was, now string) string {
	edits := align.Diff(was, now)
	var changes []string
	for i := 0; i < len(edits); i++ {
		e := edits[i]
		switch {
		case e.Op == align.Cut && i+1 < len(edits) && edits[i+1].Op == align.Add:
			changes = append(changes, quoted(e.Text)+" is now "+quoted(edits[i+1].Text))
			i++
		case e.Op == align.Cut:
			changes = append(changes, quoted(e.Text)+" is gone")
		case e.Op == align.Add:
			changes = append(changes, quoted(e.Text)+" is new")
		}
	}
	switch more := len(changes) - mostChanges; {
	case len(changes) == 0: // only a link or inline code has changed
		return "its words are the same, its links or marks are not"
	case more > 0:
		return strings.Join(changes[:mostChanges], ", ") + ", and " + strconv.Itoa(more) + " more"
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
	where := "lines " + places(lines)
	if len(lines) == 1 {
		where = "line " + places(lines)
	}
	d := diag.Warnf(f.At(0), "translation/missing", "%d of %d blocks are not translated: %s", tr.Missing, tr.Blocks, where)
	if src == nil {
		return d.WithHint("write them where their source stands in a comment"), true
	}
	d.Text = fmt.Sprintf("%d of %d blocks of %s are not translated: %s there", tr.Missing, tr.Blocks, src.Path, where)
	return d.WithHint("write them behind the comments with their source; %s adds those that are not there", translateCommand(f.Note)), true
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
	return diag.Warnf(at, "translation/uncertain", "does not surely stand for %s: %s", there, strings.TrimSuffix(d.Why, ".")).
		WithHint("where the two are the same, give both one {#id}, or keep the source in a comment before the block; else nothing need be done")
}
