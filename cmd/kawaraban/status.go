package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/output"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/terminal"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

type statusFlags struct {
	buildFlags
	sig  string
	lang string
}

func (a statusCmd) command() *cobra.Command {
	var f statusFlags
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show coverage, claims and translations",
		Long: `Status shows, per release and SIG, how many published pull requests the notes cover. A pull
request is covered if a changes note of that release has an entry on it with text; an entry
with only numbers does not count. A pull request of several SIGs that is covered under one is
covered under all, and counts once in the sum. Mentions are counted separately.

It also shows claims (content/_data/claims.yaml) and notes on other sites
(content/_data/elsewhere.yaml); docs/board.md describes both files.

With --release and --sig it lists the missing pull requests with their official text. With
--lang it counts only entries in that language.

Then it lists the translations: how many blocks are translated, stale, missing, machine
translated, or without a recorded source. With --release and --sig it lists each stale block,
with [-removed-] and {+added+} words of the source.`,
		Example: unindent(`
			kawaraban status
			kawaraban status --release 1.27
			kawaraban status --release 1.27 --sig node
			kawaraban status --release 1.27 --lang ja
			kawaraban status --format json | jq '.coverage[] | {release, sig, published, covered}'`),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.status(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.release, "release", "", "show only this `release`")
	cmd.Flags().StringVar(&f.sig, "sig", "", "show only this `group`, such as node or wg-batch")
	languageFlag(cmd, &f.lang, "lang", "count only entries in this `language`")
	formatFlag(cmd, &f.format, "text", "json")
	return cmd
}

func (a statusCmd) status(ctx context.Context, f statusFlags) error {
	lang, err := language(f.lang)
	if err != nil {
		return err
	}
	root, err := a.open(f.buildFlags)
	if err != nil {
		return err
	}
	defer root.Close()
	progress := a.newProgress(time.Now())
	whole := f.buildFlags
	whole.release = "" // notes on other releases may cover its pull requests
	result, err := a.read(ctx, root, whole, progress)
	progress.end()
	if err != nil {
		return a.stopped(err, f.buildFlags, time.Now())
	}
	boards, err := selectBoards(result.Site, f, lang)
	if err != nil {
		return err
	}
	broken := slices.DeleteFunc(slices.Clone(result.Diags), func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
	if err := a.printDiags(broken, a.sourceLine()); err != nil {
		return err
	}
	translations := translationsOf(result.Site, f, lang)
	if f.format == "json" {
		err = a.statusJSON(boards, translations, lang)
	} else {
		whole := f.release != "" && f.sig != ""
		_, err = io.WriteString(a.stdout, statusText(result.Site, boards, whole)+translationsText(translations, whole, a.coloured()))
		err = machine(err)
	}
	if err != nil {
		return err
	}
	return verdict(broken, false)
}

// selectBoards returns the requested boards and rows, newest release first. Releases without data are
// left out.
func selectBoards(s *site.Site, f statusFlags, lang note.Lang) ([]site.Board, error) {
	var boards []site.Board
	labels := map[string]bool{}
	for _, r := range s.Releases() {
		b := *s.BoardIn(r, lang)
		if f.release != "" && f.release != string(r) || f.release == "" && b.Bare() {
			continue
		}
		for _, row := range b.Rows {
			labels[string(row.SIG)] = true
		}
		if f.sig != "" {
			b.Rows = slices.DeleteFunc(slices.Clone(b.Rows), func(row site.BoardRow) bool { return string(row.SIG) != label(f.sig) })
		}
		if f.sig == "" || len(b.Rows) > 0 {
			boards = append(boards, b)
		}
	}
	switch {
	case f.release != "" && !s.HasRelease(note.Release(f.release)):
		return nil, usage("unknown release %q: no note and no upstream data", f.release).withHint("run kawaraban status to list all releases")
	case f.sig != "" && !labels[label(f.sig)]:
		e := usage("unknown SIG %q", f.sig)
		if near := diag.Near(label(f.sig), slices.Collect(maps.Keys(labels))); near != "" {
			return nil, e.withHint("did you mean %s?", near)
		}
		return nil, e.withHint("run kawaraban status to list the SIGs")
	}
	return boards, nil
}

func (a statusCmd) statusJSON(boards []site.Board, translations []site.Translation, lang note.Lang) error {
	doc := output.StatusOf(boards, true)
	doc.Translations = output.TranslationsOf(translations)
	doc.Language = lang
	return writeJSON(a.stdout, doc)
}

// label converts node, sig-node or SIG Node to the label of a group.
func label(written string) string {
	return strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(written)), " ", "-"), "sig-")
}

// statusText formats boards; with whole, it adds the missing changes.
func statusText(s *site.Site, boards []site.Board, whole bool) string {
	if len(boards) == 0 {
		return "no release notes are imported, and there are no claims\n"
	}
	var b strings.Builder
	for i := range boards {
		if i > 0 {
			b.WriteString("\n")
		}
		board := &boards[i]
		b.WriteString(sums(board) + "\n")
		if len(board.Rows) > 0 {
			b.WriteString("\n" + boardTable(s, board))
		}
		for j := range board.Rows {
			b.WriteString(claimsText(&board.Rows[j]))
		}
		b.WriteString(elsewhereText("", board.Elsewhere))
		if whole {
			for j := range board.Rows {
				b.WriteString(missingText(board.Rows[j].Missing))
			}
		}
	}
	return b.String()
}

func sums(b *site.Board) string {
	if b.Published == 0 {
		return fmt.Sprintf("Kubernetes %s: release notes not imported, run kawaraban import release %[1]s", b.Release)
	}
	return fmt.Sprintf("Kubernetes %s: %d of %d covered, %d missing, of which %d mentioned", b.Release, b.Covered, b.Published, len(b.Missing), b.Mentioned)
}

// boardTable formats a board. Without imported data it prints no numbers, because 0 would be
// wrong.
func boardTable(s *site.Site, board *site.Board) string {
	t := terminal.Table{Right: map[string]bool{"published": true, "covered": true, "missing": true, "mentioned": true}}
	imported := board.Published > 0
	if imported {
		t.Add("SIG", "published", "covered", "missing", "mentioned", "claimed by", "notes")
	} else {
		t.Add("SIG", "claimed by", "notes")
	}
	for _, r := range board.Rows {
		var people, notes []string
		for _, c := range r.Claims {
			people = append(people, diag.Visible(string(c.Person)))
		}
		for _, id := range r.Notes {
			var langs []string
			for _, n := range s.Versions(id) {
				langs = append(langs, string(n.Lang))
			}
			notes = append(notes, diag.Visible(string(id))+" ("+strings.Join(langs, ", ")+")")
		}
		if n := len(r.Elsewhere); n > 0 {
			notes = append(notes, fmt.Sprintf("%d on other sites", n))
		}
		cells := []string{cmp.Or(string(r.SIG), "(none)")}
		if imported {
			cells = append(cells, fmt.Sprint(r.Published), fmt.Sprint(r.Covered), fmt.Sprint(len(r.Missing)), fmt.Sprint(r.Mentioned))
		}
		t.Add(append(cells, strings.Join(people, ", "), strings.Join(notes, ", "))...)
	}
	return t.String()
}

// claimsText lists a group's talk and its notes on other sites.
func claimsText(r *site.BoardRow) string {
	var b strings.Builder
	for _, c := range r.Claims {
		var facts []string
		for _, f := range []struct{ word, value string }{{"", c.Date}, {"slides ", c.Slides}, {"video ", c.Video}} {
			if f.value != "" {
				facts = append(facts, f.word+f.value)
			}
		}
		if len(facts) > 0 {
			fmt.Fprintf(&b, "\n%s, %s: %s\n", r.SIG, diag.Visible(string(c.Person)), strings.Join(facts, ", "))
		}
	}
	return b.String() + elsewhereText(string(r.SIG), r.Elsewhere)
}

func elsewhereText(group string, notes []upstream.Elsewhere) string {
	var b strings.Builder
	for _, e := range notes {
		by := ""
		if e.Author != "" {
			by = ", " + diag.Visible(string(e.Author))
		}
		fmt.Fprintf(&b, "\n%s, on another site (%s%s): %s\n    %s\n", cmp.Or(group, "whole release"), e.Lang, by, diag.Visible(e.Title), e.URL)
	}
	return b.String()
}

func missingText(missing []*site.Change) string {
	var b strings.Builder
	for _, c := range missing {
		head := changeName(c)
		if c.Note.Author != "" {
			head += "  @" + string(c.Note.Author)
		}
		if c.Note.Kind != "" {
			head += "  " + string(c.Note.Kind)
		}
		fmt.Fprintf(&b, "\n%s\n%s", diag.Visible(head), terminal.Wrap(diag.Visible(english(c)), "    "))
	}
	return b.String()
}

func changeName(c *site.Change) string {
	if c.PR != "" {
		return "#" + c.PR
	}
	return c.Key().ID
}

func english(c *site.Change) string { return strings.Join(strings.Fields(c.Note.Text), " ") }

func translationsOf(s *site.Site, f statusFlags, lang note.Lang) []site.Translation {
	return slices.DeleteFunc(slices.Clone(s.Translations()), func(t site.Translation) bool {
		return f.release != "" && !slices.Contains(t.Note.Releases, note.Release(f.release)) ||
			f.sig != "" && !slices.Contains(t.Note.SIGs, note.SIG(label(f.sig))) ||
			lang != "" && t.Note.Lang != lang
	})
}
