package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// plainPackages lists the packages whose comments and messages pass TestProse. Add a package
// when its text is rewritten.
var plainPackages = []string{
	"internal/attachment", "internal/bench", "internal/diag", "internal/diskcache", "internal/machinetranslation", "internal/memo",
	"internal/note", "internal/ref", "internal/starter", "internal/testcorpus",
	"internal/site", "internal/page", "internal/page/builder", "internal/page/address", "internal/view", "internal/fragment",
	"internal/feed", "internal/fasttemplate", "internal/output", "internal/affects", "internal/affects/facts", "internal/affects/inspection",
	"internal/build", "internal/corpus", "internal/findings", "internal/importer", "internal/outdir", "internal/scaffold",
	"internal/sitecheck", "internal/upstream", "internal/watch",
	"internal/source", "internal/markdown", "internal/glossary", "internal/config", "internal/strictyaml", "internal/align",
	"internal/search", "internal/search/analyzer", "internal/locale",
	"cmd/kawaraban", "internal/publish", "internal/ghpages", "internal/git", "internal/fetch", "internal/terminal",
}

// wordsPerSentence is the limit for sentences of documents.
const wordsPerSentence = 25

// passage is a piece of text with its position.
type passage struct{ at, text string }

// rule is a pattern to avoid and a suggestion.
type rule struct {
	pattern    *regexp.Regexp
	except     *regexp.Regexp // nil without exceptions
	suggestion string
}

// TestProse checks documents, English interface texts and listed packages for the patterns in
// testdata/prose.txt, and documents for long sentences.
func TestProse(t *testing.T) {
	rules := proseRules(t)
	documents := documentPassages(t)
	for _, p := range documents {
		for _, s := range sentences(p.text) {
			if n := len(strings.Fields(s)); n > wordsPerSentence {
				t.Errorf("%s: sentence of %d words, limit %d: %s", p.at, n, wordsPerSentence, s)
			}
		}
	}
	texts := slices.Concat(documents, messagePassages(t))
	for _, name := range plainPackages {
		texts = append(texts, goPassages(t, name)...)
	}
	for _, p := range texts {
		for _, r := range rules {
			if found := r.find(p.text); found != "" {
				t.Errorf("%s: avoid %q, use: %s", p.at, found, r.suggestion)
			}
		}
	}
}

// find returns the first match outside the exceptions.
func (r rule) find(text string) string {
	if r.except != nil {
		text = r.except.ReplaceAllString(text, "…")
	}
	return r.pattern.FindString(text)
}

func proseRules(t *testing.T) []rule {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "prose.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out []rule
	for line := range strings.Lines(string(data)) {
		pattern, suggestion, ok := strings.Cut(strings.TrimSpace(line), " -> ")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		pattern, except, ok := strings.Cut(pattern, " !! ")
		r := rule{pattern: regexp.MustCompile("(?i)" + pattern), suggestion: suggestion}
		if ok {
			r.except = regexp.MustCompile("(?i)" + except)
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		t.Fatal("testdata/prose.txt has no rules")
	}
	return out
}

var (
	htmlTag    = regexp.MustCompile(`<[^>]*>|\[\[[^\]]*\]\]`) // and template actions of the starter
	inlineCode = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
)

// documentPassages returns the paragraphs, list items and table cells of the documents without
// code, tags and link targets.
func documentPassages(t *testing.T) []passage {
	t.Helper()
	var out []passage
	for _, pattern := range []string{"../*.md", "../docs/*.md", "starter/files/readme/en.md", "starter/files/notes/*.en.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			out = append(out, paragraphs(t, name)...)
		}
	}
	return out
}

func paragraphs(t *testing.T, name string) []passage {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []passage
	var text, fence string
	add := func(line int) {
		for cell := range strings.SplitSeq(text, " | ") {
			out = append(out, passage{fmt.Sprintf("%s:%d", name, line), strings.Join(strings.Fields(cell), " ")})
		}
		text = ""
	}
	for i, line := range strings.Split(string(data), "\n") {
		bare := strings.TrimSpace(line)
		switch ticks := bare[:len(bare)-len(strings.TrimLeft(bare, "`"))]; {
		case fence != "":
			if ticks == fence {
				fence = ""
			}
			continue
		case len(ticks) > 2:
			fence = ticks
		case strings.HasPrefix(line, "    "):
		case bare == "":
		default:
			if strings.ContainsAny(bare[:1], "#-|*0123456789") {
				add(i)
			}
			text += " " + linkTarget.ReplaceAllString(htmlTag.ReplaceAllString(inlineCode.ReplaceAllString(bare, "X"), ""), "]")
			continue
		}
		add(i)
	}
	return out
}

// sentences splits a text at the ends of sentences and at colons and semicolons.
func sentences(text string) []string {
	return regexp.MustCompile(`[.!?:;]\s`).Split(text, -1)
}

// messagePassages returns the English interface texts.
func messagePassages(t *testing.T) []passage {
	t.Helper()
	const name = "../templates/languages/en.yaml"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []passage
	for i, line := range strings.Split(string(data), "\n") {
		if key, text, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(key, "#") {
			out = append(out, passage{fmt.Sprintf("%s:%d", name, i+1), strings.Trim(text, `"`)})
		}
	}
	return out
}

// goPassages returns the comments and string literals of a package, without its tests.
func goPassages(t *testing.T, name string) []passage {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(name), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("package %s: %v, %d files", name, err, len(files))
	}
	var out []passage
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		add := func(pos token.Pos, text string) {
			at := set.Position(pos)
			out = append(out, passage{fmt.Sprintf("%s:%d", file, at.Line), text})
		}
		for _, c := range parsed.Comments {
			add(c.Pos(), strings.Join(strings.Fields(c.Text()), " "))
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				// Text without a space is an identifier, such as a key or an anchor.
				if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(text, " ") {
					add(lit.Pos(), text)
				}
			}
			return true
		})
	}
	return out
}
