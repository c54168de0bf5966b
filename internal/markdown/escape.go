package markdown

import (
	"strings"

	"github.com/yuin/goldmark/util"
)

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\x00", "\uFFFD")

// escape makes a text safe between tags and in attributes. Quotation marks are escaped
// in both: who looks for attributes in the HTML of a Text finds only real ones.
func escape(s string) string { return escapes.Replace(s) }

// href is an address as it stands in an attribute.
func href(dest string) string {
	return escape(string(util.URLEscape([]byte(dest), false)))
}
