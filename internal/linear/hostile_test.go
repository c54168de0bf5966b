// Package linear checks that all code that reads untrusted text takes time proportional to the text.
// It contains tests only: hostile texts, readers of all packages, and measurements of their cost.
package linear

import (
	"fmt"
	"strings"
)

// hostile is a hostile text of any size.
type hostile struct {
	name string
	make func(bytes int) string
}

// hostiles returns the texts: one part repeated, numbered parts that all differ, and nested parts.
// Each form has caused quadratic time in a Markdown parser or in this program.
func hostiles() []hostile {
	var out []hostile
	for _, part := range []string{
		"> ", "> a\n", "- ", "- a\n", "- - - - ", "1. a\n", "-\n", ":::message\n", "\n", "- a\n\n", // quotes and lists
		"[", "![", "[a](", "[a](b \"", "[[a]](", "[a]: b\n", "[^1]:\n", "https://a.b/((((", "a@a.", // brackets and addresses
		"*", "*a_ ", "**「a」_", "語**「", "~a~~b ", "`a``b```c````", // emphasis and code
		"|a|b|\n|-|-|\n", "|`x\\|y`|", "||||\n", "a\n: b\n\n", // tables
		"<a ", "<b>", "a <!-- ", "<!-- -->", "<!-- a -->\n- b\n", "<div>\n\n", "&a", "&#x41;", // HTML, comments, entities
		"# a\n", "## Feature\n\n", "a\n", "---\n\n", "```\n", "a {#b}\n", "## 2023-02-23\n\n- a\n", ":pencil:\n\n", // headings, rules, fences
		"- a ([#1](https://github.com/kubernetes/kubernetes/pull/1), [@a](https://github.com/a)) [SIG Node]\n", // attributions
		"(#115331, @a) [SIG Node] ", "#115331, @a) ", "[SIG Node, ", "k/k#1 KEP-1 @a v1.2 SIG Node ", "- batch/v1/jobs\n", "Support User ",
		"語", "e\u0301", "A", "JodPodFailurePolicy ", "a. ", "graduated to ", // words
		"title: x\n", "a: &a b\n", "[a, ", "{a: ", "- a: ", "\"\\x", // YAML
	} {
		out = append(out, repeated(part))
	}
	for _, format := range []string{
		"- a (#%d, @a%d)\n", "#%d, @a%d ", "[sig/a%d,sig/b%d] ", "# a%d\n\n", "[a%d]: b\n[a%d]\n\n", "a [^%d]\n\n[^%d]: a\n\n",
		"a%d: b\n", "<b%d>", "<!-- a%d -->\n- b (#%d, @a)\n", "a\n{#b%d}\n\n", "Gate%dPod ", "- a%d\n",
	} {
		out = append(out, numbered(format))
	}
	for _, pair := range [][2]string{
		{"[", "](b)"}, {"(", ")"}, {"*a _b ", " c_ d*"}, {"<b>", "</i>"}, {"<details>\n\n", "</details>\n\n"}, {"- ", "\n\na"}, {"`", "``"}, {"#1, ", ")"},
	} {
		out = append(out, nested(pair[0], pair[1]))
	}
	return out
}

func repeated(part string) hostile {
	return hostile{fmt.Sprintf("%.40q", part), func(bytes int) string { return strings.Repeat(part, max(1, bytes/len(part))) }}
}

// numbered replaces each %d by the number of the part.
func numbered(format string) hostile {
	return hostile{fmt.Sprintf("%q", format), func(bytes int) string {
		var b strings.Builder
		for i := 1; b.Len() < bytes; i++ {
			b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(10000+i)))
		}
		return b.String()
	}}
}

func nested(before, after string) hostile {
	return hostile{fmt.Sprintf("%q in %q", before, after), func(bytes int) string {
		n := max(1, bytes/(len(before)+len(after)))
		return strings.Repeat(before, n) + "a" + strings.Repeat(after, n)
	}}
}
