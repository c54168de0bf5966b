package source

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/kawaraban/kawaraban/internal/attachment"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
)

// local resolves a relative address against the folder of the note. It returns the path below
// content/, and the fragment with #. ok is false for other addresses, and for paths outside of
// content/.
func (p *parser) local(dest string) (file, fragment string, ok bool) {
	u, err := url.Parse(dest)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(dest, "//") {
		return "", "", false
	}
	if u.EscapedFragment() != "" {
		fragment = "#" + u.EscapedFragment()
	}
	if u.Path == "" {
		return "", fragment, fragment != ""
	}
	dir := path.Dir(strings.TrimPrefix(p.in.Path, Root))
	if strings.HasPrefix(u.Path, "/") {
		dir = "."
	}
	file = path.Join(dir, strings.TrimPrefix(u.Path, "/"))
	if file == ".." || strings.HasPrefix(file, "../") || file == "." {
		return "", "", false
	}
	return file, fragment, true
}

// link returns the address to store in a note.Text. Addresses of notes and files begin with
// note.Home.
func (p *parser) link(dest string, image bool) string {
	file, fragment, ok := p.local(dest)
	if !ok || file == "" {
		return dest
	}
	if id, _, _, isNote := Locate(Root + file); isNote && !image {
		return note.Home + string(id) + fragment
	}
	if kept, _, ok := p.asset(file); ok {
		file = kept
	}
	return note.Home + escapePath(file) + fragment
}

// asset returns a file below content/ and its path. It tries the names in composed (NFC) and
// decomposed (NFD) form, because file systems differ.
func (p *parser) asset(file string) (string, note.Asset, bool) {
	if p.in.Asset == nil {
		return "", note.Asset{}, false
	}
	for _, form := range []string{file, norm.NFC.String(file), norm.NFD.String(file)} {
		if a, ok := p.in.Asset(form); ok {
			return form, a, true
		}
	}
	return "", note.Asset{}, false
}

// links adds the links to notes and anchors to the note.
func (p *parser) links(doc *markdown.Doc) {
	for _, l := range doc.Links {
		file, fragment, ok := p.local(l.Dest)
		if !ok || l.Image {
			continue
		}
		to := note.Link{Place: strings.TrimPrefix(fragment, "#"), Pos: l.Pos}
		if decoded, err := url.PathUnescape(to.Place); err == nil {
			to.Place = decoded
		}
		if file != "" {
			id, lang, _, isNote := Locate(Root + file)
			if !isNote {
				continue
			}
			to.Note, to.Lang = id, lang
		}
		p.note.Links = append(p.note.Links, to)
	}
}

func escapePath(file string) string { return (&url.URL{Path: file}).EscapedPath() }

// size returns the size of a picture in pixels.
func (p *parser) size(dest string) (width, height int, ok bool) {
	file, _, ok := p.local(dest)
	if !ok {
		return 0, 0, false
	}
	_, a, ok := p.asset(file)
	return a.Width, a.Height, ok && a.Width > 0
}

// assets adds the files that the note shows or links to, and reports missing ones.
func (p *parser) assets(doc *markdown.Doc) {
	if p.in.Asset == nil {
		return
	}
	for _, l := range doc.Links {
		file, _, ok := p.local(l.Dest)
		if !ok && outside(l.Dest) {
			p.report(diag.Errorf(l.Pos, "link/outside", "%q is outside of %s", l.Dest, Root).WithHint("move the file next to the note"))
		}
		if !ok || file == "" || IsNote(Root+file) {
			continue
		}
		kept, a, ok := p.asset(file)
		if !ok {
			p.missing(l, file)
			continue
		}
		if a.Refused != "" {
			p.report(diag.Errorf(l.Pos, "link/active-file", "file %q is not published: it %s", l.Dest, a.Refused).
				WithHint("attach only %s, or link to a copy on another site", attachment.Types))
			continue
		}
		if l.Image && a.Width == 0 {
			p.report(diag.Warnf(l.Pos, "link/no-size", "unknown size of picture %q", l.Dest).
				WithHint("use a PNG, JPEG, GIF or SVG file with a width and a height"))
		}
		a.Path = kept
		if !slices.ContainsFunc(p.note.Assets, func(x note.Asset) bool { return x.Path == kept }) {
			p.note.Assets = append(p.note.Assets, a)
		}
	}
	slices.SortFunc(p.note.Assets, func(a, b note.Asset) int { return cmp.Compare(a.Path, b.Path) })
}

// outside reports whether an address is a relative path with .. that local may reject.
func outside(dest string) bool {
	u, err := url.Parse(dest)
	return err == nil && u.Scheme == "" && u.Host == "" && strings.Contains(u.Path, "..")
}

func (p *parser) missing(l markdown.Link, file string) {
	format := "missing file %q"
	if l.Image {
		format = "missing picture %q"
	}
	p.report(diag.Errorf(l.Pos, "link/missing-file", format, l.Dest).WithHint("add the file %s%s, or delete the link", Root, file))
}
