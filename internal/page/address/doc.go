// Package address computes the addresses of all pages: of notes, releases, months of the log, and
// things such as KEPs. [Book] is its entry point and returns paths below /{l}/, the folder of
// each language.
//
// It also divides long lists into pages, because the size of a page is limited: see [Parts],
// [Log.PartsOfMonth] and [Lists]. The division does not depend on the language of the reader, so
// an address is valid in all languages.
//
// It creates no pages. Package page does, and packages output and search use the addresses for
// links.
package address
