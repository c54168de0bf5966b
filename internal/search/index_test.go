package search

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/search/analyzer"
)

// vocabulary has the words of generated texts: every script, ids, flags, groups, and invalid
// characters.
var vocabulary = strings.Fields(`
kubelet scheduler pods Pod deprecated --node-ip maxParallelImagePulls node.k8s.io/v1 KEP-127 #115143 v1.27 k/k#115143
タイムアウト リダイレクト ガベージコレクション コンテナ 変更 修正します 廃止予定 サイドカーコンテナ が か ー
под подов контейнер версия ёлка обновлён 变更 弃用 垃圾回收 超时 容器
한국어 𠮷野家 𝔘𝔫𝔦 ﬁle ½ e\u0301 <b>&amp; "quote" \\ … 👩‍👩‍👧 עברית`)

// chunks generates n documents from a seed, some in each chunk.
func made(seed uint64, n int) [][]Doc {
	r := randFor(seed)
	var all [][]Doc
	for i := 0; i < n; {
		var docs []Doc
		for range min(1+r.IntN(20), n-i) {
			docs = append(docs, madeDoc(r, i))
			i++
		}
		all = append(all, docs)
	}
	return all
}

func randFor(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func madeDoc(r *rand.Rand, i int) Doc {
	pick := func(n int) string {
		var words []string
		for range r.IntN(n) {
			w := vocabulary[r.IntN(len(vocabulary))]
			if r.IntN(3) == 0 {
				w += fmt.Sprint(r.IntN(2000))
			}
			words = append(words, w)
		}
		return strings.Join(words, " ")
	}
	d := Doc{
		Type: Types[r.IntN(len(Types))], Path: fmt.Sprintf("x/%d#a", i), Name: pick(5), NameLang: "ja",
		IDs: analyzer.ID("kep", fmt.Sprint(i)), Out: "https://example.org/" + fmt.Sprint(i),
		Release: []note.Release{"", "1.9", "1.10", "1.27"}[r.IntN(4)],
		Kind:    []note.EntryKind{"", note.Bug, note.Feature}[r.IntN(3)],
		Stage:   []note.Stage{"", note.Alpha, note.Beta}[r.IntN(3)],
		Meta:    [][]string{nil, {"kubelet", "alpha", "1.9"}}[r.IntN(2)],
		Langs:   [][]note.Lang{nil, {"ja"}, {"ru", "ja"}, {"zh"}}[r.IntN(4)],
		SIGs:    [][]note.SIG{nil, {"node"}, {"storage", "node"}, {"api-machinery"}}[r.IntN(4)],
	}
	for range r.IntN(4) {
		d.Texts = append(d.Texts, Text{[]note.Lang{"ja", "ru"}[r.IntN(2)], pick(40), Role(r.IntN(6))})
		d.Refs = append(d.Refs, analyzer.ID("pr", fmt.Sprint(r.IntN(90)))...)
	}
	if r.IntN(4) == 0 {
		d.Of, d.OfLang = pick(30), "ru"
	}
	return d
}

// testTerms are glossary terms with unusual names: several words or scripts, a name of two terms,
// an inflected form, an avoided word that is a name in another language, one name for all
// languages, and a term that no document has.
const testTerms = `terms:
  - {id: change, names: {ja: 変更, zh: [变更, 更改], ru: изменение}, forms: {ru: смен}, avoid: {ru: версия}}
  - {id: container, names: {en: container, ja: コンテナ, ru: контейнер, zh: 容器}}
  - {id: deprecation, names: {en: [deprecation, deprecated], ja: 廃止予定, zh: 弃用}}
  - {id: garbage-collection, names: {en: garbage collection, ja: ガベージコレクション, zh: 垃圾回收}}
  - {id: kubelet, names: {en: kubelet}}
  - {id: nothing, names: {en: nothing, ja: 何もない}}
  - {id: pod, names: {en: Pod, ru: под}}
  - {id: scheduler, names: {en: [scheduler, scheduler pods], ru: планировщик}}
  - {id: sidecar, names: {en: [side car, sidecar container], ja: サイドカーコンテナ, ko: 容器}}
  - {id: timeout, names: {ja: タイムアウト, zh: 超时}}
`

func parseConcepts(t *testing.T) *Concepts {
	t.Helper()
	g, diags := glossary.Parse([]byte(testTerms), "glossary.yaml")
	for _, d := range diags {
		t.Error(d)
	}
	return ConceptsOf(g)
}

func digestAll(all [][]Doc, concepts *Concepts) (chunks []*Chunk) {
	for _, docs := range all {
		chunks = append(chunks, Digest(docs, concepts))
	}
	return chunks
}

// TestReadBack compares every posting, record and facet with the documents, which are counted again
// with plain maps.
func TestReadBack(t *testing.T) {
	for _, n := range []int{0, 1, perShard, perShard + 1, 100, 4000} {
		all := made(uint64(n), n)
		c := parseConcepts(t)
		r, err := open(New(digestAll(all, c), c).Files())
		if err != nil {
			t.Fatal(err)
		}
		if whole := r.root.At != nil; whole != (n <= 100) {
			t.Errorf("%d documents: all in the root: %v", n, whole)
		}
		compare(t, r, slices.Concat(all...), c)
	}
}

// compare compares an index with the documents, which have different paths.
func compare(t *testing.T, r *reader, docs []Doc, concepts *Concepts) {
	t.Helper()
	if r.root.Docs != len(docs) || len(r.docs) != len(docs) {
		t.Fatalf("%d documents in the root, %d read, want %d", r.root.Docs, len(r.docs), len(docs))
	}
	byPath := map[string]int{}
	for i, d := range docs {
		byPath[d.Path] = i
	}
	order := make([]*Doc, len(docs))
	for id, d := range r.docs {
		order[id] = &docs[byPath[d.path]]
		delete(byPath, d.path)
		compareDoc(t, r, id, order[id])
	}
	if len(byPath) > 0 {
		t.Fatalf("not read: %v", slices.Collect(maps.Keys(byPath)))
	}
	compareOrder(t, order)
	compareTerms(t, r, recount(order, concepts.words))
	compareConcepts(t, r)
	compareKeysRead(t, r)
}

func compareDoc(t *testing.T, r *reader, id int, want *Doc) {
	t.Helper()
	got := r.docs[id]
	var sigs []string
	for _, s := range got.sigs {
		sigs = append(sigs, s.(string))
	}
	clean := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	name, lang := want.Name, want.NameLang
	if want.Of != "" && want.Of != name {
		name, lang = name+" · "+cut(want.Of, 60), want.OfLang
	}
	shown := want.SIGs
	if want.Type == SIG {
		shown = nil
	}
	var roles, wantRoles []int
	for _, text := range got.texts {
		roles = append(roles, int(text[2].(float64)))
	}
	for _, text := range want.Texts {
		if clean(strings.TrimSpace(text.Text)) != "" {
			wantRoles = append(wantRoles, int(text.Role))
		}
	}
	compareEqual(t, "roles", roles, wantRoles)
	release, langs := r.run(id)
	compareEqual(t, "record", []string{got.name, got.nameLang, got.release, fmt.Sprint(sigs), got.kind, got.stage, got.out, got.typ},
		[]string{clean(name), string(lang), string(want.Release), fmt.Sprint(shown), string(want.Kind), string(want.Stage), want.Out, string(want.Type)})
	compareEqual(t, "run", []string{release, langs},
		[]string{string(want.Release), spaced(want.Langs)})
	compareEqual(t, "facets", []string{strings.Join(r.sigs[id], " "), r.kinds[id], r.stage[id], r.types[id], r.since[id], r.langs[id]},
		[]string{spaced(want.SIGs), string(want.Kind), string(want.Stage), got.typ, release, langs})
}

func compareEqual(t *testing.T, what string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(want, got) {
		return // Diff needs seconds for what is large
	}
	if d := gocmp.Diff(want, got); d != "" {
		t.Fatalf("%s (-want +got):\n%s", what, d)
	}
}

func spaced[T ~string](list []T) string {
	var out []string
	for _, v := range list {
		out = append(out, string(v))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// compareOrder compares the numbers of documents with the documented order.
func compareOrder(t *testing.T, docs []*Doc) {
	t.Helper()
	rank := func(d *Doc) [3]int {
		typ := slices.Index(Types, d.Type)
		return [3]int{min(typ, slices.Index(Types, Note)), slices.Index([]note.Release{"", "1.9", "1.10", "1.27"}, d.Release), typ}
	}
	for i := 1; i < len(docs); i++ {
		a, b := rank(docs[i-1]), rank(docs[i])
		if slices.Compare(a[:], b[:]) > 0 {
			t.Fatalf("document %d %v stands before %v", i-1, a, b)
		}
	}
}

// recount computes with plain maps the documents of each key, by bit of the mask.
func recount(docs []*Doc, words *glossary.Glossary) map[string]map[int][]int {
	want := map[string]map[int][]int{}
	key := func(k string) map[int][]int {
		if want[k] == nil {
			want[k] = map[int][]int{}
		}
		return want[k]
	}
	for id, d := range docs {
		best := map[string]int{}
		put := func(bit int, terms []string) {
			for _, term := range terms {
				best[term] = max(best[term], bit)
			}
		}
		text := func(bit int, lang note.Lang, s string) {
			s = strings.ToValidUTF8(s, "\uFFFD")
			for _, h := range words.Find(s, lang) {
				if several(h.Term) {
					put(bit, []string{"\x02" + string(h.Term.ID)})
				}
			}
			put(bit, analyzer.Terms(s))
			for _, w := range analyzer.Words(s) {
				key(w)
				backwards := ""
				for _, c := range w {
					backwards = string(c) + backwards
				}
				key("\x01" + backwards)
			}
		}
		put(8, d.IDs)
		put(2, d.Refs)
		text(4, d.NameLang, d.Name)
		feature := ""
		switch d.Type {
		case KEP:
			_, feature, _ = strings.Cut(strings.ToValidUTF8(d.Name, "\uFFFD"), " ")
		case Gate:
			feature = strings.ToValidUTF8(d.Name, "\uFFFD")
		}
		for _, h := range words.Find(feature, d.NameLang) {
			if several(h.Term) {
				put(map[bool]int{true: 8, false: 4}[h.End-h.Start == len(feature)], []string{"\x02" + string(h.Term.ID)})
			}
		}
		if term := words.Term(d.Concept); term != nil && several(term) {
			put(8, []string{"\x02" + string(term.ID)})
		}
		for _, word := range append([]string{string(d.Kind), string(d.Stage)}, d.Meta...) {
			if key := labels[word]; key != "" {
				put(1, []string{key})
			} else if slices.Contains(d.Meta, word) {
				put(1, analyzer.Terms(word))
			}
		}
		for _, x := range d.Texts {
			text([]int{2, 2, 1, 1, 1, 4}[x.Role], x.Lang, x.Text)
		}
		for term, bit := range best {
			key(term)[bit] = append(key(term)[bit], id)
		}
	}
	return want
}

func compareTerms(t *testing.T, r *reader, want map[string]map[int][]int) {
	t.Helper()
	got := map[string]map[int][]int{}
	for k, term := range r.terms {
		if term.concepts != nil && want[k] == nil && len(term.docs) == 0 {
			continue
		}
		got[k] = term.docs
	}
	compareEqual(t, "terms", got, want)
}

// compareConcepts checks which concepts each name leads to, and the names of each concept. The
// expected values are written by hand, from testTerms: names in the order of their languages, then
// forms, without avoided words. 容器 is a name of two concepts.
func compareConcepts(t *testing.T, r *reader) {
	t.Helper()
	all := map[string][]string{
		"change": {"変更", "изменение", "变更", "更改", "смен"}, "container": {"container", "コンテナ", "контейнер", "容器"},
		"deprecation":        {"deprecation", "deprecated", "廃止予定", "弃用"},
		"garbage-collection": {"garbage collection", "ガベージコレクション", "垃圾回收"},
		"nothing":            {"nothing", "何もない"}, "pod": {"Pod", "под"}, "scheduler": {"scheduler", "scheduler pods", "планировщик"},
		"sidecar": {"side car", "sidecar container", "サイドカーコンテナ", "容器"}, "timeout": {"タイムアウト", "超时"},
	}
	names, concepts := map[string][]string{}, map[string][]string{}
	keep := func(concept string, all []string) {
		if _, ok := r.terms[concept]; !ok {
			return // no document names it
		}
		names[concept] = all
		for _, name := range all {
			key := strings.NewReplacer(" ", "", "'", "").Replace(strings.ToLower(name))
			concepts[key] = append(concepts[key], concept)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		keep("\x02"+id, all[id])
	}
	for _, m := range Metadata {
		keep("\x03"+m.Value, m.Names)
	}
	gotNames, gotConcepts := map[string][]string{}, map[string][]string{}
	for k, term := range r.terms {
		if term.names != nil {
			gotNames[k] = term.names
		}
		if term.concepts != nil {
			gotConcepts[k] = term.concepts
		}
	}
	compareEqual(t, "names", gotNames, names)
	compareEqual(t, "concepts", gotConcepts, concepts)
}

// several reports whether a term has more than one name in any language.
func several(term *glossary.Term) bool {
	names := map[string]bool{}
	for _, of := range []map[note.Lang][]string{term.Names, term.Forms} {
		for _, list := range of {
			for _, name := range list {
				names[name] = true
			}
		}
	}
	return len(names) > 1
}

// compareKeysRead checks the order of keys, and that the root leads to each.
func compareKeysRead(t *testing.T, r *reader) {
	t.Helper()
	for i, k := range r.keys {
		if i > 0 && slices.Compare(utf16.Encode([]rune(r.keys[i-1])), utf16.Encode([]rune(k))) >= 0 {
			t.Fatalf("%q stands before %q", r.keys[i-1], k)
		}
		shard := -1
		for _, sep := range r.seps {
			if slices.Compare(utf16.Encode([]rune(sep)), utf16.Encode([]rune(k))) <= 0 {
				shard++
			}
		}
		if shard != r.shard[i] {
			t.Fatalf("the root leads for %q to shard %d, not %d", k, shard, r.shard[i])
		}
	}
}

// TestAnyOrder builds chunks concurrently and the files in any order. The bytes must be equal.
func TestAnyOrder(t *testing.T) {
	all := made(7, 3000)
	c := parseConcepts(t)
	want := contents(t, New(digestAll(all, c), c).Files(), nil)
	for seed := range uint64(3) {
		chunks := make([]*Chunk, len(all))
		var wait sync.WaitGroup
		for _, i := range rand.New(rand.NewPCG(seed, 2)).Perm(len(all)) {
			wait.Go(func() { chunks[i] = Digest(all[i], c) })
		}
		wait.Wait()
		got := contents(t, New(chunks, c).Files(), rand.New(rand.NewPCG(seed, 3)))
		if !maps.EqualFunc(want, got, bytes.Equal) {
			t.Fatal("another order has other files")
		}
	}
}

// contents makes the files in order or, with r, concurrently in random order.
func contents(t *testing.T, files []outdir.File, r *rand.Rand) map[string][]byte {
	t.Helper()
	out := make([][]byte, len(files))
	var wait sync.WaitGroup
	one := func(i int) {
		b, err := files[i].Bytes()
		if err != nil {
			t.Error(err)
		}
		out[i] = b
	}
	for i := range files {
		if r == nil {
			one(i)
		}
	}
	if r != nil {
		for _, i := range r.Perm(len(files)) {
			wait.Go(func() { one(i) })
		}
	}
	wait.Wait()
	all := map[string][]byte{}
	for i, f := range files {
		all[f.Path] = out[i]
	}
	if len(all) != len(files) {
		t.Fatalf("%d paths for %d files", len(all), len(files))
	}
	return all
}
