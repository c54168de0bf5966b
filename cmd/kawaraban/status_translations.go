package main

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/scaffold"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/terminal"
)

// translationsText formats a table of translations; with whole, it adds their stale blocks.
func translationsText(list []site.Translation, whole, coloured bool) string {
	if len(list) == 0 {
		return ""
	}
	t := terminal.Table{Right: map[string]bool{}}
	heads := []string{"note", "language", "from", "blocks", "translated", "stale", "missing", "uncertain", "machine", "unrecorded"}
	for _, h := range heads[3:] {
		t.Right[h] = true
	}
	t.Add(heads...)
	for _, x := range list {
		cells := []string{diag.Visible(string(x.Note.ID)), string(x.Note.Lang), string(x.From)}
		for _, n := range []int{x.Blocks, x.Translated, x.Stale, x.Missing, x.Uncertain, x.Machine, x.Unrecorded} {
			cells = append(cells, fmt.Sprint(n))
		}
		t.Add(cells...)
	}
	var b strings.Builder
	b.WriteString("\nTranslations\n\n" + t.String())
	if whole {
		for _, x := range list {
			b.WriteString(staleText(x, coloured))
		}
	}
	return b.String()
}

// staleText lists the blocks of a translation whose source changed, with the difference.
func staleText(t site.Translation, coloured bool) string {
	var b strings.Builder
	for _, p := range t.Pieces {
		if p.Stale == nil || p.Block == nil {
			continue
		}
		fmt.Fprintf(&b, "\n%s:%d: stale\n%s", t.Note.Path, p.Block.Pos.Line,
			terminal.Wrap(scaffold.MarkChanges(p.Stale.Was.Plain(), p.Stale.Now.Plain(), coloured), "    "))
	}
	return b.String()
}
