// Package builder makes what several kinds of pages have in common: links, citations, entries,
// rows of tables, the frame.
//
// Each type makes one of these for one page. [Page] is the lowest: it knows the language of the
// page and its place in the tree. [Builder] has one of each type.
package builder

import ()
