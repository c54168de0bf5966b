package e2e

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/templates"
)

// TestLanguages checks that every text of every page is in the declared language. It compares
// scripts and English function words.
func TestLanguages(t *testing.T) {
	site := builtSite(t)
	ds, err := sitecheck.Languages(os.DirFS(site.dir), nil)
	report(t, ds, err)
}

// englishNotes are notes of every kind, so that every kind of page exists.
const englishNotes = `
-- content/1.27/overview.en.md --
---
title: What is new in 1.27
date: 2023-04-20
authors: [octo]
---

## Nodes

### Alpha

#### Add support for user namespaces

#127

A pod may have users of its own (#115331).
-- content/1.27/sig-node.en.md --
---
title: What changed for SIG Node
sigs: [node]
authors: [octo]
---

### Feature

- Logs of a node can be asked for with NodeLogQuery. (#96120, @LorbusChris) [SIG Node]
  - :pencil: Off by default.
- Images are pulled side by side. (#115220, @ruiwen-zhao) [SIG Node]

### Bug or Regression

- A stopped pod is counted once. (#115331, @mimowo) [SIG Node]
-- content/1.27/api.en.md --
---
title: The API in 1.27
sigs: [api-machinery]
---

### Added

- flowcontrol.apiserver.k8s.io/v1beta3/flowschemas
-- content/log/spring.en.md --
---
title: A log
kind: log
---

## 2023-04-11

- Released: k/k#115331, containerd/containerd#8006, containerd/containerd#8006.

## 2024-05-01

- More on KEP-127.
-- content/1.26/talk.en.md --
---
title: What may come
kind: talk
releases: ["1.28"]
aliases: [talks/old]
---

## Future

A word on sidecar containers, KEP-753.
`

// TestInterface builds a site with English notes, so that all other text on its pages is the
// interface. Japanese, Chinese and Russian interface texts may contain Latin words only as names,
// and as terms listed in testdata/latin.txt with a reason.
func TestInterface(t *testing.T) {
	r, err := build.New(build.Options{}).Build(t.Context(), englishSite(t))
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, p := range r.Pages {
		kinds[p.Kind] = true
	}
	if len(kinds) < 27 { // all but those of glossaries, proposals and divided lists
		t.Errorf("only %d kinds of pages: %v", len(kinds), kinds)
	}
	terms := latinTerms(t)
	used := map[string]bool{}
	names := namesOf(t, r.Site)
	groups := []string{"WG Data Protection"} // the interface has the word Data, too
	for _, g := range r.Site.Data().SIGs {
		groups = append(groups, "SIG "+g.Name)
	}
	ds, err := sitecheck.Languages(made(t, r), &sitecheck.Interface{Names: groups, Allowed: func(word string, lang note.Lang) bool {
		for _, key := range []string{word, string(lang) + ":" + word} {
			if terms[key] {
				used[key] = true
				return true
			}
		}
		return names[word] || code.MatchString(word)
	}})
	report(t, slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { // SIG Release in the columns and lists of groups
		return groupsIn.MatchString(d.Pos.File) && bareGroup.MatchString(d.Text)
	}), err)
	for term := range terms {
		if !used[term] {
			t.Errorf("testdata/latin.txt: no page has %q", term)
		}
	}
}

// englishSite returns a site with English notes only, and this repository's upstream data.
func englishSite(t *testing.T) fstest.MapFS {
	t.Helper()
	site := testcorpus.Site(t)
	maps.DeleteFunc(site, func(p string, _ *fstest.MapFile) bool {
		return !strings.HasPrefix(p, "content/_data/") || strings.HasSuffix(p, "glossary.yaml")
	})
	gates := site["content/_data/gates.json"]
	gates.Data = inEnglish(t, gates.Data)
	releases := site["content/_data/releases.yaml"]
	releases.Data = ledes.ReplaceAll(releases.Data, nil)
	site["site.yaml"] = &fstest.MapFile{Data: []byte("languages: [en, ja, zh, ru]\nbase_url: https://example.org/\n")}
	for _, f := range txtar.Parse([]byte(englishNotes)).Files {
		site[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return site
}

// ledes matches the summaries of a release, which people write.
var ledes = regexp.MustCompile(`(?m)^    lede:\n(?:      .*\n)+`)

// made makes the files of a build.
func made(t *testing.T, r *build.Result) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, p := range r.Files.Paths() {
		f, _ := r.Files.Get(p)
		text, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		files[p] = &fstest.MapFile{Data: text}
	}
	return files
}

// inEnglish removes the Chinese descriptions of gates, which are upstream's texts.
func inEnglish(t *testing.T, text []byte) []byte {
	var gates []map[string]any
	if err := json.Unmarshal(text, &gates); err != nil {
		t.Fatal(err)
	}
	for _, g := range gates {
		if all, ok := g["description"].(map[string]any); ok {
			delete(all, "zh")
		}
	}
	out, err := json.Marshal(gates)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// groupsIn matches pages that list groups by name without "SIG". bareGroup matches such names that
// are also words of the interface, as presets of upgrades.
var (
	groupsIn  = regexp.MustCompile(`/(keps/index|search/index|search/dialog)\.html$`)
	bareGroup = regexp.MustCompile(`^text "(Release|Network|Storage)"`)
)

// code matches tokens that are not words: versions, numbers, kep-127, #t-8006, names in camel case,
// addresses, files and handles.
var code = regexp.MustCompile(`^@|[0-9/]|[a-z][A-Z]|^[a-z]+\.(yaml|xml|json|md|io)$|\.k8s\.io$`)

// namesOf returns the words of names that pages have without a link: of groups, gates and people.
// English words of the interface are excluded. Otherwise a Russian page could contain Release,
// because of SIG Release.
func namesOf(t *testing.T, s *site.Site) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	add := func(name string) {
		for _, w := range strings.Fields(name) {
			out[strings.Trim(w, "_")] = true // normalized like the words of the crawl
		}
	}
	for _, g := range s.Data().SIGs {
		add(g.Name)
	}
	for _, kind := range []note.RefKind{note.Gate, note.PersonRef} {
		for _, id := range s.Keys(kind) {
			add(s.Spelling(note.Key{Kind: kind, ID: id}))
		}
	}
	for _, c := range s.Data().Claims {
		add(string(c.Person))
	}
	for _, e := range s.Data().Elsewhere {
		add(string(e.Author))
	}
	said, err := fs.ReadFile(templates.FS, "languages/en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for w := range strings.FieldsFuncSeq(string(said), func(r rune) bool { return !unicode.IsLetter(r) }) {
		delete(out, w)
	}
	return out
}

// latinTerms reads the terms that are allowed in the interface of any language, or with "ru:" of one.
func latinTerms(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "latin.txt"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line, _, _ := strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
			for _, w := range strings.Fields(line) {
				out[w] = true
			}
		}
	}
	return out
}
