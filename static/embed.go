// Package static embeds the style sheets, browser scripts and icons of the site.
//
// css/ holds one style sheet cut into files, joined in the order of their names;
// js/ holds scripts, each emitted by itself and loaded only where it is needed; those of
// js/check/ and js/search/ are joined, in the order of their names, to one module each with one scope;
// icons/ holds what is copied as it is. preview/ holds what the preview alone adds to a
// page, with idiomorph 0.8.0 as npm has it; no built site has it. A site lays files of the same name in its
// own static/ over these. Package output joins, minifies and names them.
package static

import "embed"

// FS holds css/, js/, icons/ and preview/.
//
//go:embed css js icons preview
var FS embed.FS
