// Package source parses a content file into a note.Note. [Parse] is a pure function of an [Input],
// the known names and the site's [Options], so its result can be cached. [Official] converts
// upstream's release notes to a note. [LayoutOf] finds the lines of each block, for programs that
// edit the file.
//
// # Paths
//
// A note is content/<release>/<slug>.<lang>.md, content/log/<slug>.<lang>.md, or in any other
// folder below content. [Locate] parses the path. The ID is the path without content/, language and
// extension. A first folder such as 1.27 is the release. The language comes from the file name, else
// from the front matter, else from the text.
//
// # Blocks
//
// Front matter is strict: every problem is reported with its position. The kind of the note, from
// the front matter or detected, determines how the body is parsed:
//
//   - log: the folder log, or headings that are dates. Every list item is an entry. Its date is the
//     heading above; before the first heading it has none.
//   - changes: list items that end in an attribution are entries. Their kind is the heading above.
//     A section on future work is an entry of kind proposal if its heading names a KEP, an issue or
//     a pull request.
//   - overview: a heading above a line such as "#3673; KEP" is an entry with its section. Area and
//     stage are the headings above.
//   - talk: prose. A section that names a KEP by its title is an entry of kind proposal.
//
// In all kinds except the log, lines of API resources after a label for added, removed or deprecated
// are entries too.
//
// A remark is an addition of the author. It begins with a mark, :pencil: or a word for it (補足, 译注,
// Примечание …), or it follows an entry with an attribution. If such a mark is alone below a
// heading, the whole section is a remark.
//
// # Comments
//
// A comment directly before a block holds its source (Block.Source), as the pages of kubernetes.io
// keep the English text. It can be on the same line, or within an item, a quote or a nested list.
// Comments before the parts of a block override one before the whole. A list continues after
// comments before its items, although Markdown ends it at each.
//
// One comment may hold the source of all blocks up to the next comment. They are paired if their
// types and numbers agree; items of lists are paired by pull request where possible. Otherwise the
// first block has the whole source, and the others have Block.SourceAbove. If no block after a
// source fits, its block is not translated yet, and the source is ignored. Comments in the note's
// own language, to-do comments and comments for tools are not sources. A source never applies to
// blocks after an empty comment or a section mark of kubernetes.io, such as body. The comment after
// the front matter holds the title of the source.
//
// The comment kawaraban-stale before a block holds its source at the time of translation
// (Block.Was). kawaraban-machine marks a machine translation (Block.Machine).
//
// The text of comments yields no blocks, references or links, and is not in the Markdown version of
// the page.
//
// # HTML
//
// In the HTML of a block, references are placeholders. An address of the site begins with
// [note.Home]; the output turns it into a link relative to the page.
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

// Parse parses a note. The note is nil if the file cannot be read at all; the diagnostics give the
// reason. A problem within a note affects only that part of it. names may be nil.
func Parse(in Input, names *ref.Names, o Options) (*note.Note, []diag.Diagnostic) {
	n, _, ds := ParseAfter(in, Head{}, names, o)
	return n, ds
}

// ParseAfter is Parse with the last valid front matter of the note. It fills the fields that the
// current front matter lacks because of an error. It returns the front matter to pass to the next
// call.
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
		diags := p.diags // fields of the earlier version have no position in the file
		p = newParser()
		p.diags = diags
	}
	p.read(note.NoteKind(front.Kind.Value))
	p.title(front)
	p.infer()
	p.note.Markdown = withoutComments(body.text)
	return p.note, head, diag.Sort(p.diags)
}

// otherAddress reports that the address differs from the path.
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

// language returns the language from the file name, else the front matter, else the text.
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

// read determines the kind and parses the body.
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

// parse parses the Markdown of the body. In talks, titles of KEPs are references.
func (p *parser) parse(titles bool) *markdown.Doc {
	o := markdown.Options{
		RawHTML: p.opts.RawHTML, Names: p.names, File: p.in.Path, Line: p.body.line, Titles: titles,
		Highlighter: p.opts.Highlighter, Image: p.size, Link: p.link,
	}
	if p.opts.Word != nil {
		o.Word = func(key string) string { return p.opts.Word(p.note.Lang, key) }
	}
	return markdown.Parse(p.body.text, o)
}

// version changes with the result of Parse, so that caches do not return old results.
const version = "4"

// Key identifies the result of Parse. Equal keys mean equal notes and diagnostics, if the files
// next to the note are the same.
func Key(path string, content [sha256.Size]byte, names *ref.Names, o Options) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%q\n%x\n%s\n%t\n", version, path, content, names.Digest(), o.RawHTML)
	return hex.EncodeToString(h.Sum(nil))
}
