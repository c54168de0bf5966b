package preview

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// policy is the strictest content security policy that a host may set. The preview uses it, so
// that authors see what the policy would block. It is not used if the site has templates or
// scripts of its own, because these may load other resources.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' %s; base-uri 'none'; form-action 'self'"

// framing is the policy for frames. It allows pages of the preview and editors, whose URL schemes
// web pages cannot have. It prevents clickjacking.
const framing = "frame-ancestors 'self' vscode-webview: vscode-file:"

// guarded sets the policies of a response. strict is false if the site has templates or scripts
// of its own.
func guarded(h http.Header, host string, strict bool) {
	rules := framing
	if strict {
		rules = fmt.Sprintf(policy, "ws://"+host) + "; " + framing
	}
	h.Set("Content-Security-Policy", rules)
}

// ServeHTTP serves the site as a static host would. Pages include the script of the preview.
func (p *Preview) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache") // browsers revalidate by ETag
	guarded(h, r.Host, false)
	if why := p.refusal(r); why != "" {
		plain(w, r, http.StatusForbidden, why)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		plain(w, r, http.StatusMethodNotAllowed, "a preview is only read")
		return
	}
	name, below := strings.CutPrefix(r.URL.Path, p.o.Base)
	switch {
	case !below && (r.URL.Path == "/" || r.URL.Path+"/" == p.o.Base):
		p.lead(w, r, "")
		return
	case !below:
		name = ".." + r.URL.Path // a name that no page can have
	}
	if own, ok := strings.CutPrefix(name, ownFolder); ok && below {
		p.serveOwn(w, r, own)
		return
	}
	sh := p.wait(r)
	if sh == nil {
		p.serveProblems(w, r, name, p.trouble.Load().text)
		return
	}
	guarded(h, r.Host, sh.strict)
	if !below || !p.serve(w, r, sh, name) {
		p.serveMissing(w, r, sh, name)
	}
}

// lead redirects to another page. Browsers must not cache the redirect, because a page may be
// created at this URL.
func (p *Preview) lead(w http.ResponseWriter, r *http.Request, name string) {
	to := url.URL{Path: p.o.Base + name, RawQuery: r.URL.RawQuery}
	w.Header().Set("Location", to.String())
	w.WriteHeader(http.StatusFound)
}

// wait returns the current state. It waits until the first state is computed or has failed. It
// returns nil if there is no state.
func (p *Preview) wait(r *http.Request) *shown {
	select {
	case <-p.ready:
	case <-r.Context().Done():
	}
	return p.now.Load()
}

// serve writes the file at a path relative to the base. It returns false if there is none.
func (p *Preview) serve(w http.ResponseWriter, r *http.Request, sh *shown, name string) bool {
	if name != "" && !fs.ValidPath(strings.TrimSuffix(name, "/")) || strings.ContainsAny(name, "\\\x00") {
		return false
	}
	if name == "" || strings.HasSuffix(name, "/") {
		return p.serveFile(w, r, sh, name+"index.html")
	}
	if p.serveFile(w, r, sh, name) {
		return true
	}
	if _, ok, err := sh.state.File(p.life, name+"/index.html"); ok && err == nil {
		p.lead(w, r, name+"/")
		return true
	}
	return false
}

// serveFile writes a file. A page includes the script of the preview.
func (p *Preview) serveFile(w http.ResponseWriter, r *http.Request, sh *shown, name string) bool {
	if pg, done, ok := sh.page(name); ok && pg.Kind != finder {
		if done.err != nil {
			p.complain(sh, done.err)
			p.serveProblems(w, r, name, p.newTrouble([]diag.Diagnostic{buildProblem(done.err)}, sh.state.Line).text)
			return true
		}
		p.kinds.saw(pg)
		root := strings.Repeat("../", strings.Count(name, "/"))
		send(w, r, http.StatusOK, name, withScript(done.html, p.script(root, name, done.sum)))
		return true
	}
	f, ok, err := sh.state.File(p.life, name)
	if err == nil && !ok {
		return false
	}
	var b []byte
	if err == nil {
		b, err = f.Bytes()
	}
	if err != nil {
		p.complain(sh, err)
		plain(w, r, http.StatusInternalServerError, err.Error())
		return true
	}
	send(w, r, http.StatusOK, name, b)
	return true
}

const finder = "finder"

// serveMissing writes the 404 page of the site. It includes the script, so that the tab is
// updated when the page is created.
func (p *Preview) serveMissing(w http.ResponseWriter, r *http.Request, sh *shown, name string) {
	done, ok := sh.missing(p.o.Base)
	if !ok || done.err != nil {
		plain(w, r, http.StatusNotFound, "there is no such page")
		return
	}
	send(w, r, http.StatusNotFound, notFound, withScript(done.html, p.script(p.o.Base, pageAt(name), missingSum+done.sum)))
}

func pageAt(name string) string {
	switch {
	case name == "":
		return "index.html"
	case strings.HasSuffix(name, ".html"):
		return name
	}
	return strings.TrimSuffix(name, "/") + "/index.html"
}

// serveOwn serves the URLs of the preview itself.
func (p *Preview) serveOwn(w http.ResponseWriter, r *http.Request, name string) {
	if name == "ws" {
		p.serveTab(w, r)
		return
	}
	b, ok := p.scripts[name]
	if !ok {
		plain(w, r, http.StatusNotFound, "the preview has no such file")
		return
	}
	send(w, r, http.StatusOK, name, b)
}

// serveProblems writes the problems if the page cannot be rendered. The tab reloads when they are
// fixed.
func (p *Preview) serveProblems(w http.ResponseWriter, r *http.Request, name, text string) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Kawaraban</title>\n%s</head>\n<body>\n<main>\n<h1>Kawaraban</h1>\n<pre>%s</pre>\n</main>\n</body>\n</html>\n",
		p.script(p.o.Base, pageAt(name), noneSum), escapeText(text))
	guarded(w.Header(), r.Host, true)
	send(w, r, http.StatusInternalServerError, "problems.html", b.Bytes())
}

func escapeText(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// script returns the script element. root is the relative path to the base URL.
func (p *Preview) script(root, path, sum string) []byte {
	return fmt.Appendf(nil, `<script type="module" src="%s%spreview.js" data-page="%s" data-sum="%s" data-boot="%s"></script>`,
		root, ownFolder, html.EscapeString(path), sum, p.boot)
}
