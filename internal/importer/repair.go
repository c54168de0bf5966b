package importer

import "regexp"

// repairs corrects typing errors in attributions of official notes. They apply only to links to
// pull requests and people.
var repairs = []struct {
	damaged *regexp.Regexp
	meant   string
}{
	// [#670],(address)
	{regexp.MustCompile(`\[(#\d{1,9})\][,;:](\(https?://github\.com/[^()\s]+/(?:pull|issues)/\d{1,9}\))`), "[$1]$2"},
	// ([133412](address), [@user]: elsewhere a number may be any link text
	{regexp.MustCompile(`\(\[(\d{1,9})\](\(https?://github\.com/[^()\s]+/pull/\d{1,9}\)\)*[,\s]+\[[ \t]*@)`), "([#$1]$2"},
	// ([#126638](address)), [@user](address))
	{regexp.MustCompile(`(\[#\d{1,9}\]\([^()\s]*\))\)+([,\s]+\[[ \t]*@)`), "$1$2"},
	// [ @user](address)
	{regexp.MustCompile(`\[[ \t]*@[ \t]*([A-Za-z0-9-]+)[ \t]*\](\(https?://github\.com/)`), "[@$1]$2"},
	// **text ([#1](address), [@user](address))**
	{regexp.MustCompile(`([ \t]*\(\[#\d{1,9}\]\([^()\s]*\)[,\s]+\[@[A-Za-z0-9-]+\]\([^()\s]*\)\))(\*\*)`), "$2$1"},
}

// repair corrects the typing errors of attributions in a list item, and reports whether there were
// any.
func repair(raw string) (text string, damaged bool) {
	text = raw
	for _, r := range repairs {
		text = r.damaged.ReplaceAllString(text, r.meant)
	}
	return text, text != raw
}
