package build_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
	"github.com/kawaraban/kawaraban/templates"
)

// latin matches the words and placeholders of an English text.
var latin = regexp.MustCompile(`\{[a-z0-9]+\}|[A-Za-z][A-Za-z’'-]*`)

// korean returns a catalog of Korean texts. A few are translated. In the others, one Korean word
// replaces each English one, so that new interface texts need no change of this test.
func korean(t *testing.T) []byte {
	t.Helper()
	src, err := fs.ReadFile(templates.FS, "languages/en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Code, Tag, Self, Dir string
		Order                int
		Date                 map[string]any
		Words                map[string]map[string]string `yaml:"words,scalar"`
	}
	strictyaml.Unmarshal(src, diag.Position{}, &file)
	own := map[string]string{
		"nav.releases": "릴리스", "nav.menu": "메뉴", "site.feed": "피드(Atom)", "kind.feature": "기능", "count.notes": "노트 {n}개",
		"log.title": "데일리 로그, {0}", "note.notice": "이 노트의 한국어판은 없습니다. 표시 언어:",
	}
	var b bytes.Buffer
	b.WriteString("code: ko\ntag: ko\nself: 한국어\norder: 5\ndir: ltr\ndate:\n  day: \"{year}년 {month}월 {day}일\"\n  month: \"{year}년 {month}월\"\n  year: \"{year}년\"\n" +
		"  months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\nwords:\n")
	for _, key := range slices.Sorted(maps.Keys(file.Words)) {
		text, plural := file.Words[key]["other"]
		if !plural {
			text = file.Words[key][""]
		}
		if own[key] != "" {
			text = own[key]
		} else {
			text = latin.ReplaceAllStringFunc(text, func(w string) string {
				if strings.HasPrefix(w, "{") {
					return w
				}
				return "말"
			})
		}
		if plural {
			fmt.Fprintf(&b, "  %s: {other: %q}\n", key, text)
		} else {
			fmt.Fprintf(&b, "  %s: %q\n", key, text)
		}
	}
	return b.Bytes()
}

// TestFifthLanguage checks that a language file alone adds an interface language to the whole site.
func TestFifthLanguage(t *testing.T) {
	site := addressed(sample(t))
	site["templates/languages/ko.yaml"] = &fstest.MapFile{Data: korean(t)}
	site["content/1.27/storage.ko.md"] = &fstest.MapFile{Data: []byte("---\ntitle: 스토리지\ndate: 2023-05-12\nauthors: [나무, 가람]\nsigs: [storage]\n---\n\n### Feature\n\n- 볼륨을 늘릴 수 있습니다. (#115331, @octo) [SIG Node]\n")}
	files := published(t, site)
	for p := range files {
		if rest, ok := strings.CutPrefix(p, "en/"); ok && path.Ext(p) == ".html" && files["ko/"+rest] == nil {
			t.Errorf("ko/%s is missing", rest)
		}
	}
	for p, wants := range map[string][]string{
		"ko/index.html":               {`<html lang="ko">`, `>릴리스</a>`, `content="ko_KR"`, `hreflang="ko" href="` + address + `ko/">`, `피드(Atom)`},
		"ko/1.27/sig-node/index.html": {`이 노트의 한국어판은 없습니다.`, `lang="ja"`, `<link rel="canonical" href="` + address + `ja/1.27/sig-node/">`},
		"ko/1.27/storage/index.html":  {`<h1>스토리지`, `기능`, `2023년 5월 12일`, `hreflang="x-default" href="` + address + `ko/1.27/storage/">`, `<meta property="og:locale" content="ko_KR">`},
		"ko/log/2023/04/index.html":   {`데일리 로그, 2023년 4월`},
		"ko/people/index.html":        {`노트 1개`},
		"ja/1.27/index.html":          {`<a lang="ko" href="../../ko/1.27/">한국어`, `<a class="title" href="../1.27/storage/" lang="ko">스토리지</a>`},
		"index.html":                  {`한국어`},
		"ko/feed.xml":                 {`xml:lang="ko"`, `<title>스토리지</title>`, `<entry xml:lang="ja">`},
	} {
		for _, want := range wants {
			if files[p] == nil || !bytes.Contains(files[p].Data, []byte(want)) {
				t.Errorf("%s has no %s", p, want)
			}
		}
	}
	people := string(files["ko/people/index.html"].Data)
	if a, b := strings.Index(people, "가람"), strings.LastIndex(people, "나무"); a < 0 || a > b {
		t.Errorf("people are not in the order of the language: %d %d", a, b)
	}
	for _, d := range judged(t, files) {
		t.Error(d)
	}
	ds, err := sitecheck.Site(files, "/k8s/")
	if err != nil || len(ds) > 0 {
		t.Error(ds, err)
	}
}
