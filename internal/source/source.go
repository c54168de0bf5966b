// Package source reads one content file into one note.Note: [Parse] is a pure function
// of an [Input], the names that are known and the site's [Options], so its result can be
// cached by [Key]. [Official] makes the same kind of note of upstream's release notes;
// [LayoutOf] says where the blocks of a note stand in its file, for who writes into it.
//
// # Where a note lies
//
// content/<release>/<slug>.<lang>.md, content/log/<slug>.<lang>.md, or any other folder
// below content. [Locate] takes the path apart: the note's ID is the path without
// content/, language and extension; a first folder such as 1.27 is its release. The
// language is that of the file name, else that of the front matter, else that of the
// text.
//
// # What a note is made of
//
// Front matter is strict: every mistake is reported, with its place. The body is read by
// the note's shape, which the front matter's kind says, or else what is found:
//
//   - log: the folder log, or headings that are dates. Every item of a list is an entry,
//     dated by the heading above it, or undated before the first.
//   - changes: list items that end in an attribution are entries, their kind is that of
//     the heading above. Sections on what may come, each under a heading with a number,
//     are entries of kind proposal.
//   - overview: a heading with a line such as "#3673; KEP" under it is an entry; its
//     section belongs to it; area and stage are those of the headings above.
//   - talk: prose. A section that names a KEP by its title is an entry of kind proposal.
//
// In every shape but the log, lines of API resources under a word for added, removed or
// deprecated are entries too.
//
// What the author adds is a remark: it begins with :pencil: or a word for it (補足, 译注,
// Примечание …), or it follows an attributed entry. The sign alone under a heading makes
// one remark of that section.
//
// # Comments
//
// A comment right before a block holds its source, as the pages of kubernetes.io keep the
// English: Block.Source. It may stand in the same line, or within an item, a quote or a
// nested list, and a comment before a whole is passed over for those before its parts. A list
// goes on behind the comments before its items, though Markdown ends it at each. One
// comment may hold several blocks, which are those that follow it up to the next comment;
// they are paired where kinds and numbers agree, items of lists by the pull requests of
// their attributions where they have any. Where they do not agree, the first block has all
// of it and the others say Block.SourceAbove. A source that fits nothing behind it, since
// another comment, another section or the end follows, is nobody's: its block is not
// translated yet. What is in the note's own language, to do, or for a tool, is no source;
// the words of kubernetes.io that part a page, such as body, and an empty comment end
// what stands before them. The comment after the front matter holds the source's title.
//
// kawaraban-stale before a block keeps what its source said when it was translated
// (Block.Was), kawaraban-machine says that a program made it (Block.Machine).
//
// What comments say counts as nothing that the note says: it makes no block, no reference,
// no link, and no word of the Markdown twin.
//
// # What stands in the HTML
//
// References are holes. An address of the site itself begins with [note.Home]: whoever
// prints a text turns it into a link from the page at hand.
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

// Parse reads a note. It is nil when the file cannot be read at all; the diagnostics say
// why. Any input is taken, and what is wrong within a note costs only that part of it.
// names may be nil.
func Parse(in Input, names *ref.Names, o Options) (*note.Note, []diag.Diagnostic) {
	n, _, ds := ParseAfter(in, Head{}, names, o)
	return n, ds
}

// ParseAfter is Parse of a note whose front matter said before. Where front matter cannot be read,
// all or a part of it, the note goes on to say what that does not; what is wrong is said all the
// same. It returns what is to be kept for the next time.
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
	begun := func() *parser {
		p := &parser{in: in, names: names, opts: o, place: at, body: body, diags: ds}
		p.note = &note.Note{ID: at.ID, Path: in.Path, Lang: p.language(front)}
		p.otherAddress()
		p.fill(front)
		return p
	}
	p, head := begun(), Head{YAML: string(yaml)}
	if unread(ds) {
		head = Head{before.YAML, true}
		head.under(front, in.Path)
		said := p.diags // what is held has no place in the file
		p = begun()
		p.diags = said
	}
	p.read(note.NoteKind(front.Kind.Value))
	p.title(front)
	p.infer()
	p.note.Markdown = twin(body.text)
	return p.note, head, diag.Sort(p.diags)
}

// otherAddress reports that the note does not have the address that its path asks for.
func (p *parser) otherAddress() {
	if p.place.changed != "" {
		p.report(diag.Warnf(diag.Position{File: p.in.Path}, "address/changed", "%s, so the note has the address %s/", p.place.changed, p.place.ID).
			WithHint("rename the file to keep that address: %s%s.%s.md", Root, p.place.ID, p.note.Lang))
	}
}

// language decides by the file name, the front matter, the text, in this order.
func (p *parser) language(f *front) note.Lang {
	said, ok := locale.FromSuffix(f.Lang.Value)
	if f.Lang.Value != "" && !ok {
		p.report(diag.Errorf(f.Lang.Pos, "front-matter/bad-value", "lang: %q is no language", f.Lang.Value).
			WithHint("write ja, zh, ru, en or another code of two letters"))
	}
	switch {
	case p.place.Lang != "":
		if ok && said != p.place.Lang {
			p.report(diag.Warnf(f.Lang.Pos, "front-matter/language", "lang is %s, but the file name says %s", said, p.place.Lang).
				WithHint("the file name counts; remove lang"))
		}
		return p.place.Lang
	case ok:
		return said
	}
	return locale.Detect(string(p.body.text), "en")
}

// read chooses the shape and reads the body in it.
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
		takeLoose(doc.Blocks)
	}
	p.sourceTitle(doc)
	b := newBuilder(p, doc)
	p.note.Blocks = b.build()
	p.diags = append(p.diags, doc.Diags...)
	p.assets(doc)
	p.links(doc)
}

// parse reads the body as Markdown; in a talk the titles of KEPs are references.
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

// version changes when the same file is read in another way, so that no cache returns
// what an older Kawaraban made.
const version = "4"

// Key identifies the result of Parse: equal keys mean equal notes and diagnostics, as
// long as the files beside the note are the same.
func Key(path string, content [sha256.Size]byte, names *ref.Names, o Options) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%q\n%x\n%s\n%t\n", version, path, content, names.Digest(), o.RawHTML)
	return hex.EncodeToString(h.Sum(nil))
}
