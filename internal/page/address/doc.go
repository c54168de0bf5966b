// Package address finds the page of whatever a site has a page for: notes, releases, KEPs and
// other things, months of the log. [Book] returns paths below the /{l}/ of every language.
//
// It also divides long lists into pages: see [Parts], [Log.PartsOfMonth] and [Lists].
// No page grows without bound, and no address depends on the language of the reader.
//
// Package page makes the pages. Packages output and search ask here for their links.
package address

import ()
