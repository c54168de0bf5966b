package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/starter"
)

var errNoAnswer = errors.New("no answer to a question")

// isInteractive reports whether standard input and output are terminals.
func isInteractive(stdout io.Writer) bool {
	out, ok := stdout.(*os.File)
	if !ok || !isTerminal(out) || !isTerminal(os.Stdin) {
		return false
	}
	in, err := os.Stdin.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull) // not a terminal, although a device
	return err != nil || !os.SameFile(in, null)
}

type asker struct {
	in  *bufio.Reader
	out io.Writer
}

// ask repeats a question until take accepts the answer. An empty answer selects the proposed one.
func (q asker) ask(question, proposed string, take func(answer string) error) error {
	for {
		if _, err := fmt.Fprintf(q.out, "%s [%s]: ", question, proposed); err != nil {
			return machine(err)
		}
		line, err := q.in.ReadString('\n')
		if err != nil && (line == "" || !errors.Is(err, io.EOF)) {
			fmt.Fprintln(q.out)
			return exitError{status: exitUsage, err: errNoAnswer, hint: "add --yes to accept the defaults, and flags for other values"}
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

func joinLanguages(langs []note.Lang) string {
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
	return q.ask("GitHub repository, owner/name", proposed, func(answer string) (err error) {
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
	return q.ask("Add the GitHub Pages workflow, yes or no", "yes", func(answer string) error {
		switch strings.ToLower(answer) {
		case "y", "yes":
			o.NoWorkflow = false
		case "n", "no":
			o.NoWorkflow = true
		default:
			return usage("invalid answer %q", answer).withHint("answer yes or no")
		}
		return nil
	})
}

// repositoryOf parses owner/name or the URL of a repository.
func repositoryOf(name string) (ghpages.Remote, error) {
	if r, ok := ghpages.ParseRemote(name); ok {
		return r, nil
	}
	if r, ok := ghpages.ParseRemote("https://github.com/" + name); ok && strings.Count(name, "/") == 1 {
		return r, nil
	}
	return ghpages.Remote{}, usage("invalid repository %q", name).withHint("write owner/name, as in its URL")
}
