// Package markdown turns Markdown into a [Doc] of [Block] values and renders any of
// them, when asked, into a note.Text: HTML with holes where references stand. It
// is the only room that knows goldmark and chroma.
//
// # What it reads
//
// CommonMark, GFM (tables, strikethrough, bare links, task lists), footnotes,
// definition lists, emoji codes; alerts in GitHub's form (> [!WARNING]) and those
// of Zenn and Qiita (:::message, :::message alert, :::note info|warn|alert), and
// :::details; {#id} at the end of a heading, a paragraph or a list item. Emphasis
// works beside Japanese and Chinese punctuation, and a line break between wide
// characters is no white space. Code is coloured by classes ([HighlightCSS]).
//
// # What it delivers
//
// Blocks in reading order, each with its words (Plain), its references (Refs), the
// attribution that closes it (Attr) and its place. A list item's leading paragraph
// is the item's own content: Plain, Refs and Attr are the item's, and Children are
// what comes after. HTML comments are blocks of type comment, or dropped within a
// line; they never come out of [Doc.Render].
//
// The remark sign :pencil: is an emoji code, so Plain begins with 📝 however it was
// written; RenderOptions.Skip leaves it out of what is rendered.
//
// # References
//
// A block's inline content is flattened into one string, however Markdown parted
// it, and ref.Scan looks through that once; code, addresses and pictures are masked.
// Where a match lies within neighbouring texts a hole takes its place. In a link it
// does so only when the match is the link's whole text and the link leads to the
// page of the very thing; otherwise the author's link stays and the reference is
// listed alone. A code span is a reference when it is exactly a gate name or
// Name=true|false.
//
// # Bounds
//
// Any input is taken, and time grows with its length: nesting, footnotes, emphasis
// and the length of a paragraph are bounded, and what is beyond a bound is shown as
// plain text and reported. Raw HTML is escaped and reported, or, where the site
// allows it, sanitised by a policy of our own; javascript: and data: links are text;
// pictures of other hosts are links.
package markdown
