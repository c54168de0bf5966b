package builder

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/memo"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// Links builds links to things: KEPs, pull requests, releases, people and so on.
type Links struct {
	pg   *Page
	memo *memo.Map[targetKey, target]
}

// Change links to the pull request of a change, by preference on this site.
func (ls *Links) Change(c *site.Change) view.Link {
	if c.PR != "" {
		return ls.Pull(c.PR)
	}
	id := c.Note.Repo + "#" + strconv.Itoa(c.Note.PR)
	return ls.Thing(note.Key{Kind: note.Thread, ID: id}, id)
}

// byGroup reports whether a note is about the changes of one SIG. Links use the name of the SIG
// instead of the title of such a note.
func byGroup(n *note.Note) bool { return n.Kind == note.Changes && len(n.SIGs) == 1 }

var kepFolder = regexp.MustCompile(`(?:^|/)(?:KEP-|#)?0*([0-9]{1,5})(?:[-/]|$)`)

// KEPRefs links to the KEPs that a kep.yaml lists. A known KEP gets a link by its number. Others
// get a link to the URL in the file, or plain text.
func (ls *Links) KEPRefs(written []string) []view.Link {
	var out []view.Link
	for _, w := range written {
		w = strings.TrimSpace(w)
		if m := kepFolder.FindStringSubmatch(w); m != nil && len(ls.pg.Data.KEP(m[1])) > 0 {
			l := ls.KEP(ls.pg.Data.KEP(m[1])[0].Number)
			out = append(out, l)
			continue
		}
		if w != "" {
			out = append(out, ls.elsewhereRef(w))
		}
	}
	return out
}

var markdownLink = regexp.MustCompile(`^\[([^\]]+)\]\((\S+)\)$`)

// elsewhereRef links to a document that a kep.yaml lists: a URL, a URL with text, or a Markdown
// link. Other text stays plain.
func (ls *Links) elsewhereRef(w string) view.Link {
	address, words, _ := strings.Cut(w, " ")
	if m := markdownLink.FindStringSubmatch(w); m != nil {
		address, words = m[2], m[1]
	}
	words = strings.TrimLeft(words, "- ")
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return view.Link{Text: w, Lang: ls.pg.English()}
	}
	if words == "" {
		return view.Link{Href: address, Text: cmp.Or(path.Base(u.Path), u.Host), External: true}
	}
	return view.Link{Href: address, Text: words, Lang: ls.pg.English(), External: true}
}

func (ls *Links) later(l site.Later) *view.Link {
	change := ls.pg.Site.Facts(l.Release).Change(l.PR)
	if change == nil || !ls.pg.Site.HasRelease(l.Release) {
		return nil
	}
	href := ls.pg.Href(address.ChangesPath(l.Release)) + "#" + address.ChangeID(change)
	return &view.Link{Href: href, Text: ls.pg.L.T("came.published", "#"+l.PR, l.Release)}
}

// NameLang returns the lang attribute of the name of a person: none for Latin letters, else the
// language of its script. If several languages share the script, it prefers near, the language of
// the notes.
func (ls *Links) NameLang(name string, near note.Lang) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r >= 0x370 }) {
		return ""
	}
	return ls.pg.Tag(locale.Detect(name, near))
}

// Authors links to the authors of a note.
func (ls *Links) Authors(n *note.Note) []view.Link {
	out := ls.Persons(n.Meta.Authors)
	for i := range out {
		out[i].Lang = ls.NameLang(out[i].Text, n.Lang)
	}
	return out
}

// Thing links to the page of a thing on this site, else to its upstream URL. Without either, the
// link has only a text.
func (ls *Links) Thing(key note.Key, text string) view.Link {
	var l target
	if key.Kind == note.PR { // not cached: there are too many
		l = ls.target(key)
	} else {
		l = ls.memo.Make(targetKey{key, ls.pg.Up}, func() target { return ls.target(key) })
	}
	return view.Link{Href: l.href, Text: text, External: l.outside}
}

type targetKey struct {
	key note.Key
	up  string // relative path to /{l}/
}

// target is the address of a thing. It is empty if the thing has none.
type target struct {
	href    string
	outside bool // on another site
}

func (ls *Links) target(key note.Key) target {
	path, outside := ls.pg.Book.Target(note.Ref{Kind: key.Kind, ID: key.ID})
	if path != "" {
		return target{ls.pg.Href(path), false}
	}
	return target{outside, outside != ""}
}

// Release links to the page of a release. The link has only a text if the site does not have the
// release.
func (ls *Links) Release(r note.Release) view.Link {
	if !ls.pg.Site.HasRelease(r) {
		return view.Link{Text: string(r)}
	}
	return view.Link{Href: ls.pg.Href(address.ReleasePath(r)), Text: string(r)}
}

// Pull links to a pull request.
func (ls *Links) Pull(pr string) view.Link {
	return ls.Thing(note.Key{Kind: note.PR, ID: pr}, "#"+pr)
}

// KEP links to a KEP by number, with its title.
func (ls *Links) KEP(number string) view.Link {
	l := ls.Thing(note.Key{Kind: note.KEP, ID: number}, "KEP-"+number)
	l.Note, l.NoteLang = ls.pg.Book.KEPTitle(number), "en" // set on English pages too, because all languages share the links
	return l
}

// Gate links to a feature gate.
func (ls *Links) Gate(name string) view.Link {
	return ls.Thing(note.Key{Kind: note.Gate, ID: name}, name)
}

// SIG links to a SIG by name.
func (ls *Links) SIG(g note.SIG) view.Link {
	return ls.Thing(note.Key{Kind: note.SIGRef, ID: string(g)}, ls.pg.Book.SIGName(g))
}

// Person links to a person. A name that is not a handle and has no page stays plain text.
func (ls *Links) Person(id string) view.Link {
	key := note.Key{Kind: note.PersonRef, ID: id}
	l := ls.Thing(key, ls.pg.Site.Spelling(key))
	if l.External && !upstream.IsHandle(id) {
		return view.Link{Text: id}
	}
	return l
}

// Persons links to people.
func (ls *Links) Persons(ps []note.Person) []view.Link {
	var out []view.Link
	for _, p := range ps {
		out = append(out, ls.Person(string(p)))
	}
	return out
}
