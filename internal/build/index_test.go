package build_test

import (
	"context"
	"html"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/search"
)

// sourcesOf returns the sources of the documents of a built site.
func sourcesOf(r *build.Result) []search.Source {
	return search.Sources(r.Site, page.NewPlanner(r.Site, r.Words, page.Options{Languages: r.Config.Languages}).Book)
}

// documentsOf makes the documents of a built site again.
func documentsOf(r *build.Result) []search.Doc {
	var docs []search.Doc
	for _, from := range sourcesOf(r) {
		docs = append(docs, from.Docs()...)
	}
	return docs
}

// idAttribute matches the ids of a page.
var idAttribute = regexp.MustCompile(` id="?([^" >]+)`)

// stranded describes the documents whose page or anchor does not exist, in all languages of the site.
func stranded(r *build.Result, got outcome) []string {
	ids := map[string]map[string]bool{}
	var out []string
	for _, d := range documentsOf(r) {
		at, err := url.Parse(d.Path)
		if err != nil || d.Path == "" || d.Name == "" && len(d.Texts) == 0 {
			out = append(out, "the address or the words of "+string(d.Type)+" "+d.Path+" "+d.Name)
			continue
		}
		for _, lang := range r.Config.Languages {
			p := string(lang) + "/" + at.Path + "index.html"
			text, ok := got.Files[p]
			if ids[p] == nil {
				ids[p] = map[string]bool{}
				for _, m := range idAttribute.FindAllStringSubmatch(text, -1) {
					ids[p][html.UnescapeString(m[1])] = true
				}
			}
			if !ok || at.Fragment != "" && !ids[p][at.Fragment] {
				out = append(out, string(d.Type)+" "+p+"#"+at.Fragment)
			}
		}
	}
	return out
}

// TestDocumentsStand checks that the target of every document exists in every language.
func TestDocumentsStand(t *testing.T) {
	if testing.Short() {
		t.Skip("builds thousands of pages")
	}
	for _, o := range []build.Options{{}, {Release: "1.27"}} {
		r, err := build.New(o).Build(context.Background(), ownSite(t))
		got := outcomeOf(t, r, err)
		if got.Err != "" {
			t.Fatal(got.Err)
		}
		if lost := stranded(r, got); len(lost) > 0 {
			t.Errorf("release %q: %d without a target:\n%s", o.Release, len(lost), strings.Join(lost[:min(len(lost), 30)], "\n"))
		}
	}
}

// TestOwnDocuments counts the documents of this repository's own site. The numbers were counted by
// hand in content/ and content/_data/:
//
//	kep      650 numbers in keps.json, without the template and 0000
//	pr       3,648 published notes in releases/*.json (316, 221, 218, 325, 290, 273, 248, 305,
//	         291, 249, 325, 243 and 344), and 115917, which is cited twice and not published
//	sig      35 in sigs.json
//	gate     440 in gates.json
//	setting  905: 417 flags of the reference, and 156 flags, 289 metrics, 31 fields and 12 admission
//	         plugins that only findings/*.json have
//	term     263 in glossary.yaml
//	person   149: 145 GitHub names with @ in the notes, and 4 authors without one
//	repo     5: cilium/cilium, golang/go, kubernetes/enhancements, kubernetes/ingress-gce and
//	         kubernetes/sig-release are cited as repositories
//	release  13 that were imported, including those of releases.yaml
//	note     16; those on SIG Node in two languages, two of the guide in four
//	section  142 headings that are not entries: the guide 8 and 6, overview of 1.27 29, of 1.28 10 and of 1.36 20,
//	         sig-node of 1.27 13, of 1.34 9 and of 1.35 8, sig-network of 1.26 7, of 1.29 4 and
//	         of 1.35 6, sig-scheduling 7, upcoming-features 6, sig-auth of 1.36 9
//	post     159: the 22 and 34 headings of the logs, all of them days, and their 47 and 56 entries
//	entry    657 by the build's own count, less the 55, 53 and 49 of the English sig-node notes,
//	         which equal the Japanese ones, and the 103 of the logs
func TestOwnDocuments(t *testing.T) {
	r, err := build.New(build.Options{}).Link(context.Background(), os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	got, paths := map[search.Type]int{}, map[string]string{}
	for _, d := range documentsOf(r) {
		got[d.Type]++
		if other, twice := paths[d.Path]; twice {
			t.Errorf("%s and %s are both at %s", other, d.Name, d.Path)
		}
		paths[d.Path] = d.Name
	}
	want := map[search.Type]int{
		search.KEP: 650, search.PR: 3649, search.SIG: 35, search.Gate: 440, search.Setting: 905, search.Term: 263, search.Release: 13,
		search.Note: 16, search.Section: 142, search.Post: 159, search.Entry: 397, search.Person: 149, search.Repo: 5,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOthersReachDigests checks that an edit of a note can move the targets of documents of another,
// unchanged note, and that the index then has the new targets.
func TestOthersReachDigests(t *testing.T) {
	for _, c := range []struct {
		what        string
		files       map[string]string
		other, text string
		name        string // name of the document that moves
		from, to    string
	}{
		{
			"a note that is a log in its translation alone: with the other log the day stands on the month in every language",
			map[string]string{
				"talks/z.ja.md": "---\ntitle: 話\n---\n\n何か話しました。\n",
				"talks/z.en.md": "---\ntitle: Talk\nkind: log\ntranslates: z.ja.md\n---\n\n## 2023-04-11\n\nOn that day.\n",
			},
			"log/spring.ja.md", "---\ntitle: 春\n---\n\n## 2023-04-11\n\n- 出ました。\n",
			"2023-04-11", "log/2023/04/", "log/2023/04/#d-2023-04-11",
		},
		{
			"a version that is a machine's in part: those who read Chinese are shown another note's words beside the original, and no more what only that version has",
			map[string]string{
				"talks/z.zh.md": "---\ntitle: 演讲\n---\n\n别的事情。\n",
				"1.27/z.ja.md":  "---\ntitle: 変更\n---\n\n- 待ち時間を選べます。 (#115331, @octo) [sig/node]\n",
				"1.27/z.ru.md":  "---\ntitle: Изменения\ntranslates: z.ja.md\n---\n\n- Только здесь. (#115500, @octo) [sig/node]\n\n<!-- 待ち時間を選べます。 (#115331, @octo) [sig/node] -->\n<!-- kawaraban-machine -->\n- Время ожидания можно выбрать. (#115331, @octo) [sig/node]\n",
			},
			"1.27/other.zh.md", "---\ntitle: 变更\n---\n\n- 可以选择等待时间。 (#115331, @octo) [sig/node]\n",
			"#115500", "1.27/z/#pr-115500", "1.27/z/",
		},
	} {
		site := fstest.MapFS{}
		for p, text := range c.files {
			site["content/"+p] = &fstest.MapFile{Data: []byte(text)}
		}
		reused := build.New(build.Options{})
		at := func() string {
			r, err := reused.Build(context.Background(), site)
			got := outcomeOf(t, r, err)
			if !maps.Equal(got.Files, built(t, build.Options{}, site).Files) {
				t.Errorf("%s: the index differs from a clean build", c.what)
			}
			docs := documentsOf(r)
			return docs[slices.IndexFunc(docs, func(d search.Doc) bool { return d.Name == c.name && d.Type != search.PR })].Path
		}
		before := at()
		site["content/"+c.other] = &fstest.MapFile{Data: []byte(c.text)}
		if after := at(); before != c.from || after != c.to {
			t.Errorf("%s: %q is at %q, then at %q", c.what, c.name, before, after)
		}
	}
}
