package address

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
)

// SourceOf returns the URL of the file of a note in the repository.
func (o *Options) SourceOf(n *note.Note) string {
	return strings.TrimSuffix(o.Repository, "/") + "/" + fragment.EscapePath(n.Path)
}

// sourceRoot matches the end of a file URL, after the URL of the repository.
var sourceRoot = regexp.MustCompile(`/(-/)?(blob|tree|src)/.*$`)

// SourceCode returns the URL of the repository of the site, or "".
func (o *Options) SourceCode() string { return sourceRoot.ReplaceAllString(o.Repository, "") }

// ISODay formats the date of a time in its own time zone, as 2006-01-02. It returns "" for the
// zero time.
func ISODay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// LastChanged returns the date of the last commit to the file of a note, as 2006-01-02, or "".
func LastChanged(history *git.Log, n *note.Note) string {
	c, _ := history.Of(n.Path)
	return ISODay(c.Last)
}

func (o *Options) firstSeen(n *note.Note) string {
	c, _ := o.History.Of(n.Path)
	return ISODay(c.Since)
}

// TwinName is the file name of the Markdown version of a note. The file is in the folder of the
// page in [TwinLang].
const TwinName = "index.md"

// TwinLang returns the language whose folder has the Markdown version of a note. It is the
// language of the note, else the first language that shows the note, else "".
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

// Options are the settings of the site that pages need.
type Options struct {
	Titles map[note.Lang]string // names of the site by language; the key "" is the default
	// Descriptions has descriptions of the site by language; the key "" is the default. The home
	// page shows one instead of the generic text.
	Descriptions map[note.Lang]string
	BaseURL      string               // https://example.org/notes/; empty if unknown
	Default      note.Lang            // one of Languages, for readers whose language is unknown; if empty, the first
	Repository   string               // URL prefix of the files, for "edit" links; may be empty
	Licence      string               // of the notes; may be empty
	Logo         string               // file in static/icons; may be empty
	Footer       map[note.Lang]string // text of the footer by language; may be empty
	Navigation   []config.NavLink     // links after the main lists
	Languages    []note.Lang          // interface languages in order; empty: all
	Names        *ref.Names           // for official texts that are parsed on demand; may be nil
	History      *git.Log             // git history of the notes' files; may be nil
}

// Address returns the absolute address of a path from the root of the site.
func (o *Options) Address(path string) string {
	return strings.TrimSuffix(o.BaseURL, "/") + "/" + fragment.EscapePath(path)
}

// SiteName returns the name of the site in a language, by default "Kawaraban".
func (o *Options) SiteName(lang note.Lang) string {
	return cmp.Or(o.Titles[lang], o.Titles[""], "Kawaraban")
}

// FooterText returns the text of the footer in a language. anyLang reports whether the text is for all
// languages, so its own language is unknown.
func (o *Options) FooterText(lang note.Lang) (text string, anyLang bool) {
	if text = o.Footer[lang]; text != "" {
		return text, false
	}
	return o.Footer[""], true
}

// OwnName returns the name of the site if it differs from the program's name, or "".
func (o *Options) OwnName(lang note.Lang) string {
	if name := o.SiteName(lang); name != "Kawaraban" && name != "瓦版" {
		return name
	}
	return ""
}

// SiteDescription returns the description of the site in a language, or "".
func (o *Options) SiteDescription(lang note.Lang) string {
	return cmp.Or(o.Descriptions[lang], o.Descriptions[""])
}
