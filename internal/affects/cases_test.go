package affects_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/affects/facts"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// own are the facts of this repository's site.
var own = sync.OnceValues(func() (affects.Facts, error) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		return affects.Facts{}, err
	}
	return facts.Of(d, nil), nil
})

func ownFacts(t testing.TB) affects.Facts {
	t.Helper()
	f, err := own()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCases reads inputs from real incidents and compares the findings: class, place, release, pull
// request, name.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { checkCase(t, name) })
	}
}

func checkCase(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	known := ownFacts(t)
	var readings []affects.Reading
	files := map[string]string{}
	for _, f := range a.Files {
		files[f.Name] = string(f.Data)
		if strings.HasPrefix(f.Name, "in/") {
			readings = append(readings, affects.Read(f.Name, string(f.Data), known.Base))
		}
	}
	from, to, _ := strings.Cut(strings.TrimSpace(files["upgrade"]), " ")
	result := affects.Match(known, note.Release(from), note.Release(to), readings)
	compareLines(t, "findings", files["out"], linesOf(result))
	if want, ok := files["unknown"]; ok {
		var unknown []string
		for _, u := range result.Unknown {
			unknown = append(unknown, strings.TrimSpace(fmt.Sprintf("%s %s%s", u.Kind, u.Name, ofComponent(u.Component))))
		}
		compareLines(t, "unknown", want, unknown)
	}
}

func linesOf(r affects.Result) []string {
	var out []string
	for _, f := range r.Findings {
		pull := "-"
		if f.PR > 0 {
			pull = fmt.Sprintf("#%d", f.PR)
		}
		name := f.Name
		if f.Kind == "gate" && f.Value != "" {
			name += "=" + f.Value
		}
		component := f.Component
		if f.Kind == "gate" {
			component = ""
		}
		if (f.Class == affects.Breaks || f.Class == affects.Changes) && f.Sentence == "" && f.Event != affects.Stable {
			name += " (no sentence)"
		}
		out = append(out, fmt.Sprintf("%s %s:%d %s %s %s %s%s", f.Class, f.File, f.Line, f.Release, pull, f.Kind, name, ofComponent(component)))
	}
	return out
}

func ofComponent(c string) string {
	if c == "" {
		return ""
	}
	return " of " + c
}

func compareLines(t *testing.T, what, want string, got []string) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(want), "\n") {
		if line != "" && !slices.Contains(got, line) {
			t.Errorf("%s: missing\n%s", what, line)
		}
	}
	for _, line := range got {
		if !slices.Contains(strings.Split(want, "\n"), line) {
			t.Errorf("%s: unexpected\n%s", what, line)
		}
	}
	if !slices.IsSortedFunc(got, func(a, b string) int { return cmp.Compare(weightOf(a), weightOf(b)) }) {
		t.Errorf("%s are not sorted by weight", what)
	}
}

func weightOf(line string) int {
	class, _, _ := strings.Cut(line, " ")
	return slices.Index(affects.Classes(), affects.Class(class))
}
