package importer

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// gatePages is the directory of gate pages, for each language, in kubernetes/website.
const gatePages = "docs/reference/command-line-tools-reference/feature-gates"

// gateLanguages lists the languages to read. English comes first: only English pages define gates,
// others add a description.
var gateLanguages = []struct {
	dir  string
	lang note.Lang
}{{"en", "en"}, {"ja", "ja"}, {"ru", "ru"}, {"zh-cn", "zh"}}

// gatePage is the front matter of a gate's page, as in the website's shortcode feature-gate-table.
type gatePage struct {
	Title        strictyaml.Text   `yaml:"title"`
	FormerTitles []strictyaml.Text `yaml:"former_titles,scalar"`
	ContentType  string            `yaml:"content_type"`
	Stages       []gatePageStage   `yaml:"stages"`
	Removed      strictyaml.Text   `yaml:"removed"`
}

type gatePageStage struct {
	Stage   strictyaml.Text `yaml:"stage"`
	Default strictyaml.Text `yaml:"defaultValue"`
	Locked  strictyaml.Text `yaml:"locked"`
	From    strictyaml.Text `yaml:"fromVersion"`
	To      strictyaml.Text `yaml:"toVersion"`
	Pos     diag.Position   `yaml:",pos"`
}

// Gates imports the feature gate pages of kubernetes/website. Stages are from the English pages,
// and translations add descriptions.
func Gates(in In) (Result, error) {
	g := gateReader{fsys: in.FS, gates: map[string]*upstream.Gate{}}
	for _, l := range gateLanguages {
		if err := g.language(l.dir, l.lang); err != nil {
			return Result{}, err
		}
	}
	if len(g.gates) == 0 && len(g.ds) == 0 {
		return Result{}, errCheckout("feature gate page below content/en/"+gatePages, "kubernetes/website")
	}
	list := make([]*upstream.Gate, 0, len(g.gates))
	for _, gate := range g.gates {
		list = append(list, gate)
	}
	slices.SortFunc(list, func(a, b *upstream.Gate) int { return cmp.Compare(a.Name, b.Name) })
	file, err := encode(upstream.GateFile, list)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(g.ds), Counts: append([]Count{{"gates", len(list)}}, g.counts...),
		Damaged: damage(g.ds, codeEmpty),
	}, nil
}

type gateReader struct {
	fsys   fs.FS
	gates  map[string]*upstream.Gate
	ds     []diag.Diagnostic
	counts []Count
}

func (g *gateReader) language(dir string, lang note.Lang) error {
	root := path.Join("content", dir, gatePages)
	names, ds, err := find(g.fsys, root, func(name string) bool {
		return path.Ext(name) == ".md" && !strings.HasSuffix(name, "/index.md") && !strings.HasSuffix(name, "/_index.md")
	})
	if err != nil {
		return err
	}
	g.ds = append(g.ds, ds...)
	found := 0
	for _, name := range names {
		src, ds, err := read(g.fsys, name, maxSmall)
		if err != nil {
			return err
		}
		g.ds = append(g.ds, ds...)
		if src != nil && g.page(src, name, lang) {
			found++
		}
	}
	g.counts = append(g.counts, Count{"descriptions in " + string(lang), found})
	return nil
}

// page reads one page. It reports whether it has a description.
func (g *gateReader) page(src []byte, name string, lang note.Lang) bool {
	gate, at, ds := parseGate(src, name, lang)
	g.ds = append(g.ds, ds...)
	if gate == nil {
		return false
	}
	known := g.gates[gate.Name]
	switch {
	case lang == "en" && known != nil:
		g.ds = append(g.ds, diag.Warnf(at, "gate/duplicate", "duplicate page for feature gate %q, omitted", gate.Name))
		return false
	case lang == "en":
		g.gates[gate.Name] = gate
	case known == nil:
		g.ds = append(g.ds, diag.Warnf(at, "gate/unknown", "no English page for feature gate %q, omitted", gate.Name))
		return false
	case gate.Description[lang] != "":
		known.Description[lang] = gate.Description[lang]
	}
	return gate.Description[lang] != ""
}

// parseGate reads one page and returns the gate and the position of its title; nil if the page is
// invalid.
func parseGate(src []byte, name string, lang note.Lang) (*upstream.Gate, diag.Position, []diag.Diagnostic) {
	r := validator{family: "gate", file: name}
	front, body, ok := frontMatter(src)
	if !ok {
		r.warn(strictyaml.Text{}, "front-matter", "missing or unclosed front matter")
		return nil, diag.Position{}, r.ds
	}
	var p gatePage
	r.ds = strictyaml.Unmarshal(front, diag.Position{File: name, Line: 2}, &p, strictyaml.Lax(), strictyaml.Code("gate"))
	title := strings.TrimSpace(p.Title.Value)
	if !gateName.MatchString(title) {
		r.warn(p.Title, "title", "invalid feature gate name %q, page omitted", cut(title))
		return nil, orFile(p.Title.Pos, name), r.ds
	}
	g := &upstream.Gate{Name: title, FormerTitles: values(p.FormerTitles), Description: map[note.Lang]string{}}
	if text := description(body); text != "" {
		g.Description[lang] = text
	} else {
		r.info(strictyaml.Text{}, "description", "empty page")
	}
	if lang == "en" {
		r.englishGate(g, p)
	}
	return g, orFile(p.Title.Pos, name), r.ds
}

// englishGate reads values that only the English page has.
func (r *validator) englishGate(g *upstream.Gate, p gatePage) {
	if p.ContentType != "feature_gate" {
		r.info(p.Title, "content-type", "unexpected content_type %q, expected feature_gate", p.ContentType)
	}
	if base := strings.TrimSuffix(path.Base(r.file), ".md"); base != g.Name {
		r.warn(p.Title, "title", "title %q differs from the file name", g.Name)
	}
	if removed := r.truth(p.Removed, "removed"); removed != nil {
		g.Removed = *removed
	}
	if len(p.Stages) == 0 {
		r.warn(p.Title, "stages", "no stages for feature gate %q", g.Name)
	}
	for _, s := range p.Stages {
		g.Stages = append(g.Stages, r.gateStage(s))
	}
	for i := 1; i < len(g.Stages); i++ {
		if g.Stages[i].From != "" && upstream.CompareReleases(g.Stages[i].From, g.Stages[i-1].From) < 0 {
			r.warn(p.Stages[i].From, "order", "stage %s starts in %s, before the stage above it", p.Stages[i].Stage.Value, g.Stages[i].From)
		}
	}
}

func (r *validator) gateStage(s gatePageStage) upstream.GateStage {
	word := strictyaml.Text{Value: strings.TrimSpace(s.Stage.Value), Pos: orFile(s.Stage.Pos, s.Pos.File)}
	if word.Value != s.Stage.Value {
		r.info(s.Stage, "space", "surrounding space in %q", s.Stage.Value)
	}
	out := upstream.GateStage{
		Stage:   note.Stage(r.word(word, "stage", kepStages)),
		Default: r.truth(s.Default, "defaultValue"),
		From:    r.release(s.From, "fromVersion"),
		To:      r.release(s.To, "toVersion"),
	}
	if locked := r.truth(s.Locked, "locked"); locked != nil {
		out.Locked = *locked
	}
	at := strictyaml.Text{Pos: s.Pos}
	if out.Default == nil {
		r.info(at, "default", "stage has no default value")
	}
	if out.From == "" {
		r.warn(at, "from", "stage has no first release")
	}
	if out.To != "" && upstream.CompareReleases(out.To, out.From) < 0 {
		r.warn(s.To, "order", "stage ends in %s, before its start in %s", out.To, out.From)
	}
	return out
}

// truth parses a boolean; nil if missing or invalid.
func (r *validator) truth(t strictyaml.Text, key string) *bool {
	switch word := strings.TrimSpace(t.Value); word {
	case "":
		return nil
	case "true", "false":
		yes := word == "true"
		return &yes
	default:
		r.warn(t, "type", "%s must be true or false, not %q", key, cut(word))
		return nil
	}
}

// frontMatter splits a page at its two lines of dashes.
func frontMatter(src []byte) (front, body []byte, ok bool) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(src, []byte("---\n"))
	if !ok {
		return nil, nil, false
	}
	for at := 0; at < len(rest); {
		line, _, _ := bytes.Cut(rest[at:], []byte("\n"))
		next := min(at+len(line)+1, len(rest))
		if string(bytes.TrimRight(line, " \t")) == "---" {
			return rest[:at], rest[next:], true
		}
		at = next
	}
	return nil, nil, false
}

// Parts of a page that are not standard Markdown: the English source in comments, Hugo's
// shortcodes, and URLs relative to the website.
var (
	glossary  = regexp.MustCompile(`\{\{[<%]\s*glossary_tooltip\b([^{}]*?)/?[>%]\}\}`)
	shortText = regexp.MustCompile(`\btext="([^"]*)"`)
	shortTerm = regexp.MustCompile(`\bterm_id="([^"]*)"`)
	shortcode = regexp.MustCompile(`/?\{\{[<%][^{}]*[>%]\}\}`)
	siteLink  = regexp.MustCompile(`\]\(/?(?:content/(?:en/)?)?((?:docs|zh-cn|ja|ru|blog)/[^\s)]*)`)
	// a link with a URL made by Hugo; only its text is kept
	hugoLink = regexp.MustCompile(`\[([^\[\]]*)\]\([^()\s]*\{\{[^()]*\)`)
)

// website is the base of relative URLs in pages.
const website = "https://kubernetes.io"

// description returns a page's text as standard Markdown.
func description(body []byte) string {
	text := strings.ToValidUTF8(string(body), "\ufffd")
	text = comment.ReplaceAllString(text, "")
	text = glossary.ReplaceAllStringFunc(text, func(s string) string {
		if m := shortText.FindStringSubmatch(s); m != nil {
			return m[1]
		}
		if m := shortTerm.FindStringSubmatch(s); m != nil {
			return m[1]
		}
		return ""
	})
	text = hugoLink.ReplaceAllString(text, "$1")
	text = shortcode.ReplaceAllString(text, "")
	text = siteLink.ReplaceAllString(text, "]("+website+"/$1")
	return strings.TrimSpace(blank.ReplaceAllString(text, "\n\n"))
}
