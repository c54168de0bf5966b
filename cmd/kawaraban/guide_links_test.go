package main

import (
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	// link matches a link or image of Markdown, or an attribute with a URL in HTML.
	link = regexp.MustCompile(`(!?)\[([^\]]*)\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"`)
	// img matches an image of HTML, and alt its alternative text.
	img  = regexp.MustCompile(`<img [^>]*>`)
	alt  = regexp.MustCompile(` alt="[^"]{20,}"`)
	code = regexp.MustCompile("`[^`]*`")
)

// TestGuideLinks checks that every link between documents has a file and heading as its target. Every
// document must be in the index of the guide, and every image must have an alternative text.
func TestGuideLinks(t *testing.T) {
	docs := documents(t)
	for _, more := range []string{"ARCHITECTURE.md", "CHANGELOG.md"} {
		src, err := os.ReadFile(filepath.Join(repository, more))
		if err != nil {
			t.Fatal(err)
		}
		docs[more] = string(src)
	}
	indexed, followed := map[string]bool{"docs/README.md": true}, 0
	for doc, src := range docs {
		_, outside := fenced(doc, src)
		for i, line := range outside {
			for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(line, ""), -1) {
				target, err := resolve(docs, doc, m[3]+m[4])
				if err != nil {
					t.Errorf("%s:%d: %v", doc, i+1, err)
				}
				if doc == "docs/README.md" {
					indexed[target] = true
				}
				followed++
			}
			for _, picture := range img.FindAllString(line, -1) {
				if !alt.MatchString(picture) {
					t.Errorf("%s:%d: an image without alternative text: %s", doc, i+1, picture)
				}
			}
		}
	}
	for doc := range docs {
		if strings.HasPrefix(doc, "docs/") && !indexed[doc] {
			t.Errorf("the index, docs/README.md, has no link to %s", doc)
		}
	}
	if followed < 100 {
		t.Errorf("only %d links", followed)
	}
}

// resolve returns the path of a link's target from the root; empty for an external link.
func resolve(docs map[string]string, doc, href string) (string, error) {
	if strings.Contains(href, "://") || strings.HasPrefix(href, "mailto:") {
		return "", nil
	}
	file, fragment, _ := strings.Cut(href, "#")
	target := doc
	if file != "" {
		target = path.Join(path.Dir(doc), file)
	}
	if _, err := os.Stat(filepath.Join(repository, filepath.FromSlash(target))); err != nil {
		return target, fmt.Errorf("%s: file not found", href)
	}
	if fragment != "" && !anchors(target, docs[target])[fragment] {
		return target, fmt.Errorf("%s: heading not found", href)
	}
	return target, nil
}

// anchors returns the fragments of a document's headings as GitHub makes them. They are lower-case,
// with hyphens for spaces and without punctuation. A repeated one gets a number.
func anchors(doc, src string) map[string]bool {
	out := map[string]bool{}
	_, outside := fenced(doc, src)
	for _, line := range outside {
		text := strings.TrimLeft(line, "#")
		if text == line || !strings.HasPrefix(text, " ") {
			continue
		}
		id := strings.Map(anchorRune, strings.ToLower(html.UnescapeString(strings.TrimSpace(text))))
		free := id
		for n := 1; out[free]; n++ {
			free = fmt.Sprintf("%s-%d", id, n)
		}
		out[free] = true
	}
	return out
}

func anchorRune(r rune) rune {
	switch {
	case r == ' ':
		return '-'
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '-' || r == '_':
		return r
	}
	return -1
}
