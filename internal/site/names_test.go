package site_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

func titled(number, title string) note.Block {
	b := entry("kep-"+number, "kep:"+number)
	b.Level, b.Text = 3, note.Text{{HTML: title}}
	return b
}

func block(typ note.BlockType, html string) note.Block {
	return note.Block{Type: typ, ID: note.BlockID(typ), Lang: "ja", Text: note.Text{{HTML: html}}}
}

func numbered(lang note.Lang, before, number, after string) note.Block {
	r := note.Ref{Kind: note.KEP, ID: number, Written: "KEP-" + number}
	return note.Block{Type: note.Prose, Lang: lang, Text: note.Text{{HTML: before}, {Ref: &r}, {HTML: after}}, Refs: []note.Ref{r}}
}

func TestLearnedNames(t *testing.T) {
	for _, c := range []struct {
		name   string
		by     note.Block
		spoken string // text of the talk
		want   string
	}{
		{"an overview's heading", titled("127", "Pods with users of their own"), "次は Pods with users of their own です", "127 Pods with users of their own"},
		{"letter case, hyphens, a slip", titled("127", "Pods with Separate-user Mappings"), "pods with seperate user mapping が", "127 pods with seperate user mapping"},
		{"behind words in other letters", titled("127", "KEP «А»: Pods with users of their own"), "Pods with users of their own", "127 Pods with users of their own"},
		{"after the number and a colon", numbered("ja", "参考: ", "753", ": Sidecars that end last では"), "Sidecars that end last", "753 Sidecars that end last"},
		{"after the number and a dash", numbered("ja", "", "753", " - Sidecars that end last の話"), "Sidecars that end last", "753 Sidecars that end last"},
		{"after the number", numbered("ru", "", "753", " Sidecars that end last позволяет"), "Sidecars that end last", "753 Sidecars that end last"},
		{"in English up to the end", numbered("en", "", "753", ": Sidecars that end last"), "Sidecars that end last", "753 Sidecars that end last"},
		{"in English a sentence is no name", numbered("en", "", "753", " brings sidecars that end last"), "brings sidecars that end last", ""},
		{"small letters are no name", numbered("ja", "", "753", " sidecars that end last の話"), "sidecars that end last", ""},
		{"a row of a table", numbered("en", "<table><tr><td>", "753", "</td><td>Sidecars that end last</td></tr></table>"), "Sidecars that end last", "753 Sidecars that end last"},
		{"the name before the number", numbered("en", "<table><tr><td>Sidecars that end last</td><td>", "753", "</td><td>beta</td></tr></table>"), "Sidecars that end last", "753 Sidecars that end last"},
		{"a cell with more than a number", numbered("en", "<table><tr><td>see ", "753", "</td><td>Sidecars that end last</td></tr></table>"), "Sidecars that end last", ""},
		{"a number that is no KEP's", titled("9999", "Pods with users of their own"), "Pods with users of their own", ""},
		{"code", titled("127", "Pods with users of their own"), "次は <code>Pods with users of their own</code> です", ""},
		{"code and words", titled("127", "Pods with users of their own"), "<code>Pods with users of their own</code>は Pods with users of their own です", "127 Pods with users of their own, 127 Pods with users of their own"},
		{"partly code", titled("127", "Pods with users of their own"), "次は Pods with <code>users</code> of their own です", "127 Pods with users of their own"},
		{"two words within prose", titled("127", "User Mappings"), "ここで User Mappings を", ""},
		{"two words that are all", titled("127", "User Mappings"), "User mapping", "127 User mapping"},
		{"other letters", titled("127", "利用者の名前空間"), "利用者の名前空間", ""}, // valid only as a whole heading
		{"the title of another KEP", titled("127", "Kubelet Credential Provider"), "Kubelet Credential Provider", ""},
		{"nobody said a number", block(note.Heading, "Pods with users of their own"), "Pods with users of their own", ""},
	} {
		by, talk := newNote("1.27/overview", "ru", c.by), newNote("other/talk", "ja", block(note.Prose, c.spoken))
		by.Kind, talk.Kind = note.Overview, note.Talk
		s, _ := site.Link([]*note.Note{by, talk}, world(t), site.Options{})
		var got []string
		for _, named := range s.NamedIn(talk, talk.Blocks[0].Text) {
			got = append(got, named.KEP+" "+named.Words)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestNamesElsewhere checks names outside of talks. A name counts if it is the whole text of a
// heading or an entry. It is then a mention of the KEP, without duplicates.
func TestNamesElsewhere(t *testing.T) {
	by := newNote("1.27/overview", "ru", titled("127", "Pods with users of their own"), titled("753", "利用者の名前空間"))
	head, sentence, title, other := block(note.Heading, "Pods with users of their own"), entry("a"), entry("b"), block(note.Heading, "利用者の　名前空間")
	sentence.Text = note.Text{{HTML: "Pods with users of their own got faster."}}
	title.Text = note.Text{{HTML: "Support user namespace"}} // upstream's title in singular
	n := newNote("log/spring", "ja", head, sentence, title, other)
	n.Kind = note.Log
	s, _ := site.Link([]*note.Note{by, n}, world(t), site.Options{})
	var got []string
	for _, m := range append(slices.Clone(s.Mentions(note.Key{Kind: note.KEP, ID: "127"})), s.Mentions(note.Key{Kind: note.KEP, ID: "753"})...) {
		got = append(got, fmt.Sprintf("%s %s %s", m.Note.ID, m.Block.Type, m.Words))
	}
	want := []string{
		"1.27/overview entry ", "log/spring heading Pods with users of their own", "log/spring entry Support user namespace",
		"1.27/overview entry ", "log/spring heading 利用者の 名前空間",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if keps := s.Join(n, &n.Blocks[2]).KEPs; !slices.Equal(keps, []string{"127"}) {
		t.Errorf("the entry's KEPs are %v", keps)
	}
	if keps := s.KEPsNamed(n, &n.Blocks[1]); keps != nil {
		t.Errorf("the sentence names %v", keps)
	}
}

// TestThreadsOfEnhancements checks the five numbers of kubernetes/enhancements in the real log.
// Four are not KEPs (3788, 3811, 3824, 3934). Two of these are pull requests for one KEP: 3811 for
// KEP-127, 3824 for KEP-3866. 3723, with a misspelled repository, is for KEP-3720.
func TestThreadsOfEnhancements(t *testing.T) {
	s := realSite(t)
	for number, kep := range map[string]string{"3788": "", "3811": "127", "3824": "3866", "3934": "", "3723": "3720"} {
		mentions := s.Mentions(note.Key{Kind: note.Thread, ID: "kubernetes/enhancements#" + number})
		if len(mentions) == 0 {
			t.Errorf("nothing cites kubernetes/enhancements#%s", number)
		}
		for _, m := range mentions {
			if kep == "" {
				continue
			}
			if !slices.Contains(s.KEPsNamed(m.Note, m.Block), kep) || !slices.ContainsFunc(s.Mentions(note.Key{Kind: note.KEP, ID: kep}), func(k site.Mention) bool { return k.Block == m.Block }) {
				t.Errorf("kubernetes/enhancements#%s does not refer to KEP-%s", number, kep)
			}
		}
	}
}

// TestGatesBeside checks that notes that name one gate and one KEP assign an otherwise unassigned
// gate, unless they disagree.
func TestGatesBeside(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []note.Block
		want    string
	}{
		{"one gate, one KEP", []note.Block{entry("a", "kep:127", "gate:Nobodys")}, "[127]"},
		{"twice the same", []note.Block{entry("a", "kep:127", "gate:Nobodys"), entry("b", "gate:Nobodys", "kep:0127")}, "[127]"},
		{"two KEPs in two entries", []note.Block{entry("a", "kep:127", "gate:Nobodys"), entry("b", "kep:753", "gate:Nobodys")}, "[]"},
		{"two KEPs in one", []note.Block{entry("a", "kep:127", "kep:753", "gate:Nobodys")}, "[]"},
		{"two gates", []note.Block{entry("a", "kep:753", "gate:Nobodys", "gate:UserNamespacesSupport")}, "[]"},
	} {
		n := newNote("1.27/a", "ja", append(c.entries, entry("z", "gate:Nobodys"))...)
		s, _ := site.Link([]*note.Note{n}, world(t), site.Options{})
		if got := fmt.Sprint(s.KEPsOfGate("Nobodys")); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		last := s.Join(n, &n.Blocks[len(n.Blocks)-1]).KEPs
		if fmt.Sprint(last) != c.want || slices.Contains(s.GatesOfKEP("127"), "Nobodys") != (c.want == "[127]") {
			t.Errorf("%s: an entry with only the gate has %v, KEP-127 has %v", c.name, last, s.GatesOfKEP("127"))
		}
	}
	real := realSite(t)
	if got := fmt.Sprint(real.KEPsOfGate("AggregatedDiscoveryEndpoint")); got != "[3352]" {
		t.Errorf("AggregatedDiscoveryEndpoint belongs to %s", got)
	}
}

func randomNames(rng *rand.Rand) []note.Block {
	names := []string{"Pods with users of their own", "Sidecars that end last", "Support User Namespaces", "利用者の名前空間"}
	numbers := []string{"127", "753", "2133", "9999"}
	name := func() string { return names[rng.IntN(len(names))] }
	var out []note.Block
	for range rng.IntN(3) {
		switch rng.IntN(4) {
		case 0:
			out = append(out, titled(numbers[rng.IntN(len(numbers))], name()))
		case 1:
			out = append(out, numbered("ja", "", numbers[rng.IntN(len(numbers))], ": "+name()))
		case 2:
			out = append(out, block(note.Heading, name()))
		default:
			out = append(out, block(note.Prose, "今日は "+name()+" と "+name()+" の話"))
		}
	}
	return out
}

// TestProposalsOfTalks checks that a section of a talk belongs to a KEP by its slug, or by a name
// that only another note gives it. A section between them without a KEP is a proposal without
// outcome.
func TestProposalsOfTalks(t *testing.T) {
	d := data(t, map[string]string{"keps.json": `[
 {"number":"127","title":"Support User Namespaces in stateless Pods","dir":"keps/sig-node/127-user-namespaces","status":"implementable","stage":"alpha","milestone":{"alpha":"1.25"}},
 {"number":"753","title":"Sidecar Containers","dir":"keps/sig-node/753-sidecar-containers","status":"implementable","stage":"alpha","milestone":{"alpha":"1.28"}},
 {"number":"2570","title":"Memory QoS","dir":"keps/sig-node/2570-memory-qos","status":"implementable","stage":"alpha","milestone":{"alpha":"1.22"}}]`})
	parse := func(path, text string) *note.Note {
		n, _ := source.Parse(source.Input{Path: "content/" + path, Bytes: []byte(text)}, d.Names(), source.Options{})
		return n
	}
	talk := parse("1.24/talk.ja.md", "---\ntitle: 話\nkind: talk\n---\n\n## User Namespaces\n\n話。\n\n## Containers that start first\n\n話。\n\n## 名前のない機能\n\n話。\n\n## Memory QoS\n\n話。\n\n## まとめ\n\n話。\n")
	overview := parse("1.28/overview.ja.md", "---\ntitle: 概要\nkind: overview\n---\n\n## Containers that start first\n\n#753; KEP\n\n話。\n")
	s, _ := site.Link([]*note.Note{talk, overview}, d, site.Options{})
	var got []string
	for _, m := range s.Proposals() {
		line := m.Block.Text.Plain() + ":"
		for _, o := range s.OutcomeOf(m.Note, m.Block) {
			line += fmt.Sprint(" ", o.KEP.Number, " ", o.Now.Stage)
		}
		got = append(got, line)
	}
	want := []string{"User Namespaces: 127 alpha", "Containers that start first: 753 alpha", "名前のない機能:", "Memory QoS: 2570 alpha"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
