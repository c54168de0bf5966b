// Package templates embeds the HTML templates and the words of the interface.
//
// There is one template for each kind of page, named after [page.Page.Kind], and
// partials/ with what they share; languages/ holds one YAML file for each language
// of the interface. A site lays files of the same name in its own templates/ over
// these.
package templates

import "embed"

// FS holds the templates, partials/ and languages/.
//
//go:embed *.html partials languages
var FS embed.FS
