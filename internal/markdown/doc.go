// Package markdown parses Markdown into a [Doc] of [Block] values. A block is rendered on request
// into a note.Text: HTML with placeholders for references. No other package uses goldmark or
// chroma.
//
// # Input
//
// CommonMark, GFM (tables, strikethrough, bare links, task lists), footnotes, definition lists and
// emoji codes. Alerts in the forms of GitHub (> [!WARNING]), Zenn and Qiita (:::message, :::message
// alert, :::note info|warn|alert), and :::details. {#id} at the end of a heading, a paragraph or a
// list item. Emphasis works next to Japanese and Chinese punctuation, and a line break between wide
// characters is not a space. Code is highlighted with classes ([HighlightCSS]).
//
// # Output
//
// Blocks in reading order, each with its text (Plain), references (Refs), attribution at its end
// (Attr) and position. The first paragraph of a list item is the item's own content: Plain, Refs
// and Attr are those of the item, and Children follow it. HTML comments are blocks of type comment;
// within a line they are dropped. [Doc.Render] never prints them. The remark mark :pencil: is an
// emoji code, so Plain starts with 📝 in both spellings; RenderOptions.Skip leaves it out.
//
// # References
//
// The inline content of a block is flattened into one string, and ref.Scan searches it once. Code,
// addresses and pictures are masked. A placeholder replaces a match within adjacent text nodes. In
// a link it does so only if the match is the whole link text and the link has the same target; else
// the author's link stays and the reference is only listed. A code span is a reference if it is
// exactly a gate name or Name=true|false.
//
// # Limits
//
// Any input is accepted, and time is linear in its length. Nesting, footnotes, emphasis and the
// length of a paragraph are limited; text over a limit is shown without markup and reported. Raw
// HTML is escaped and reported, or sanitized if the site allows it. javascript: and data: links
// become text; pictures on other hosts become links.
package markdown
