// Package static embeds the style sheets, browser scripts and icons of the site.
//
// The files of css/ are joined by name into one style sheet. Those of css/pages/ are separate: only
// some kinds of pages link them. The files of js/ are scripts, each loaded where it is needed.
// Those of js/check/ and of js/search/ are joined by name into one module each. icons/ is copied
// unchanged. preview/ is added to pages by the preview only, with idiomorph 0.8.0 from npm.
//
// A site's own static/ overrides files by name. Package output joins, minifies and names them.
package static

import "embed"

// FS holds css/, js/, icons/ and preview/.
//
//go:embed css js icons preview
var FS embed.FS
