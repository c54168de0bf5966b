package search

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
)

// TestHostile writes unusual and hostile documents and reads them back.
func TestHostile(t *testing.T) {
	bad := "a\x00b \xff\xfe \xed\xa0\x80 \u2028 \u0001x \ufeffbom \U0010FFFF \"</script>\\"
	docs := []Doc{
		{},
		{Path: "1", Type: "of no kind", Release: "not-a-release", Name: bad, Texts: []Text{{"ja", bad, Own}, {"", "", Own}, {"en", " \t\n", Official}}},
		{Path: "2", Type: Entry, Texts: []Text{{"en", strings.Repeat("aB", 1<<19), Own}}},
		{Path: "3", Type: Entry, Texts: []Text{{"ja", strings.Repeat("タイムアウト", 1<<16), Own}, {"ja", strings.Repeat("変更", 1<<19), Remark}}},
		{Path: "4", Type: Entry, Texts: []Text{{"en", strings.Repeat("node.k8s.io/v1 ", 1<<16), Official}}},
		{Path: "5", Type: Entry, Texts: []Text{{"en", "e" + strings.Repeat("\u0301", 1<<19), Own}}},
		{Path: "6", Type: Entry, Texts: []Text{{"en", strings.Repeat("a/", 1<<19), Own}, {"en", strings.Repeat("1.", 1<<19), Own}}},
		{Path: "7", Type: Entry, IDs: []string{"", "\x01x", "kep1"}, Refs: []string{"", "\x00"}, SIGs: []note.SIG{"b", "a", "b"}, Langs: manyLangs()},
	}
	c := parseConcepts(t)
	r, err := open(New([]*Chunk{Digest(nil, nil), Digest(docs, c), Digest(nil, nil)}, c).Files())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.docs) != len(docs) {
		t.Fatalf("%d documents, want %d", len(r.docs), len(docs))
	}
	for i, k := range r.keys {
		if !utf8.ValidString(k) || k == "" || k[0] < ' ' && r.terms[k].docs[8] != nil {
			t.Errorf("key %d is %q", i, k)
		}
	}
	for _, d := range r.docs {
		for _, text := range d.texts {
			if n := utf8.RuneCountInString(text[1].(string)); n > maxText+20 || n == 0 {
				t.Errorf("%s has a text of %d characters", d.path, n)
			}
		}
	}
}

// FuzzReadBack writes any text and name and reads them back.
func FuzzReadBack(f *testing.F) {
	for _, s := range vocabulary {
		f.Add(s, s)
	}
	for _, s := range []string{
		"サイドカーコンテナ サイドカー", "side-car Side\u2011Cars side  car", "смена версий, версию, сменить", "containers/container=容器.コンテナ",
		"garbage\xffcollection garbage\ncollections", "\x02sidecar \x02", "schedulers Pods pod-scheduler", "Deprecated変更タイムアウト超时",
	} {
		f.Add(s, s+"s")
	}
	f.Add("kep-127 \x00\xff node.k8s.io/v1", "タイムアウト"+strings.Repeat("x", 300))
	f.Fuzz(func(t *testing.T, text, name string) {
		docs := []Doc{
			{Type: Entry, Path: "a", Name: strings.ToValidUTF8(name, "\uFFFD"), Texts: []Text{{"ja", text, Own}, {"en", name, Official}}},
			{Type: KEP, Path: "b", Name: "KEP", Texts: []Text{{"en", name + text, Reference}, {"ru", text, Title}}},
		}
		c := parseConcepts(t)
		r, err := open(New(digestAll([][]Doc{docs[:1], docs[1:]}, c), c).Files())
		if err != nil {
			t.Fatal(err)
		}
		compare(t, r, docs, c)
	})
}

func manyLangs() (langs []note.Lang) {
	for i := range 40 {
		langs = append(langs, note.Lang(fmt.Sprintf("l%02d", i)))
	}
	return langs
}

func TestCut(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" a  b\n", "a b"},
		{"ten letter", "ten letter"},
		{"eleven letters", "eleven…"},
		{"one two three", "one two…"},
		{"One thing. Two", "One thing. …"},
		{"one, two, three", "one, two…"},
		{"一つ目、二つ目のは、三つ目", "一つ目、二つ目のは…"},
		{"a bcdefghijkl", "a bcdefghi…"}, // no space in the last third
		{"ガベージコレクションの変更", "ガベージコレクション…"},
		{"123456789e\u0301\u0301x", "123456789e\u0301\u0301…"},
		{"123456789e\u0301\u0301", "123456789e\u0301\u0301"},
		{"\xff", "\uFFFD"},
	} {
		if got := cut(c.in, 10); got != c.want {
			t.Errorf("cut(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	if got := cut("e"+strings.Repeat("\u0301", 1000), 10); utf8.RuneCountInString(got) > 25 {
		t.Errorf("a letter with 1,000 marks keeps %d characters", utf8.RuneCountInString(got))
	}
}

// TestManyTexts checks that a document of ten thousand paragraphs has a record of normal size,
// whose end marks that there is more. All paragraphs must be searchable.
func TestManyTexts(t *testing.T) {
	var texts []Text
	for i := range 10_000 {
		texts = append(texts, Text{"en", fmt.Sprintf("paragraph %d %s", i, strings.Repeat("x", 85)), Own})
	}
	r, err := open(New([]*Chunk{Digest([]Doc{{Type: Section, Path: "1", Texts: texts}}, nil)}, nil).Files())
	if err != nil {
		t.Fatal(err)
	}
	got := r.docs[0].texts
	if last := got[len(got)-1][1]; len(got) < maxTexts/110 || len(got) > maxTexts/95 || last != "…" {
		t.Errorf("the record has %d texts, the last %q", len(got), last)
	}
	if r.terms["9999"].docs[2] == nil {
		t.Error("the last paragraph does not find it")
	}
}

// TestQuoted compares the strings of records with encoding/json.
func TestQuoted(t *testing.T) {
	for _, s := range []string{"", "a", `"`, `\\n`, "\x00\x1f\x7f", "タ\u2028\u2029<&>", "a\xffb\xed\xa0\x80", "\ufffd", "\U0010FFFF"} {
		var got []string
		if err := json.Unmarshal(append(appendQuoted([]byte("["), s, s), ']'), &got); err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		want := strings.ToValidUTF8(s, "\uFFFD")
		if strings.Contains(s, "\xed") {
			want = "a\ufffdb\ufffd\ufffd\ufffd" // one for each byte, as json has it
		}
		if !slices.Equal(got, []string{want, want}) {
			t.Errorf("%q is read as %q", s, got)
		}
	}
}

// TestFronted decodes front-coded keys as the browser does.
func TestFronted(t *testing.T) {
	long := strings.Repeat("a", 100)
	keys := []string{"", "\u0001a", "a", "ab", "abc", "b", long, long + "b", "が", "がか", "𠮷", "𠮷野", "𠮸", "𠮸" + long, "𠮸" + long + "b"}
	var last []uint16
	for i, part := range strings.Split(fronted(keys), "\n") {
		last = append(last[:part[0]-'0':part[0]-'0'], utf16.Encode([]rune(part[1:]))...)
		if got := string(utf16.Decode(last)); got != keys[i] {
			t.Errorf("key %d is read as %q, want %q", i, got, keys[i])
		}
	}
}

// TestCompareKeys compares the order of keys with that of UTF-16.
func TestCompareKeys(t *testing.T) {
	keys := []string{"", "a", "ab", "b", "\u0001z", "é", "\u07ff", "\u0800", "タ", "\ud7ff", "\ue000", "\uffee", "𐀀", "𠮷", "\U0010FFFF", "a𠮷", "a\uffee", "a\ue000"}
	for _, a := range keys {
		for _, b := range keys {
			want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
			if got := compareKeys(a, b); got != want {
				t.Errorf("compareKeys(%q, %q) = %d, want %d", a, b, got, want)
			}
			if want < 0 && a != "" {
				sep := separator(a, b)
				if compareKeys(a, sep) >= 0 || compareKeys(sep, b) > 0 || !utf8.ValidString(sep) {
					t.Errorf("separator(%q, %q) = %q", a, b, sep)
				}
			}
		}
	}
}

// TestNames checks that each change of content changes the names of shards, and that names are
// unique.
func TestNames(t *testing.T) {
	docs := func(change func(*Doc)) []Doc {
		d := madeDoc(randFor(5), 5)
		d.Texts = []Text{{"ja", "変更", Own}}
		d.Of, d.OfLang = "", ""
		d.SIGs, d.Langs = []note.SIG{"node"}, []note.Lang{"ja"}
		change(&d)
		return []Doc{d}
	}
	seen := map[string]string{}
	for name, change := range map[string]func(*Doc){
		"nothing": func(*Doc) {}, "type": func(d *Doc) { d.Type += "x" }, "path": func(d *Doc) { d.Path += "x" },
		"name": func(d *Doc) { d.Name += "." }, "language of the name": func(d *Doc) { d.NameLang += "x" },
		"its metadata":  func(d *Doc) { d.Meta = []string{"kubelet"} },
		"what it is of": func(d *Doc) { d.Of = "of" },
		"ids":           func(d *Doc) { d.IDs = []string{"other"} }, "refs": func(d *Doc) { d.Refs = []string{"other"} },
		"text": func(d *Doc) { d.Texts[0].Text += "x" }, "role": func(d *Doc) { d.Texts[0].Role = Official },
		"language": func(d *Doc) { d.Texts[0].Lang = "zh" }, "release": func(d *Doc) { d.Release = "1.99" },
		"sigs": func(d *Doc) { d.SIGs[0] = "storage" }, "kind": func(d *Doc) { d.Kind = note.Urgent },
		"stage": func(d *Doc) { d.Stage = note.Removed }, "languages": func(d *Doc) { d.Langs[0] = "ru" },
		"out": func(d *Doc) { d.Out += "x" },
	} {
		names, _ := New([]*Chunk{Digest(docs(change), nil)}, nil).folders()
		if again, _ := New([]*Chunk{Digest(docs(change), nil)}, nil).folders(); names != again {
			t.Errorf("%s: %s are no lasting names", name, names)
		}
		if other := seen[names]; other != "" {
			t.Errorf("a change of %s has the names of %s", name, other)
		}
		seen[names] = name
	}
	for name, src := range map[string]string{
		"concept": "terms: [{id: change, names: {ja: 変更, zh: 变更}}]", "id of it": "terms: [{id: other, names: {ja: 変更, zh: 变更}}]",
		"name of it": "terms: [{id: change, names: {ja: 変更, zh: 更改}}]", "form of it": "terms: [{id: change, names: {ja: 変更, zh: 变更}, forms: {ru: смен}}]",
	} {
		g, _ := glossary.Parse([]byte(src), "glossary.yaml")
		c := ConceptsOf(g)
		names, _ := New([]*Chunk{Digest(docs(func(*Doc) {}), c)}, c).folders()
		if other := seen[names]; other != "" {
			t.Errorf("a change of the %s has the names of %s", name, other)
		}
		seen[names] = name
	}
}
