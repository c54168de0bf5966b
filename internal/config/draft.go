package config

import (
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
)

// Draft is the command of a site that makes drafts of translations.
type Draft struct {
	// Command is the program and its arguments, run without a shell; {from} and {to} in
	// them stand for the languages. Empty where the site has none.
	Command []string
	// Timeout is how long it may take for one text.
	Timeout time.Duration
}

// The bounds of a draft's time.
const (
	draftTimeout = time.Minute
	longestDraft = time.Hour
)

// rawDraft is what the file says of drafts.
type rawDraft struct {
	Command []strictyaml.Text `yaml:"command"`
	Timeout strictyaml.Text   `yaml:"timeout"`
}

// judged checks what the file says of drafts.
func (r rawDraft) judged() (Draft, []diag.Diagnostic) {
	var d Draft
	var ds []diag.Diagnostic
	for _, w := range r.Command {
		d.Command = append(d.Command, w.Value)
	}
	if len(d.Command) > 0 && strings.TrimSpace(d.Command[0]) == "" {
		ds = append(ds, diag.Errorf(r.Command[0].Pos, "config/draft", "the command of draft has no program").
			WithHint(`write it as command: ["my-translator", "--to", "{to}"]`))
		d.Command = nil
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
		ds = append(ds, diag.Errorf(r.Timeout.Pos, "config/draft", "the timeout of draft is %q", r.Timeout.Value).
			WithHint("write a time up to an hour, as 60s or 5m"))
	case len(r.Command) == 0:
		ds = append(ds, diag.Errorf(r.Timeout.Pos, "config/draft", "draft has a timeout, and no command"))
	case len(d.Command) > 0:
		d.Timeout = t
	}
	return d, ds
}
