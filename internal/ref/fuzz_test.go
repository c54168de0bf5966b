package ref

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

func FuzzScan(f *testing.F) {
	for _, k := range Kinds() {
		b, err := os.ReadFile("testdata/" + string(k.Name) + ".txtar")
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			f.Add(line)
		}
	}
	names := testNames()
	f.Fuzz(func(t *testing.T, text string) {
		for _, in := range []Context{{}, {InCode: true}, {Titles: true}} {
			last := 0
			for _, m := range Scan(text, in, names) {
				if m.Start < last || m.End <= m.Start || m.End > len(text) {
					t.Fatalf("%q: match %+v after byte %d", text, m, last)
				}
				if text[m.Start:m.End] != m.Ref.Written || m.Ref.ID == "" || KindOf(m.Ref.Kind).Name == "" {
					t.Fatalf("%q: match %+v", text, m)
				}
				if utf8.ValidString(text) && !utf8.ValidString(m.Ref.Written) {
					t.Fatalf("%q: cut through a character: %+v", text, m)
				}
				last = m.End
			}
		}
		if a, start, _, ok := Attribution(text, names); ok && (start < 0 || start > len(text) || a.IsZero()) {
			t.Fatalf("%q: attribution %+v at %d", text, a, start)
		}
		ParseSIGList(text, names)
		checkRows(t, text, names)
	})
}

func TestRoundTrip(t *testing.T) {
	names := testNames()
	for _, k := range Kinds() {
		for _, line := range section(t, k.Name, "found") {
			for _, m := range Scan(parseCase(t, line).text, Context{}, names) {
				if m.Ref.Kind == note.RepoRelease || m.Ref.Kind == note.Issue || names.kinds[m.Ref.ID] {
					continue // the label omits the word or sign that identifies the kind
				}
				again := Scan(Label(m.Ref), Context{}, names)
				if len(again) == 0 && (m.Ref.Kind == note.Repo || m.Ref.Kind == note.Thread) {
					continue
				}
				if len(again) != 1 || again[0].Ref.ID != m.Ref.ID {
					t.Errorf("%+v is printed as %q and parsed as %+v", m.Ref, Label(m.Ref), again)
				}
			}
		}
	}
}

// hostile lists texts that, repeated, mislead a naive scanner.
var hostile = []string{
	"[", "[SIG ", "(", ")", "]", "#", "@", "a/", "a-", "KEP - ", "1.", "v1.2 ", "kubernetes/", "SIG ", "Feature gate ",
	"[SIG Node]", "(#115331, @a) [SIG Node] ", "#115331, @a) ", "＃", "support user ", "9", "feature gates ", " ",
}

func TestHostile(t *testing.T) {
	names := testNames()
	for _, bad := range hostile {
		text := strings.Repeat(bad, 200_000/len(bad))
		last := 0
		for _, m := range Scan(text, Context{Titles: true}, names) {
			if m.Start < last || m.End <= m.Start || text[m.Start:m.End] != m.Ref.Written {
				t.Fatalf("%q: match %+v after byte %d", bad, m, last)
			}
			last = m.End
		}
		if a, start, _, ok := Attribution(text, names); ok && (start < 0 || start > len(text) || a.IsZero()) {
			t.Errorf("%q: attribution at %d", bad, start)
		}
	}
}
