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

// policy is the strictest content security policy that a host may set, so that the preview
// shows what it would break. It is left out where a site has templates or scripts of its
// own: what those load, only the site knows.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' %s; base-uri 'none'; form-action 'self'"

// framing says in which pages those of the preview may stand: its own, and what editors show
// within themselves, in frames of a scheme that no site of the web has. A page elsewhere, which
// a click of somebody's could be led through, has no part in it.
const framing = "frame-ancestors 'self' vscode-webview: vscode-file:"

// guarded sets the policy of an answer; strict is whether all that it loads is known.
func guarded(h http.Header, host string, strict bool) {
	rules := framing
	if strict {
		rules = fmt.Sprintf(policy, "ws://"+host) + "; " + framing
	}
	h.Set("Content-Security-Policy", rules)
}

// ServeHTTP answers with what the site has at an address, as a static host does.
func (p *Preview) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache") // kept, and asked for again by its sum
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
		name = ".." + r.URL.Path // where there never is a page
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

// lead sends to another address of the site. A browser must not remember it: tomorrow there
// may be a page.
func (p *Preview) lead(w http.ResponseWriter, r *http.Request, name string) {
	to := url.URL{Path: p.o.Base + name, RawQuery: r.URL.RawQuery}
	w.Header().Set("Location", to.String())
	w.WriteHeader(http.StatusFound)
}

// wait returns what the site is now, when the first state has been made; nil where none
// could be.
func (p *Preview) wait(r *http.Request) *shown {
	select {
	case <-p.ready:
	case <-r.Context().Done():
	}
	return p.now.Load()
}

// serve answers with the file of that name, below the base; false where there is none.
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

// serveFile answers with one file: a page with the script, everything else as it is built.
func (p *Preview) serveFile(w http.ResponseWriter, r *http.Request, sh *shown, name string) bool {
	if pg, done, ok := sh.page(name); ok && pg.Kind != finder {
		if done.err != nil {
			p.complain(sh, done.err)
			p.serveProblems(w, r, name, p.newTrouble([]diag.Diagnostic{unmade(done.err)}, sh.state.Line).text)
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

// finder is the kind of the documents that only scripts read.
const finder = "finder"

// serveMissing answers with the site's page for what there is not. It is live too: when there
// is a page at the address, the tab becomes it.
func (p *Preview) serveMissing(w http.ResponseWriter, r *http.Request, sh *shown, name string) {
	done, ok := sh.missing(p.o.Base)
	if !ok || done.err != nil {
		plain(w, r, http.StatusNotFound, "there is no such page")
		return
	}
	send(w, r, http.StatusNotFound, notFound, withScript(done.html, p.script(p.o.Base, pageAt(name), missingSum+done.sum)))
}

// pageAt is the page that a host would show at an address below the base.
func pageAt(name string) string {
	switch {
	case name == "":
		return "index.html"
	case strings.HasSuffix(name, ".html"):
		return name
	}
	return strings.TrimSuffix(name, "/") + "/index.html"
}

// serveOwn answers for the preview's own addresses.
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

// serveProblems answers where no page can be made, with what is wrong. The tab reloads when
// that is mended.
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

// script is the element that makes a page live. root leads to the base.
func (p *Preview) script(root, path, sum string) []byte {
	return fmt.Appendf(nil, `<script type="module" src="%s%spreview.js" data-page="%s" data-sum="%s" data-boot="%s"></script>`,
		root, ownFolder, html.EscapeString(path), sum, p.boot)
}
