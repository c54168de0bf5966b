package markdown

import (
	"fmt"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

const (
	maxCode   = 16 << 10  // bytes of a highlighted code block; longer ones stay plain
	maxLine   = 400       // bytes of its longest line
	maxBlank  = 100       // bytes of consecutive white space
	maxColour = 256 << 10 // bytes of highlighted code in one document
	maxCached = 8 << 20   // bytes of highlighted code in the cache
)

// Highlighter highlights code and caches the result, because this takes most of the time of a
// conversion. It is safe for concurrent use.
type Highlighter struct {
	mu   sync.Mutex
	seen map[[2]string]string
	size int
}

// NewHighlighter returns an empty Highlighter.
func NewHighlighter() *Highlighter { return &Highlighter{seen: map[[2]string]string{}} }

// HTML returns the escaped code with spans for the classes of [HighlightCSS]. Code in an unknown
// language is only escaped.
func (h *Highlighter) HTML(language, code string) string {
	lexer := languages()[strings.ToLower(language)]
	if lexer == nil || !colourable(code) {
		return escape(code)
	}
	key := [2]string{strings.ToLower(language), code}
	h.mu.Lock()
	out, ok := h.seen[key]
	h.mu.Unlock()
	if ok {
		return out
	}
	out = colour(lexer, code)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.size += len(out) + len(code); h.size > maxCached {
		clear(h.seen)
		h.size = len(out) + len(code)
	}
	h.seen[key] = out
	return out
}

// colourable reports whether lexers can handle the code. Their patterns backtrack for minutes over
// long lines and long white space.
func colourable(code string) bool {
	line, blank := 0, 0
	for i := range len(code) {
		line++
		blank++
		switch code[i] {
		case '\n':
			line = 0
		case ' ', '\t', '\r':
		default:
			blank = 0
		}
		if line > maxLine || blank > maxBlank {
			return false
		}
	}
	return len(code) <= maxCode
}

// colour merges adjacent tokens of one class into one span; white space gets none. If the tokens
// are not exactly the code, it stays plain.
func colour(lexer chroma.Lexer, code string) string {
	tokens, err := chroma.Tokenise(lexer, nil, code)
	if err != nil || !coversCode(tokens, code) {
		return escape(code)
	}
	var b strings.Builder
	open := ""
	for _, t := range tokens {
		c := class(t.Type)
		if strings.TrimSpace(t.Value) == "" {
			c = open
		}
		if c != open {
			if open != "" {
				b.WriteString("</span>")
			}
			if c != "" {
				b.WriteString(`<span class="hl-` + c + `">`)
			}
			open = c
		}
		b.WriteString(escape(t.Value))
	}
	if open != "" {
		b.WriteString("</span>")
	}
	return b.String()
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// coversCode reports whether the tokens add up to the code. A lexer that [stepLimit] stopped omits the end,
// and some lexers add a final line.
func coversCode(tokens []chroma.Token, code string) bool {
	rest := lineEnds.Replace(code)
	for _, t := range tokens {
		after, ok := strings.CutPrefix(rest, t.Value)
		if !ok {
			return rest+"\n" == t.Value
		}
		rest = after
	}
	return rest == "" || rest == "\n"
}

func class(t chroma.TokenType) string {
	switch t {
	case chroma.KeywordType, chroma.NameBuiltin, chroma.NameBuiltinPseudo, chroma.NameClass:
		return "t"
	case chroma.NameFunction, chroma.NameFunctionMagic, chroma.NameDecorator:
		return "f"
	case chroma.NameTag, chroma.NameAttribute, chroma.NameVariable, chroma.NameVariableGlobal, chroma.NameConstant:
		return "a"
	case chroma.GenericDeleted, chroma.GenericError:
		return "d"
	case chroma.GenericInserted:
		return "s"
	case chroma.GenericHeading, chroma.GenericSubheading:
		return "f"
	case chroma.GenericPrompt, chroma.GenericOutput:
		return "c"
	}
	switch {
	case t.InCategory(chroma.Comment):
		return "c"
	case t.InCategory(chroma.Keyword):
		return "k"
	case t.InSubCategory(chroma.LiteralNumber):
		return "n"
	case t.InCategory(chroma.Literal):
		return "s"
	}
	return ""
}

// Scheme is a colour scheme.
type Scheme uint8

const (
	Light Scheme = iota
	Dark
)

// palette holds the colours of each class in both schemes. Each has a contrast of at least 7 to the
// page and the code background.
var palette = []struct{ class, light, dark string }{
	{"a", "#555114", "#d9d08a"},
	{"c", "#534e46", "#b3aea2"},
	{"d", "#922919", "#f08d77"},
	{"f", "#394c89", "#a9b8f0"},
	{"k", "#7f3654", "#e09ab8"},
	{"n", "#6d4700", "#e0b35a"},
	{"s", "#245834", "#8fcf9f"},
	{"t", "#1b5279", "#8fc3ea"},
}

// HighlightColours returns the colours of a scheme as custom properties, --hl-k:#8f3d5e;…, sorted
// by name.
func HighlightColours(s Scheme) string {
	var b strings.Builder
	for _, p := range palette {
		c := p.light
		if s == Dark {
			c = p.dark
		}
		fmt.Fprintf(&b, "--hl-%s:%s;", p.class, c)
	}
	return b.String()
}

// HighlightCSS returns the style sheet of highlighted code: the colours by system scheme or by
// data-theme on the root element, and a rule for each class.
func HighlightCSS() []byte {
	var b strings.Builder
	dark := HighlightColours(Dark)
	fmt.Fprintf(&b, ":root{%s}\n", HighlightColours(Light))
	fmt.Fprintf(&b, "@media (prefers-color-scheme:dark){:root:not([data-theme=light]){%s}}\n", dark)
	fmt.Fprintf(&b, ":root[data-theme=dark]{%s}\n", dark)
	for _, p := range palette {
		fmt.Fprintf(&b, ".hl-%[1]s{color:var(--hl-%[1]s)}\n", p.class)
	}
	return []byte(b.String())
}
