package main

import (
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// language parses a language code. An empty one stays empty.
func language(code string) (note.Lang, error) {
	lang, ok := locale.FromSuffix(code)
	if code != "" && !ok {
		return "", usage("invalid language code %q", code).withHint("write a code such as en, ja, zh or ru")
	}
	return lang, nil
}

// langFlag defines --lang, the language of problems, hints and summaries. JSON, annotations, help
// and errors of the command line stay English.
func (a *app) langFlag(cmd *cobra.Command) {
	languageFlag(cmd, &a.lang, "lang", "`language` of messages (default: that of the environment)")
}

// chooseMessages loads the messages in the language of --lang, else of the environment. An unknown
// language of the environment means English.
func (a *app) chooseMessages(root *os.Root) error {
	lang, err := language(a.lang)
	if err != nil {
		return err
	}
	if lang == "" {
		lang = locale.FromEnvironment(os.Getenv)
	}
	if lang == "en" || lang == "" {
		return nil
	}
	languages, err := fs.Sub(build.Templates(filesOf(root)), "languages")
	if err != nil {
		return machine(err)
	}
	messages, ok := locale.Messages(languages, lang)
	if !ok && a.lang != "" {
		return usage("no messages in language %q", a.lang).withHint("write --lang en, ja, ru or zh")
	}
	a.messages = messages
	return nil
}
