package article

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Hosts are the hosts of [Export].
var Hosts = []string{string(Zenn), string(Qiita), string(Kubernetes)}

// maxZennTitle is the maximum length of a title on Zenn, in characters.
const maxZennTitle = 70

// Export returns a note as an article of a host. The text is that of the note without comments. If
// the front matter is that of the host, it stays as it is. Otherwise it is written, with published
// or its counterpart set to false, so that nothing is published by mistake. The other version, if
// not nil, follows in a folded block.
func Export(n, other *note.Note, text []byte, host string, words func(note.Lang) string) []byte {
	front, _ := split(text)
	h := Host(host)
	var b strings.Builder
	if hostOf(front) == h {
		b.WriteString("---\n" + string(front) + "---\n")
	} else {
		b.WriteString(frontOf(n, h))
	}
	b.WriteString("\n" + strings.Trim(string(n.Markdown), "\n") + "\n")
	if other != nil {
		open, end := "<details><summary>"+words(other.Lang)+"</summary>", "</details>"
		if h == Zenn {
			open, end = "::::::details "+words(other.Lang), "::::::"
		}
		b.WriteString("\n" + open + "\n\n" + strings.Trim(string(other.Markdown), "\n") + "\n\n" + end + "\n")
	}
	return []byte(b.String())
}

func frontOf(n *note.Note, h Host) string {
	title := n.Title
	topics := []string{"kubernetes"}
	for _, s := range n.SIGs {
		topics = append(topics, "sig"+strings.ReplaceAll(string(s), "-", ""))
	}
	quote := func(all []string) string {
		quoted := make([]string, len(all))
		for i, s := range all {
			quoted[i] = strconv.Quote(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	switch h {
	case Zenn:
		if utf8.RuneCountInString(title) > maxZennTitle {
			title = string([]rune(title)[:maxZennTitle])
		}
		return fmt.Sprintf("---\ntitle: %s\nemoji: \"📰\"\ntype: \"tech\"\ntopics: %s\npublished: false\n---\n", yamlString(title), quote(topics[:min(len(topics), 5)]))
	case Qiita:
		return fmt.Sprintf("---\ntitle: %s\ntags: %s\nprivate: true\nupdated_at: \"\"\nid: null\norganization_url_name: null\nslide: false\nignorePublish: true\n---\n", yamlString(title), quote(topics[:min(len(topics), 5)]))
	}
	date := ""
	if n.Meta.Date != "" {
		date = "date: " + n.Meta.Date + "\n"
	}
	return fmt.Sprintf("---\nlayout: blog\ntitle: %s\n%sdraft: true\n---\n", yamlString(title), date)
}

// yamlString returns a text as a YAML string in double quotes, whose escapes include those of JSON.
func yamlString(s string) string { return strconv.Quote(s) }
