package upstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/note"
)

// maxFile bounds a data file: the largest real one is under 1 MB.
const maxFile = 64 << 20

// The names of the data files below content/_data. ReleaseDir holds one file for
// each release, named <release>.json.
const (
	KEPFile      = "keps.json"
	GateFile     = "gates.json"
	SIGFile      = "sigs.json"
	PullFile     = "kep-pulls.json"
	ReleaseDir   = "releases"
	ReleasesFile = "releases.yaml"

	ClaimFile     = "claims.yaml"
	ElsewhereFile = "elsewhere.yaml"
	GlossaryFile  = "glossary.yaml"
)

// DataDir is where the data files stand in a site; diagnostics name them below it.
const DataDir = "content/_data"

// IsRelease reports whether s is a minor release as the site's addresses spell it: 1.27.
// Sorting by release asks it again and again, so there is no regular expression.
func IsRelease(s string) bool {
	number, ok := strings.CutPrefix(s, "1.")
	return ok && isNumber(number) && len(number) <= 3 && (number[0] != '0' || number == "0")
}

// Load reads the data files of fsys, which is the folder content/_data. Missing
// files leave their part empty; what cannot be read is a diagnostic and leaves its
// part empty. The error is the machine's: a file that is there but cannot be read.
func Load(fsys fs.FS) (*Data, []diag.Diagnostic, error) {
	l := &loader{fsys: fsys, digest: sha256.New(), data: &Data{Releases: map[note.Release]*Release{}}}
	for _, read := range []func() error{
		func() error { return l.json(KEPFile, &l.data.KEPList) },
		func() error { return l.json(GateFile, &l.data.GateList) },
		func() error { return l.json(SIGFile, &l.data.SIGList) },
		func() error { return l.json(PullFile, &l.data.Pulls) },
		l.releaseNotes,
		l.releases,
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

type loader struct {
	fsys   fs.FS
	data   *Data
	diags  []diag.Diagnostic
	labels map[string]bool // of groups; see groups
	digest interface {
		io.Writer
		Sum([]byte) []byte
	}
}

// read returns the bytes of a data file, nil when there is none, and adds them to
// the digest.
func (l *loader) read(name string) ([]byte, error) {
	info, err := fs.Stat(l.fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading upstream data: %w", err)
	}
	if d, ok := unreadable(info); ok {
		d.Pos = place(name)
		l.diags = append(l.diags, d)
		return nil, nil
	}
	b, err := fs.ReadFile(l.fsys, name)
	if err != nil {
		return nil, fmt.Errorf("reading upstream data: %w", err)
	}
	fmt.Fprintf(l.digest, "%s %d\n", name, len(b))
	l.digest.Write(b)
	return b, nil
}

// unreadable says why something is no data file; its place is for the caller to set.
func unreadable(info fs.FileInfo) (diag.Diagnostic, bool) {
	const code = "data/unreadable"
	switch {
	case info.IsDir():
		return diag.Errorf(diag.Position{}, code, "a folder stands in the place of a data file").WithHint("take it away, or write the file anew"), true
	case !info.Mode().IsRegular():
		return diag.Errorf(diag.Position{}, code, "this is no file").WithHint("take it away, or write the file anew"), true
	case info.Size() > maxFile:
		return diag.Errorf(diag.Position{}, code, "the file is larger than %d MB", maxFile>>20).WithHint("write it anew"), true
	}
	return diag.Diagnostic{}, false
}

func place(name string) diag.Position { return diag.Position{File: path.Join(DataDir, name)} }

// json reads a data file into v; v stays as it is when the file is missing or broken.
func (l *loader) json(name string, v any) error {
	b, err := l.read(name)
	if err != nil || b == nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		l.diags = append(l.diags, jsonProblem(name, b, err))
	}
	return nil
}

// kindOfJSON says in words what stands in the place of another kind of value.
func kindOfJSON(kind string) string {
	switch kind {
	case "array":
		return "a list"
	case "bool":
		return "true or false"
	case "string":
		return "text"
	case "object":
		return "a map"
	}
	return "a " + kind // number, or "number 1e99"
}

// jsonProblem says where in the file decoding failed.
func jsonProblem(name string, b []byte, err error) diag.Diagnostic {
	pos := place(name)
	offset, why := int64(-1), "this is no JSON"
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
		if offset >= int64(len(b)) {
			why = "it ends too early"
		}
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset, why = e.Offset, e.Field+" cannot be "+kindOfJSON(e.Value)
		if e.Field == "" {
			why = "it cannot be " + kindOfJSON(e.Value)
		}
	}
	if offset > 0 && offset <= int64(len(b)) {
		before := b[:offset-1]
		pos.Line = 1 + bytes.Count(before, []byte("\n"))
		pos.Col = 1 + len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:])))
	}
	return diag.Errorf(pos, "data/unreadable", "no data file of kawaraban: %s", why).
		WithHint("write it anew with kawaraban import")
}

// releaseNotes reads every releases/<release>.json.
func (l *loader) releaseNotes() error {
	entries, err := fs.ReadDir(l.fsys, ReleaseDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading upstream data: %w", err)
	}
	for _, e := range entries {
		base, isJSON := strings.CutSuffix(e.Name(), ".json")
		if !isJSON || strings.HasPrefix(base, ".") {
			continue
		}
		if err := l.releaseFile(path.Join(ReleaseDir, e.Name()), base); err != nil {
			return err
		}
	}
	return nil
}

// glossary reads the words of the field.
func (l *loader) glossary() error {
	b, err := l.read(GlossaryFile)
	if err != nil || b == nil {
		return err
	}
	g, ds := glossary.Parse(b, path.Join(DataDir, GlossaryFile))
	l.data.Glossary, l.diags = g, append(l.diags, ds...)
	return nil
}

func (l *loader) releaseFile(name, base string) error {
	r := &Release{}
	before := len(l.diags)
	if err := l.json(name, r); err != nil || len(l.diags) > before {
		return err
	}
	if !IsRelease(base) || string(r.Release) != base {
		l.diags = append(l.diags, diag.Errorf(place(name), "data/release", "holds release %q, its name says %q", r.Release, base))
		return nil
	}
	l.data.Releases[r.Release] = r
	return nil
}

// dropEmpty removes nulls and nameless values that a hand may have left in the files.
func (l *loader) dropEmpty() {
	d := l.data
	d.KEPList = slices.DeleteFunc(d.KEPList, func(k *KEP) bool { return k == nil || k.Number == "" })
	for _, k := range d.KEPList {
		k.tidy()
	}
	d.GateList = slices.DeleteFunc(d.GateList, func(g *Gate) bool { return g == nil || g.Name == "" })
	d.SIGList = slices.DeleteFunc(d.SIGList, func(s *SIG) bool { return s == nil || s.Label == "" })
	gates, labels := map[string]bool{}, map[string]bool{}
	d.GateList = slices.DeleteFunc(d.GateList, func(g *Gate) bool { return l.refuse(GateFile, "gate", g.Name, gates) })
	d.SIGList = slices.DeleteFunc(d.SIGList, func(s *SIG) bool { return l.refuse(SIGFile, "group", string(s.Label), labels) })
}

// plainName is what can be part of an address: upstream's gates and labels have only
// letters, digits and hyphens.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)

// refuse reports a name that no page can have: one that is no part of an address, or that
// of another thing of the file, letter case aside.
func (l *loader) refuse(file, kind, name string, seen map[string]bool) bool {
	key := strings.ToLower(name)
	switch {
	case !plainName.MatchString(name):
		l.diags = append(l.diags, diag.Errorf(place(file), "data/name", "%q is no name of a %s, so it is left out", name, kind).
			WithHint("write the file anew with kawaraban import"))
		return true
	case seen[key]:
		l.diags = append(l.diags, diag.Errorf(place(file), "data/twice", "the %s %s stands here twice, letter case aside", kind, name).
			WithHint("write the file anew with kawaraban import"))
		return true
	}
	seen[key] = true
	return false
}
