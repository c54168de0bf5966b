package build

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// unlisted reports translations that readers do not see, since site.yaml does not list their
// language: one diagnostic for each language.
func (s *State) unlisted() []diag.Diagnostic {
	listed := s.in.config.Languages
	if len(listed) == 0 {
		return nil
	}
	var ds []diag.Diagnostic
	var told []note.Lang
	for _, n := range s.site.Notes() {
		if slices.Contains(listed, n.Lang) || slices.Contains(told, n.Lang) {
			continue
		}
		if !slices.ContainsFunc(s.site.Versions(n.ID), func(v *note.Note) bool { return slices.Contains(listed, v.Lang) }) {
			continue // readers of all languages see it
		}
		told = append(told, n.Lang)
		var all []string
		for _, l := range append(slices.Clone(listed), n.Lang) {
			all = append(all, string(l))
		}
		ds = append(ds, diag.Warnf(diag.Position{File: configFile}, "config/unlisted", "languages does not list %s, so readers do not see %s", n.Lang, n.Path).
			WithHint("write languages: [%s]", strings.Join(all, ", ")))
	}
	return ds
}
