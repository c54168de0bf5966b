package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/starter"
)

// asks reports whether there is somebody to ask: standard input and output are terminals.
func asks(stdout io.Writer) bool {
	out, ok := stdout.(*os.File)
	if !ok || !isTerminal(out) || !isTerminal(os.Stdin) {
		return false
	}
	in, err := os.Stdin.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull) // a device that shows nothing to anybody
	return err != nil || !os.SameFile(in, null)
}

// asker asks questions.
type asker struct {
	in  *bufio.Reader
	out io.Writer
}

// ask asks until an answer is taken. An empty answer takes what was proposed.
func (q asker) ask(question, proposed string, take func(answer string) error) error {
	for {
		if _, err := fmt.Fprintf(q.out, "%s [%s]: ", question, proposed); err != nil {
			return machine(err)
		}
		line, err := q.in.ReadString('\n')
		if err != nil && (line == "" || !errors.Is(err, io.EOF)) {
			fmt.Fprintln(q.out)
			return exitError{status: exitUsage, err: errNoAnswer, hint: "--yes takes what is proposed, and flags say the rest"}
		}
		answer := strings.TrimSpace(line)
		if answer == "" {
			return nil
		}
		wrong, ok := errors.AsType[exitError](take(answer))
		if !ok {
			return nil
		}
		fmt.Fprintf(q.out, "%s: %s\n", wrong.err, wrong.hint)
	}
}

// questions asks what the flags do not say. An interruption ends the program there: nothing
// is written before all is answered.
func (a *app) questions(ctx context.Context, n *newSite, given func(flag string) bool) error {
	stop := context.AfterFunc(ctx, func() {
		fmt.Fprintln(a.stderr, "\nkawaraban: interrupted")
		os.Exit(exitMachine)
	})
	defer stop()
	q := asker{bufio.NewReader(os.Stdin), a.stdout}
	for _, question := range []struct {
		flag string
		ask  func(*starter.Options) error
	}{{"lang", q.languages}, {"title", q.title}, {"repository", q.repository}, {"no-workflow", q.workflow}} {
		if given(question.flag) || question.flag == "no-workflow" && n.below {
			continue
		}
		if err := question.ask(&n.options); err != nil {
			return err
		}
	}
	return nil
}

func (q asker) languages(o *starter.Options) error {
	return q.ask("Languages of the notes, the original's first (en, ja, ru, zh)", joined(o.Langs), func(answer string) (err error) {
		langs, err := languagesOf(answer)
		if err == nil {
			o.Langs = langs
		}
		return err
	})
}

// joined writes languages as they are answered.
func joined(langs []note.Lang) string {
	var names []string
	for _, l := range langs {
		names = append(names, string(l))
	}
	return strings.Join(names, ",")
}

func (q asker) title(o *starter.Options) error {
	return q.ask("Title of the site", starter.TitleIn(o.Langs[0]), func(answer string) error {
		o.Title = answer
		return nil
	})
}

func (q asker) repository(o *starter.Options) error {
	proposed := "none"
	if o.Repository.Host != "" {
		proposed = o.Repository.String()
	}
	return q.ask("Repository on GitHub, as owner/name", proposed, func(answer string) (err error) {
		if answer == "none" {
			o.Repository = ghpages.Remote{}
			return nil
		}
		r, err := repositoryOf(answer)
		if err == nil {
			o.Repository = r
		}
		return err
	})
}

func (q asker) workflow(o *starter.Options) error {
	return q.ask("Publish with GitHub Pages by a workflow, yes or no", "yes", func(answer string) error {
		switch strings.ToLower(answer) {
		case "y", "yes":
			o.NoWorkflow = false
		case "n", "no":
			o.NoWorkflow = true
		default:
			return usage("%q is neither", answer).withHint("answer yes or no")
		}
		return nil
	})
}
