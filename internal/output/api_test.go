package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func small(t *testing.T) In {
	t.Helper()
	data, ds, err := upstream.Load(fstest.MapFS{
		"keps.json":          {Data: []byte(`[{"number":"127","title":"Support User Namespaces","dir":"keps/sig-node/127-user-namespaces","sig":"node","status":"implemented","stage":"stable","milestone":{"alpha":"1.25","stable":"1.36"},"gates":[{"name":"UserNamespacesSupport"}]}]`)},
		"gates.json":         {Data: []byte(`[{"name":"UserNamespacesSupport","stages":[{"stage":"alpha","default":false,"from":"1.28"}]}]`)},
		"sigs.json":          {Data: []byte(`[{"label":"node","name":"Node","dir":"sig-node","kind":"sig"}]`)},
		"releases/1.27.json": {Data: []byte(`{"release":"1.27","notes":[{"pr":100001,"text":"Removed **it**.","kind":"other","kinds":["other","api-change"],"sigs":["node","cli"],"author":"alice","published":true,"keps":["127"],"urgent":true},{"pr":5,"repo":"kubernetes/enhancements","text":"Other.","published":true}]}`)},
		"releases.yaml":      {Data: []byte("releases:\n  - release: \"1.27\"\n    date: 2023-04-11\n    name: Chill Vibes\n")},
		"claims.yaml":        {Data: []byte("claims:\n  - {release: \"1.27\", sig: node, person: y1r96, date: 2023-06-15}\n")},
		"elsewhere.yaml":     {Data: []byte("notes:\n  - {release: \"1.27\", title: まとめ, lang: ja, url: https://example.org/, author: octo, kind: overview}\n")},
	})
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	names := data.Names()
	notes := []*note.Note{source.Official(data.Releases["1.27"], names)}
	for path, src := range map[string]string{
		"content/1.27/sig-node.ja.md": "---\ntitle: ノード [一]\nsigs: [node]\nauthors: [y1r96]\ndate: 2023-05-12\n---\n\n前書き。\n\n### Feature\n\n" +
			"- `UserNamespacesSupport` が KEP-127 で変わる。k/k#100009 (#100001, @alice) [SIG Node]\n  - :pencil: 補足 containerd/containerd#8006\n  - 詳しく。\n- ラベルなし。(#100001, @alice)\n",
		"content/1.27/sig-node.en.md": "---\ntitle: Node\nsigs: [node]\ntranslates: sig-node.ja.md\n---\n\n### Feature\n\n- `UserNamespacesSupport` changes with KEP-127. (#100001, @alice) [SIG Node]\n",
		"content/log/spring.ja.md":    "---\ntitle: ログ\nkind: log\n---\n\n## 2023-04-08\n\n- 話 (k/k#100001, WG-LTS)\n",
	} {
		n, ds := source.Parse(source.Input{Path: path, Bytes: []byte(src)}, names, source.Options{})
		if n == nil {
			t.Fatal(ds)
		}
		notes = append(notes, n)
	}
	s, _ := site.Link(notes, data, site.Options{})
	c := config.Default()
	c.Languages = []note.Lang{"en", "ja", "zh", "ru"}
	return In{Site: s, Config: c, Plan: listed{
		{Path: "ja/1.27/sig-node/index.html", Lang: "ja", Kind: "note"}, {Path: "en/1.27/sig-node/index.html", Lang: "en", Kind: "note"}, {Path: "ru/1.27/sig-node/index.html", Lang: "ru", Kind: "note"},
		{Path: "ja/keps/index.html", Lang: "ja", Kind: "keps"},
	}}
}

type listed []page.Page

func (l listed) Pages() []page.Page { return l }

func (l listed) Find(path string) (page.Page, bool) {
	i := slices.IndexFunc(l, func(p page.Page) bool { return p.Path == path })
	if i < 0 {
		return page.Page{}, false
	}
	return l[i], true
}

func files(t *testing.T, o Output, in In) map[string]string {
	t.Helper()
	list, err := o.Files(in)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range list {
		b, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		found, ok, err := o.Find(in, f.Path)
		if err != nil || !ok || found.Path != f.Path {
			t.Fatalf("%s is not found: %v, %v", f.Path, ok, err)
		}
		if again, err := found.Bytes(); err != nil || !bytes.Equal(again, b) {
			t.Errorf("%s has other bytes when it is found: %v", f.Path, err)
		}
		for _, other := range []string{"x" + f.Path, "x/../" + f.Path, f.Path + "/index.html"} {
			if _, ok, err := o.Find(in, other); ok || err != nil {
				t.Errorf("%s is found: %v, %v", other, ok, err)
			}
		}
		if _, twice := out[f.Path]; twice {
			t.Errorf("two files at %s", f.Path)
		}
		out[f.Path] = string(b)
	}
	return out
}

func schemaOf(path string) string {
	name := strings.TrimPrefix(path, apiRoot)
	switch {
	case strings.HasPrefix(name, "notes/"):
		return "note"
	case strings.HasPrefix(name, "releases/"):
		return "release"
	case strings.HasPrefix(name, "upgrade/"):
		return "upgrade"
	case strings.HasPrefix(name, "keps/"):
		return "kep"
	}
	return strings.TrimSuffix(name, ".json")
}

func TestAPIFollowsSchema(t *testing.T) {
	made := files(t, api{}, small(t))
	maps.Copy(made, files(t, api{}, journey(t)))
	used := map[string]bool{}
	for path, text := range made {
		if strings.HasPrefix(path, apiRoot+"schema/") {
			continue
		}
		name := schemaOf(path)
		used[name] = true
		for _, problem := range validate(t, name, text) {
			t.Errorf("%s: %s", path, problem)
		}
		if strings.Contains(text, "null") {
			t.Errorf("%s has a null: %s", path, text)
		}
	}
	names, err := schemas.ReadDir("schema")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range names {
		if name := strings.TrimSuffix(f.Name(), ".json"); !used[name] {
			t.Errorf("no document has the schema %s", name)
		}
	}
}

func TestAPINote(t *testing.T) {
	made := files(t, api{}, small(t))
	var got apiNote
	if err := json.Unmarshal([]byte(made["api/v1/notes/1.27/sig-node.json"]), &got); err != nil {
		t.Fatal(err)
	}
	if got.Language != "ja" || !slices.Equal(got.Languages, []note.Lang{"ja", "en"}) || len(got.Entries) != 2 {
		t.Fatalf("%+v", got)
	}
	want := apiEntry{
		ID: "pr-100001", Kind: "feature", Lang: "ja", Release: "1.27",
		Text: "UserNamespacesSupport が KEP-127 で変わる。k/k#100009\n詳しく。",
		SIGs: []note.SIG{"node"}, PRs: []int{100001}, KEPs: []int{127}, Gates: []string{"UserNamespacesSupport"},
		Remarks:      []string{"補足 containerd/containerd#8006"},
		Translations: map[note.Lang]apiTranslation{"en": {Text: "UserNamespacesSupport changes with KEP-127.", How: site.ByTranslation}},
	}
	official := map[note.Lang]apiTranslation{"en": {Text: "Removed it.", How: site.ByOfficial}}
	if diff := cmp.Diff(official, got.Entries[1].Translations); diff != "" {
		t.Errorf("an entry that the English version does not have: %s", diff)
	}
	first := got.Entries[0]
	var refs []string
	for _, r := range first.Refs {
		refs = append(refs, string(r.Kind)+":"+r.ID)
	}
	slices.Sort(refs)
	first.Refs = nil
	if diff := cmp.Diff(want, first); diff != "" {
		t.Error(diff)
	}
	if got := strings.Join(refs, " "); got != "gate:UserNamespacesSupport kep:127 person:alice pr:100001 pr:100009 sig:node thread:containerd/containerd#8006" {
		t.Errorf("refs %s", got)
	}
	if second := got.Entries[1]; fmt.Sprint(second.SIGs) != "[node cli]" {
		t.Errorf("without labels of its own an entry has those of the official note: %v", second.SIGs)
	}
}

func TestAPIOtherNote(t *testing.T) {
	in := small(t)
	var notes []*note.Note
	for path, text := range map[string]string{"content/1.27/a.ja.md": "一つ", "content/1.27/b.ru.md": "Одно"} {
		n, ds := source.Parse(source.Input{Path: path, Bytes: []byte("---\ntitle: x\n---\n\n### Feature\n\n- " + text + " (#100001, @alice)\n")}, in.Site.Data().Names(), source.Options{})
		if n == nil {
			t.Fatal(ds)
		}
		notes = append(notes, n)
	}
	s, _ := site.Link(notes, in.Site.Data(), site.Options{})
	a := apiMaker{s, in}
	want := map[note.ID]map[note.Lang]apiTranslation{
		"1.27/a": {"ru": {How: site.ByNote, Note: "1.27/b", Entry: "pr-100001"}},
		"1.27/b": {"ja": {How: site.ByNote, Note: "1.27/a", Entry: "pr-100001"}},
	}
	for _, n := range notes {
		if diff := cmp.Diff(want[n.ID], a.note(n).Entries[0].Translations); diff != "" {
			t.Errorf("%s: %s", n.ID, diff)
		}
	}
}

func TestAPINoteText(t *testing.T) {
	in := small(t)
	n, ds := source.Parse(source.Input{Path: "content/1.27/overview.ru.md", Bytes: []byte(
		"---\ntitle: Обзор\nkind: overview\n---\n\n## Узлы\n\n:pencil:\n\nЛичное мнение.\n\n#### Support User Namespaces\n\n#127; KEP\n\nПоддержка пользовательских пространств имен в подах.\n",
	)}, in.Site.Data().Names(), source.Options{})
	if n == nil {
		t.Fatal(ds)
	}
	s, _ := site.Link([]*note.Note{n}, in.Site.Data(), site.Options{})
	a := apiMaker{s, in}
	got := a.note(n)
	if len(got.Entries) != 1 || got.Entries[0].Lang != "ru" || !slices.Equal(got.Entries[0].KEPs, []int{127}) {
		t.Errorf("entries %+v", got.Entries)
	}
	if !slices.Equal(got.Remarks, []string{"Личное мнение."}) {
		t.Errorf("remarks %q", got.Remarks)
	}
}

func TestAPIRelease(t *testing.T) {
	made := files(t, api{}, small(t))
	var got apiRelease
	if err := json.Unmarshal([]byte(made["api/v1/releases/1.27.json"]), &got); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(got.PullRequests, func(c apiChange) bool { return c.PR == 100001 })
	if i < 0 || len(got.PullRequests) != 2 {
		t.Fatalf("%+v", got)
	}
	want := apiChange{
		PR: 100001, Text: "Removed **it**.", Kinds: []note.EntryKind{"other", "api-change"}, SIGs: []note.SIG{"node", "cli"}, Author: "alice",
		KEPs: []int{127}, Urgent: true, Removal: true,
		Entries: []apiCitation{{"1.27/sig-node", "pr-100001", "ja"}, {"1.27/sig-node", "pr-100001-2", "ja"}, {"1.27/sig-node", "pr-100001", "en"}, {"log/spring", "pr-100001", "ja"}},
	}
	if diff := cmp.Diff(want, got.PullRequests[i]); diff != "" {
		t.Error(diff)
	}
	if other := got.PullRequests[1-i]; other.Thread != "kubernetes/enhancements#5" || other.PR != 0 {
		t.Errorf("of another repository: %+v", other)
	}
}

func TestSchemasRefuse(t *testing.T) {
	good := files(t, api{}, small(t))["api/v1/notes/1.27/sig-node.json"]
	for _, tt := range []struct{ old, new, want string }{
		{`"kind":"feature"`, `"kind":"features"`, "is none of"},
		{`"lang":"ja"`, `"lang":"ja","extra":1`, "extra is not allowed"},
		{`"lang":"ja",`, ``, "lang is missing"},
		{`"prs":[100001]`, `"prs":["100001"]`, "is no integer"},
		{`"prs":[100001]`, `"prs":[0]`, "is less than"},
		{`"releases":["1.27"]`, `"releases":["v1.27"]`, "does not match"},
		{`"remarks":[]`, `"remarks":null`, "is no array"},
	} {
		bad := strings.Replace(good, tt.old, tt.new, 1)
		if bad == good {
			t.Fatalf("%s is not in the document", tt.old)
		}
		if got := strings.Join(validate(t, "note", bad), "; "); !strings.Contains(got, tt.want) {
			t.Errorf("%s: found %q, want %q", tt.new, got, tt.want)
		}
	}
}

// Every object in a schema lists its required properties and allows no others.
func TestSchemasAreStrict(t *testing.T) {
	names, err := schemas.ReadDir("schema")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range names {
		var visit func(at string, v any)
		visit = func(at string, v any) {
			switch v := v.(type) {
			case []any:
				for i, x := range v {
					visit(fmt.Sprintf("%s[%d]", at, i), x)
				}
			case map[string]any:
				if props, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
					required, listed := v["required"].([]any)
					if !listed || v["additionalProperties"] != false {
						t.Errorf("%s %s: an object without required or open to more", f.Name(), at)
					}
					for _, r := range required {
						if props[r.(string)] == nil {
							t.Errorf("%s %s: %s is required and unknown", f.Name(), at, r)
						}
					}
				}
				for k, x := range v {
					visit(at+"/"+k, x)
				}
			}
		}
		visit("", load(t, strings.TrimSuffix(f.Name(), ".json")))
	}
}

func load(t *testing.T, name string) map[string]any {
	t.Helper()
	src, err := schemas.ReadFile("schema/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(src, &schema); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return schema
}

type validator struct {
	t     *testing.T
	defs  map[string]any
	found []string
}

func validate(t *testing.T, name, text string) []string {
	t.Helper()
	schema := load(t, name)
	defs, _ := schema["$defs"].(map[string]any)
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return []string{err.Error()}
	}
	v := &validator{t: t, defs: defs}
	v.check("", schema, value)
	return v.found
}

func (v *validator) say(at, format string, args ...any) {
	v.found = append(v.found, strings.TrimPrefix(at, ".")+": "+fmt.Sprintf(format, args...))
}

func (v *validator) check(at string, schema map[string]any, value any) {
	for keyword, arg := range schema {
		switch keyword {
		case "$schema", "$defs", "title", "description", "properties", "additionalProperties":
		case "$ref":
			def, ok := v.defs[strings.TrimPrefix(arg.(string), "#/$defs/")].(map[string]any)
			if !ok {
				v.t.Fatalf("the schema has no %s", arg)
			}
			v.check(at, def, value)
		case "type":
			v.checkType(at, arg.(string), value)
		case "enum":
			if !slices.Contains(arg.([]any), value) {
				v.say(at, "%v is none of %v", value, arg)
			}
		case "pattern":
			if s, ok := value.(string); ok && !regexp.MustCompile(arg.(string)).MatchString(s) {
				v.say(at, "%q does not match %s", s, arg)
			}
		case "minimum":
			if n, ok := value.(float64); ok && n < arg.(float64) {
				v.say(at, "%v is less than %v", n, arg)
			}
		case "required":
			for _, name := range arg.([]any) {
				if object, ok := value.(map[string]any); ok {
					if _, has := object[name.(string)]; !has {
						v.say(at, "%s is missing", name)
					}
				}
			}
		case "items":
			elements, _ := value.([]any)
			for i, x := range elements {
				v.check(fmt.Sprintf("%s[%d]", at, i), arg.(map[string]any), x)
			}
		default:
			v.t.Fatalf("this validator does not know %s", keyword)
		}
	}
	if object, ok := value.(map[string]any); ok {
		v.checkObject(at, schema, object)
	}
}

func (v *validator) checkObject(at string, schema, object map[string]any) {
	props, _ := schema["properties"].(map[string]any)
	if _, constrained := schema["type"]; !constrained {
		return
	}
	for name, x := range object {
		prop, known := props[name].(map[string]any)
		switch more := schema["additionalProperties"]; {
		case known:
			v.check(at+"."+name, prop, x)
		case more == false:
			v.say(at, "%s is not allowed", name)
		default:
			if rest, ok := more.(map[string]any); ok {
				v.check(at+"."+name, rest, x)
			}
		}
	}
}

func (v *validator) checkType(at, want string, value any) {
	n, isNumber := value.(float64)
	_, isString := value.(string)
	_, isArray := value.([]any)
	_, isObject := value.(map[string]any)
	_, isBool := value.(bool)
	ok := map[string]bool{
		"string": isString, "array": isArray, "object": isObject, "boolean": isBool,
		"integer": isNumber && n == math.Trunc(n),
	}
	if !ok[want] {
		v.say(at, "%v is no %s", value, want)
	}
}

func TestTwins(t *testing.T) {
	in := small(t)
	made := files(t, twins{}, in)
	if got := made["ja/1.27/sig-node/index.md"]; !strings.HasPrefix(got, "# ノード [一]\n\n前書き。\n\n### Feature\n") {
		t.Errorf("twin %q", got)
	}
	if got := made["en/1.27/sig-node/index.md"]; !strings.HasPrefix(got, "# Node\n") {
		t.Errorf("the twin of the translation: %q", got)
	}
	if got, ok := made["ru/1.27/sig-node/index.md"]; ok {
		t.Errorf("a page that shows English leads to the English twin and has none of its own: %q", got)
	}
	want := `# Kawaraban

> Notes on what changes in each Kubernetes release, in the languages of those who wrote them.

## Kubernetes 1.27

- [ノード \[一\]](ja/1.27/sig-node/index.md): ja, changes, 2 entries
- [Node](en/1.27/sig-node/index.md): en, changes, 1 entries

## log

- [ログ](ja/log/spring/index.md): ja, log, 1 entries

## Data

- [index.json](api/v1/index.json): counts, languages, releases
- [notes.json](api/v1/notes.json): all notes; each note's entries under notes/<id>.json
- [sigs.json](api/v1/sigs.json): SIGs and working groups
- [gates.json](api/v1/gates.json): feature gates with their stages
- [schema/note.json](api/v1/schema/note.json): JSON Schema of a note; the others are in the same directory
`
	if diff := cmp.Diff(want, made["llms.txt"]); diff != "" {
		t.Error(diff)
	}
	in.Config.BaseURL = "https://example.org/k/"
	if got := files(t, twins{}, in)["llms.txt"]; !strings.Contains(got, "(https://example.org/k/ja/1.27/sig-node/index.md)") {
		t.Errorf("whole addresses where the site's own is known: %s", got)
	}
}
