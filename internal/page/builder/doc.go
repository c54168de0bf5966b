// Package builder builds what several kinds of pages have in common: links, citations, entries,
// table rows and the frame of the page.
//
// [Shared.Page] is the entry point. It returns a [Builder], which has one small builder of each
// kind for a single page. All of them use [Page], which has the language and the path of the
// page.
//
// The package does not decide which pages exist. Package page does.
package builder

import ()
