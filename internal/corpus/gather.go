package corpus

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Gather reads Material from content directories: sentences from notes, and official data from
// _data. A directory may contain notes only. The result depends only on the names and content of
// files. The error is the machine's.
func Gather(content ...fs.FS) (*Material, error) {
	g := &gatherer{sentences: map[string]*list{}, names: &list{}}
	for _, fsys := range content {
		if err := g.data(fsys); err != nil {
			return nil, err
		}
		if err := g.notes(fsys); err != nil {
			return nil, err
		}
	}
	m := &Material{Sentences: map[string][]string{}, Names: g.names.words, KEPs: g.keps, Gates: g.gates}
	for _, code := range slices.Sorted(maps.Keys(g.sentences)) {
		m.Sentences[code] = g.sentences[code].words
	}
	return m, nil
}

type gatherer struct {
	sentences map[string]*list
	names     *list
	keps      []int
	gates     []string
}

func (g *gatherer) data(fsys fs.FS) error {
	sub, err := fs.Sub(fsys, "_data")
	if err != nil {
		return fmt.Errorf("gathering sentences: %w", err)
	}
	data, _, err := upstream.Load(sub)
	if err != nil {
		return fmt.Errorf("gathering sentences: %w", err)
	}
	for _, number := range data.KEPNumbers() {
		if n, err := strconv.Atoi(number); err == nil {
			g.keps = append(g.keps, n)
		}
	}
	for _, gate := range data.GateList {
		g.gates = append(g.gates, gate.Name)
		g.texts(gate.Description)
	}
	for _, r := range slices.Sorted(maps.Keys(data.Releases)) {
		for _, n := range data.Releases[r].Notes {
			g.text(n.Text, "en")
		}
	}
	if data.Glossary != nil {
		for _, t := range data.Glossary.Terms {
			g.texts(t.About)
		}
	}
	return nil
}

func (g *gatherer) texts(of map[note.Lang]string) {
	for _, l := range slices.Sorted(maps.Keys(of)) {
		g.text(of[l], l)
	}
}

// notes reads the notes of a directory line by line, whether or not they are valid.
func (g *gatherer) notes(fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("gathering sentences: %w", err)
		}
		if d.IsDir() && d.Name() == "_data" {
			return fs.SkipDir
		}
		stem, isNote := strings.CutSuffix(p, ".md")
		if d.IsDir() || !isNote {
			return nil
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return fmt.Errorf("gathering sentences: %w", err)
		}
		lang := note.Lang(strings.TrimPrefix(path.Ext(stem), "."))
		g.text(noProse.ReplaceAllString(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n"), lang)
		return nil
	})
}

// noProse matches text without sentences: front matter, comments, fenced code, headings, tables.
var noProse = regexp.MustCompile("(?ms)\\A---\n.*?\n---$|<!--.*?-->|^ *```.*?\n *```$|^ *#+ [^\n]*$|^ *\\|[^\n]*$")

var (
	// bullet matches the start of a line of prose.
	bullet = regexp.MustCompile(`^[ >]*(?:[-*+] |\d+[.)] )?(?:\[[ x]\] )?(?::pencil:)? *`)
	// closing matches the attribution of an entry.
	closing = regexp.MustCompile(`[ .。]*[(（]\[?[#＃]\d+.*$`)
	// stop matches the end of a sentence.
	stop = regexp.MustCompile(`[。！？]|[.!?](?: |$)`)
	// span matches a code span with exactly one name.
	span = regexp.MustCompile("`[-./\\w]{3,60}`")
	// unfit matches text that would be parsed as more than words.
	unfit = regexp.MustCompile(`[\[\]<>|{}*]|https?:|:pencil:|^[-#:=]|[:：]$`)
)

// text adds the sentences of Markdown, each to its detected language.
func (g *gatherer) text(markdown string, lang note.Lang) {
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		line = closing.ReplaceAllString(line[len(bullet.FindString(line)):], "")
		for _, s := range sentences(line) {
			g.sentence(s, lang)
		}
	}
}

// sentences splits a line after each sentence. An incomplete last sentence is dropped.
func sentences(line string) (out []string) {
	from := 0
	for _, at := range stop.FindAllStringIndex(line, -1) {
		if strings.Count(line[from:at[0]], "`")%2 == 0 {
			out = append(out, strings.TrimSpace(line[from:at[0]]))
			from = at[1]
		}
	}
	return append(out, strings.TrimSpace(line[from:]))
}

// The length limits of a sentence in characters; longer texts are lists or quotations.
const shortest, longest = 12, 240

func (g *gatherer) sentence(s string, page note.Lang) {
	if n := len([]rune(s)); n < shortest || n > longest || unfit.MatchString(s) || !balanced(s) {
		return
	}
	lang := string(locale.Detect(s, page))
	if g.sentences[lang] == nil {
		g.sentences[lang] = &list{}
	}
	g.sentences[lang].add(s)
	for _, name := range span.FindAllString(s, -1) {
		g.names.add(strings.Trim(name, "`"))
	}
}

// balanced reports whether a sentence has no unclosed code span or parenthesis.
func balanced(s string) bool {
	count := func(sign string) int { return strings.Count(s, sign) }
	return count("`")%2 == 0 && count("(")+count("（") == count(")")+count("）")
}
