package ref

import (
	"os"
	"strings"
	"testing"
)

func checkRows(t *testing.T, text string, names *Names) {
	t.Helper()
	for _, in := range []Context{{}, {Titles: true}} {
		s := &scanner{folded: fold(text), ctx: in, names: names}
		for i := range len(s.text) {
			if s.text[i] == '[' {
				s.list = s.sigList(i)
			}
			if !s.starts(i) {
				continue
			}
			kind, f := s.longest(i)
			all, g := s.longestOf(i, everyRow)
			if kind != all || f != g {
				t.Fatalf("%q at %d: %s %+v of the selected rows, %s %+v of all", text, i, kind, f, all, g)
			}
		}
	}
}

// TestRows compares the selected rows with all rows at every position of all cases. The cases are
// also tried after a word, with swapped letter case, and joined.
func TestRows(t *testing.T) {
	names, places := testNames(), 0
	for _, k := range Kinds() {
		b, err := os.ReadFile("testdata/" + string(k.Name) + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		last := ""
		for line := range strings.Lines(string(b)) {
			for _, text := range []string{line, strings.ToUpper(line), strings.ToLower(line), strings.TrimSpace(last) + "/" + line, "[SIG " + line + "]"} {
				checkRows(t, text, names)
				places += len(text)
			}
			last = line
		}
	}
	if places < 10_000 {
		t.Errorf("only %d positions", places)
	}
}

func TestFoldGroup(t *testing.T) {
	for _, s := range []string{"", "node", "api-machinery", "API Machinery", "a--b", "-a", "a-", "-", "a_b", "a\tb", " a", "a ", "ノード", "a1-2.b/c", "É-x", "aé"} {
		want := strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
			return r == ' ' || r == '-' || r == '_' || r == '\t'
		}), "-")
		if got := foldGroup(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
