package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// someCode has lines of several languages, so that each lexer finds unexpected input.
const someCode = "# a comment\nkind: Pod # <b>\nfunc main() { return \"x\" + 'y' }\n$ kubectl get pods -A | grep 1.27\n{\"a\": [1, 2.5, null]}\n"

func TestPatience(t *testing.T) {
	seen := 0
	look := chroma.MutatorFunc(func(s *chroma.LexerState) error {
		for state, rules := range s.Rules {
			for _, r := range rules {
				seen++
				if r.Regexp.MatchTimeout != matchTimeout {
					t.Errorf("%s: %s may take %s", state, r.Pattern, r.Regexp.MatchTimeout)
				}
				if _, ok := r.Mutator.(stepLimit); !ok {
					t.Errorf("%s: nothing ends %s", state, r.Pattern)
				}
			}
		}
		return nil
	})
	lexer := limitLexer(chroma.MustNewLexer(&chroma.Config{Name: "test"}, func() chroma.Rules {
		return chroma.Rules{
			"root":  {{Pattern: `x`, Type: chroma.Keyword, Mutator: look}, chroma.Include("other")},
			"other": {{Pattern: `\s+`, Type: chroma.Whitespace}},
		}
	}))
	if _, err := chroma.Tokenise(lexer, nil, "x"); err != nil {
		t.Fatal(err)
	}
	if seen != 3 {
		t.Errorf("%d patterns, want 3", seen)
	}
}

// TestEndless highlights code for which a lexer repeats a rule with an empty match forever (JSONata
// at "|", as of chroma 2.27): it stays plain.
func TestEndless(t *testing.T) {
	if got := NewHighlighter().HTML("jsonata", "a | b <c>"); got != "a | b &lt;c&gt;" {
		t.Errorf("jsonata: %s", got)
	}
	silent := limitLexer(chroma.MustNewLexer(&chroma.Config{Name: "silent"}, func() chroma.Rules {
		return chroma.Rules{"root": {{Pattern: `x`, Type: chroma.Keyword}, {Pattern: ``, Mutator: chroma.Push("root")}}}
	}))
	if got := colour(silent, "xxy"); got != "xxy" {
		t.Errorf("silent: %s", got)
	}
	if got := colour(silent, "xx"); !strings.Contains(got, ">xx<") {
		t.Errorf("code that the lexer reads to its end: %s", got)
	}
}

func TestEveryLanguageEnds(t *testing.T) {
	coloured := 0
	for name := range languages() {
		for _, code := range []string{someCode, "|", "\\", "<% x", "```jsonata\n|\n```\n", "\x00\u00ad\ufeff", "'", "\"", "<<A\n"} {
			out := NewHighlighter().HTML(name, code)
			if out != escape(code) {
				coloured++
			}
			if got := stripped(out); got != escape(code) && got != escape(code)+"\n" {
				t.Errorf("%s: %q is told as %q", name, code, got)
			}
		}
	}
	if coloured < 1000 {
		t.Errorf("%d codes have colours", coloured)
	}
}

func stripped(html string) string {
	var b strings.Builder
	for piece := range strings.SplitSeq(html, "<") {
		if _, text, ok := strings.Cut(piece, ">"); ok {
			piece = text
		}
		b.WriteString(piece)
	}
	return b.String()
}

func TestHeldSame(t *testing.T) {
	for _, name := range []string{"yaml", "go", "bash", "console", "diff", "json", "toml", "python", "docker", "protobuf", "hcl", "ini", "javascript", "html", "css", "sql", "make", "groovy", "promql", "cue"} {
		want, err := chroma.Tokenise(lexers.Get(name), nil, someCode)
		if err != nil {
			t.Fatal(err)
		}
		l := languages()[name]
		if l == nil {
			t.Errorf("%s has no colours", name)
			continue
		}
		if got, err := chroma.Tokenise(l, nil, someCode); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v (%v), want %v", name, got, err, want)
		}
	}
}
