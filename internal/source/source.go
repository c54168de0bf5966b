// Package source parses a content file into a note.Note. [Parse] is the entry point. It is a pure
// function of an [Input], the known names and [Options], so callers can cache its result.
// [Official] converts official release notes to a note. [LayoutOf] finds the lines of each block,
// for programs that edit a file. The package does not link notes with each other; package site
// does.
//
// # Paths
//
// A note is content/<release>/<slug>.<lang>.md, content/log/<slug>.<lang>.md, or in another
// folder below content. [Locate] parses the path. The ID is the path without content/, language
// and extension. A first folder such as 1.27 is the release. The language comes from the file
// name, else from the front matter, else from the text.
//
// # Blocks
//
// Every problem in the front matter is reported with its position. The kind of the note comes
// from the front matter or is detected. It determines how the body is parsed:
//
//   - log: in the folder log, or with headings that are dates. Each list item is an entry. Its
//     date is that of the heading above it. Items before the first heading have no date.
//   - changes: list items that end in an attribution are entries. Their kind is that of the
//     heading above. A section is an entry of kind proposal if its heading names a KEP, an issue
//     or a pull request.
//   - overview: a heading above a line such as "#3673; KEP" is an entry that includes its
//     section. Area and stage come from the headings above.
//   - talk: prose. A section that names a KEP by its title is an entry of kind proposal.
//   - page: prose about the site itself. This kind is never detected.
//
// In all kinds except the log, API resources after a label for added, removed or deprecated are
// entries, too.
//
// A remark is a comment by the author. It begins with a mark: :pencil: or a word for remark (補足,
// 译注, Примечание …). Text after the attribution of an entry is also a remark. If a mark is on a
// line of its own, all text up to the next heading or entry is one remark.
//
// # Comments
//
// A comment directly before a block has the source of its translation (Block.Source). Translated
// pages of kubernetes.io keep the English text in the same way. The comment may be on the same
// line, or within an item, a quote or a nested list. Comments before the children of a block
// override one before the block. A list continues after a comment before an item, although
// Markdown ends it there.
//
// A comment may have the source of all blocks up to the next comment. Source and blocks are
// paired if their types and numbers match; list items are paired by pull request if possible.
// Otherwise the first block has the whole source, and the others have Block.SourceAbove. If no
// block matches, the source is not translated yet and is ignored.
//
// Comments in the language of the note, to-do comments and comments for tools are not sources. An
// empty comment and a section mark of kubernetes.io, such as body, end the range of a source. A
// comment directly after the front matter has the title of the source.
//
// The comment kawaraban-stale before a block has its source at the time of translation
// (Block.Was). The comment kawaraban-machine marks a machine translation (Block.Machine).
//
// Comments create no blocks, references or links. The Markdown version of a page omits them.
//
// # HTML
//
// In the HTML of a block, references are placeholders. An address on the site begins with
// [note.Home], which output replaces by a relative link.
package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Parse parses a note. If the file cannot be parsed at all, the note is nil and the diagnostics
// have the reason. Other problems affect only a block or a field. names may be nil.
func Parse(in Input, names *ref.Names, o Options) (*note.Note, []diag.Diagnostic) {
	n, _, ds := ParseAfter(in, Head{}, names, o)
	return n, ds
}

// ParseAfter parses a note as Parse does. If the current front matter has errors, it takes
// missing fields from before, the last valid front matter. It returns the front matter for the
// next call.
func ParseAfter(in Input, before Head, names *ref.Names, o Options) (*note.Note, Head, []diag.Diagnostic) {
	at, ds := locate(in.Path)
	if len(ds) > 0 {
		return nil, Head{YAML: before.YAML}, ds
	}
	text, ds := clean(in)
	if len(ds) > 0 {
		return nil, Head{YAML: before.YAML}, ds
	}
	front, yaml, body, ds := readFront(in.Path, text)
	newParser := func() *parser {
		p := &parser{in: in, names: names, opts: o, place: at, body: body, diags: ds}
		p.note = &note.Note{ID: at.ID, Path: in.Path, Lang: p.language(front)}
		p.otherAddress()
		p.fill(front)
		return p
	}
	p, head := newParser(), Head{YAML: string(yaml)}
	if incomplete(ds) {
		head = Head{before.YAML, true}
		head.fillEmpty(front, in.Path)
		diags := p.diags // without problems in fields of the earlier version, which have no position in this file
		p = newParser()
		p.diags = diags
	}
	p.read(note.NoteKind(front.Kind.Value))
	p.title(front)
	p.infer()
	p.note.Markdown = withoutComments(body.text)
	return p.note, head, diag.Sort(p.diags)
}

// otherAddress reports an address that differs from the path.
func (p *parser) otherAddress() {
	var d diag.Diagnostic
	switch pos := (diag.Position{File: p.in.Path}); {
	case p.place.invalid != "":
		d = diag.Warnf(pos, "address/changed", "invalid name %q in the path: %s; the note has the address %s/", p.place.invalid, p.place.reason, p.place.ID)
	case p.place.reserved != "":
		d = diag.Warnf(pos, "address/changed", "reserved address %s/; the note has the address %s/", p.place.reserved, p.place.ID)
	default:
		return
	}
	p.report(d.WithHint("rename the file to %s%s.%s.md to keep that address", Root, p.place.ID, p.note.Lang))
}

// language returns the language of the file name, else of the front matter, else of the text. It
// reports an invalid language.
func (p *parser) language(f *front) note.Lang {
	lang, ok := locale.FromSuffix(f.Lang.Value)
	if f.Lang.Value != "" && !ok {
		p.report(diag.Errorf(f.Lang.Pos, "front-matter/bad-value", "invalid language %q", f.Lang.Value).
			WithHint("write ja, zh, ru, en or another code of two letters"))
	}
	switch {
	case p.place.Lang != "":
		if ok && lang != p.place.Lang {
			p.report(diag.Warnf(f.Lang.Pos, "front-matter/language", "lang is %q, but the language of the file name is %q", lang, p.place.Lang).
				WithHint("delete lang: the file name takes precedence"))
		}
		return p.place.Lang
	case ok:
		return lang
	}
	return locale.Detect(string(p.body.text), "en")
}

// read determines the kind of the note and converts the body.
func (p *parser) read(kind note.NoteKind) {
	doc := p.parse(kind == note.Talk)
	if kind == "" {
		kind = shapeOf(doc, p.place)
		if kind == note.Talk {
			doc = p.parse(true)
		}
	}
	p.note.Kind = kind
	if kind == note.Changes {
		acceptLoose(doc.Blocks)
	}
	p.sourceTitle(doc)
	b := newBuilder(p, doc)
	p.note.Blocks = b.build()
	p.diags = append(p.diags, doc.Diags...)
	p.assets(doc)
	p.links(doc)
}

// parse parses the Markdown of the body. If titles is true, titles of KEPs are references.
func (p *parser) parse(titles bool) *markdown.Doc {
	o := markdown.Options{
		RawHTML: p.opts.RawHTML, Names: p.names, File: p.in.Path, Line: p.body.line, Titles: titles, Breaks: p.breaks,
		Highlighter: p.opts.Highlighter, Image: p.size, Link: p.link,
	}
	if p.opts.Word != nil {
		o.Word = func(key string) string { return p.opts.Word(p.note.Lang, key) }
	}
	return markdown.Parse(p.body.text, o)
}

// version must be incremented when the result of Parse changes, so that caches become invalid.
const version = "5"

// Key returns a cache key for the result of Parse. Equal keys mean equal notes and diagnostics,
// if the files next to the note are also equal.
func Key(path string, content [sha256.Size]byte, names *ref.Names, o Options) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%q\n%x\n%s\n%t\n", version, path, content, names.Digest(), o.RawHTML)
	return hex.EncodeToString(h.Sum(nil))
}
