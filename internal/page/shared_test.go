package page_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/view"
)

// TestSharedLinks checks that entries with equal keys have equal links, because templates cache
// them. The page of a pull request omits the SIGs that only upstream names; a person's page does
// not.
func TestSharedLinks(t *testing.T) {
	pages := planOf(t, map[string]string{
		"content/1.27/bare.ja.md": "# 題\n\n- @liggitt さんの #114394 のように、終了した Pod を直した。 (#115331, @mimowo)\n",
		"content/1.27/more.ja.md": "# 題\n\n- #114394 と @liggitt さん。 (#115331, @mimowo) [SIG Node]\n",
	})
	type printed struct {
		at    string
		links []view.Link
	}
	seen := map[string]printed{}
	with, without := 0, 0
	for _, p := range pages {
		entriesIn(reflect.ValueOf(p.View()), func(e view.Entry) {
			parts := map[string][]view.Link{
				"who": slices.Concat(e.PRs, e.Others, e.People), "about": slices.Concat(e.Gates, e.KEPs, e.SIGs), "up": e.UpSIGs,
			}
			for part, links := range parts {
				if part == "up" && len(links) > 0 {
					with++
				} else if part == "up" && p.Kind == "pr" {
					without++
				}
				first, ok := seen[part+e.Links]
				if !ok {
					seen[part+e.Links] = printed{p.Path, links}
				} else if diff := cmp.Diff(texts(first.links), texts(links)); diff != "" {
					t.Errorf("%s and %s cache %q of %s:\n%s", first.at, p.Path, part, e.Links, diff)
				}
			}
		})
	}
	if with == 0 || without == 0 {
		t.Errorf("%d entries with groups of upstream, %d on pages of pull requests without: nothing was compared", with, without)
	}
}

func entriesIn(v reflect.Value, f func(view.Entry)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			entriesIn(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			entriesIn(v.Index(i), f)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[view.Words]() {
			return
		}
		if e, ok := v.Interface().(view.Entry); ok {
			f(e)
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				entriesIn(v.Field(i), f)
			}
		}
	}
}
