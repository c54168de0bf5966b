package markdown

import (
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// safeSchemes and safePictureSchemes list the schemes that absolute addresses may have.
var (
	safeSchemes        = map[string]bool{"http": true, "https": true, "mailto": true}
	safePictureSchemes = map[string]bool{"http": true, "https": true}
)

func address(dest []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(dest))))
}

// scheme returns the scheme of an address in lower case, "" for a relative one. It ignores control
// characters, because browsers do.
func scheme(dest string) string {
	dest = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return -1
		}
		return r
	}, dest)
	i := strings.IndexAny(dest, ":/?#")
	if i < 0 || dest[i] != ':' {
		return ""
	}
	return strings.ToLower(dest[:i])
}

// autoAddress returns the target of an automatic link; a mail address gets the scheme mailto.
func autoAddress(n *ast.AutoLink, src []byte) string {
	dest := string(n.URL(src))
	if n.AutoLinkType == ast.AutoLinkEmail && scheme(dest) != "mailto" {
		return "mailto:" + dest
	}
	return dest
}

func external(dest string) bool {
	s := scheme(dest)
	return s == "http" || s == "https" || strings.HasPrefix(strings.TrimSpace(dest), "//")
}

// refusedScheme returns the scheme of an address that pages must not use, else "".
func refusedScheme(dest string, image bool) string {
	safe := safeSchemes
	if image {
		safe = safePictureSchemes
	}
	if s := scheme(dest); s != "" && !safe[s] {
		return s
	}
	return ""
}

func (p *parse) link(n ast.Node, dest string, image bool) {
	at := p.pos(start(n))
	p.doc.Links = append(p.doc.Links, Link{Dest: dest, Image: image, Pos: at})
	bad := refusedScheme(dest, image)
	switch {
	case bad != "" && image:
		p.report(diag.Warnf(at, "markdown/unsafe-link", "unsafe picture address %q", bad).
			WithHint("move the picture next to the note and use its relative address"))
	case bad != "":
		p.report(diag.Warnf(at, "markdown/unsafe-link", "unsafe link address %q", bad).
			WithHint("use an http, https, mailto or relative address"))
	case strings.TrimSpace(dest) == "":
		p.report(diag.Warnf(at, "markdown/empty-link", "empty link address"))
	case image && external(dest):
		p.report(diag.Warnf(at, "markdown/remote-picture", "picture from another host is shown as a link").
			WithHint("move the picture next to the note"))
	}
}

// ownPage reports whether an address without fragment is the page of a reference. Then a link to it
// adds nothing to the reference.
func ownPage(r note.Ref, dest string) bool {
	if !external(dest) {
		return false
	}
	at := trimAddress(dest)
	if own := ref.URL(r); own != "" && strings.EqualFold(at, trimAddress(own)) {
		return true
	}
	if thread := ref.KindOf(r.Kind).Thread; thread != nil {
		if repo, number := thread(r.ID); threadPage(at, repo, number) {
			return true
		}
	}
	return r.Kind == note.KEP && kepFolder(at) == r.ID
}

func trimAddress(dest string) string {
	_, rest, ok := strings.Cut(dest, "//")
	if !ok {
		return dest
	}
	rest, _, _ = strings.Cut(rest, "?")
	return strings.TrimPrefix(strings.TrimSuffix(rest, "/"), "www.")
}

func threadPage(at, repo, number string) bool {
	for _, kind := range []string{"pull", "issues"} {
		if strings.EqualFold(at, "github.com/"+repo+"/"+kind+"/"+number) {
			return true
		}
	}
	return false
}

var kepPath = regexp.MustCompile(`^github\.com/kubernetes/enhancements/(?:tree|blob)/[^/]+/keps/(?:[^/]+/)+?0*(\d+)-[^/]+(?:/README\.md)?$`)

func kepFolder(at string) string {
	if m := kepPath.FindStringSubmatch(at); m != nil {
		return m[1]
	}
	return ""
}

// cardHosts maps the hosts of videos and slides to the required start of the path.
var cardHosts = map[string]string{
	"youtube.com": "/", "m.youtube.com": "/", "youtu.be": "/", "vimeo.com": "/",
	"speakerdeck.com": "/", "slideshare.net": "/", "docswell.com": "/",
	"docs.google.com": "/presentation/", "bilibili.com": "/video/", "b23.tv": "/", "rutube.ru": "/",
}

func card(n ast.Node, src []byte) (string, bool) {
	dest := ""
	switch n := n.(type) {
	case *ast.AutoLink:
		dest = string(n.URL(src))
	case *ast.Link:
		dest = address(n.Destination)
		if _, ok := n.AttributeString("media"); ok {
			return dest, true
		}
		t, ok := n.FirstChild().(*ast.Text)
		if !ok || t.NextSibling() != nil || string(t.Segment.Value(src)) != dest {
			return "", false
		}
	}
	u, err := url.Parse(dest)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") {
		return "", false
	}
	begin, ok := cardHosts[strings.TrimPrefix(strings.ToLower(u.Host), "www.")]
	if ok && len(u.Path) > 1 && strings.HasPrefix(u.Path, begin) {
		return dest, true
	}
	return dest, strings.EqualFold(path.Ext(u.Path), ".pdf")
}
