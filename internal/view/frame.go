// Package view holds the data of the templates: one struct of plain values per template, and parts
// that they share. A template gets only its struct, never the site, so the struct contains
// everything a page depends on.
//
// A struct is named after its template: template "kep" prints a [KEPView]. It embeds [Frame], the
// page around the content. The other types are parts, such as [Entry], [Link] and [Tag]. A part
// with its own template embeds [Words], the interface text, because a template can only access its
// argument.
//
// Values are ready to print: in reading order, with dates and numbers in the page's language, and
// with addresses relative to the page. An empty string or a nil pointer is not printed.
//
// To add a kind of page, add a struct here and a template with its name. A test in package output
// type-checks the templates. Package page fills the structs.
package view

import (
	"html/template"
)

// Share holds Open Graph metadata (ogp.me). It is set only if the site's address is known. It has
// the four required properties, the site name and the alt text of the picture. Optional properties
// that other tags already cover are omitted to keep pages small.
type Share struct {
	Type      string // website or article
	Address   string // canonical address of the page
	Base      string // address of the site, prefix of the picture's address
	Locale    string // of the content: zh_CN; empty for the default en_US
	Published string // date of an article; may be empty
}

// Wording provides the interface text in one language. *locale.Language implements it.
type Wording interface {
	T(key string, args ...any) string        // the text of a key, with {0} {1} replaced by args
	N(key string, n int, args ...any) string // the plural form for n; {n} is the localised number
}

// Words gives templates access to the interface text: {{.T "nav.releases"}}, {{.N "count.entries"
// .Entries}}.
type Words struct{ wording Wording }

// NewWords returns the words of an interface language.
func NewWords(w Wording) Words { return Words{w} }

// T returns the interface text of a key.
func (w Words) T(key string, args ...any) string { return w.wording.T(key, args...) }

// N returns the plural form of key for n.
func (w Words) N(key string, n int, args ...any) string { return w.wording.N(key, n, args...) }

// Voice returns the language of the words, for comparison.
func (w Words) Voice() any { return w.wording }

// Frame is the page around the content. Every view embeds it.
//
// All addresses are relative to the page and ready for href. Links within the site end in a slash
// or a fragment. Lang fields in all views are BCP 47 tags for a lang attribute. An empty Lang means
// the page's own language, or no language (numbers).
type Frame struct {
	Words
	Kind     string   // name of the template: home, release, note …; also a class of <body>
	Sheets   []string // style sheets of this kind of pages, files of static/css/pages/
	Lang     string   // interface language as in addresses: en, ja, zh, ru; empty on / and 404
	HTMLLang string   // for <html lang>: zh-Hans
	Dir      string   // ltr or rtl

	Site        string // name of the site
	Own         string // the same, unless it is the program's name, whose logo is next to it
	AnyLang     bool   // the name is not in a known language: lang=""
	Bilingual   bool   // the text is in two languages, side by side at first: it needs the room of Side
	Title       string // plain title of the page without the site name
	TitleLang   string // language of Title if it differs (a note's title)
	Description string // plain sentence for <meta name=description>; may be empty
	DescLang    string

	Release string // release of pages below it, and of a site with one release: the default filter of searches

	Root string // path to the root of the site: "../../../" or "./"
	Home string // the language's home page

	Fixed     string        // cache key of the menu
	Menu      []NavItem     // the main lists
	More      []NavItem     // the other lists
	InMore    string        // the one of More that the page belongs to; may be empty
	Side      []SideGroup   // left column: related pages
	Languages []Alternative // this page in every interface language
	Crumbs    []Link        // parent pages, outermost first
	Outline   []OutlineItem // headings for "on this page"; empty for short pages

	Canonical  string      // <link rel=canonical>: absolute if base_url is set; empty for the page itself without base_url
	Alternates []Alternate // <link rel=alternate hreflang> for all languages and x-default; only with base_url and if the page is canonical
	Share      *Share      // nil without base_url
	Feeds      []FeedLink  // Atom feeds for the content of the page
	Markdown   string      // address of the page's Markdown version, or empty
	About      string      // one sentence on the site
	Sources    []Link      // source of the site, licences
	AsOf       []Link      // upstream data of the page: Text is the data with the release that they reach to, Note the date of the source
}

// NavItem is a link of the menu.
type NavItem struct {
	Key     string // for icons and classes: releases, release, keps, prs, …
	Href    string
	Text    string
	Current bool // the page or its list: aria-current
}

// SideGroup is a titled list of the left column.
type SideGroup struct {
	Title string
	Links []Link
}

// Alternative is this page in another interface language.
type Alternative struct {
	Lang    string // as addresses spell it: zh
	Tag     string // zh-Hans
	Self    string // the language in its own words: 简体中文
	Href    string
	Current bool
	Shows   string // content language in its own words, if it differs
	ShowTag string // its tag
}

// Alternate is one <link rel="alternate">.
type Alternate struct{ Tag, Href string }

// FeedLink leads to a feed of the page.
type FeedLink struct{ Href, Type, Title string }

// OutlineItem is a heading of the page.
type OutlineItem struct {
	ID    string // without #
	Text  string
	Lang  string
	B     Text // the heading in the note's other language, or empty
	Level int  // 2 or deeper
}

// Link is a link, or plain text if Href is empty.
type Link struct {
	Href     string
	Text     string
	Lang     string // of Text
	Note     string // secondary text: a date, a count, the language of the target
	NoteLang string // of Note, if not the page's
	Current  bool   // the page itself
	External bool   // leaves the site
	// RightToLeft marks names from outside the notes with right-to-left text. They are isolated, so
	// that they do not reorder the text around them.
	RightToLeft bool
}

// Text is a plain piece of text with its language.
type Text struct{ Text, Lang string }

// Rich is an HTML fragment with its language. It is escaped and linked already: print it unchanged.
type Rich struct {
	HTML template.HTML
	Lang string
}

// Date is a day or a month.
type Date struct {
	ISO  string // for <time datetime>
	Text string // in the page's language
}

// Tag is a kind or a stage. Print the label, because colour alone is not accessible.
type Tag struct {
	Code  string // the note.EntryKind or note.Stage
	Label string // in the page's language; stages are the same everywhere
}

// Stage is the stage of a feature with its default.
type Stage struct {
	Tag
	Default string // on or off; empty if unknown or not applicable
	Locked  bool   // the default is locked
	Since   string // first release of the stage; empty if unknown
	Text    string // complete text without Since: "beta, on by default"
}

// Figure is a number with its noun.
type Figure struct {
	Key  string // for a class
	N    int
	Text string // "325 published changes"
}

// Option is a filter value of a list.
type Option struct {
	Value  string // as in data attributes and the address
	Label  string
	Lang   string
	Count  int
	Figure string // Count in the page's language
}
