package output

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestAPIDocs(t *testing.T) {
	b, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	names, err := schemas.ReadDir("schema")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	words := map[string]bool{}
	for _, f := range names {
		form := strings.TrimSuffix(f.Name(), ".json")
		words[form] = true
		collect(load(t, form), words)
	}
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if text := string(b); !strings.Contains(text, "`"+w+"`") && !strings.Contains(text, "[]."+w+"`") {
			t.Errorf("docs/api.md says nothing of %s", w)
		}
	}
}

func collect(v any, words map[string]bool) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			collect(x, words)
		}
	case map[string]any:
		if props, ok := v["properties"].(map[string]any); ok {
			for name := range props {
				words[name] = true
			}
		}
		if values, ok := v["enum"].([]any); ok {
			for _, x := range values {
				if s, ok := x.(string); ok {
					words[s] = true
				}
			}
		}
		for _, x := range v {
			collect(x, words)
		}
	}
}
