package article

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
)

func TestRead(t *testing.T) {
	root := fstest.MapFS{
		"articles/0a1b2c3d4e5f60.md":                      {Data: []byte("---\ntitle: \"Kubernetes 1.29 の変更\"\nemoji: \"🐡\"\ntype: tech\ntopics: [\"kubernetes\"]\npublished: false\n---\n\n![図](/images/a b.png =250x) ![図](/images/fig%20.PNG) ![x](../images/Fig.PNG)\n")},
		"images/Fig.PNG":                                  {Data: []byte("png")},
		"public/my-post.md":                               {Data: []byte("---\ntitle: v1.30 の話\ntags:\n  - k8s\nid: 0123456789abcdef0123\nupdated_at: '2024-04-01T00:00:00+09:00'\n---\n本文です\n![x](https://example.org/a.png)\n")},
		"content/zh-cn/docs/concepts/workloads/_index.md": {Data: []byte("---\ntitle: 工作负载\ncontent_type: concept\n---\n\nKubernetes v1.31 的文档\n")},
		"content/zh-cn/.hidden/x.md":                      {Data: []byte("x")},
		"../outside.png":                                  {Data: []byte("x")},
	}
	names, err := List(root, ".")
	want := []string{"articles/0a1b2c3d4e5f60.md", "content/zh-cn/docs/concepts/workloads/_index.md", "public/my-post.md"}
	if diff := cmp.Diff(want, names); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
	for i, c := range []struct {
		to, added string
		pictures  []Picture
		left      []Left
	}{
		{"content/1.29/0a1b2c3d4e5f60.ja.md", "\nsource: https://zenn.dev/mona/articles/0a1b2c3d4e5f60\n", []Picture{{"images/Fig.PNG", "content/1.29/0a1b2c3d4e5f60.ja-fig.png"}}, []Left{{9, "picture /images/a: not a picture"}, {9, "picture /images/fig%20.PNG: missing file"}}},
		{"content/1.31/workloads.zh.md", "", nil, nil},
		{"content/1.30/my-post.ja.md", "\nsource: https://qiita.com/mona/items/0123456789abcdef0123\n", nil, []Left{{9, "picture on another host: https://example.org/a.png"}}},
	} {
		a, err := Read(root, names[i], Options{User: "mona"})
		if err != nil {
			t.Fatal(err)
		}
		if a.To != c.to || !strings.Contains(string(a.Text), c.added) {
			t.Errorf("%s: %s\n%s", names[i], a.To, a.Text)
		}
		if diff := cmp.Diff(c.pictures, a.Pictures); diff != "" {
			t.Errorf("%s: pictures\n%s", names[i], diff)
		}
		if diff := cmp.Diff(c.left, a.Left); diff != "" {
			t.Errorf("%s: left\n%s", names[i], diff)
		}
		_, ds := source.Parse(source.Input{Path: a.To, Bytes: a.Text}, nil, source.Options{})
		for _, d := range ds {
			if d.Severity.String() == "error" {
				t.Errorf("%s: %v", names[i], d)
			}
		}
	}
}

// entries returns the texts of the entries and remarks of a note.
func entries(n *note.Note) []string {
	var out []string
	for b := range n.All {
		if b.Type == note.Entry || b.Type == note.Remark {
			out = append(out, string(b.Type)+" "+b.Text.Plain())
		}
	}
	return out
}

// TestRoundTrip exports every note of this repository to every host and imports it again. Entries
// and remarks must be equal. An article that is exported again must not change.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("../../content/[1l]*/*.md")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d notes, %v", len(files), err)
	}
	words := func(l note.Lang) string { return string(l) }
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
		n, _ := source.Parse(source.Input{Path: name, Bytes: text}, nil, source.Options{})
		for _, h := range Hosts {
			out := Export(n, nil, text, h, words)
			a, err := Read(fstest.MapFS{"x.md": {Data: out}}, "x.md", Options{Lang: n.Lang})
			if err != nil {
				t.Fatal(err)
			}
			again, ds := source.Parse(source.Input{Path: name, Bytes: a.Text}, nil, source.Options{})
			for _, d := range ds {
				if d.Severity.String() == "error" {
					t.Errorf("%s, %s: %v", name, h, d)
				}
			}
			if diff := cmp.Diff(entries(n), entries(again)); diff != "" {
				t.Errorf("%s, %s:\n%s", name, h, diff)
			}
			if second := Export(again, nil, a.Text, h, words); h != string(Kubernetes) && !cmp.Equal(string(second), string(out)) {
				t.Errorf("%s, %s: the second article differs:\n%s", name, h, cmp.Diff(string(out), string(second)))
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("articles/a.md", "---\ntitle: 1.29\nemoji: x\n---\n![](../a.png)\n")
	f.Add("a", "---\n---\n<img src=\"/../../x.svg\">")
	f.Fuzz(func(t *testing.T, name, text string) {
		a, err := Read(fstest.MapFS{name: {Data: []byte(text)}, "x.svg": {Data: []byte("x")}}, name, Options{User: "u"})
		if err != nil {
			return
		}
		for _, p := range append(a.Pictures, Picture{To: a.To}) {
			if !strings.HasPrefix(p.To, "content/") || strings.Contains(p.To, "..") {
				t.Errorf("%q is outside of content", p.To)
			}
		}
	})
}
