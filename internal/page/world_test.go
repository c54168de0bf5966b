package page_test

import (
	"fmt"
	"html/template"
	"net/url"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

const (
	keps = `[
 {"number":"127","title":"Support User Namespaces","dir":"keps/sig-node/127-user-namespaces","sig":"node","participating":["auth"],"authors":["rata"],"status":"implemented","stage":"stable","latestMilestone":"1.36","milestone":{"alpha":"1.25","beta":"1.35","stable":"1.36"},"gates":[{"name":"UserNamespacesSupport"}],"created":"2021-11-02","seeAlso":["/keps/sig-node/753-sidecar-containers","https://example.org/x"]},
 {"number":"753","title":"Sidecar Containers","dir":"keps/sig-node/753-sidecar-containers","sig":"node","status":"implementable","stage":"beta","milestone":{"alpha":"1.28","beta":"1.29"}},
 {"number":"2133","title":"Kubelet Credential Provider","dir":"keps/sig-node/2133-kubelet-credential-providers","sig":"node","status":"implemented","stage":"stable","milestone":{"alpha":"1.20","beta":"1.24","stable":"1.26"}},
 {"number":"2133","title":"Another","dir":"keps/sig-cli/2133-other","sig":"cli","status":"implementable","stage":"alpha","milestone":{"alpha":"1.27"}}
]`
	gates = `[
 {"name":"UserNamespacesStatelessPodsSupport","removed":true,"stages":[{"stage":"alpha","default":false,"from":"1.25","to":"1.27"}],"description":{"en":"It was superseded by ` + "`UserNamespacesSupport`" + ` in 1.28.","zh":"被取代。"}},
 {"name":"UserNamespacesSupport","stages":[{"stage":"alpha","default":false,"from":"1.28","to":"1.29"},{"stage":"beta","default":false,"from":"1.30","to":"1.32"},{"stage":"beta","default":true,"from":"1.33"}]}
]`
	release127 = `{"release":"1.27","knownIssues":"A list.","notes":[
 {"pr":100001,"text":"Removed the flag.","kind":"other","kinds":["other"],"sigs":["node"],"author":"alice","published":true,"keps":["127"]},
 {"pr":100002,"text":"Added a *thing*.","kind":"feature","kinds":["feature","api-change"],"sigs":["node","cli"],"published":true,"urgent":true},
 {"pr":100003,"text":"Fixed.","kind":"bug","kinds":["bug"],"sigs":["cli"],"published":true},
 {"pr":100004,"text":"Cleaned.","published":true}
]}`
	releases = `releases:
  - release: "1.26"
    date: 2022-12-09
  - release: "1.27"
    date: 2023-04-11
    end-of-support: 2024-07-16
    name: Chill Vibes
    announced: {enhancements: 60, alpha: 18, beta: 29, stable: 13}
    source: https://kubernetes.io/blog/
`
	sigs = `[{"label":"node","name":"Node","dir":"sig-node","kind":"sig","mission":"Nodes.","charter":"charter.md","slack":"sig-node"},{"label":"cli","name":"CLI","dir":"sig-cli","kind":"sig"},{"label":"wg-batch","name":"Batch","dir":"wg-batch","kind":"wg"}]`
)

var loadedWords = sync.OnceValues(func() (*locale.Set, error) {
	set, _, err := locale.Load(os.DirFS("../../templates/languages"))
	return set, err
})

func words(t testing.TB) *locale.Set {
	t.Helper()
	set, err := loadedWords()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func world(t testing.TB) *upstream.Data {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{
		"keps.json": keps, "gates.json": gates, "sigs.json": sigs, "releases/1.27.json": release127, "releases.yaml": releases,
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	d, ds, err := upstream.Load(fsys)
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	return d
}

func text(s string) note.Text {
	var out note.Text
	for {
		before, rest, ok := strings.Cut(s, "{")
		if before != "" {
			out = append(out, note.Span{HTML: before})
		}
		if !ok {
			return out
		}
		inner, after, _ := strings.Cut(rest, "}")
		kind, id, _ := strings.Cut(inner, ":")
		out = append(out, note.Span{Ref: &note.Ref{Kind: note.RefKind(kind), ID: id, Written: inner}})
		s = after
	}
}

func refs(t note.Text) []note.Ref {
	var out []note.Ref
	for _, s := range t {
		if s.Ref != nil {
			out = append(out, *s.Ref)
		}
	}
	return out
}

func block(typ note.BlockType, id, words string, more ...func(*note.Block)) note.Block {
	b := note.Block{Type: typ, ID: note.BlockID(id), Lang: "ja", Text: text(words)}
	b.Refs = refs(b.Text)
	for _, m := range more {
		m(&b)
	}
	return b
}

func level(n int) func(*note.Block) { return func(b *note.Block) { b.Level = n } }
func under(id string) func(*note.Block) {
	return func(b *note.Block) { b.Trail = append(b.Trail, note.BlockID(id)) }
}
func kind(k note.EntryKind) func(*note.Block) { return func(b *note.Block) { b.Kind = k } }
func on(date string) func(*note.Block)        { return func(b *note.Block) { b.Date = date } }
func child(c note.Block) func(*note.Block) {
	return func(b *note.Block) { b.Children, b.Refs = append(b.Children, c), append(b.Refs, c.Refs...) }
}
func in(lang note.Lang) func(*note.Block) { return func(b *note.Block) { b.Lang = lang } }
func attr(pr string, sigs ...note.SIG) func(*note.Block) {
	return func(b *note.Block) {
		b.Attr = note.Attribution{PRs: []string{pr}, People: []note.Person{"Alice"}, SIGs: sigs}
		b.Refs = append(b.Refs, note.Ref{Kind: note.PR, ID: pr}, note.Ref{Kind: note.PersonRef, ID: "Alice"})
	}
}

func newNote(id string, lang note.Lang, kind note.NoteKind, blocks ...note.Block) *note.Note {
	n := &note.Note{ID: note.ID(id), Lang: lang, Kind: kind, Title: "題 " + id, Path: fmt.Sprintf("content/%s.%s.md", id, lang), Blocks: blocks}
	if r, _, ok := strings.Cut(id, "/"); ok && upstream.IsRelease(r) {
		n.Releases = []note.Release{note.Release(r)}
	}
	return n
}

func corpus() []*note.Note {
	node := newNote("1.27/sig-node", "ja", note.Changes,
		block(note.Prose, "", `<p>前書き <a href="content:1.27/overview#kep-127">概観</a> <a href="content:nowhere">x</a> <img src="content:1.27/a.png" alt=""></p>`),
		block(note.Heading, "features", "Feature", level(4)),
		block(note.Entry, "pr-100002", "ゲート {gate:UserNamespacesSupport} と {kep:127}。{thread:Cilium/cilium#12} <a href=\"#features\">上</a>", under("features"), kind(note.Feature), attr("100002", "node", "cli"),
			child(block(note.Remark, "", "<p>補足 {pr:7}</p>"))),
		block(note.Heading, "bugs", "Bug or Regression", level(4)),
		block(note.Entry, "pr-100001", "旗 {wg:lts} {repo:kong/blixt} {person:rata}", under("bugs"), kind(note.Bug), attr("100001", "node")))
	node.SIGs = []note.SIG{"node"}
	node.Meta.Authors = []note.Person{"y1r96", "自由 な名"}
	node.Meta.Aliases = []string{"old/place", "keps/127"}
	node.Assets = []note.Asset{{Path: "1.27/a.png"}}
	nodeEn := newNote("1.27/sig-node", "en", note.Changes,
		block(note.Entry, "pr-100002", "Gate {gate:UserNamespacesSupport}", in("en"), attr("100002", "node")))
	nodeEn.SIGs, nodeEn.Meta.Translates = []note.SIG{"node"}, "sig-node.ja.md"
	overview := newNote("1.27/overview", "ru", note.Overview,
		block(note.Heading, "nodes", "Узлы", level(2), in("ru")),
		block(note.Entry, "kep-127", "Support User Namespaces", level(4), under("nodes"), in("ru"), func(b *note.Block) {
			b.Stage = note.Alpha
			b.Area = "Узлы"
			b.Refs = append(b.Refs, note.Ref{Kind: note.KEP, ID: "127"})
		}, child(block(note.Prose, "", "<p>Текст {pr:100002}</p>", in("ru")))))
	log := newNote("log/2023-spring", "ja", note.Log,
		block(note.Prose, "", `<p>前書き <a href="#pr-7">七</a></p>`),
		block(note.Entry, "pr-100001", "日付なし {pr:100001} {issue:7}"),
		block(note.Heading, "d", "2023-04-08", level(2)),
		block(note.Entry, "pr-7", "四月 {pr:7} {thread:cilium/cilium#12} {kep:127} {api:a/v1/b}", on("2023-04-08")),
		block(note.Prose, "", "<p>その日の話 {kep:753}</p>"),
		block(note.Heading, "d-empty", "2023-04-10", level(2)),
		block(note.Heading, "e", "2023-05-01", level(2)),
		block(note.Entry, "pr-9", "五月 {pr:9} {release:1.27} {release:1.99}", on("2023-05-01")))
	log2 := newNote("log/b", "zh", note.Log, block(note.Entry, "pr-7", "四月 {pr:7}", on("2023-04-09")))
	talk := newNote("1.26/talk", "ja", note.Talk,
		block(note.Heading, "sidecars", "{kep:753}", level(2)),
		block(note.Prose, "", "<p>{kep:753} の話</p>"),
		block(note.Card, "", `<a href="https://www.youtube.com/watch?v=x">動画</a>`),
		block(note.Entry, "kep-2133", "{kep:2133}", kind(note.Proposal)))
	talk.SIGs = []note.SIG{"node"}
	return []*note.Note{node, nodeEn, overview, log, log2, talk}
}

func official() *note.Note {
	n := newNote("1.27/official", "en", note.Official)
	n.Path = "official/1.27"
	for _, e := range []struct{ pr, words string }{{"100001", "Removed the flag."}, {"100002", "Added a <em>thing</em> {gate:UserNamespacesSupport}."}} {
		n.Blocks = append(n.Blocks, block(note.Entry, "pr-"+e.pr, e.words, in("en"), attr(e.pr)))
	}
	return n
}

func plan(t testing.TB, opts site.Options, o page.Options) (*site.Site, []page.Page) {
	t.Helper()
	s, ds := site.Link(append(corpus(), official()), world(t), opts)
	for _, d := range ds {
		if d.Code != "address/alias" {
			t.Fatal(ds)
		}
	}
	return s, page.Plan(s, words(t), o)
}

func follow(t *testing.T, pages []page.Page) {
	t.Helper()
	anchors := map[string]map[string]bool{"assets/a.css": {}, "files/1.27/a.png": {}}
	views := map[string]any{}
	for _, p := range pages {
		if anchors[p.Path] != nil {
			t.Errorf("two pages at %s", p.Path)
		}
		v := p.View()
		views[p.Path], anchors[p.Path] = v, map[string]bool{}
		if p.Kind == "note" {
			anchors[path.Dir(p.Path)+"/"+address.TwinName] = map[string]bool{}
		}
		visit(reflect.ValueOf(v), "", func(field, value string) {
			if field == "ID" {
				anchors[p.Path][value] = true
			}
		})
	}
	for _, p := range pages {
		for _, s := range []string{"urgent", "bars", "notes", "said"} {
			anchors[p.Path][s] = true // the template writes the anchors of sections
		}
		visit(reflect.ValueOf(views[p.Path]), "", func(field, value string) {
			if strings.HasSuffix(field, "Href") || field == "Markdown" || field == "Canonical" || field == "Changes" {
				check(t, p.Path, field, value, anchors)
			}
		})
	}
}

var inHTML = regexp.MustCompile(` (href|src|id)="([^"]*)"`)

func visit(v reflect.Value, field string, f func(field, value string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			visit(v.Elem(), field, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			visit(v.Index(i), field, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if ft := v.Type().Field(i); ft.IsExported() && ft.Type != reflect.TypeFor[view.Words]() {
				visit(v.Field(i), ft.Name, f)
			}
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[template.HTML]() {
			for _, m := range inHTML.FindAllStringSubmatch(v.String(), -1) {
				if m[1] == "id" {
					f("ID", m[2])
				} else {
					f("Href", m[2])
				}
			}
			return
		}
		f(field, v.String())
	}
}

func check(t *testing.T, from, field, href string, anchors map[string]map[string]bool) {
	t.Helper()
	if href == "" || strings.Contains(href, "://") {
		return
	}
	target, frag, _ := strings.Cut(href, "#")
	target, _, _ = strings.Cut(target, "?")
	file := from
	if target != "" {
		file = path.Join(path.Dir(from), target)
		if strings.HasSuffix(target, "/") {
			file = path.Join(file, "index.html")
		}
	}
	unescaped, err := url.PathUnescape(file)
	if err != nil {
		t.Errorf("%s: %s %q: %v", from, field, href, err)
	}
	ids := anchors[unescaped]
	switch {
	case ids == nil:
		t.Errorf("%s: %s %q links to %s, which does not exist", from, field, href, file)
	case frag != "" && !ids[frag] && !strings.HasPrefix(frag, "t-"):
		t.Errorf("%s: %s %q: no anchor %s", from, field, href, frag)
	}
}

func viewOf[V any](t *testing.T, pages []page.Page, at string) V {
	t.Helper()
	i := slices.IndexFunc(pages, func(p page.Page) bool { return p.Path == at })
	if i < 0 {
		t.Fatalf("no page %s", at)
	}
	v, ok := pages[i].View().(V)
	if !ok {
		t.Fatalf("%s has a %T", at, pages[i].View())
	}
	return v
}
