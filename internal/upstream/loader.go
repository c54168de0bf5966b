package upstream

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// maxFile limits the size of a data file. The largest real one is under 1 MB.
const maxFile = 64 << 20

// Names of the data files below content/_data. The directories hold one file <release>.json for
// each release.
const (
	KEPFile      = "keps.json"
	GateFile     = "gates.json"
	SIGFile      = "sigs.json"
	PullFile     = "kep-pulls.json"
	ReleaseDir   = "releases"
	ReleasesFile = "releases.yaml"

	SupportFile   = "support.json"
	CVEFile       = "cves.json"          // official CVE feed
	GuideFile     = "api-guide.json"     // API deprecation guide
	LifecycleFile = "api-lifecycle.json" // lifecycles from the API types
	SourcesFile   = "sources.json"       // origins of these files
	APIDir        = "apis"               // served APIs by release
	GateDir       = "gates"              // gate lists by release
	ReferenceDir  = "references"         // flags and configuration by release
	FindingDir    = "findings"           // flags, gates and plugins in official notes
	PatchDir      = "patches"            // patch releases by release

	ClaimFile     = "claims.yaml"
	ElsewhereFile = "elsewhere.yaml"
	GlossaryFile  = "glossary.yaml"
)

// DataDir is the directory of the data files in a site.
const DataDir = "content/_data"

type loader struct {
	fsys   fs.FS
	data   *Data
	diags  []diag.Diagnostic
	labels map[string]bool // see groups
	digest interface {
		io.Writer
		Sum([]byte) []byte
	}
}

// read returns the bytes of a data file and adds them to the digest; nil if it is missing.
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

// unreadable returns a diagnostic without position for anything that is not a data file.
func unreadable(info fs.FileInfo) (diag.Diagnostic, bool) {
	const code = "data/unreadable"
	switch {
	case info.IsDir():
		return diag.Errorf(diag.Position{}, code, "not a data file: it is a directory").WithHint("remove the directory, or recreate the file with kawaraban import"), true
	case !info.Mode().IsRegular():
		return diag.Errorf(diag.Position{}, code, "not a regular file").WithHint("remove it, or recreate the file with kawaraban import"), true
	case info.Size() > maxFile:
		return diag.Errorf(diag.Position{}, code, "file larger than %d MB", maxFile>>20).WithHint("recreate the file with kawaraban import"), true
	}
	return diag.Diagnostic{}, false
}

func place(name string) diag.Position { return diag.Position{File: path.Join(DataDir, name)} }

// json decodes a data file into v, unless it is missing or invalid.
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

// wrongType describes a value of the wrong JSON type in a file.
func wrongType(file string, e *json.UnmarshalTypeError) diag.Phrase {
	of := cmp.Or(e.Field, path.Base(file))
	switch e.Value {
	case "array":
		return diag.Phrasef("%s cannot be a list", of)
	case "bool":
		return diag.Phrasef("%s cannot be true or false", of)
	case "string":
		return diag.Phrasef("%s cannot be text", of)
	case "object":
		return diag.Phrasef("%s cannot be a map", of)
	}
	return diag.Phrasef("%s cannot be a number", of) // Value is "number" or "number 1e99"
}

// jsonProblem returns a diagnostic with the position of a decoding error.
func jsonProblem(name string, b []byte, err error) diag.Diagnostic {
	pos := place(name)
	offset, why := int64(-1), diag.Phrase("syntax error")
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
		if offset >= int64(len(b)) {
			why = diag.Phrase("unexpected end of file")
		}
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset, why = e.Offset, wrongType(name, e)
	}
	if offset > 0 && offset <= int64(len(b)) {
		before := b[:offset-1]
		pos.Line = 1 + bytes.Count(before, []byte("\n"))
		pos.Col = 1 + len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:])))
	}
	return diag.Errorf(pos, "data/unreadable", "invalid data file: %s", why).
		WithHint("recreate the file with kawaraban import")
}

// plainName matches names that are valid in an address. Upstream's gates and labels consist of
// letters, digits and hyphens.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)

func orPlace(a, b diag.Position) diag.Position {
	if a.File == "" {
		return b
	}
	return a
}

// isAddress reports whether s is a complete web address without a user name and password.
func isAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil &&
		!strings.ContainsFunc(s, unicode.IsSpace)
}

// OneLine returns s with each run of white space as one space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
