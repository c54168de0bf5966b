package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

// attributionForms are the forms in which writers attribute an entry to a pull request. %s is the
// text of the entry, PULL the address of the pull request.
var attributionForms = []string{
	"%s (#100001, @octo)",
	"%s (#100001, @octo) [SIG Node]",
	"#100001: %s",
	"[#100001](PULL): %s",
	"#100001 - %s",
	"[#100001](PULL) %s",
	"%s (#100001, @octo) 🎉",
	"%s (#100001, @octo) :tada:",
	"%s (#100001) 🎉",
	"%s (#100001, @octo) [SIG Node] [KEP](https://kep.k8s.io/127)",
	"%s (#100001, @octo) %[1]s",
	"%s ([#100001](PULL), [@octo](https://github.com/octo)) %[1]s",
	"%s [#100001](PULL)",
	"%s [PR](PULL)",
	"%s ([k/k#100001](PULL))",
	"**%s (#100001, @octo)**",
	"（#100001、@octo）%s",
	"PR #100001: %s",
	"k/k#100001: %s",
	"%s PULL",
	"PULL: %s",
	"PULL",
}

// TestAttributionForms parses each form in four languages and three structures of notes: a list
// with remarks under the heading of a kind; only a list; and sections with other headings.
func TestAttributionForms(t *testing.T) {
	d := world(t)
	words := map[note.Lang]string{
		"ja": "フラグを削除しました。", "zh": "移除了该标志，不再支持。", "ru": "Флаг удалён, его больше нет.", "en": "The flag is gone now.",
	}
	shapes := map[string]string{
		"kinds":    "---\ntitle: t\n---\n\n## Feature\n\n- ITEM\n  - :pencil: x\n",
		"bare":     "- ITEM\n",
		"sections": "# T\n\nprose\n\n## Kubelet\n\nprose\n\n* ITEM\n\n> quote\n",
	}
	for lang, text := range words {
		for name, shape := range shapes {
			for _, form := range attributionForms {
				item := text
				if strings.Contains(form, "%") {
					item = fmt.Sprintf(form, text)
				} else {
					item = form
				}
				item = strings.ReplaceAll(item, "PULL", "https://github.com/kubernetes/kubernetes/pull/100001")
				path := "content/1.27/sig-node." + string(lang) + ".md"
				n, _ := source.Parse(source.Input{Path: path, Bytes: []byte(strings.Replace(shape, "ITEM", item, 1))}, d.Names(), source.Options{})
				s, _ := site.Link([]*note.Note{n, source.Official(d.Releases["1.27"], d.Names())}, d, site.Options{})
				if err := attributionFault(s, n, text); err != "" {
					t.Errorf("%s, %s, %s: %s", lang, name, form, err)
				}
			}
		}
	}
}

// attributionFault describes the error in the only entry of a note; "" if there is none.
func attributionFault(s *site.Site, n *note.Note, text string) string {
	var entry *note.Block
	for b := range n.Entries {
		if entry != nil {
			return "two entries"
		}
		entry = b
	}
	switch {
	case entry == nil:
		return "no entry, kind " + string(n.Kind)
	case strings.Join(entry.Attr.PRs, " ") != "100001":
		return "pull requests " + strings.Join(entry.Attr.PRs, " ")
	case s.CoverageOf(n).Covered != 1:
		return "not covered"
	}
	if j := s.Join(n, entry); len(j.Official) != 1 || j.Official[0].Text.Text.Plain() != "Removed the flag." {
		return "no official English"
	}
	plain := entry.Text.Plain()
	if words := strings.TrimSpace(plain); strings.Contains(words, "#100001") && !strings.HasPrefix(words, "#100001 "+text) {
		return "the attribution is still in the text: " + words
	}
	return ""
}
