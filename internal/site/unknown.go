package site

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// unknown reports the references of a note to what upstream does not have, each
// once, at its first place.
func (s *keys) unknown(n *note.Note) []diag.Diagnostic {
	if len(s.data.KEPs) == 0 {
		return nil
	}
	var ds []diag.Diagnostic
	said := map[string]bool{}
	for r := range n.Refs {
		if r.Kind == note.KEP && !said[r.ID] && len(s.data.KEPs[s.normalKEP(r.ID)]) == 0 {
			said[r.ID] = true
			ds = append(ds, s.unknownKEP(n, r))
		}
	}
	return ds
}

func (s *keys) unknownKEP(n *note.Note, r *note.Ref) diag.Diagnostic {
	pos := r.Pos
	if pos.File == "" {
		pos.File = n.Path
	}
	d := diag.Warnf(pos, "ref/unknown-kep", "no KEP has the number %s", r.ID)
	touched := slices.DeleteFunc(slices.Clone(s.data.Pulls[r.ID]), func(kep string) bool { return len(s.data.KEP(kep)) == 0 })
	if len(touched) > 0 {
		return d.WithHint("%s is a pull request of KEP-%s: did you mean KEP-%s?", r.ID, strings.Join(touched, " and KEP-"), touched[0])
	}
	return d.WithHint("look the number up at https://kep.k8s.io/%s", r.ID)
}
