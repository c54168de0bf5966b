package page

import (
	"html"
	"html/template"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// fillKey identifies a fragment: its text, how far its page is from /{l}/, and
// whether it stands on its own page or is quoted on another.
type fillKey struct {
	text   *note.Span
	up     string
	quoted bool
}

// fill turns a text into HTML: holes become links that are relative to a page whose
// way to /{l}/ is up. A fragment is made once per depth, since below /{l}/ the
// relative links are the same in all languages. Where the text is quoted on another
// page, its anchors are left out and links to them lead to the note.
func (p *planner) fill(t note.Text, n *note.Note, up string, quoted bool) template.HTML {
	if len(t) == 0 {
		return ""
	}
	key := fillKey{&t[0], up, quoted}
	if made, ok := p.fills.Load(key); ok {
		return made.(template.HTML)
	}
	var b strings.Builder
	f := filler{planner: p, n: n, up: up, quoted: quoted}
	for _, span := range t {
		if span.Ref != nil {
			f.ref(&b, *span.Ref)
		} else {
			b.WriteString(f.readdress(span.HTML))
		}
	}
	made := template.HTML(b.String())
	p.fills.Store(key, made)
	return made
}

type filler struct {
	*planner
	n      *note.Note // nil for upstream texts
	up     string
	quoted bool
}

// ref writes a reference as it was written, linked where it leads somewhere.
func (f filler) ref(b *strings.Builder, r note.Ref) {
	words := html.EscapeString(r.Written)
	if r.Code {
		words = "<code>" + words + "</code>"
	}
	path, outside := f.target(r)
	switch {
	case path != "":
		b.WriteString(`<a href="` + html.EscapeString(f.up+path) + `">` + words + `</a>`)
	case outside != "":
		b.WriteString(`<a href="` + html.EscapeString(outside) + `">` + words + `</a>`)
	default:
		b.WriteString(words)
	}
}

// attribute finds the addresses and anchors in rendered HTML. Text cannot look like
// one, since its quotation marks are escaped.
var attribute = regexp.MustCompile(` (href|src|id)="([^"]*)"`)

// readdress makes the addresses that the author wrote relative to the file lead
// from the page instead.
func (f filler) readdress(s string) string {
	if !strings.Contains(s, `="`) {
		return s
	}
	return attribute.ReplaceAllStringFunc(s, func(m string) string {
		parts := attribute.FindStringSubmatch(m)
		name, value := parts[1], html.UnescapeString(parts[2])
		switch {
		case name == "id":
			if f.quoted {
				return ""
			}
			return m
		case strings.HasPrefix(value, "#"):
			if f.quoted && f.n != nil {
				value = f.up + escapePath(notePath(f.n.ID)) + value
			}
		case isExternal(value) || strings.HasPrefix(value, "data:"):
			return m
		default:
			value = f.local(value)
		}
		if value == "" && name == "src" {
			value = "data:,"
		}
		if value == "" {
			return ""
		}
		return " " + name + `="` + html.EscapeString(value) + `"`
	})
}

// local turns an address relative to the note's file into one that is relative to
// the page: another note's page, or a file beside the note. It returns "" for what
// is not there, so that no page has a dead link.
func (f filler) local(dest string) string {
	u, err := url.Parse(dest)
	if err != nil || f.n == nil || strings.HasPrefix(u.Path, "/") {
		return ""
	}
	file := path.Join(path.Dir(f.n.Path), u.Path)
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.EscapedFragment()
	}
	below := strings.TrimPrefix(file, contentDir)
	for _, a := range f.n.Assets {
		if a.Path == below {
			return f.up + "../files/" + escapePath(below)
		}
	}
	if other := f.s.File(file); other != nil {
		return f.up + escapePath(notePath(other.ID)) + fragment
	}
	if id := note.ID(strings.Trim(below, "/")); f.s.Original(id) != nil {
		return f.up + escapePath(notePath(id)) + fragment
	}
	return ""
}

// contentDir is what the paths of notes begin with.
const contentDir = "content/"

// rich returns a block's own HTML with the lang attribute that it needs here.
func (sh *sheet) rich(t note.Text, lang note.Lang, n *note.Note, quoted bool) Rich {
	return Rich{sh.fill(t, n, sh.up, quoted), sh.tag(lang)}
}

// markdown turns a text of the upstream data into HTML; nil for an empty one.
func (sh *sheet) markdown(src string, lang note.Lang) *Rich {
	if strings.TrimSpace(src) == "" {
		return nil
	}
	made, ok := sh.texts.Load(src)
	if !ok {
		doc := markdown.Parse([]byte(src), markdown.Options{Names: sh.o.Names})
		made, _ = sh.texts.LoadOrStore(src, doc.RenderAll(doc.Blocks, markdown.RenderOptions{}))
	}
	return &Rich{sh.fill(made.(note.Text), nil, sh.up, true), sh.tag(lang)}
}
