package sitecheck

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// parsePolicy parses a policy. If a directive occurs twice, the first one counts.
func parsePolicy(text string) *policy {
	p := &policy{map[string][]string{}}
	for part := range strings.SplitSeq(text, ";") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		name := strings.ToLower(words[0])
		if _, twice := p.directives[name]; !twice {
			p.directives[name] = words[1:]
		}
	}
	return p
}

func (c *crawler) policyOf(text string) *policy {
	if p, ok := c.policies.Load(text); ok {
		return p.(*policy)
	}
	p, _ := c.policies.LoadOrStore(text, parsePolicy(text))
	return p.(*policy)
}

// fallbacks lists the directives that apply if a directive is missing, in order. default-src is
// the last for all of them.
var fallbacks = map[use][]string{
	worker: {"child-src", "script-src"}, frame: {"child-src"}, script: {}, sheet: {}, picture: {}, font: {}, media: {}, object: {}, manifest: {}, connect: {},
}

// sources returns the sources that apply to a use, and the name of their directive. It returns
// false if no directive applies, so that all sources are allowed.
func (p *policy) sources(u use) ([]string, string, bool) {
	names := []string{string(u)}
	if u == script || u == sheet {
		names = []string{string(u) + "-elem", string(u)}
	}
	if more, falls := fallbacks[u]; falls {
		names = append(append(names, more...), "default-src")
	}
	for _, name := range names {
		if s, ok := p.directives[name]; ok {
			return s, name, true
		}
	}
	return nil, "", false
}

// directive returns the directive that applies to a use, as in the policy.
func (p *policy) directive(u use) string {
	s, name, _ := p.sources(u)
	return strings.Join(append([]string{name}, s...), " ")
}

// allows reports whether a page with the policy may load a target.
func (p *policy) allows(u use, to target, c *crawler) bool {
	sources, _, ok := p.sources(u)
	if !ok {
		return true
	}
	for _, s := range sources {
		low := strings.ToLower(s)
		switch {
		case low == "'self'":
			if to.kind == inside || to.kind == beyond {
				return true
			}
		case to.kind == embedded:
			if low == "data:" {
				return true
			}
		case strings.HasPrefix(low, "'"):
		case to.kind == outside && matches(s, to.raw), to.kind == inside && c.root != nil && matches(s, c.root.String()):
			return true
		}
	}
	return false
}

func matches(source, address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	scheme, rest, named := strings.Cut(source, "://")
	switch {
	case source == "*":
		return true
	case strings.HasSuffix(source, ":"):
		return strings.EqualFold(strings.TrimSuffix(source, ":"), u.Scheme)
	case !named:
		rest = source
	case !strings.EqualFold(scheme, u.Scheme) && (!strings.EqualFold(scheme, "http") || u.Scheme != "https"):
		return false
	}
	host, below, _ := strings.Cut(rest, "/")
	wild, any := strings.CutPrefix(host, "*.")
	if any && !strings.HasSuffix(strings.ToLower(u.Host), "."+strings.ToLower(wild)) || !any && !strings.EqualFold(host, u.Host) {
		return false
	}
	at := strings.TrimPrefix(u.Path, "/")
	return below == "" || at == below || strings.HasSuffix(below, "/") && strings.HasPrefix(at, below)
}

// inline reports whether the policy allows an inline script or style by its hash, by a nonce or
// by 'unsafe-inline'.
func (p *policy) inline(kind, text, nonce string) bool {
	u := script
	if kind == "style" {
		u = sheet
	}
	sources, _, ok := p.sources(u)
	if !ok {
		return true
	}
	strict := false // hashes and nonces disable 'unsafe-inline'
	for _, s := range sources {
		if nonce != "" && s == "'nonce-"+nonce+"'" || slices.Contains(sums(text), s) {
			return true
		}
		strict = strict || strings.HasPrefix(s, "'nonce-") || strings.HasPrefix(s, "'sha")
	}
	return !strict && slices.ContainsFunc(sources, func(s string) bool { return strings.EqualFold(s, "'unsafe-inline'") })
}

// sums returns the hash sources that match a text.
func sums(text string) []string {
	a, b, c := sha256.Sum256([]byte(text)), sha512.Sum384([]byte(text)), sha512.Sum512([]byte(text))
	e := base64.StdEncoding
	return []string{
		"'sha256-" + e.EncodeToString(a[:]) + "'", "'sha384-" + e.EncodeToString(b[:]) + "'", "'sha512-" + e.EncodeToString(c[:]) + "'",
	}
}

// headers are the directives that have no effect in a meta element (CSP3, 3.3).
var headers = []string{"frame-ancestors", "report-uri", "report-to", "sandbox"}

// weak returns the reason why a policy allows nearly all scripts, or "".
func (p *policy) weak() string {
	sources, name, ok := p.sources(script)
	if !ok {
		return "allows all scripts"
	}
	for _, s := range sources {
		switch strings.ToLower(s) {
		case "'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:", "data:":
			return "allows nearly all scripts: " + s + " in " + name
		}
	}
	return ""
}

func (r *pageReader) meta(t *tag) {
	switch strings.ToLower(t.text("http-equiv")) {
	case "content-security-policy":
		r.takePolicy(t)
	case "refresh":
		r.refresh(t)
	}
}

// takePolicy checks a policy and sets that of the page. A second policy can only restrict the
// first.
func (r *pageReader) takePolicy(t *tag) {
	at := t.place("content")
	p := r.c.policyOf(t.text("content"))
	if r.body {
		r.report(at, diag.Errorf(diag.Position{}, "site/policy", "policy in the body has no effect").
			WithHint("move it to the start of the head"), "")
		return
	}
	if why := p.weak(); why != "" {
		r.report(at, diag.Errorf(diag.Position{}, "site/policy", "policy %s", why).
			WithHint("write script-src 'self', which is enough for pages of Kawaraban"), why)
	}
	for _, name := range headers {
		if _, ok := p.directives[name]; ok {
			r.report(at, diag.Warnf(diag.Position{}, "site/policy", "directive %s has no effect in a page, only in a header", name).
				WithHint("remove it, or configure the host to send it"), name)
		}
	}
	if r.policy == nil {
		r.policy = p
	}
}
