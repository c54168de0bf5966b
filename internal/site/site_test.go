package site_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func data(t *testing.T, files map[string]string) *upstream.Data {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	d, ds, err := upstream.Load(fsys)
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	return d
}

const (
	keps = `[
 {"number":"127","title":"Support User Namespaces","dir":"keps/sig-node/127-user-namespaces","sig":"node","status":"implemented","stage":"stable","milestone":{"alpha":"1.25","beta":"1.35","stable":"1.36"},"gates":[{"name":"UserNamespacesSupport"}]},
 {"number":"753","title":"Sidecar Containers","dir":"keps/sig-node/753-sidecar-containers","sig":"node","status":"implementable","stage":"beta","milestone":{"alpha":"1.28","beta":"1.29","stable":"1.33"}},
 {"number":"2133","title":"Kubelet Credential Provider","dir":"keps/sig-node/2133-kubelet-credential-providers","sig":"node","status":"implemented","stage":"stable"},
 {"number":"2133","title":"Another","dir":"keps/sig-cli/2133-other","sig":"cli","status":"implementable","stage":"alpha","milestone":{"alpha":"1.27"}},
 {"number":"1884","title":"Assignments","dir":"keps/sig-node/2043-pod-resource-concrete-assigments","sig":"node","status":"implementable","stage":"beta"}
]`
	gates = `[
 {"name":"Nobodys"},
 {"name":"UserNamespacesStatelessPodsSupport","removed":true,"stages":[{"stage":"alpha","default":false,"from":"1.25","to":"1.27"}],"description":{"en":"It was superseded by ` + "`UserNamespacesSupport`" + ` in 1.28."}},
 {"name":"UserNamespacesSupport","stages":[{"stage":"alpha","default":false,"from":"1.28","to":"1.29"},{"stage":"beta","default":false,"from":"1.30","to":"1.32"},{"stage":"beta","default":true,"from":"1.33"}]}
]`
	release127 = `{"release":"1.27","notes":[
 {"pr":100001,"text":"Removed the flag.","kind":"other","kinds":["other"],"sigs":["node"],"published":true,"keps":["127"]},
 {"pr":100002,"text":"Added a thing.","kind":"feature","kinds":["feature"],"sigs":["node","cli"],"published":true,"urgent":true},
 {"pr":100003,"text":"Fixed.","kind":"bug","kinds":["bug"],"sigs":["cli"],"published":true},
 {"pr":100004,"text":"Draft.","kind":"bug","sigs":["node"]}
]}`
	pulls = `{"3761":["753"]}`
	sigs  = `[{"label":"node","name":"Node","dir":"sig-node","kind":"sig"},{"label":"cli","name":"CLI","dir":"sig-cli","kind":"sig"}]`
)

func world(t *testing.T) *upstream.Data {
	return data(t, map[string]string{
		"keps.json": keps, "gates.json": gates, "sigs.json": sigs, "kep-pulls.json": pulls, "releases/1.27.json": release127,
	})
}

func entry(id string, refs ...string) note.Block {
	b := note.Block{Type: note.Entry, ID: note.BlockID(id), Lang: "ja", Text: note.Text{{HTML: id}}}
	for _, r := range refs {
		kind, id, _ := strings.Cut(r, ":")
		b.Refs = append(b.Refs, note.Ref{Kind: note.RefKind(kind), ID: id})
		if kind == "pr" {
			b.Attr.PRs = append(b.Attr.PRs, id)
		}
	}
	return b
}

func newNote(id string, lang note.Lang, blocks ...note.Block) *note.Note {
	n := &note.Note{ID: note.ID(id), Lang: lang, Kind: note.Changes, Path: fmt.Sprintf("content/%s.%s.md", id, lang), Blocks: blocks}
	if r, _, ok := strings.Cut(id, "/"); ok && upstream.IsRelease(r) {
		n.Releases = []note.Release{note.Release(r)}
	}
	return n
}

func sameSite(t *testing.T, got, want *site.Site) {
	t.Helper()
	diff := cmp.Diff(want.Sums(), got.Sums(), cmp.Exporter(func(reflect.Type) bool { return true }),
		cmp.Comparer(func(a, b *note.Note) bool { return a == b }), cmp.Comparer(func(a, b *note.Block) bool { return a == b }),
		cmp.Comparer(func(a, b *note.Span) bool { return a == b }), cmpopts.EquateEmpty())
	if diff != "" {
		t.Fatalf("incremental differs from clean (-clean +incremental):\n%.4000s", diff)
	}
}

// TestWithIsLink edits a site at random and compares each state with a clean link, including lazily
// computed values.
func TestWithIsLink(t *testing.T) {
	for _, only := range []note.Release{"", "1.27"} {
		d := wideWorld(t)
		rng := rand.New(rand.NewPCG(1, 2))
		live := map[string]*note.Note{}
		official := officialNotes(d) // read once: an edit of official notes links all notes again
		s, _ := site.Link(official, d, site.Options{Only: only})
		for range 400 {
			changed, removed := randomEdit(rng, live)
			next, ds := s.With(changed, removed)
			clean, cleanDs := site.Link(append(slices.Collect(maps.Values(live)), official...), d, site.Options{Only: only})
			sameSite(t, next, clean)
			if diff := cmp.Diff(cleanDs, ds, cmpopts.EquateEmpty()); diff != "" {
				t.Fatal(diff)
			}
			for _, ask := range questions {
				if rng.IntN(3) == 0 {
					continue
				}
				if diff := cmp.Diff(ask(clean), ask(next)); diff != "" {
					t.Fatal(diff)
				}
			}
			s = next
		}
	}
}

// wideWorld is world with an upgrade between two releases, a published note of another repository,
// and a gate whose KEP only notes name.
func wideWorld(t *testing.T) *upstream.Data {
	lonely := `{"name":"Lonely","stages":[{"stage":"alpha","default":false,"from":"1.26","to":"1.26"},{"stage":"beta","default":true,"from":"1.27"}]},`
	other := `{"repo":"a/b","pr":1,"text":"Elsewhere.","kind":"feature","kinds":["feature"],"sigs":["node"],"published":true},`
	return data(t, map[string]string{
		"keps.json": keps, "gates.json": strings.Replace(gates, "[", "["+lonely, 1), "sigs.json": sigs, "kep-pulls.json": pulls,
		"releases/1.26.json": `{"release":"1.26","notes":[{"pr":99,"text":"Added.","kind":"feature","kinds":["feature"],"sigs":["node"],"published":true}]}`,
		"releases/1.27.json": strings.Replace(release127, "[", "["+other, 1),
	})
}

func randomEdit(rng *rand.Rand, live map[string]*note.Note) (changed []*note.Note, removed []string) {
	for range 1 + rng.IntN(3) {
		n := randomNote(rng)
		if rng.IntN(4) == 0 {
			removed = append(removed, n.Path)
			delete(live, n.Path)
			changed = slices.DeleteFunc(changed, func(c *note.Note) bool { return c.Path == n.Path })
			continue
		}
		changed = append(changed, n)
		removed = slices.DeleteFunc(removed, func(p string) bool { return p == n.Path })
		live[n.Path] = n
	}
	return changed, removed
}

var questions = []func(*site.Site) []string{
	beside, apiLines, boardLines, stepLines,
	func(s *site.Site) (out []string) {
		for _, kind := range []note.RefKind{note.PR, note.KEP, note.Repo, note.PersonRef, note.SIGRef, note.Gate, note.ReleaseRef, note.API} {
			for _, id := range s.Keys(kind) {
				key := note.Key{Kind: kind, ID: id}
				out = append(out, fmt.Sprint(kind, " ", id, s.Spelling(key), s.Citations(key), s.CitedTwice(key), len(s.MentionsFor(key, "en"))))
			}
		}
		return out
	},
	func(s *site.Site) (out []string) {
		for _, id := range s.Keys(note.Repo) {
			out = append(out, fmt.Sprint(id, s.Repo(id)))
		}
		for _, label := range []string{"node", "cli", "wg-lts", "wg-other"} {
			out = append(out, fmt.Sprint(label, s.HasPage(note.Key{Kind: note.SIGRef, ID: label})))
		}
		return out
	},
}

func boardLines(s *site.Site) (out []string) {
	for _, r := range s.Releases() {
		for _, lang := range []note.Lang{"", "ja", "en"} {
			b := s.BoardIn(r, lang)
			out = append(out, fmt.Sprint(r, lang, b.Published, b.Covered, b.Mentioned, changeKeys(b.Missing), b.Written, s.HasBoard(r)))
			for _, row := range b.Rows {
				out = append(out, fmt.Sprint(row.SIG, row.Published, row.Covered, row.Mentioned, changeKeys(row.Missing), row.Written, row.Notes))
			}
		}
	}
	for _, n := range s.Notes() {
		out = append(out, fmt.Sprint(n.Path, s.CoverageOf(n)))
	}
	return out
}

func changeKeys(changes []*site.Change) (out []string) {
	for _, c := range changes {
		out = append(out, c.Key().ID)
	}
	return out
}

func stepLines(s *site.Site) (out []string) {
	for _, pair := range s.UpgradePairs() {
		for _, st := range s.Upgrade(pair[0], pair[1]).Steps {
			out = append(out, fmt.Sprint(pair, changeKeys(st.Urgent), changeKeys(st.Removals), len(st.Flips), len(st.GA), len(st.Gone)))
			for _, g := range slices.Concat(st.Flips, st.GA, st.Gone) {
				out = append(out, fmt.Sprint(g.Gate, g.Turn, g.KEPs, g.SIGs))
			}
			for _, a := range st.APIs {
				out = append(out, fmt.Sprint(a.Resource.Key(), a.Kind, a.Mention.Note.Path))
			}
		}
	}
	return out
}

func beside(s *site.Site) []string {
	var out []string
	for _, n := range s.Notes() {
		out = append(out, n.Path)
		for _, reader := range []note.Lang{"en", "ja", "ru", "zh"} {
			p := s.Pairing(n, reader)
			out = append(out, s.Pick(n.ID, reader).Path, string(p.Lang)+"\n"+printRows(p.Rows, ""))
		}
		for b := range n.All {
			out = append(out, fmt.Sprint(s.Anchor(n, b), s.Place(n.ID, string(b.ID))))
			of := s.Counterparts(n, b)
			for _, lang := range slices.Sorted(maps.Keys(of)) {
				line := fmt.Sprint(lang, of[lang].How)
				if c := of[lang]; c.Note != nil {
					line += fmt.Sprint(c.Note.Path, c.Blocks[0].ID)
				}
				out = append(out, line)
			}
			if b.Type == note.Entry {
				out = append(out, fmt.Sprint(s.Join(n, b).KEPs, len(s.OutcomeOf(n, b))))
			}
		}
	}
	for _, tr := range s.Translations() {
		out = append(out, fmt.Sprint(tr.Note.Path, tr.From, tr.Blocks, tr.Translated, tr.Stale, tr.Missing, tr.Uncertain, tr.Machine, tr.Unrecorded, len(tr.Pieces)))
	}
	return out
}

func randomNote(rng *rand.Rand) *note.Note {
	ids := []string{"1.27/sig-node", "1.27/SIG-node", "1.27/sig-cli", "1.26/sig-node", "1.27/changes", "log/spring"}
	refs := []string{
		"pr:100001", "pr:100002", "pr:99", "issue:100001", "kep:127", "kep:0127", "kep:2043", "kep:3761", "kep:9999",
		"thread:A/b#1", "thread:a/B#2", "repo:a/b", "person:Alice", "person:alice", "gate:UserNamespacesSupport", "gate:Nobodys", "gate:Lonely", "wg:lts", "sig:node", "release:1.27", "release:1.99", "kep:753",
	}
	var blocks []note.Block
	for i := range rng.IntN(5) {
		var pick []string
		for range rng.IntN(4) {
			pick = append(pick, refs[rng.IntN(len(refs))])
		}
		blocks = append(blocks, entry(fmt.Sprintf("x-%d", i), pick...))
	}
	if rng.IntN(3) == 0 {
		kind := []note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved}[rng.IntN(3)]
		blocks = append(blocks, listed(kind, []string{"apps/v1/deployments", "batch/v1beta1/cronjobs"}[rng.IntN(2)]))
	}
	blocks = append(blocks, randomNames(rng)...)
	for i := range blocks {
		if rng.IntN(6) == 0 {
			blocks[i].Kind = note.Proposal
		}
		if rng.IntN(3) == 0 {
			blocks[i].SourceLang = []note.Lang{"en", "ja"}[rng.IntN(2)]
			blocks[i].Source = note.Text{{HTML: fmt.Sprintf("x-%d", rng.IntN(3))}}
			blocks[i].Machine = rng.IntN(2) == 0
		}
	}
	if rng.IntN(4) == 0 { // created, not written
		for i := range blocks {
			blocks[i].Text = nil
		}
	}
	n := newNote(ids[rng.IntN(len(ids))], []note.Lang{"ja", "en", "zh"}[rng.IntN(3)], blocks...)
	for i := range n.Blocks {
		if rng.IntN(2) == 0 {
			n.Blocks[i].Lang = n.Lang
		}
	}
	n.Kind = []note.NoteKind{note.Changes, note.Overview, note.Talk, note.Log}[rng.IntN(4)]
	n.Meta.Draft = rng.IntN(8) == 0
	n.SIGs = [][]note.SIG{nil, {"node"}, {"node", "cli"}, {"wg-other"}}[rng.IntN(4)]
	if rng.IntN(4) == 0 {
		n.Releases = [][]note.Release{nil, {"1.26"}, {"1.26", "1.27"}, {"1.99"}}[rng.IntN(4)]
	}
	n.Meta.Translates = []string{"", "", "", "sig-node.ja.md", "1.27/sig-cli", "sig-node.en.md"}[rng.IntN(6)]
	n.Meta.Aliases = [][]string{nil, nil, {"1.27/sig-cli"}, {"1.27/Former"}, {"1.27/former", "1.99/gone"}}[rng.IntN(5)]
	for range rng.IntN(4) {
		n.Links = append(n.Links, note.Link{
			Note:  append([]note.ID{"", "1.27/former", "1.27/sig-nod", "log/sprin"}, note.ID(ids[rng.IntN(len(ids))]))[rng.IntN(5)],
			Lang:  []note.Lang{"", "", "en", "ru"}[rng.IntN(4)],
			Place: []string{"", "x-1", "x-9", "x-11"}[rng.IntN(4)],
			Pos:   diag.Position{File: n.Path, Line: 1 + rng.IntN(9)},
		})
	}
	n.Meta.Authors = [][]note.Person{nil, {"Bob"}, {"bob", "Free Name"}}[rng.IntN(3)]
	return n
}

func TestAddresses(t *testing.T) {
	d := world(t)
	tests := []struct {
		name  string
		notes []*note.Note
		want  []string // codes
		keep  int
	}{
		{"fine", []*note.Note{newNote("1.27/a", "ja"), newNote("1.27/a", "en"), newNote("1.27/b", "ja")}, nil, 3},
		{"letter case", []*note.Note{newNote("1.27/a", "ja"), newNote("1.27/A", "en")}, []string{"address/letter-case"}, 1},
		{"letter case, one language", []*note.Note{newNote("1.27/a", "ja"), newNote("1.27/A", "ja")}, []string{"address/twice"}, 1},
		{"normal form", []*note.Note{newNote("1.27/\u304c", "ja"), newNote("1.27/\u304b\u3099", "en")}, []string{"address/letter-case"}, 1},
		{"changes below the log are fine", []*note.Note{newNote("log/changes", "ja")}, nil, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, ds := site.Link(tt.notes, d, site.Options{})
			var codes []string
			for _, x := range ds {
				codes = append(codes, string(x.Code))
			}
			if diff := cmp.Diff(tt.want, codes); diff != "" {
				t.Error(diff)
			}
			if len(s.Notes()) != tt.keep {
				t.Errorf("%d notes kept, want %d", len(s.Notes()), tt.keep)
			}
		})
	}
	two := newNote("1.27/a", "zh")
	two.Path = "content/1.27/a.zh-cn.md"
	if _, ds := site.Link([]*note.Note{newNote("1.27/a", "zh"), two}, d, site.Options{}); len(ds) != 1 || ds[0].Code != "address/twice" || ds[0].Pos.File != "content/1.27/a.zh.md" {
		t.Errorf("two files of one language: %v", ds)
	}
}

func TestUnknownKEP(t *testing.T) {
	n := newNote("log/x", "ja", entry("a", "kep:3761", "kep:9999", "kep:127", "kep:2043"))
	_, ds := site.Link([]*note.Note{n}, world(t), site.Options{})
	var got []string
	for _, d := range ds {
		got = append(got, d.Text+" / "+d.Hint)
	}
	want := []string{
		"unknown KEP number 3761 / did you mean KEP-753? Pull request #3761 changed it",
		"unknown KEP number 9999 / check the number at https://kep.k8s.io/9999",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHasPage(t *testing.T) {
	notes := []*note.Note{
		newNote("1.27/a", "ja", entry("a", "pr:100001", "pr:7", "thread:A/b#1", "person:Alice"), entry("b", "pr:8", "issue:9")),
		newNote("1.27/a", "en", entry("a", "pr:100001", "pr:7"), entry("b", "pr:8")),
		newNote("log/x", "ja", entry("a", "pr:8", "pr:9", "wg:lts")),
	}
	s, _ := site.Link(notes, world(t), site.Options{})
	tests := map[string]bool{
		"pr:100001":                  true,  // cited once, and there is an official sentence
		"pr:100003":                  false, // official, but never cited
		"pr:7":                       false, // a translation of a citation does not count twice
		"pr:8":                       true,
		"pr:9":                       true, // issues and pull requests share their numbers
		"kep:127":                    true,
		"kep:0127":                   true,
		"kep:2043":                   true, // by the number of its directory
		"kep:9999":                   false,
		"gate:UserNamespacesSupport": true,
		"gate:Nope":                  false,
		"sig:node":                   true,
		"wg:lts":                     true, // retired, but cited
		"wg:other":                   false,
		"repo:a/B":                   true,
		"person:ALICE":               true,
		"person:carol":               false,
		"release:1.27":               true,
		"release:1.2":                false,
	}
	for written, want := range tests {
		kind, id, _ := strings.Cut(written, ":")
		if got := s.HasPage(note.Key{Kind: note.RefKind(kind), ID: id}); got != want {
			t.Errorf("HasPage(%s) = %v", written, got)
		}
	}
	for _, name := range []string{"Free Name", "free-name", "FREE  name."} {
		if got := s.Normal(note.Key{Kind: note.PersonRef, ID: name}); got.ID != "free-name" {
			t.Errorf("%s is %s: two people would share an address", name, got.ID)
		}
	}
	if got := s.Spelling(note.Key{Kind: note.Repo, ID: "a/b"}); got != "A/b" {
		t.Errorf("repository written as %s", got)
	}
}

func TestMentionsFor(t *testing.T) {
	ja, en := newNote("1.27/a", "ja", entry("a", "kep:127"), entry("b", "kep:753")), newNote("1.27/a", "en", entry("a", "kep:127"))
	zh := newNote("1.26/b", "zh", entry("c", "kep:127"))
	s, _ := site.Link([]*note.Note{ja, en, zh}, world(t), site.Options{})
	for _, tt := range []struct {
		kep  string
		lang note.Lang
		want string
	}{
		{"127", "ja", "1.26/b zh, 1.27/a ja"},
		{"127", "ru", "1.26/b zh, 1.27/a en"},
		{"753", "en", "1.27/a ja"}, // the English version does not have the entry
	} {
		var got []string
		for _, m := range s.MentionsFor(note.Key{Kind: note.KEP, ID: tt.kep}, tt.lang) {
			got = append(got, fmt.Sprintf("%s %s", m.Note.ID, m.Note.Lang))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("KEP-%s for %s: %v, want %s", tt.kep, tt.lang, got, tt.want)
		}
	}
}

func TestFacts(t *testing.T) {
	n := newNote("1.27/sig-node", "ja", entry("a", "pr:100002"), entry("b", "pr:100003"), entry("c", "pr:100002"))
	n.SIGs = []note.SIG{"node"}
	s, _ := site.Link([]*note.Note{n}, world(t), site.Options{})
	f := s.Facts("1.27")
	if len(f.Changes) != 3 || !f.Changes[0].Removal() || f.Changes[1].Removal() {
		t.Errorf("changes: %+v", f.Changes)
	}
	if got := s.CoverageOf(n); got != (site.Coverage{Covered: 1, Published: 2}) {
		t.Errorf("coverage %+v", got)
	}
	if got := fmt.Sprint(f.BySIG()); got != "[{cli 2 map[bug:1 feature:1]} {node 2 map[feature:1 other:1]}]" {
		t.Errorf("by SIG: %s", got)
	}
	if got := fmt.Sprint(f.Reached); got != "map[alpha:[2133]]" {
		t.Errorf("reached: %s", got)
	}
}

func TestKEPLine(t *testing.T) {
	s, _ := site.Link(nil, world(t), site.Options{})
	for _, tt := range []struct{ number, want string }{
		{"127", "alpha off 1.25–1.29, beta off 1.30–1.32, beta on 1.33–1.35, stable 1.36– [UserNamespacesStatelessPodsSupport UserNamespacesSupport]"},
		{"753", "alpha 1.28–1.28, beta 1.29– []"}, // stable is only planned
	} {
		l := s.KEPLine(s.Data().KEPs[tt.number][0])
		if got := printLine(l); got != tt.want {
			t.Errorf("KEP-%s: %s\nwant %s", tt.number, got, tt.want)
		}
	}
}

func printLine(l site.Line) string {
	var parts []string
	for _, sp := range l.Spans {
		p := string(sp.Stage)
		if sp.Default != nil {
			p += map[bool]string{true: " on", false: " off"}[*sp.Default]
		}
		parts = append(parts, fmt.Sprintf("%s %s–%s", p, sp.From, sp.To))
	}
	return fmt.Sprintf("%s %v", strings.Join(parts, ", "), l.Gates)
}

func TestOnly(t *testing.T) {
	notes := []*note.Note{newNote("1.27/a", "ja", entry("a", "kep:753")), newNote("1.26/b", "ja", entry("a", "pr:5"))}
	s, _ := site.Link(notes, world(t), site.Options{Only: "1.27"})
	if got := fmt.Sprint(len(s.Notes()), s.Releases(), s.Keys(note.KEP), s.Keys(note.Gate)); got != "1 [1.27] [127 753 2133] [UserNamespacesStatelessPodsSupport UserNamespacesSupport]" {
		t.Error(got)
	}
}
