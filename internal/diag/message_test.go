package diag

import (
	"bytes"
	"encoding/gob"
	"slices"
	"strings"
	"testing"
)

func TestIn(t *testing.T) {
	at := Position{File: "a.md", Line: 3}
	c := Catalog{
		"unknown %s %q": "%[2]q という%[1]sはありません",
		"%d of %d%%":    "%[2]d%% のうち %[1]d",
		"warning":       "警告",
		"hint: %s":      "ヒント：%s",
		"write %s":      "%s と書いてください",
		"a list of %s":  "%s のリスト", "a list": "リスト",
	}
	for _, x := range []struct{ d, want Diagnostic }{
		{Warnf(at, "a/b", "unknown %s %q", "gate", "A\x1b"), Diagnostic{Text: `"A\x1b" というgateはありません`}},
		{Errorf(at, "a/b", "%d of %d%%", 1234, 5), Diagnostic{Text: "5% のうち 1234"}},
		{Errorf(at, "a/b", "not in the catalog %s", "x").WithHint("write %s", "%s"), Diagnostic{Text: "not in the catalog x", Hint: "%s と書いてください"}},
		{Errorf(at, "a/b", "write %s", Phrase("a list")), Diagnostic{Text: "リスト と書いてください"}},
		{Errorf(at, "a/b", "write %s", Phrasef("a list of %s", "x")), Diagnostic{Text: "x のリスト と書いてください"}},
		{Errorf(at, "a/b", "write %s", Phrasef("a map of %q", "100%")), Diagnostic{Text: `a map of "100%" と書いてください`}},
		{Errorf(at, "a/b", "write %s", Phrase("a map")), Diagnostic{Text: "a map と書いてください"}},
		{Errorf(at, "a/b", "old").WithText("unknown %s %q", "x", ""), Diagnostic{Text: `"" というxはありません`}},
		{Errorf(at, "a/b", "write %s", strings.Repeat("日", maxText)), Diagnostic{Text: limited(strings.Repeat("日", maxText))}},
	} {
		got := x.d.In(c)
		if got.Text != x.want.Text || got.Hint != x.want.Hint {
			t.Errorf("%q, %q, want %q, %q", got.Text, got.Hint, x.want.Text, x.want.Hint)
		}
		if back := x.d.In(nil); back != x.d {
			t.Errorf("without a catalog %q became %q", x.d.Text, back.Text)
		}
		var stored bytes.Buffer
		var loaded Diagnostic
		if err := gob.NewEncoder(&stored).Encode(x.d); err != nil {
			t.Fatal(err)
		}
		if err := gob.NewDecoder(&stored).Decode(&loaded); err != nil || loaded.In(c) != got {
			t.Errorf("%q is %q after a cache (%v)", got.Text, loaded.In(c).Text, err)
		}
	}
	var b strings.Builder
	ds := []Diagnostic{Warnf(at, "a/b", "unknown %s %q", "gate", "A").WithHint("write %s", "B")}
	want := "a.md:3: 警告: \"A\" というgateはありません [a/b]\n    ヒント：B と書いてください\n"
	if err := WriteText(&b, ds, Style{Catalog: c}); err != nil || b.String() != want {
		t.Errorf("%s (%v), want %s", &b, err, want)
	}
	if got := c.Sprintf("%d of %d%%", 1, 2) + c.Sprintf("none %d", 1); got != "2% のうち 1none 1" {
		t.Error(got)
	}
}

func TestVerbs(t *testing.T) {
	for format, want := range map[string][]string{
		"":                nil,
		"100%% of %s, %q": {"s", "q"},
		"%[2]d in %[1]s":  {"s", "d"},
		"%[2]d":           {"", "d"},
		"%.0f ms %-3d %U": {".0f", "-3d", "U"},
	} {
		if got := Verbs(format); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", format, got, want)
		}
	}
}
