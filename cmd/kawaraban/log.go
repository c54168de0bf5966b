package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/scaffold"
	"github.com/kawaraban/kawaraban/internal/source"
)

const logDir = source.Root + "log"

type logFlags struct {
	lang   string
	file   string
	date   string
	dryRun bool
	format string
}

func (a logCmd) command() *cobra.Command {
	var f logFlags
	cmd := &cobra.Command{
		Use:   "log <text>...",
		Short: "Add an entry to a log under today's date",
		Long: `Log adds an entry to a log, under today's date in the local time zone. It adds the heading
of the day if there is none, in the format and order of the other days.

The default log is the one in content/log with the newest day, in the language of --lang;
--file names another. If there is none, content/log/log-<year>.<lang>.md is created. The text
is Markdown, and several arguments are one text. Existing text does not change. Put -- before
a text that starts with a hyphen.`,
		Example: unindent(`
			kawaraban log "preStop の sleep を組み込みにする提案 (k/k#114465)"
			kawaraban log --file content/log/2026-autumn.ru.md "Вышел containerd 2.0"
			kawaraban log --date 2026-11-20 -- "--feature-gates を読み直す PR"`),
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, " ")) == "" {
				return usage("missing text").withHint(`run kawaraban log "…"`)
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return a.log(cmd.Context(), strings.Join(args, " "), f) },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		e := flagError(cmd, err)
		if !strings.HasPrefix(e.hint, "did you mean") {
			e.hint = `put -- before a text that starts with a hyphen: kawaraban log -- "- …"`
		}
		return e
	})
	languageFlag(cmd, &f.lang, "lang", "`language` of the log")
	cmd.Flags().StringVar(&f.file, "file", "", "`path` of the log, such as content/log/2026-autumn.ja.md")
	cmd.Flags().StringVar(&f.date, "date", "", "`date` instead of today, such as 2026-11-20")
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "print the place of the entry without writing it")
	formatFlag(cmd, &f.format, "text", "json")
	return cmd
}

func (a logCmd) log(ctx context.Context, words string, f logFlags) error {
	lang, err := language(f.lang)
	if err != nil {
		return err
	}
	day, err := parseDate(f.date)
	if err != nil {
		return err
	}
	d, err := a.openWorkspace(ctx, f.format)
	if err != nil {
		return err
	}
	defer d.close()
	file, err := d.logFile(f.file, lang, day)
	if err != nil {
		return err
	}
	if err := noLink(d.root, file); err != nil {
		return err
	}
	text, err := d.root.ReadFile(file)
	begun := errors.Is(err, fs.ErrNotExist)
	if err != nil && !begun {
		return machine(fmt.Errorf("reading %s: %w", file, err))
	}
	if len(text) == 0 && !begun {
		return usage("%s is empty", file).withHint("delete the file and run the command again")
	}
	at, now, ds, err := scaffold.Log(d.in, file, text, day, words)
	switch {
	case err != nil:
		return refusal(err)
	case len(ds) > 0:
		return d.unreadable(ds)
	}
	if !f.dryRun {
		if begun {
			err = create(d.root, file, now)
		} else {
			err = replace(d.root, file, text, now)
		}
		if err != nil {
			return machine(fmt.Errorf("writing %s: %w", file, err))
		}
	}
	return d.printReport(f.format, at, fmt.Sprintf("%s:%d: %s\n", at.File, at.Line, at.Date))
}

func parseDate(date string) (time.Time, error) {
	if date == "" {
		y, m, d := time.Now().Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC), nil
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil || day.Year() < 1970 {
		return day, usage("invalid date %q", date).withHint("write it as 2026-11-20")
	}
	return day, nil
}

// logFile returns the path of the log to write to, and sets the language of new text.
func (d *workspace) logFile(asked string, lang note.Lang, day time.Time) (string, error) {
	if asked != "" {
		return d.namedLog(asked, lang)
	}
	if file := d.newestLog(lang); file != nil {
		d.in.Lang = file.Lang
		return file.Path, nil
	}
	var err error
	if d.in.Lang, err = d.siteLanguage(lang); err != nil {
		return "", err
	}
	return path.Join(logDir, "log-"+day.Format("2006")+"."+string(d.in.Lang)+".md"), nil
}

// namedLog returns the path of a log named by the user.
func (d *workspace) namedLog(asked string, lang note.Lang) (string, error) {
	file := path.Clean(strings.ReplaceAll(asked, `\`, "/"))
	if !strings.HasPrefix(file, source.Root) {
		file = source.Root + file
	}
	_, said, _, ok := source.Locate(file)
	if !ok {
		return "", usage("invalid note path %q", asked).withHint("write a path such as content/log/2026-autumn.ja.md")
	}
	if lang != "" && said != "" && said != lang {
		return "", usage("%s is in %s, not in %s", file, said, lang).withHint("omit --lang")
	}
	var err error
	d.in.Lang, err = d.siteLanguage(cmp.Or(said, lang, d.langOf(file)))
	return file, err
}

// newestLog returns the log with the newest day; nil if there is none. An empty lang selects any
// language.
func (d *workspace) newestLog(lang note.Lang) *note.Note {
	var newest *note.Note
	for _, id := range d.in.Site.NotesOfKind(note.Log) {
		for _, n := range d.in.Site.Versions(id) {
			if !strings.HasPrefix(n.Path, logDir+"/") || lang != "" && n.Lang != lang {
				continue
			}
			if newest == nil || cmp.Or(cmp.Compare(lastDay(n), lastDay(newest)), cmp.Compare(n.Path, newest.Path)) > 0 {
				newest = n
			}
		}
	}
	return newest
}

func lastDay(n *note.Note) string {
	var days []string
	for b := range n.All {
		days = append(days, b.Date)
	}
	return slices.Max(append(days, ""))
}
