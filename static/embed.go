// Package static embeds the style sheets, browser scripts and icons of the site.
//
// css/ holds one style sheet cut into files, joined in the order of their names;
// js/ holds scripts, each emitted by itself and loaded only where it is needed; those of
// js/search/ are joined, in the order of their names, to one module with one scope;
// icons/ holds what is copied as it is. A site lays files of the same name in its
// own static/ over these. Package output joins, minifies and names them.
package static

import "embed"

// FS holds css/, js/ and icons/.
//
//go:embed css js icons
var FS embed.FS
