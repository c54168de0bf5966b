package markdown

import (
	"strings"

	"github.com/yuin/goldmark/util"
)

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\x00", "\uFFFD")

// escape escapes text for HTML content and attributes. It always escapes quotation marks, so that a
// search for attributes in the HTML of a Text finds only real ones.
func escape(s string) string { return escapes.Replace(s) }

func href(dest string) string {
	return escape(string(util.URLEscape([]byte(dest), false)))
}
