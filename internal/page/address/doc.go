// Package address finds the pages of notes, releases, KEPs, other things and months of the log.
// [Book] returns paths below /{l}/, the folder of each language.
//
// It also divides long lists into pages: see [Parts], [Log.PartsOfMonth] and [Lists]. The size of a
// page is limited, and addresses do not depend on the reader's language.
//
// Package page creates the pages. Packages output and search use this package for their links.
package address

import ()
