package affects_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
)

var update = flag.Bool("vectors.update", false, "write testdata/vectors/vectors.json")

const vectorFile = "testdata/vectors/vectors.json"

// vectors are the cases for this package and for its JavaScript version. Base and steps are an
// excerpt of the facts, so they do not change with the data.
type vectors struct {
	Base  *affects.Base  `json:"base"`
	Steps []affects.Step `json:"steps"`
	Cases []vector       `json:"cases"`
}

type vector struct {
	Name     string            `json:"name"`
	From     note.Release      `json:"from"`
	To       note.Release      `json:"to"`
	Files    []vectorInput     `json:"files"`
	Readings []affects.Reading `json:"readings"`
	Result   affects.Result    `json:"result"`
}

type vectorInput struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// TestVectors compares readings and results with the recorded ones.
func TestVectors(t *testing.T) {
	if *update {
		writeVectors(t)
	}
	src, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(src, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Cases) < 15 {
		t.Errorf("%d cases", len(v.Cases))
	}
	for _, c := range v.Cases {
		readings, result := c.run(affects.Facts{Base: v.Base, Steps: v.Steps})
		if diff := cmp.Diff(asJSON(t, c.Readings), asJSON(t, readings)); diff != "" {
			t.Errorf("%s: readings (-recorded +now)\n%s", c.Name, diff)
		}
		if diff := cmp.Diff(asJSON(t, c.Result), asJSON(t, result)); diff != "" {
			t.Errorf("%s: result (-recorded +now)\n%s", c.Name, diff)
		}
	}
}

func (c vector) run(f affects.Facts) ([]affects.Reading, affects.Result) {
	var readings []affects.Reading
	for _, in := range c.Files {
		readings = append(readings, affects.Read(in.File, in.Text, f.Base))
	}
	return readings, affects.Match(f, c.From, c.To, readings)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// writeVectors records the cases and the hostile inputs.
func writeVectors(t *testing.T) {
	t.Helper()
	names, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	used := map[[2]string]bool{}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c := vector{Name: strings.TrimSuffix(filepath.Base(name), ".txtar")}
		for _, f := range a.Files {
			if f.Name == "upgrade" {
				from, to, _ := strings.Cut(strings.TrimSpace(string(f.Data)), " ")
				c.From, c.To = note.Release(from), note.Release(to)
			}
			if file, ok := strings.CutPrefix(f.Name, "in/"); ok {
				c.Files = append(c.Files, vectorInput{file, string(f.Data)})
			}
		}
		if len(c.Files) == 0 {
			continue
		}
		readings, _ := c.run(ownFacts(t))
		for _, r := range readings {
			for _, s := range r.Settings {
				used[[2]string{s.Kind, s.Name}] = true
			}
		}
		v.Cases = append(v.Cases, c)
	}
	v.Base, v.Steps = excerpt(ownFacts(t), used)
	for i := range v.Cases {
		c := &v.Cases[i]
		c.Readings, c.Result = c.run(affects.Facts{Base: v.Base, Steps: v.Steps})
	}
	if err := os.WriteFile(vectorFile, []byte(asJSON(t, v)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// excerpt keeps the facts on some names.
func excerpt(f affects.Facts, used map[[2]string]bool) (*affects.Base, []affects.Step) {
	b := *f.Base
	b.Gates, b.APIs, b.Flags, b.Plugins, b.Gone, b.Promises = map[string]string{}, map[string]affects.API{}, map[string][]string{}, []string{}, []affects.Gone{}, []affects.Promise{}
	for key := range used {
		if life := f.Base.Gates[key[1]]; key[0] == "gate" && life != "" {
			b.Gates[key[1]] = life
		}
		if life, ok := f.Base.APIs[key[1]]; key[0] == "api" && ok {
			b.APIs[key[1]] = life
		}
	}
	for component, flags := range f.Base.Flags {
		for _, name := range flags {
			if used[[2]string{"flag", "--" + strings.TrimSuffix(name, "!")}] {
				b.Flags[component] = append(b.Flags[component], name)
			}
		}
	}
	for _, name := range f.Base.Plugins {
		if used[[2]string{"plugin", name}] {
			b.Plugins = append(b.Plugins, name)
		}
	}
	for _, g := range f.Base.Gone {
		if used[[2]string{g.Kind, g.Name}] {
			b.Gone = append(b.Gone, g)
		}
	}
	for _, p := range f.Base.Promises {
		if used[[2]string{p.Kind, p.Name}] {
			b.Promises = append(b.Promises, p)
		}
	}
	var steps []affects.Step
	for _, s := range f.Steps {
		kept := affects.Step{Release: s.Release, Facts: []affects.Fact{}}
		for _, fact := range s.Facts {
			if used[[2]string{fact.Kind, fact.Name}] {
				kept.Facts = append(kept.Facts, fact)
			}
		}
		steps = append(steps, kept)
	}
	return &b, steps
}
