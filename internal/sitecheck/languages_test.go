package sitecheck

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/note"
)

// TestLanguages checks texts with their declared language, and the expected problem.
func TestLanguages(t *testing.T) {
	words := &Interface{Allowed: func(word string, _ note.Lang) bool { return word == "Kubernetes" || word == "1.27" }}
	for _, c := range []struct {
		lang, body string
		words      *Interface
		want       string
	}{
		{"ja", `<p>変更を読む</p>`, nil, ""},
		{"zh-Hans", `<p>阅读变更</p>`, nil, ""},
		{"ja", `<p>阅读变更</p>`, nil, "Chinese character 阅"},
		{"zh-Hans", `<p>機能の</p>`, nil, "Japanese character 機"},
		{"zh-Hans", `<p>ノート</p>`, nil, "kana"},
		{"en", `<p>概要</p>`, nil, "Chinese characters"},
		{"en", `<p>обзор</p>`, nil, "Cyrillic"},
		{"uk", `<p>огляд</p>`, nil, ""},
		{"ja", `<p>한국어</p>`, nil, "Hangul"},
		{"ko", `<p>한국어 韓國</p>`, nil, ""},
		{"en", `<p lang="ja">概要</p>`, nil, ""},
		{"en", `<p lang="ja">概要 <b lang="en">概要</b></p>`, nil, `as "en": Chinese`},
		{"ru", `<p>This is the line that is <a href="x">read</a>.</p>`, nil, "English sentence"},
		{"ru", `<p>This <b>is the line</b> of it</p>`, nil, "English sentence"},
		{"ru", `<p lang="en">This is the line that is read.</p>`, nil, ""},
		{"ru", `<p>Версия для <code>this is the code that runs</code></p>`, nil, ""},
		{"ru", `<p>Kubernetes</p><p>is it the</p>`, nil, "English sentence"},
		{"ja", `<a href="../sigs/committee-code-of-conduct/">Code of the Conduct</a>`, nil, ""},
		{"ja", `<a href="../sigs/">Code of the Conduct</a>`, nil, "English sentence"},
		{"ja", `<img alt="обзор">`, nil, "Cyrillic"},
		{"ja", `<button aria-label="обзор" title="概要">x</button>`, nil, "Cyrillic"},
		{"ja", `<option lang="ru" label="обзор">`, nil, ""},
		{"ru", `<p>Обзор Kubernetes 1.27</p>`, words, ""},
		{"ru", `<p>Обзор release 1.27</p>`, words, `word "release"`},
		{"ru", `<p>Обзор <a href="../people/octo/">octo</a> <code>x</code> <a href="https://example.org/">example</a></p>`, words, ""},
		{"ru", `<p>Обзор <a href="../people/">octo</a></p>`, words, `word "octo"`},
		{"en", `<p>Any word may stand here.</p>`, words, ""},
		{"ru", `<svg><title>view of x</title></svg>`, words, `word "view"`},
		{"ru", `<script>This is the code of it</script><style>p { is: the }</style>`, words, ""},
		{"", `<p>x</p>`, nil, "no language"},
	} {
		site := fstest.MapFS{"a.html": {Data: []byte(`<!doctype html><html lang="` + c.lang + `"><body>` + c.body + `</body></html>`)}}
		ds, err := Languages(site, c.words)
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, d := range ds {
			found += d.String() + "\n"
		}
		if (c.want == "") != (found == "") || !strings.Contains(found, c.want) {
			t.Errorf("%s in %q: found %q, want %q", c.body, c.lang, found, c.want)
		}
	}
	named := fstest.MapFS{"a.html": {Data: []byte(`<html lang="ru"><head><title>Выпуски · リリースを読む会の記録</title></head><body><p>リリースを読む会の記録</p></body></html>`)}}
	report, err := Check(named, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, d := range report.Diags {
		if d.Code == "site/language" {
			texts = append(texts, d.Text)
		}
	}
	if len(texts) != 1 || !strings.Contains(texts[0], `"リリースを読む会の記録"`) { // once, where the name is the whole text
		t.Errorf("a name of the site in another language: %q", texts)
	}
	head := fstest.MapFS{"a.html": {Data: []byte(`<html lang="ja"><head><title lang="en">概要</title><meta name="description" content="обзор"><meta property="og:title" content="обзор"></head></html>`)}}
	if ds, err := Languages(head, nil); err != nil || len(ds) != 2 { // the title and the description; og:title repeats what has its language elsewhere
		t.Error(ds, err)
	}
}
