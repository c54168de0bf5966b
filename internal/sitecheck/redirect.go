package sitecheck

import (
	"bytes"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// The values of use.
const (
	navigate use = ""
	submit   use = "form-action"
	rebase   use = "base-uri"
	picture  use = "img-src"
	script   use = "script-src"
	sheet    use = "style-src"
	font     use = "font-src"
	media    use = "media-src"
	frame    use = "frame-src"
	object   use = "object-src"
	manifest use = "manifest-src"
	connect  use = "connect-src"
	worker   use = "worker-src"
)

// none is the target of pages that do not redirect.
const none int32 = -1

// refresh reads a redirect in a meta element (HTML standard, 4.2.5.3).
func (r *pageReader) refresh(t *tag) {
	a, _ := t.get("content")
	text := string(a.raw)
	seconds, rest, _ := strings.Cut(text, ";")
	if i := strings.IndexByte(text, ','); i >= 0 && i < len(seconds) {
		seconds, rest = text[:i], text[i+1:]
	}
	_ = seconds
	low := strings.ToLower(rest)
	i := strings.Index(low, "url")
	if i < 0 {
		return
	}
	at := len(text) - len(rest) + i + len("url")
	for at < len(text) && (space(text[at]) || text[at] == '=' || text[at] == '\'' || text[at] == '"') {
		at++
	}
	to := attr{name: "refresh", raw: bytes.TrimRight(a.raw[at:], "'\" "), at: a.at + at}
	where := r.c.resolve(r.path, to.text())
	r.page.refresh = r.leads(to, where, navigate)
	if where.kind == outside {
		r.report(to.at, diag.Errorf(diag.Position{}, "site/third-party", "redirect to another host: %s", shortened(where.raw)).
			WithHint("replace the redirect by a link"), where.raw)
	}
}

// circle returns a function that reports a redirect loop, if the page is part of one.
func (r *fileCheck) circle(p *page) []func() {
	seen := []int32{r.i}
	for at := p.refresh; at >= 0 && r.c.pages[at] != nil && !slices.Contains(seen[1:], at); at = r.c.pages[at].refresh {
		if at == r.i {
			return []func(){func() {
				r.report(-1, diag.Errorf(diag.Position{}, "site/circle", "redirect loop: %s redirects back to this page", r.c.files[p.refresh].path).
					WithHint("remove the alias from one of the two notes"), "")
			}}
		}
		seen = append(seen, at)
	}
	return nil
}
