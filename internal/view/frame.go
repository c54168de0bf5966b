// Package view defines the data of the templates: one struct of plain values per template, and
// types that these structs share. A template gets only its struct and never the site. The struct
// therefore contains all that a page depends on.
//
// The name of a struct is that of its template: template "kep" prints a [KEPView]. A view embeds
// [Frame], the data around the content. Types such as [Entry], [Link] and [Tag] are shared. A
// type with a template of its own embeds [Words], the interface text, because a template can only
// use its argument.
//
// Values are ready to print, in reading order, with dates and numbers in the language of the
// page, and with relative addresses. Templates do not print empty strings and nil pointers.
//
// The package builds no views. Package page does, and package output executes the templates. A
// test in output type-checks all templates. A new kind of pages needs a struct here and a
// template with its name.
package view

import (
	"html/template"
)

// Share is Open Graph metadata (ogp.me). It is set only if base_url is set. It includes the four
// required properties, the name of the site and the alt text of the picture. It omits optional
// properties that other tags already provide, to keep pages small.
type Share struct {
	Type      string // "website" or "article"
	Address   string // canonical URL of the page
	Base      string // URL of the site, the prefix of the URL of the picture
	Locale    string // language of the content: zh_CN; empty for en_US, the default of Open Graph
	Published string // date of an article; may be empty
}

// Wording provides the interface text in one language. *locale.Language implements it.
type Wording interface {
	T(key string, args ...any) string        // text of a key, with {0} {1} replaced by args
	N(key string, n int, args ...any) string // plural form of a key for n; {n} is replaced by the localized number
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

// Voice returns the language of the words. Callers only compare it.
func (w Words) Voice() any { return w.wording }

// Frame is the data around the content of a page. All views embed it.
//
// Addresses are relative to the page and escaped for href. Links within the site end in a slash
// or a fragment. Lang fields of all views are BCP 47 tags for a lang attribute. An empty Lang
// means the language of the page, or text without a language, such as numbers.
type Frame struct {
	Words
	Kind     string   // name of the template: home, release, note …; also a class of <body>
	Sheets   []string // names of the style sheets of this kind of pages, in static/css/pages/
	Lang     string   // interface language as in addresses: en, ja, zh, ru; empty on pages outside /{l}/
	HTMLLang string   // for <html lang>: zh-Hans
	Dir      string   // ltr or rtl

	Site        string // name of the site
	Logo        string // file of the logo of the site; may be empty
	Own         string // name of the site; empty if it is the name of the program, whose logo is next to it
	AnyLang     bool   // whether the name is in no known language: lang=""
	Bilingual   bool   // whether the page initially shows two languages side by side, which needs the space of Side
	Title       string // title of the page in plain text, without the name of the site
	TitleLang   string // language of Title, if it differs: the title of a note
	Description string // sentence in plain text for <meta name=description>; may be empty
	DescLang    string

	Release string // release of the page, or of a site with only one: the default filter of searches

	Root string // path to the root of the site: "../../../" or "./"
	Home string // address of the home page in this language

	Fixed     string        // cache key of the menu
	Menu      []NavItem     // main items of the menu
	More      []NavItem     // other items of the menu
	InMore    string        // item of More to which the page belongs; may be empty
	Side      []SideGroup   // sidebar: related pages
	Languages []Alternative // this page in all interface languages
	Crumbs    []Link        // parent pages, outermost first
	Outline   []OutlineItem // headings of the page for "on this page"; empty for short pages

	Canonical  string      // address for <link rel=canonical>: absolute if base_url is set, else empty unless another page is canonical
	Alternates []Alternate // for <link rel=alternate hreflang>, with x-default; only with base_url and if the page is canonical
	Share      *Share      // nil without base_url
	Feeds      []FeedLink  // Atom feeds of the page
	Markdown   string      // address of the Markdown version of the page, or empty
	About      string      // one sentence about the site
	Footer     string      // text of the site's owner; may be empty
	FooterAny  bool        // whether Footer is in no known language: lang=""
	Sources    []Link      // source code of the site, and licences
	AsOf       []Link      // upstream data of the page: Text is the data set with its newest release, Note the date of the data
}

// NavItem is an item of the menu.
type NavItem struct {
	Key      string // for icons and classes: releases, release, keps, prs, …
	Href     string
	Text     string
	Current  bool // whether the page is this item or belongs to it: aria-current
	External bool
}

// SideGroup is a list with a title in the sidebar.
type SideGroup struct {
	Title string
	Links []Link
}

// Alternative is this page in another interface language.
type Alternative struct {
	Lang    string // language code as in addresses: zh
	Tag     string // language tag: zh-Hans
	Self    string // name of the language in that language: 简体中文
	Href    string
	Current bool
	Shows   string // name of the language of the content, if it differs
	ShowTag string // language tag of Shows
}

// Alternate is a <link rel="alternate"> element.
type Alternate struct{ Tag, Href string }

// FeedLink is a link to a feed of the page.
type FeedLink struct{ Href, Type, Title string }

// OutlineItem is a heading of the page.
type OutlineItem struct {
	ID    string // anchor without #
	Text  string
	Lang  string
	B     Text // heading in the other language of the note, or empty
	Level int  // heading level, at least 2
}

// Link is a link, or plain text if Href is empty.
type Link struct {
	Href     string
	Text     string
	Lang     string // language of Text
	Note     string // secondary text: a date, a count, the language of the target
	NoteLang string // language of Note, if it differs from that of the page
	Current  bool   // whether the link is to the page itself
	External bool   // whether the target is on another site
	// RightToLeft marks names with right-to-left text that do not come from notes. Templates
	// isolate them, so that they do not reorder the text around them.
	RightToLeft bool
}

// Text is plain text with its language.
type Text struct{ Text, Lang string }

// Rich is an HTML fragment with its language. It is already escaped, and templates print it
// unchanged.
type Rich struct {
	HTML template.HTML
	Lang string
}

// Date is a day or a month.
type Date struct {
	ISO  string // for <time datetime>
	Text string // in the page's language
}

// Tag is a kind or a stage. Templates print the label, because colour alone is not accessible.
type Tag struct {
	Code  string // note.EntryKind or note.Stage
	Label string // name in the language of the page
}

// Stage is the stage of a feature with its default.
type Stage struct {
	Tag
	Default string // "on" or "off"; empty if unknown or not applicable
	Locked  bool   // the default is locked
	Since   string // first release with the stage; empty if unknown
	Text    string // complete text without Since: "beta, on by default"
}

// Figure is a number in words.
type Figure struct {
	Key  string // for a class
	N    int
	Text string // "325 published changes"
}

// Option is a value of a filter.
type Option struct {
	Value  string // value in data attributes and in the address
	Label  string
	Lang   string
	Count  int
	Figure string // Count, formatted in the language of the page
}
