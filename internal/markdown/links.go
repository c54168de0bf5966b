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

// safeSchemes lists the schemes that an absolute address may have: of a link, of a picture.
var (
	safeSchemes        = map[string]bool{"http": true, "https": true, "mailto": true}
	safePictureSchemes = map[string]bool{"http": true, "https": true}
)

// address is a link's target as its author means it: escapes and entities resolved.
func address(dest []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(dest))))
}

// scheme returns the scheme of an address in lower case, "" for a relative one.
// Browsers skip control characters within it, so it is looked for without them.
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

// autoAddress is where an automatic link leads: the address in it, which needs a scheme
// where it is one of a mailbox.
func autoAddress(n *ast.AutoLink, src []byte) string {
	dest := string(n.URL(src))
	if n.AutoLinkType == ast.AutoLinkEmail && scheme(dest) != "mailto" {
		return "mailto:" + dest
	}
	return dest
}

// external says whether an address leads to another host.
func external(dest string) bool {
	s := scheme(dest)
	return s == "http" || s == "https" || strings.HasPrefix(strings.TrimSpace(dest), "//")
}

// refusedScheme returns the scheme of an address that a page must not use, "" for an address
// that it may use.
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

// link notes an address and reports what is wrong with it.
func (p *parse) link(n ast.Node, dest string, image bool) {
	at := p.pos(start(n))
	p.doc.Links = append(p.doc.Links, Link{Dest: dest, Image: image, Pos: at})
	bad := refusedScheme(dest, image)
	switch {
	case bad != "" && image:
		p.report(diag.Warnf(at, "markdown/unsafe-link", "a picture cannot have a %s: address", bad).
			WithHint("put the picture next to the note and use its relative address"))
	case bad != "":
		p.report(diag.Warnf(at, "markdown/unsafe-link", "a link to %s: is not followed", bad).
			WithHint("use an http, https, mailto or relative address"))
	case strings.TrimSpace(dest) == "":
		p.report(diag.Warnf(at, "markdown/empty-link", "a link without an address"))
	case image && external(dest):
		p.report(diag.Warnf(at, "markdown/remote-picture", "a picture from another host is shown as a link").
			WithHint("keep the picture beside the note"))
	}
}

// ownPage says whether an address without fragment is the page of what a reference means, so that a
// link written by hand says no more than the reference itself.
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

// trimAddress leaves host and path of an address.
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

// kepFolder returns the number of the KEP whose folder an address is.
func kepFolder(at string) string {
	if m := kepPath.FindStringSubmatch(at); m != nil {
		return m[1]
	}
	return ""
}

// cardHosts are the hosts of videos and slides, with what a path must begin with.
var cardHosts = map[string]string{
	"youtube.com": "/", "m.youtube.com": "/", "youtu.be": "/", "vimeo.com": "/",
	"speakerdeck.com": "/", "slideshare.net": "/", "docswell.com": "/",
	"docs.google.com": "/presentation/", "bilibili.com": "/video/", "b23.tv": "/", "rutube.ru": "/",
}

// card returns the address of a bare link to a video or slides.
func card(n ast.Node, src []byte) (string, bool) {
	dest := ""
	switch n := n.(type) {
	case *ast.AutoLink:
		dest = string(n.URL(src))
	case *ast.Link:
		dest = address(n.Destination)
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
