package address

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
)

// SourceOf is the address of a note's file in the repository.
func (o *Options) SourceOf(n *note.Note) string {
	return strings.TrimSuffix(o.Repository, "/") + "/" + fragment.EscapePath(n.Path)
}

// IsoDay returns the day of a time in its own time zone; empty for none.
func IsoDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// LastChanged returns the day of the last commit to a version of a note; empty if unknown.
func LastChanged(history *git.Log, n *note.Note) string {
	c, _ := history.Of(n.Path)
	return IsoDay(c.Last)
}

// firstSeen returns the day of the first commit of a note; empty if unknown.
func (o *Options) firstSeen(n *note.Note) string {
	c, _ := o.History.Of(n.Path)
	return IsoDay(c.Since)
}

// TwinName is the file name of a note's Markdown twin. It is beside the page in the language that
// [TwinLang] returns.
const TwinName = "index.md"

// TwinLang returns the language whose page has the Markdown twin of a version: its own, else the
// first that shows the version; empty if none does.
func TwinLang(s *site.Site, n *note.Note, all []note.Lang) note.Lang {
	if slices.Contains(all, n.Lang) {
		return n.Lang
	}
	for _, l := range all {
		if s.Pick(n.ID, l) == n {
			return l
		}
	}
	return ""
}

// Options is what pages need to know beside the site and the words.
type Options struct {
	Titles map[note.Lang]string // name of the site; "" is the name where a language has none of its own
	// Descriptions is a sentence on the site, as Titles are. Where a language has one, its home
	// shows that under the name of the site, in the place of words that fit every site.
	Descriptions map[note.Lang]string
	BaseURL      string      // https://example.org/notes/; empty when unknown
	Default      note.Lang   // of Languages, for readers of whom nothing is known; empty: the first
	Repository   string      // address that a file's path is appended to, for "edit"; may be empty
	Languages    []note.Lang // of the interface, in order; empty: all that the words have
	Names        *ref.Names  // for official texts that become HTML only here; may be nil
	History      *git.Log    // what git says of the notes' files; may be nil
}

// Address returns the absolute address of a path from the root of the site; "" if the site's own is
// unknown.
func (o *Options) Address(path string) string {
	return strings.TrimSuffix(o.BaseURL, "/") + "/" + fragment.EscapePath(path)
}

// SiteName returns the name of the site in a language.
func (o *Options) SiteName(lang note.Lang) string {
	return cmp.Or(o.Titles[lang], o.Titles[""], "Kawaraban")
}

// OwnName returns the name of the site if it has one of its own.
func (o *Options) OwnName(lang note.Lang) string {
	if name := o.SiteName(lang); name != "Kawaraban" && name != "瓦版" {
		return name
	}
	return ""
}

// SiteDescription returns the sentence about the site in a language; empty if there is none.
func (o *Options) SiteDescription(lang note.Lang) string {
	return cmp.Or(o.Descriptions[lang], o.Descriptions[""])
}
