package config

import (
	"cmp"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// Draft is the command for machine translations.
type Draft struct {
	// Command is the program and its arguments, run without a shell; {from} and {to} stand for the
	// languages. Empty disables it.
	Command []string
	// Timeout is the time limit for one text.
	Timeout time.Duration
}

const (
	draftTimeout = time.Minute
	longestDraft = time.Hour
)

type rawDraft struct {
	Command []strictyaml.Text `yaml:"command"`
	Timeout strictyaml.Text   `yaml:"timeout"`
}

// placeholder matches a name in braces; after a dollar sign it is a shell variable.
var placeholder = regexp.MustCompile(`\$?\{\pL[\pL\d_.-]*\}`)

// placeholders maps likely names of placeholders to the right ones.
var placeholders = map[string]string{
	"from": "from", "source": "from", "src": "from", "origin": "from", "original": "from", "source_lang": "from", "from_lang": "from",
	"to": "to", "lang": "to", "language": "to", "target": "to", "dst": "to", "dest": "to", "locale": "to", "target_lang": "to", "to_lang": "to",
}

// unknownPlaceholders reports unknown placeholders. An argument with spaces may be a script that uses
// braces itself, so only likely names are reported there.
func (r rawDraft) unknownPlaceholders() []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, w := range r.Command {
		for _, p := range placeholder.FindAllString(w.Value, -1) {
			meant := placeholders[strings.ReplaceAll(strings.ToLower(strings.Trim(p, "{}")), "-", "_")]
			script := strings.ContainsFunc(w.Value, unicode.IsSpace)
			if p[0] == '$' || p == "{"+meant+"}" || meant == "" && script {
				continue
			}
			d := diag.Errorf(w.Pos, "config/draft", "unknown placeholder %q in draft.command", p)
			if meant = cmp.Or(meant, diag.Near(strings.Trim(p, "{}"), []string{"from", "to"})); meant != "" {
				d = d.WithHint("did you mean {%s}?", meant)
			} else {
				d = d.WithHint("use {from} and {to} for the languages; the command reads the text from standard input")
			}
			ds = append(ds, d)
		}
	}
	return ds
}

func (r rawDraft) parse() (Draft, []diag.Diagnostic) {
	var d Draft
	var ds []diag.Diagnostic
	for _, w := range r.Command {
		d.Command = append(d.Command, w.Value)
	}
	if len(d.Command) > 0 && strings.TrimSpace(d.Command[0]) == "" {
		ds = append(ds, diag.Errorf(r.Command[0].Pos, "config/draft", "missing program in draft.command").
			WithHint(`write command: ["my-translator", "--to", "{to}"]`))
		d.Command = nil
	}
	if unknown := r.unknownPlaceholders(); len(unknown) > 0 {
		ds = append(ds, unknown...)
		d.Command = nil // it could translate into the wrong language
	}
	if len(d.Command) > 0 {
		d.Timeout = draftTimeout
	}
	if r.Timeout.Value == "" {
		return d, ds
	}
	t, err := time.ParseDuration(r.Timeout.Value)
	switch {
	case err != nil || t <= 0 || t > longestDraft:
		ds = append(ds, diag.Errorf(r.Timeout.Pos, "config/draft", "invalid draft.timeout %q", r.Timeout.Value).
			WithHint("write a time of at most one hour, such as 60s or 5m"))
	case len(r.Command) == 0:
		ds = append(ds, diag.Errorf(r.Timeout.Pos, "config/draft", "draft.timeout is set, but draft.command is missing").
			WithHint("add command: to draft, or delete timeout"))
	case len(d.Command) > 0:
		d.Timeout = t
	}
	return d, ds
}
