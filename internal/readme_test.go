package internal_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	readmeHeading = regexp.MustCompile(`(?m)^#+ `)
	readmeCode    = regexp.MustCompile("(?ms)^```console\n.*?^```")
	readmeLink    = regexp.MustCompile(`\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"`)
	readmeLang    = regexp.MustCompile(`--lang \S+`)
	readmeGuide   = regexp.MustCompile(`^content/guide/([a-z-]+)\.[a-z]+\.md$`) // a translated page of docs/
)

// TestReadmes checks that the translations of README.md have its headings, commands and links.
// Example languages differ, and a translation of a page of the guide replaces the page.
func TestReadmes(t *testing.T) {
	type form struct {
		Headings int
		Commands []string
		Links    []string
	}
	read := func(name string) form {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		f := form{Headings: len(readmeHeading.FindAll(text, -1))}
		for _, m := range readmeCode.FindAllString(string(text), -1) {
			f.Commands = append(f.Commands, readmeLang.ReplaceAllString(m, "--lang"))
		}
		for _, m := range readmeLink.FindAllStringSubmatch(string(text), -1) {
			if link := m[1] + m[2]; !regexp.MustCompile(`^README(\.[a-z]+)?\.md$`).MatchString(link) {
				f.Links = append(f.Links, readmeGuide.ReplaceAllString(link, "docs/$1.md"))
			}
		}
		slices.Sort(f.Links)
		f.Links = slices.Compact(f.Links)
		return f
	}
	want := read("README.md")
	if want.Headings < 5 || len(want.Commands) < 4 {
		t.Fatalf("too little was found: %+v", want)
	}
	for _, name := range []string{"README.ja.md", "README.zh.md", "README.ru.md"} {
		if diff := cmp.Diff(want, read(name)); diff != "" {
			t.Errorf("%s (-README.md +%s):\n%s", name, name, diff)
		}
	}
}
