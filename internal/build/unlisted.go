package build

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// unlisted reports translations that readers do not see, because site.yaml does not list their
// language. It reports one diagnostic per language.
func unlisted(st *site.Site, listed []note.Lang) []diag.Diagnostic {
	if len(listed) == 0 {
		return nil
	}
	var ds []diag.Diagnostic
	var told []note.Lang
	for _, n := range st.Notes() {
		if slices.Contains(listed, n.Lang) || slices.Contains(told, n.Lang) {
			continue
		}
		if !slices.ContainsFunc(st.Versions(n.ID), func(v *note.Note) bool { return slices.Contains(listed, v.Lang) }) {
			continue // readers of all languages see this note
		}
		told = append(told, n.Lang)
		var all []string
		for _, l := range append(slices.Clone(listed), n.Lang) {
			all = append(all, string(l))
		}
		ds = append(ds, diag.Warnf(diag.Position{File: configFile}, "config/unlisted", "language %q is not listed in languages, so readers do not see %s", n.Lang, n.Path).
			WithHint("write languages: [%s]", strings.Join(all, ", ")))
	}
	return ds
}
