package markdown

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// languages maps names, aliases and endings of file names, in lower case, to lexers that are
// held ([hold]); to nil those of languages whose lexer cannot be.
var languages = sync.OnceValue(func() map[string]chroma.Lexer {
	out, held := map[string]chroma.Lexer{}, chroma.NewLexerRegistry()
	of := make([]chroma.Lexer, len(lexers.GlobalLexerRegistry.Lexers))
	add := func(i int, name string) {
		if _, known := out[strings.ToLower(name)]; !known {
			out[strings.ToLower(name)] = of[i]
		}
	}
	for i, l := range lexers.GlobalLexerRegistry.Lexers {
		if of[i] = hold(l); of[i] != nil {
			held.Register(of[i])
		}
		c := l.Config()
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			add(i, name)
		}
	}
	for i, l := range lexers.GlobalLexerRegistry.Lexers {
		for _, pattern := range l.Config().Filenames {
			if end, ok := strings.CutPrefix(pattern, "*."); ok && !strings.ContainsAny(end, "*?[.") {
				add(i, end)
			}
		}
	}
	return out
})

// patience is how long one match of a lexer's pattern may take before the pattern counts as
// none that matches. It is time on the wall: what chroma sets, a quarter of a second, passes
// while a busy machine runs something else, and then the same code has other colours. What
// keeps hostile code from taking long is [colourable].
const patience = 10 * time.Second

// hold returns a lexer of patterns that waits for each of them for as long as [patience] and
// ends ([pace]), where some of chroma's go on for ever at a character that they do not expect.
// It is nil for lexers of another sort, which are made of several.
func hold(l chroma.Lexer) chroma.Lexer {
	patterns, ok := l.(*chroma.RegexLexer)
	if !ok {
		return nil
	}
	held, err := chroma.NewLexer(l.Config(), func() chroma.Rules {
		rules, err := patterns.Rules()
		if err != nil {
			return nil // no lexer: its code stays plain
		}
		rules = rules.Clone()
		rules["root"] = append([]chroma.Rule{{Mutator: holder{}}}, rules["root"]...)
		return rules
	})
	if err != nil {
		return nil
	}
	return held
}

// holder is no rule: where it stands when a lexer is compiled, it holds each other rule and
// goes.
type holder struct{}

// Mutate is never called: no text is matched by what has gone.
func (holder) Mutate(*chroma.LexerState) error { return nil }

// MutateLexer implements [chroma.LexerMutator]. Rules that bring in those of other states are
// left to do so: what they bring is held already.
func (holder) MutateLexer(rules chroma.CompiledRules, state string, rule int) error {
	rules[state] = slices.Delete(slices.Clone(rules[state]), rule, rule+1)
	for _, of := range rules {
		for _, r := range of {
			if r.Regexp != nil {
				r.Regexp.MatchTimeout = patience
			}
			if _, brings := r.Mutator.(chroma.LexerMutator); !brings {
				r.Mutator = pace{r.Mutator}
			}
		}
	}
	return nil
}

// pace lets a lexer make so many steps as its text may need and no more: an empty match moves
// no lexer on, and a rule that matches nothing would be taken again and again.
type pace struct {
	then chroma.Mutator // what the rule itself does; nil for nothing
}

// perCharacter and atLeast bound the steps of a lexer: into a state and out of it for each
// character, and as many again.
const perCharacter, atLeast = 4, 1000

// Mutate implements [chroma.Mutator]. It ends a lexer by moving it behind its text.
func (p pace) Mutate(s *chroma.LexerState) error {
	steps, ok := s.MutatorContext[pace{}].(*int)
	if !ok {
		steps = new(int)
		s.MutatorContext[pace{}] = steps
	}
	if *steps++; *steps > perCharacter*len(s.Text)+atLeast {
		s.Pos = len(s.Text)
		return nil
	}
	if p.then == nil {
		return nil
	}
	return p.then.Mutate(s)
}

// plainLanguages name what is not coloured and yet no mistake.
var plainLanguages = []string{"text", "txt", "plain", "plaintext", "none", "mermaid"}

func knownLanguage(name string) bool {
	name = strings.ToLower(name)
	_, known := languages()[name]
	return known || slices.Contains(plainLanguages, name)
}

func nearLanguage(name string) string {
	names := slices.Clone(plainLanguages)
	for n := range languages() {
		names = append(names, n)
	}
	return diag.Near(name, names)
}
