package affects_test

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/affects"
)

type schema struct {
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Enum       []string          `json:"enum"`
	Items      *schema           `json:"items"`
}

// TestSchema compares docs/upgrade-check.schema.json with the types: names of fields, and which of
// them are required.
func TestSchema(t *testing.T) {
	src, err := os.ReadFile("../../docs/upgrade-check.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc schema
	if err := json.Unmarshal(src, &doc); err != nil {
		t.Fatal(err)
	}
	compareSchema(t, "report", doc, reflect.TypeFor[affects.Result]())
	for name, of := range map[string]reflect.Type{
		"findings": reflect.TypeFor[affects.Finding](), "unknown": reflect.TypeFor[affects.Unknown](),
		"not_checked": reflect.TypeFor[affects.Skipped](), "looked_at": reflect.TypeFor[affects.Seen](),
	} {
		compareSchema(t, name, *doc.Properties[name].Items, of)
	}
	var classes []string
	for _, c := range affects.Classes() {
		classes = append(classes, string(c))
	}
	if diff := cmp.Diff(classes, doc.Properties["findings"].Items.Properties["class"].Enum); diff != "" {
		t.Error(diff)
	}
	events := doc.Properties["findings"].Items.Properties["event"].Enum
	for _, step := range ownFacts(t).Steps {
		for _, f := range step.Facts {
			if !slices.Contains(events, f.Event) {
				t.Errorf("event %q is not in the schema", f.Event)
			}
		}
	}
}

func compareSchema(t *testing.T, name string, s schema, of reflect.Type) {
	t.Helper()
	var fields, required []string
	for f := range of.Fields() {
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields = append(fields, key)
		if options == "" {
			required = append(required, key)
		}
	}
	slices.Sort(fields)
	slices.Sort(required)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(s.Properties)), fields); diff != "" {
		t.Errorf("%s: fields (-schema +type)\n%s", name, diff)
	}
	slices.Sort(s.Required)
	if diff := cmp.Diff(s.Required, required); diff != "" {
		t.Errorf("%s: required (-schema +type)\n%s", name, diff)
	}
}
