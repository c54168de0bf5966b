package sitecheck

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// addressed lists the attributes that have a URL, by element. Those of link elements depend on
// rel. data-search is the script that a page imports when the user starts a search.
var addressed = map[atom.Atom]map[string]use{
	atom.A: {"href": navigate, "data-search": script}, atom.Area: {"href": navigate}, atom.Base: {"href": rebase},
	atom.Form: {"action": submit}, atom.Button: {"formaction": submit},
	atom.Input: {"formaction": submit, "src": picture}, atom.Img: {"src": picture, "srcset": picture},
	atom.Source: {"src": media, "srcset": picture}, atom.Video: {"src": media, "poster": picture}, atom.Audio: {"src": media},
	atom.Track: {"src": media}, atom.Script: {"src": script, "href": script}, atom.Iframe: {"src": frame}, atom.Frame: {"src": frame},
	atom.Embed: {"src": object}, atom.Object: {"data": object}, atom.Body: {"background": picture}, atom.Image: {"href": picture, "xlink:href": picture},
	atom.Blockquote: {"cite": navigate}, atom.Q: {"cite": navigate}, atom.Ins: {"cite": navigate}, atom.Del: {"cite": navigate},
}

// drawn lists the attributes of the SVG element use, which has no atom.
var drawn = map[string]use{"href": picture, "xlink:href": picture}

// related is the use of a link element by its rel attribute. Other values are links for readers.
var related = map[string]use{
	"stylesheet": sheet, "icon": picture, "apple-touch-icon": picture, "mask-icon": picture, "modulepreload": script,
	"manifest": manifest, "prefetch": connect, "preconnect": connect, "dns-prefetch": connect,
}

// preloaded is the use of a preload by its as attribute.
var preloaded = map[string]use{"script": script, "style": sheet, "image": picture, "font": font, "fetch": connect, "worker": worker, "audio": media, "video": media}

// uses checks the URLs of a tag: whether their targets exist, and whether the policy allows them.
func (r *pageReader) uses(t *tag) {
	attrs := addressed[t.atom]
	switch {
	case t.atom == atom.Link:
		attrs = map[string]use{"href": linkUse(t)}
	case t.name == "use":
		attrs = drawn
	}
	for _, a := range t.attrs {
		u, ok := attrs[a.name]
		switch {
		case ok && a.name == "srcset":
			for _, each := range candidates(a) {
				r.address(each, u)
			}
		case ok:
			r.address(a, u)
		case a.name == "style":
			r.inlined(a.at, "style", "style attribute", a.text())
		case strings.HasPrefix(a.name, "on") && len(a.name) > 4:
			r.inlined(a.at, "script", a.name+" attribute", a.text())
		}
	}
}

func linkUse(t *tag) use {
	for rel := range strings.FieldsSeq(strings.ToLower(t.text("rel"))) {
		if rel == "preload" {
			return preloaded[strings.ToLower(t.text("as"))]
		}
		if u, ok := related[rel]; ok {
			return u
		}
	}
	return navigate
}

func candidates(a attr) []attr {
	var out []attr
	for i := 0; i < len(a.raw); {
		for i < len(a.raw) && (space(a.raw[i]) || a.raw[i] == ',') {
			i++
		}
		start := i
		for i < len(a.raw) && !space(a.raw[i]) {
			i++
		}
		one := bytes.TrimRight(a.raw[start:i], ",")
		if len(one) > 0 {
			out = append(out, attr{name: a.name, raw: one, at: a.at + start})
		}
		if len(one) < i-start {
			continue
		}
		for i < len(a.raw) && a.raw[i] != ',' {
			i++
		}
	}
	return out
}

func (r *pageReader) address(a attr, u use) int32 {
	key := string(a.raw)
	to, ok := r.known[key]
	if !ok {
		to = r.c.resolve(r.path, strings.Trim(a.text(), " \t\r\n\f"))
		r.known[key] = to
	}
	file := r.follow(a, to, u)
	if u != navigate {
		r.request(a.at, to, u)
	}
	return file
}

// request checks a URL that the browser loads without a user action.
func (r *pageReader) request(at int, to target, u use) {
	if r.policy == nil && r.early == 0 {
		r.early = at
	}
	what := "request to"
	if u == submit {
		what = "form for"
	}
	switch {
	case to.kind == outside && u == rebase:
	case to.kind == outside:
		r.report(at, diag.Errorf(diag.Position{}, "site/third-party", "%s another host: %s", what, shortened(to.raw)).
			WithHint("host the file on the site, or link to it, so that readers are not tracked"), to.raw)
		return
	case to.kind == running:
		return
	}
	if r.policy != nil && !r.policy.allows(u, to, r.c) {
		r.report(at, diag.Errorf(diag.Position{}, "site/refused", "%s %s is refused by the policy: %s", what, shortened(to.raw), r.policy.directive(u)).
			WithHint("allow it in the policy, or remove it"), string(u)+to.key())
	}
}

// inlined reports inline code that the policy blocks.
func (r *pageReader) inlined(at int, kind, what, text string) {
	if r.policy != nil && r.policy.inline(kind, text, "") {
		return
	}
	r.report(at, diag.Errorf(diag.Position{}, "site/inline", "%s, refused by a strict policy", what).
		WithHint("move it to a file in static/"), what)
}

// dataBlock reports whether a script type is for data, which browsers do not run.
func dataBlock(kind string) bool {
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind != "" && kind != "module" && kind != "importmap" && kind != "speculationrules" && !strings.HasSuffix(kind, "javascript") && !strings.HasSuffix(kind, "ecmascript")
}

func (r *pageReader) inlineScript(raw []byte, in element) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return
	}
	var t tag
	scan(r.src[in.at:], func(found *tag) bool {
		t = *found
		return false
	})
	if _, file := t.get("src"); file || dataBlock(t.text("type")) {
		return
	}
	if r.policy != nil && r.policy.inline("script", string(raw), t.text("nonce")) {
		return
	}
	r.report(in.at, diag.Errorf(diag.Position{}, "site/inline", "inline script, refused by a strict policy").
		WithHint("move it to a file in static/"), "script")
}

func (r *pageReader) styles(raw []byte, at int) {
	r.inlined(at, "style", "inline styles", string(raw))
	for _, a := range inStyles(raw, at) {
		r.address(a.attr, a.use)
	}
}

type asked struct {
	attr
	use use
}

// Patterns for URLs in a style sheet: url(…) and @import.
var (
	inSheet = regexp.MustCompile(`(?i)/\*|(@import\s+)?url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^)"'\s]*))\s*\)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')|@font-face`)
	ofFonts = regexp.MustCompile(`(?i)\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)`)
)

// inStyles returns the URLs in a style sheet. at is its offset in the file.
func inStyles(src []byte, at int) []asked {
	var out []asked
	for i := 0; i < len(src); {
		m := inSheet.FindSubmatchIndex(src[i:])
		if m == nil {
			break
		}
		if src[i+m[0]] == '/' {
			end := bytes.Index(src[i+m[1]:], []byte("*/"))
			if end < 0 {
				break
			}
			i += m[1] + end + 2
			continue
		}
		for group := 2; group <= 6; group++ {
			from, to := m[2*group], m[2*group+1]
			if from < 0 || from == to {
				continue
			}
			a := asked{attr{name: "url", raw: src[i+from : i+to], at: at + i + from}, picture}
			switch {
			case m[2] >= 0 || group > 4:
				a.use = sheet
			case ofFonts.Match(a.raw):
				a.use = font
			}
			out = append(out, a)
		}
		i += m[1]
	}
	return out
}

// inModule matches imports and requests with a literal URL in a script.
var inModule = regexp.MustCompile(`(?:^|[;}\n]\s*|\s)(?:import|export)(?:\s*[\w$*{}, \t\r\n]*?\bfrom)?\s*["']([^"'\n]+)["']` +
	`|\b(?:import|importScripts)\(\s*["']([^"'\n]+)["']` +
	`|\bnew\s+(?:Shared)?Worker\(\s*["']([^"'\n]+)["']` +
	`|\bnew\s+URL\(\s*["']([^"'\n]+)["']\s*,\s*import\.meta\.url` +
	`|\bfetch\(\s*["'](https?:[^"'\n]+)["']`)

// inScript returns the URLs that a script loads.
func inScript(src []byte) []asked {
	var out []asked
	for _, m := range inModule.FindAllSubmatchIndex(src, -1) {
		for group, u := range []use{script, script, worker, connect, connect} {
			from, to := m[2*group+2], m[2*group+3]
			if from < 0 {
				continue
			}
			raw := src[from:to]
			if whole, err := url.Parse(string(raw)); err != nil || !whole.IsAbs() && !slices.Contains([]byte("./"), raw[0]) {
				continue // a name in an import map, or text
			}
			out = append(out, asked{attr{name: "import", raw: raw, at: from}, u})
		}
	}
	return out
}

// follow checks the target of a URL and its fragment. It returns the index of the file, or -1.
func (r *pageReader) follow(a attr, to target, u use) int32 {
	file := r.leads(a, to, u)
	if file < 0 || to.place == "" || strings.EqualFold(to.place, "top") || strings.HasPrefix(to.place, ":~:") || !isPage(r.c.files[file].path) {
		return file
	}
	place, _, _ := strings.Cut(to.place, ":~:") // without a text fragment
	written, _, _ := strings.Cut(to.written, ":~:")
	if file == r.i {
		r.here = append(r.here, fragment{place, written, a.at})
		return file
	}
	r.page.wanted = append(r.page.wanted, wanted{file, int32(a.at), sum(place), sum(written)})
	return file
}

func (r *pageReader) start(t *tag) {
	r.implied(t.atom)
	parent := r.within()
	e := element{name: t.name, atom: t.atom, at: t.at, textContext: r.lang.enter(t, parent.textContext)}
	r.identify(t)
	r.uses(t)
	switch t.atom {
	case atom.Html:
		r.language(t)
	case atom.Body:
		r.body = true
	case atom.Meta:
		r.meta(t)
	case atom.Svg, atom.Math:
		r.svg++
	}
	block := !inline[t.atom]
	if block {
		r.lang.flush()
	}
	if void[t.atom] || t.self && r.svg > 0 {
		r.left(e)
		return
	}
	r.open = append(r.open, e)
}

func (r *pageReader) text(raw []byte, at int) {
	in := r.within()
	switch in.atom {
	case atom.Script:
		r.inlineScript(raw, in)
	case atom.Style:
		r.styles(raw, at)
	case atom.Title:
		r.lang.raw(r.ownTitle(raw), in.textContext, at)
	default:
		r.lang.raw(raw, in.textContext, at)
	}
}
