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

// languages maps names, aliases and file extensions, in lower case, to limited lexers ([limitLexer]). The
// value is nil if the lexer cannot be limited.
var languages = sync.OnceValue(func() map[string]chroma.Lexer {
	out, held := map[string]chroma.Lexer{}, chroma.NewLexerRegistry()
	of := make([]chroma.Lexer, len(lexers.GlobalLexerRegistry.Lexers))
	add := func(i int, name string) {
		if _, known := out[strings.ToLower(name)]; !known {
			out[strings.ToLower(name)] = of[i]
		}
	}
	for i, l := range lexers.GlobalLexerRegistry.Lexers {
		if of[i] = limitLexer(l); of[i] != nil {
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

// matchTimeout is the time limit for one match of a pattern. The limit is wall time. chroma's default
// of 250 ms can pass on a busy machine, and then the same code gets different colours. [colourable]
// protects against hostile code.
const matchTimeout = 10 * time.Second

// limitLexer returns a copy of a lexer with the limits [matchTimeout] and [stepLimit]; some lexers of chroma loop
// forever at an unexpected character. It returns nil for lexers that are not a single RegexLexer.
func limitLexer(l chroma.Lexer) chroma.Lexer {
	patterns, ok := l.(*chroma.RegexLexer)
	if !ok {
		return nil
	}
	held, err := chroma.NewLexer(l.Config(), func() chroma.Rules {
		rules, err := patterns.Rules()
		if err != nil {
			return nil // without a lexer the code stays plain
		}
		rules = rules.Clone()
		rules["root"] = append([]chroma.Rule{{Mutator: lexerLimiter{}}}, rules["root"]...)
		return rules
	})
	if err != nil {
		return nil
	}
	return held
}

// lexerLimiter is a pseudo rule that wraps all other rules of its lexer and removes itself on
// compilation.
type lexerLimiter struct{}

// Mutate is never called, because the rule removes itself.
func (lexerLimiter) Mutate(*chroma.LexerState) error { return nil }

// MutateLexer wraps the rules. Rules of included states are wrapped already.
func (lexerLimiter) MutateLexer(rules chroma.CompiledRules, state string, rule int) error {
	rules[state] = slices.Delete(slices.Clone(rules[state]), rule, rule+1)
	for _, of := range rules {
		for _, r := range of {
			if r.Regexp != nil {
				r.Regexp.MatchTimeout = matchTimeout
			}
			if _, brings := r.Mutator.(chroma.LexerMutator); !brings {
				r.Mutator = stepLimit{r.Mutator}
			}
		}
	}
	return nil
}

// stepLimit limits the steps of a lexer. A rule with an empty match could match forever.
type stepLimit struct {
	then chroma.Mutator // the action of the rule; may be nil
}

// perCharacter and atLeast define the limit: one state change in and out for each character, and as
// many again.
const perCharacter, atLeast = 4, 1000

// Mutate stops a lexer at the limit by moving it to the end of the text.
func (p stepLimit) Mutate(s *chroma.LexerState) error {
	steps, ok := s.MutatorContext[stepLimit{}].(*int)
	if !ok {
		steps = new(int)
		s.MutatorContext[stepLimit{}] = steps
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
