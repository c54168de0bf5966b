package affects_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/affects"
)

// FuzzRead checks for any text that reading and matching end, that lines are within the text, and
// that a second reading gives the same result. Names are in the text, except those that a rule
// composes.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"testdata/odd/json.txtar", "testdata/odd/yaml.txtar", "testdata/odd/lines.txtar", "testdata/cases/kubeadm.txtar", "testdata/cases/distributions.txtar", "testdata/cases/tables.txtar", "testdata/cases/runtime-config.txtar"} {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			f.Add(strings.TrimPrefix(file.Name, "in/"), string(file.Data))
		}
	}
	known := ownFacts(f)
	f.Fuzz(func(t *testing.T, file, text string) {
		r := affects.Read(file, text, known.Base)
		lines := strings.Count(text, "\n") + 1
		for _, s := range r.Settings {
			checkSetting(t, s, text, lines)
		}
		for _, s := range r.Seen {
			if s.Line < 1 {
				t.Errorf("seen without a line: %+v", s)
			}
		}
		result := affects.Match(known, "1.23", "1.36", []affects.Reading{r})
		for _, found := range result.Findings {
			if found.Class == affects.Breaks && found.How != affects.Set {
				t.Errorf("%+v breaks", found)
			}
		}
		if again := affects.Read(file, text, known.Base); !slices.Equal(again.Settings, r.Settings) {
			t.Error("a second reading differs")
		}
	})
}

func checkSetting(t *testing.T, s affects.Setting, text string, lines int) {
	t.Helper()
	escaped := strings.Contains(text, "\\n") // a string with line breaks has one line
	if s.Line < 1 || s.Line > lines && !escaped {
		t.Errorf("line %d of %d: %+v", s.Line, lines, s)
	}
	if !slices.Contains([]string{"gate", "flag", "api", "field", "plugin", "metric"}, s.Kind) || s.Name == "" || len(s.Name) > 400 {
		t.Errorf("%+v", s)
	}
	if s.Kind == "gate" && !strings.Contains(text, s.Name) && !strings.ContainsAny(text, "\\\"'") {
		t.Errorf("gate %q is not in the text", s.Name)
	}
}
