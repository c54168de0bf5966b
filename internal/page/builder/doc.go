// Package builder builds what several kinds of pages share: links, citations, entries, table rows,
// and the frame.
//
// Each type builds one of these for a single page. The types depend on [Page], which knows the
// page's language and path. [Builder] holds one of each.
package builder

import ()
