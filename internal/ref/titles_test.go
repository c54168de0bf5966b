package ref

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

var someTitles = NewTitles(map[string][]string{
	"127": {"Support User Namespaces", "Pods with users of their own"}, "753": {"Sidecar Containers"}, "2570": {"Memory QoS"},
	"1": {"The same name twice"}, "2": {"The Same Name Twice", "利用者の名前空間"}, "3": {"Поддержка профилей"}, "4": {"поддержка  профилей"},
})

func TestFindTitles(t *testing.T) {
	for text, want := range map[string]string{
		"support user-namespaces": "127 127", "Support User Namespace": "127 127", "次は Support User Namespaces です": "127 ", "Suport User Namespaces": "127 127",
		"Sidecar containers": "753 753", "the Sidecar Containers of 1.28": " ", "Memory QoS": "2570 2570", "Memory": " ",
		"The same name twice": " ", "利用者の 名前空間": " 2", "Поддержка профилей": " ", "Pods with users of their own and more": "127 ", "": " ", "###": " ",
	} {
		var found []string
		for _, m := range someTitles.Find(text) {
			found = append(found, m.Ref.ID)
		}
		whole, _ := someTitles.Whole(text)
		if got := strings.Join(found, ",") + " " + whole; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if _, ok := (*Titles)(nil).Whole("Sidecar Containers"); ok || (*Titles)(nil).Find("Sidecar Containers") != nil {
		t.Error("the nil set finds something")
	}
}

// TestClues changes names at random and holds the clues to what they promise: a text in which
// another set of names finds something else shares a clue with a name that differs.
func TestClues(t *testing.T) {
	words := []string{
		"Pods", "pod", "Volume", "volumes", "Volum", "the", "of", "in-place", "In", "place", "Update", "updates", "QoS", "利用者", "名前", "Поддержка", "профилей",
		"Ｐｏｄｓ", "4", strings.Repeat("long", 20), strings.Repeat("long", 15), "K8s", "kubelet_x",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	phrase := func(most int) string {
		var b strings.Builder
		for range 1 + rng.IntN(most) {
			b.WriteString(words[rng.IntN(len(words))])
			b.WriteString([]string{" ", " ", " ", "-", ": ", ", (", "  ", ""}[rng.IntN(8)])
		}
		return strings.TrimSpace(b.String())
	}
	found := func(t *Titles, text string) string {
		number, ok := t.Whole(text)
		return fmt.Sprint(number, ok)
	}
	differ := 0
	for range 20000 {
		names := map[string][]string{}
		for range rng.IntN(8) {
			number := strconv.Itoa(rng.IntN(4))
			names[number] = append(names[number], phrase(4))
		}
		name, text := phrase(4), phrase(6)
		if rng.IntN(3) == 0 {
			text = strings.ToLower(name) + " " + phrase(2)
		}
		before := NewTitles(names)
		names["0"] = append(slices.Clone(names["0"]), name)
		after := NewTitles(names)
		shares := func(of Clues) bool {
			return slices.ContainsFunc(NameClues(name), func(c uint32) bool { return slices.Contains(of, c) })
		}
		if found(before, text) != found(after, text) {
			if differ++; !shares(WholeClues(text)) {
				t.Fatalf("the name %q changes what all of %q is, and shares no clue", name, text)
			}
		}
		if fmt.Sprint(before.Find(text)) != fmt.Sprint(after.Find(text)) {
			if differ++; !shares(FindClues(text)) {
				t.Fatalf("the name %q changes what is found in %q, and shares no clue", name, text)
			}
		}
	}
	if differ < 500 {
		t.Errorf("only %d texts were touched by a name", differ)
	}
}

func FuzzTitles(f *testing.F) {
	f.Add("次は Support User Namespaces です")
	f.Add("Ｓｕｐｐｏｒｔ User-Namespaces")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range someTitles.Find(text) {
			if m.Start < end || m.End <= m.Start || m.End > len(text) || m.Ref.Written != text[m.Start:m.End] || utf8.ValidString(text) && !utf8.ValidString(m.Ref.Written) {
				t.Fatalf("%q: %+v", text, m)
			}
			end = m.End
		}
		someTitles.Whole(text)
	})
}
