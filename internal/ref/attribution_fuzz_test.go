package ref

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

// The allowed content of an attribution, which goes into addresses.
var (
	plainNumber = regexp.MustCompile(`^[1-9][0-9]{0,6}$`)
	plainThread = regexp.MustCompile(`^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+#[1-9][0-9]*$`)
	plainPerson = regexp.MustCompile(`^[A-Za-z0-9-]{1,39}$`)
	plainSIG    = regexp.MustCompile(`^[a-z0-9-]+$`)
)

// FuzzAttribution checks attributions at the end of any text: they are plain, without duplicates,
// do not split characters, do not depend on the text before them, and survive printing and parsing.
func FuzzAttribution(f *testing.F) {
	for _, s := range append([]string{
		"修正 (#115331, @mimowo) [SIG Node]", "修正（＃115331、@mimowo）", "削除 #115331, @mimowo)) [SIG Cloud Provider and Node] [sig/node,sig/testing].",
		"修正 (k/k#115331, mimowo) [WG LTS] (containerd/containerd#8006, @dims and @x-y) [SIG New Thing]", "削除 ((#115331, @mimowo [SIG Node]",
		"(#1, 変更) (#2)。", "[SIG Node] (#007, @a)\n[SIG-API Machinery, wg-batch]",
	}, hostile...) {
		f.Add(s)
	}
	names := testNames()
	f.Fuzz(func(t *testing.T, text string) {
		a, start, damaged, ok := Attribution(text, names)
		if !ok {
			if !a.IsZero() || start != 0 || damaged {
				t.Fatalf("%q: no attribution, and %+v at %d", text, a, start)
			}
			return
		}
		if start < 0 || start > len(text) || utf8.ValidString(text) && !utf8.ValidString(text[start:]) {
			t.Fatalf("%q: cut at %d", text, start)
		}
		checkPlain(t, a)
		again, at, _, ok := Attribution(text[start:], names)
		if !ok || len(strings.TrimLeft(text[start:start+at], " \t\n,、。.")) > 0 || !cmp.Equal(again, a) {
			t.Errorf("%q: %+v from byte %d, alone %+v from byte %d", text, a, start, again, at)
		}
		checkPrinted(t, a, names)
	})
}

func checkPlain(t *testing.T, a note.Attribution) {
	t.Helper()
	seen := map[string]bool{}
	each := func(form *regexp.Regexp, s string) {
		if !form.MatchString(s) || seen[form.String()+s] {
			t.Errorf("%q is in %+v", s, a)
		}
		seen[form.String()+s] = true
	}
	for _, n := range a.PRs {
		each(plainNumber, n)
	}
	for _, s := range a.Threads {
		each(plainThread, s)
	}
	for _, p := range a.People {
		each(plainPerson, string(p))
	}
	for _, s := range a.SIGs {
		each(plainSIG, string(s))
	}
}

// checkPrinted prints an attribution as upstream does and parses it again. Numbers that are too
// short for kubernetes/kubernetes get their repository.
func checkPrinted(t *testing.T, a note.Attribution, names *Names) {
	t.Helper()
	var items, groups []string
	for _, n := range a.PRs {
		sign := "#"
		if len(n) < firstPull {
			sign = "k/k#"
		}
		items = append(items, sign+n)
	}
	items = append(items, a.Threads...)
	for _, p := range a.People {
		items = append(items, "@"+string(p))
	}
	for _, s := range a.SIGs {
		groups = append(groups, "sig/"+string(s))
	}
	text := "(" + strings.Join(items, ", ") + ")"
	if len(text) > 400 {
		return // over the length limit
	}
	if len(groups) > 0 {
		text += " [" + strings.Join(groups, ",") + "]"
	}
	again, start, damaged, ok := Attribution("変更 "+text, names)
	if !ok || damaged || start != len("変更") || !cmp.Equal(again, a) {
		t.Errorf("%+v is printed as %q and parsed as %+v at %d, damaged: %t", a, text, again, start, damaged)
	}
}
