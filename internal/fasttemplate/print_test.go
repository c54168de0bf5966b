package fasttemplate

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func asset(name string) (string, error) {
	if name == "" {
		return "", errors.New("no such file")
	}
	return "assets/" + name, nil
}

func functions() template.FuncMap {
	return template.FuncMap{"asset": asset, "twice": func(s string) string { return s + s }}
}

func setOf(t testing.TB, source string) *Set {
	t.Helper()
	s := New(functions())
	for name, text := range map[string]string{"page": source, "parts": parts} {
		if err := s.Parse(name, text); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func plainly(t testing.TB, source string) *template.Template {
	t.Helper()
	set := template.New("").Funcs(functions())
	set.Funcs(template.FuncMap{"once": func(name string, _, data any) (template.HTML, error) {
		var b strings.Builder
		err := set.ExecuteTemplate(&b, name, data)
		return template.HTML(b.String()), err
	}})
	template.Must(set.New("parts").Parse(parts))
	return template.Must(set.New("page").Parse(source))
}

func compare(t testing.TB, p *Page, plain *template.Template, v any) {
	t.Helper()
	var want bytes.Buffer
	wantErr := plain.Execute(&want, v)
	got, err := p.Print(v)
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("error %v\nwant  %v", err, wantErr)
	}
	if diff := cmp.Diff(want.String(), string(got)); wantErr == nil && diff != "" {
		t.Errorf("-html/template +fasttemplate\n%s", diff)
	}
}

func TestPrint(t *testing.T) {
	for kind, sources := range map[string]map[string]string{"programmed": programmed, "left": left, "mistakes": mistakes} {
		for name, source := range sources {
			t.Run(kind+"/"+name, func(t *testing.T) {
				p, plain := setOf(t, source).Page("page"), plainly(t, source)
				all := views()
				if kind == "mistakes" {
					all = all[:3]
				}
				for _, v := range all {
					compare(t, p, plain, v)
					compare(t, p, plain, &v)
				}
				if why := p.Why(view{}); (why == nil) != (kind == "programmed") && kind != "mistakes" {
					t.Errorf("reason for the missing program: %v", why)
				}
			})
		}
	}
}

// TestPrintTogether checks that each template in a set of all templates prints the same as alone.
func TestPrintTogether(t *testing.T) {
	set := New(functions())
	plain := template.Must(plainly(t, "").Clone())
	var names []string
	for _, sources := range []map[string]string{programmed, left} {
		for name, source := range sources {
			if strings.Contains(source, "once") {
				continue // plain uses the function of a different set
			}
			names = append(names, name)
			if err := set.Parse(name, source); err != nil {
				t.Fatal(err)
			}
			template.Must(plain.New(name).Parse(source))
		}
	}
	if err := set.Parse("parts", parts); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, name := range names {
				for _, v := range views()[:12] {
					compare(t, set.Page(name), plain.Lookup(name), v)
				}
			}
		})
	}
	group.Wait()
}

func TestOnceKeepsByKey(t *testing.T) {
	set := setOf(t, `{{once "sub" .Text .Leaf}}|{{twice "x"}}{{once "sub" .Num .Leaf}}`)
	fast := setOf(t, `{{once "sub" .Text .Leaf}}`)
	for _, p := range []*Page{set.Page("page"), fast.Page("page")} {
		first, _ := p.Print(view{Text: "key", Leaf: leaf{Text: "one"}})
		again, _ := p.Print(view{Text: "key", Leaf: leaf{Text: "two"}})
		other, _ := p.Print(view{Text: "other", Num: 1, Leaf: leaf{Text: "two"}})
		if !bytes.Contains(first, []byte("one")) || !bytes.Equal(first, again) || !bytes.Contains(other, []byte("two")) || bytes.Contains(other, []byte("one")) {
			t.Errorf("printed %s, %s, %s", first, again, other)
		}
	}
}

func TestWordsAreAskedForOnce(t *testing.T) {
	calls := 0
	p := setOf(t, `{{.T "key"}}{{.T "key" 1}}`).Page("page")
	en, ja := "en", "ja"
	for _, lang := range []*string{&en, &ja, &en, &ja} {
		got, err := p.Print(counting{words{lang}, &calls})
		if want := *lang + ":key" + *lang + ":key1"; err != nil || string(got) != want {
			t.Errorf("printed %s %v, want %s", got, err, want)
		}
	}
	if calls != 2+4 {
		t.Errorf("%d calls of T", calls)
	}
}

type counting struct {
	words
	calls *int
}

func (c counting) T(key string, args ...any) string {
	*c.calls++
	return c.words.T(key, args...)
}

func TestNoPage(t *testing.T) {
	set := setOf(t, "x")
	if p := set.Page("nope"); p != nil {
		t.Errorf("unexpected page %v", p)
	}
	if got, err := set.Page("page").Print(nil); string(got) != "x" || err != nil {
		t.Errorf("a nil view gives %q, %v", got, err)
	}
}

// FuzzPrint compares both ways for any two strings in all contexts.
func FuzzPrint(f *testing.F) {
	type pair struct {
		name  string
		page  *Page
		plain *template.Template
	}
	var pairs []pair
	for name, source := range programmed {
		pairs = append(pairs, pair{name, setOf(f, source).Page("page"), plainly(f, source)})
	}
	for i, s := range nasty {
		f.Add(s, nasty[(i+1)%len(nasty)])
	}
	f.Fuzz(func(t *testing.T, s, other string) {
		v := viewOf("en", s, other)
		for _, p := range pairs {
			compare(t, p.page, p.plain, v)
			if t.Failed() {
				t.Fatalf("in the template %q", p.name)
			}
		}
	})
}
