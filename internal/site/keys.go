package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// keys normalizes keys. It depends only on upstream data.
type keys struct{ data *upstream.Data }

// Normal returns the canonical key of a thing with several spellings. Issues and pull requests of
// kubernetes/kubernetes share their numbers, and a working group is treated as a SIG. Handles and
// repositories ignore letter case. A gate can have former names. A KEP can have the number of its
// folder.
func (s *keys) Normal(k note.Key) note.Key {
	switch k.Kind {
	case note.Issue:
		k.Kind = note.PR
	case note.WG:
		k = note.Key{Kind: note.SIGRef, ID: "wg-" + strings.TrimPrefix(strings.ToLower(k.ID), "wg-")}
	case note.PersonRef:
		k.ID = s.normalPerson(k.ID)
	case note.Repo, note.Thread, note.RepoRelease:
		k.ID = strings.ToLower(k.ID)
	case note.Gate:
		if g := s.data.Gate(k.ID); g != nil {
			k.ID = g.Name
		}
	case note.KEP:
		k.ID = s.normalKEP(k.ID)
	}
	return k
}

func (s *keys) normalPerson(id string) string {
	id = strings.ToLower(id)
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" || s.data.Person(note.Person(id)) != nil {
		return id // a handle: the common case
	}
	return cmp.Or(PersonSlug(id), id)
}

func (s *keys) normalKEP(number string) string {
	number = cmp.Or(strings.TrimLeft(number, "0"), "0")
	if len(s.data.KEPs[number]) > 0 {
		return number
	}
	if found := s.data.KEP(number); len(found) > 0 {
		return found[0].Number
	}
	return number
}

// kepsOfRef returns the known KEPs of a reference: a KEP by number, or the KEP that a pull
// request of kubernetes/enhancements changed.
func (s *keys) kepsOfRef(r note.Ref) []string {
	switch r.Kind {
	case note.KEP:
		if number := s.normalKEP(r.ID); len(s.data.KEPs[number]) > 0 {
			return []string{number}
		}
	case note.Thread:
		return s.throughThread(r)
	}
	return nil
}

// throughThread returns the KEP of a thread of kubernetes/enhancements. It returns nil if there
// are none or several.
func (s *keys) throughThread(r note.Ref) []string {
	if r.Kind != note.Thread || len(s.data.KEPs) == 0 {
		return nil
	}
	number, ok := strings.CutPrefix(strings.ToLower(r.ID), "kubernetes/enhancements#")
	if !ok {
		return nil
	}
	if keps := s.data.KEPsOfThread(number); len(keps) == 1 {
		return keps
	}
	return nil
}

func (s *keys) unknown(n *note.Note) []diag.Diagnostic {
	if len(s.data.KEPs) == 0 {
		return nil
	}
	var ds []diag.Diagnostic
	seen := map[string]bool{}
	for r := range n.Refs {
		if r.Kind == note.KEP && !seen[r.ID] && len(s.data.KEPs[s.normalKEP(r.ID)]) == 0 {
			seen[r.ID] = true
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
	d := diag.Warnf(pos, "ref/unknown-kep", "unknown KEP number %s", r.ID)
	touched := slices.DeleteFunc(slices.Clone(s.data.Pulls[r.ID]), func(kep string) bool { return len(s.data.KEP(kep)) == 0 })
	if len(touched) > 0 {
		return d.WithHint("did you mean KEP-%s? Pull request #%s changed it", touched[0], r.ID)
	}
	return d.WithHint("check the number at https://kep.k8s.io/%s", r.ID)
}
