package upstream

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Load reads the data files in content/_data, the root of fsys. A missing file leaves its fields
// empty. So does an invalid file, which is also reported as a diagnostic. The error is a failed
// read.
func Load(fsys fs.FS) (*Data, []diag.Diagnostic, error) {
	l := &loader{fsys: fsys, digest: sha256.New(), data: &Data{Releases: map[note.Release]*Release{}}}
	for _, read := range []func() error{
		func() error { return l.json(KEPFile, &l.data.KEPList) },
		func() error { return l.json(GateFile, &l.data.GateList) },
		func() error { return l.json(SIGFile, &l.data.SIGList) },
		func() error { return l.json(PullFile, &l.data.Pulls) },
		func() error {
			return perRelease(l, ReleaseDir, &l.data.Releases, func(r *Release) note.Release { return r.Release })
		},
		l.facts,
		l.releases,
		l.supportDates,
		l.claims,
		l.elsewhere,
		l.glossary,
	} {
		if err := read(); err != nil {
			return nil, nil, err
		}
	}
	l.data.digest = hex.EncodeToString(l.digest.Sum(nil))
	l.dropEmpty()
	l.data.index()
	return l.data, diag.Sort(l.diags), nil
}

func (l *loader) glossary() error {
	b, err := l.read(GlossaryFile)
	if err != nil || b == nil {
		return err
	}
	g, ds := glossary.Parse(b, path.Join(DataDir, GlossaryFile))
	l.data.Glossary, l.diags = g, append(l.diags, ds...)
	return nil
}

// dropEmpty removes nulls and values without a name, which a file may contain after manual edits.
func (l *loader) dropEmpty() {
	d := l.data
	d.KEPList = slices.DeleteFunc(d.KEPList, func(k *KEP) bool { return k == nil || k.Number == "" })
	for _, k := range d.KEPList {
		k.tidy()
	}
	d.GateList = slices.DeleteFunc(d.GateList, func(g *Gate) bool { return g == nil || g.Name == "" })
	d.SIGList = slices.DeleteFunc(d.SIGList, func(s *SIG) bool { return s == nil || s.Label == "" })
	gates, labels := map[string]bool{}, map[string]bool{}
	d.GateList = slices.DeleteFunc(d.GateList, func(g *Gate) bool { return l.refuse(GateFile, diag.Phrase("gate"), g.Name, gates) })
	d.SIGList = slices.DeleteFunc(d.SIGList, func(s *SIG) bool { return l.refuse(SIGFile, diag.Phrase("group"), string(s.Label), labels) })
}

// refuse reports a name that is invalid in an address, and a name that differs from an earlier
// one only in letter case.
func (l *loader) refuse(file string, kind diag.Phrase, name string, seen map[string]bool) bool {
	key := strings.ToLower(name)
	switch {
	case !plainName.MatchString(name):
		l.diags = append(l.diags, diag.Errorf(place(file), "data/name", "invalid %s name %q, omitted", kind, name).
			WithHint("recreate the file with kawaraban import"))
		return true
	case seen[key]:
		l.diags = append(l.diags, diag.Errorf(place(file), "data/twice", "duplicate %s %q, ignoring letter case", kind, name).
			WithHint("recreate the file with kawaraban import"))
		return true
	}
	seen[key] = true
	return false
}
