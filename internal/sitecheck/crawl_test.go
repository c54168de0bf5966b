package sitecheck

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func bodied(body string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(`<!doctype html><html lang="en"><body>` + "\n" + body + "</body></html>")}
}

func TestSite(t *testing.T) {
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  []string
	}{
		{"good", fstest.MapFS{
			"index.html":       bodied(`<a href="ja/">ja</a> <a href="ja/変更/#機能">x</a> <a href="https://example.org/none">out</a> <a href="#top">top</a>`),
			"ja/index.html":    bodied(`<a href="../">up</a><img src="../a.svg">`),
			"ja/変更/index.html": bodied(`<h2 id="機能">x</h2><a href="../../ja/%E5%A4%89%E6%9B%B4/">self</a>`),
			"a.svg":            {Data: []byte("<svg/>")},
		}, nil},
		{"no file", fstest.MapFS{"index.html": bodied(`<a href="ja/">ja</a>`)},
			[]string{`index.html:2:10: href="ja/" refers to a missing file [site/broken-link]`}},
		{"folder without its slash", fstest.MapFS{"index.html": bodied(`<a href="ja">ja</a>`), "ja/index.html": bodied("")},
			[]string{`index.html:2:10: href="ja" refers to a missing file [site/broken-link]`}},
		{"no fragment", fstest.MapFS{"index.html": bodied(`<a href="#x">x</a>`)},
			[]string{`index.html:2:10: missing id in the target of link "#x" [site/missing-place]`}},
		{"absolute", fstest.MapFS{"index.html": bodied(`<a href="/">x</a>`)},
			[]string{`index.html:2:10: href="/" is outside the site at /any/prefix/ [site/outside]`}},
		{"twice", fstest.MapFS{"index.html": bodied(`<p id="a"></p><p id="a"></p>`)},
			[]string{`index.html:2:22: duplicate id "a" [site/duplicate-id]`}},
		{"no language", fstest.MapFS{"index.html": {Data: []byte("<p>x</p>")}},
			[]string{`index.html: page without a language [site/no-language]`}},
		{"letter case", fstest.MapFS{"A.txt": {}, "a.txt": {}},
			[]string{`a.txt: path differs from A.txt only in letter case or Unicode form [site/letter-case]`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ds, err := Site(c.files, "/any/prefix/")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range ds {
				got = append(got, d.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
