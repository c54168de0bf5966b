// Package view holds what templates print: one struct of plain values for each template, and
// the parts that several of them share. A template gets its struct and nothing else, never the
// site, so that the struct holds all that a page depends on.
//
// The struct of a template is named after it: template "kep" prints a [KEPView], and every such
// struct embeds [Frame], what a page has around its content. The other types are parts: an
// [Entry], a [Link], a [Tag]. A part with a template of its own embeds [Words], the words of
// the interface, because a template can only reach what it is given.
//
// Values are ready to print. They stand in reading order, dates and numbers are written as the
// language of the page writes them, and addresses are relative to the page. An empty string or
// a nil pointer means that there is nothing to print.
//
// To add a page kind, add a struct here and a template of its name. A test in package output
// checks the type of everything that a template reads. Package page fills the structs; nothing
// here knows how.
package view

import (
	"html/template"
)

// Share is what a message shows that leads to a page: only where the site's own address is
// known. Of the Open Graph protocol (ogp.me) a page has the four properties that every page
// has to have, the name of the site and the words for the picture, which it should have. What
// may be left out is, for every page has all of it: the size of the picture; the languages
// that the page is also in, which its alternates name; a kind of card, where the usual one is
// meant. The description of the page serves both.
type Share struct {
	Type      string // website, article
	Address   string // of the page, where it is at home
	Base      string // address of the site, to which that of the picture is appended
	Locale    string // of what the page shows: zh_CN; empty for en_US, which is meant where none stands
	Published string // of an article: 2023-05-12; may be empty
}

// Wording gives the words of the interface in one language. Package locale's
// Language is one.
type Wording interface {
	T(key string, args ...any) string        // the word or sentence of a key, {0} {1} filled with args
	N(key string, n int, args ...any) string // the same in the plural form of n; {n} is n as the language writes it
}

// Words lets a view, and every part of it that has a template of its own, speak:
// {{.T "nav.releases"}}, {{.N "count.entries" .Entries}}.
type Words struct{ wording Wording }

// NewWords returns the words of an interface language.
func NewWords(w Wording) Words { return Words{w} }

// T returns the word or sentence of the interface that stands under key.
func (w Words) T(key string, args ...any) string { return w.wording.T(key, args...) }

// N returns the plural form of key for n.
func (w Words) N(key string, n int, args ...any) string { return w.wording.N(key, n, args...) }

// Voice returns whose words they are: views with an equal one say the same.
func (w Words) Voice() any { return w.wording }

// Frame is what every page has around its content. Every view embeds it.
//
// All addresses are relative to the page, ready for href, and end in a slash or a
// fragment where they lead to pages of this site. Lang fields everywhere in the
// views are BCP 47 tags for a lang attribute; an empty one means that the text is
// in the page's own language (or has none, as a number) and needs no attribute.
type Frame struct {
	Words
	Kind     string // name of the template: home, release, note …; a class for <body>
	Lang     string // language of the interface as addresses spell it: en, ja, zh, ru; empty on / and 404
	HTMLLang string // for <html lang>: zh-Hans
	Dir      string // ltr or rtl

	Site        string // name of the site
	Own         string // the same where it is not the name of the program, beside whose mark it stands; else empty
	AnyLang     bool   // that name is one for all languages, so that nobody knows in which it is: lang=""
	Title       string // of the page, plain, without the name of the site: for <title> and <h1> where a view has no heading of its own
	TitleLang   string // language of Title where it is not the page's (a note's title)
	Description string // one plain sentence for <meta name=description>; may be empty
	DescLang    string

	Release string // of pages below a release, and of all pages of a site of one release: what a search on it looks through first; else empty

	Root string // prefix that leads to the root of the site: "../../../", or "./"
	Home string // the language's home page

	Fixed     string        // equal on all pages of a language whose Menu is equal
	Menu      []NavItem     // the newest release and every list of the site
	Side      []SideGroup   // the left column: neighbours of this page
	Languages []Alternative // the switch: this page in every interface language
	Crumbs    []Link        // way up, outermost first, without the page itself
	Outline   []OutlineItem // headings of the page, for "on this page"; empty where a page is short

	Canonical  string      // <link rel=canonical>: absolute when base_url is set, else relative; empty for the page itself without base_url
	Alternates []Alternate // <link rel=alternate hreflang>: only when base_url is set: in each language that the content has, this one among them, then x-default; none where the canonical address is another page's
	Share      *Share      // for messages that lead here; nil without base_url, and where nothing stands
	Feeds      []FeedLink  // what tells of the same things, newest first: an Atom feed; none if no note is about them
	Markdown   string      // address of the page's Markdown twin; empty where there is none
}

// NavItem is a link of the menu.
type NavItem struct {
	Key     string // releases, release, keps, prs, apis, sigs, gates, log, people, repos, proposals, glossary: for icons and classes
	Href    string
	Text    string
	Current bool // the page itself or the list it belongs to: aria-current
}

// SideGroup is a titled list of the left column.
type SideGroup struct {
	Title string
	Links []Link
}

// Alternative is this page in another language of the interface.
type Alternative struct {
	Lang    string // as addresses spell it: zh
	Tag     string // zh-Hans
	Self    string // the language's own name: 简体中文
	Href    string
	Current bool
	Shows   string // own name of the language that the content will be in, when it is not this one; else empty
	ShowTag string // its tag
}

// Alternate is one <link rel="alternate">.
type Alternate struct{ Tag, Href string }

// FeedLink leads to a feed of the page.
type FeedLink struct{ Href, Type, Title string }

// OutlineItem is a heading of the page.
type OutlineItem struct {
	ID    string // fragment without #
	Text  string
	Lang  string
	B     Text // the same in the other language of a note; else empty
	Level int  // 2 or deeper
}

// Link is a link, or plain words where Href is empty.
type Link struct {
	Href     string
	Text     string
	Lang     string // of Text
	Note     string // small words beside it: a date, a count, the language of what it leads to
	NoteLang string // of Note, where it is not the page's
	Current  bool   // the page itself
	External bool   // leads away from this site
	// RightToLeft says of a name from outside the notes that it is written so, or in part: it is
	// to stand apart, that it does not turn round what stands beside it.
	RightToLeft bool
}

// Text is a plain piece of text with its language.
type Text struct{ Text, Lang string }

// Rich is a fragment of HTML with its language. It was escaped and linked when
// the note was read; print it as it stands inside an element with that lang.
type Rich struct {
	HTML template.HTML
	Lang string
}

// Date is a day or a month.
type Date struct {
	ISO  string // for <time datetime>
	Text string // as the page's language writes it
}

// Tag is a kind or a stage: never colour alone, so print the label.
type Tag struct {
	Code  string // kinds: urgent, removal (of an upgrade), deprecation, api-change, feature, design, documentation, failing-test, bug, other, dependency, uncategorized, proposal, api-added, api-deprecated, api-removed; stages: alpha, beta, stable, deprecated, removed
	Label string // in the page's language; stages: alpha, beta, GA everywhere
}

// Stage is the stage of a feature with its default.
type Stage struct {
	Tag
	Default string // on, off, or empty where unknown or meaningless
	Locked  bool   // the default cannot be changed
	Since   string // release from which it holds: 1.36; empty where unknown
	Text    string // all of it in words, without Since: "beta, on by default"
}

// Figure is a number with the word for it, both ready to print.
type Figure struct {
	Key  string // for a class
	N    int
	Text string // number and word: "325 published changes"
}

// Option is a value of a filter of a list.
type Option struct {
	Value  string // as it stands in data attributes and in the address
	Label  string
	Lang   string
	Count  int
	Figure string // Count as the language writes it
}
