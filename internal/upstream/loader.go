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

// maxFile is the maximum size of a data file in bytes. The largest real file has less than 1 MB.
const maxFile = 64 << 20

// Names of data files and directories in content/_data. A directory has one file <release>.json
// per release.
const (
	KEPFile      = "keps.json"
	GateFile     = "gates.json"
	SIGFile      = "sigs.json"
	PullFile     = "kep-pulls.json"
	ReleaseDir   = "releases"
	ReleasesFile = "releases.yaml"

	SupportFile   = "support.json"
	CVEFile       = "cves.json"          // official CVE feed
	GuideFile     = "api-guide.json"     // guide to deprecated API versions
	LifecycleFile = "api-lifecycle.json" // lifecycles in the Go types of the API
	SourcesFile   = "sources.json"       // origins of these files
	APIDir        = "apis"               // served API kinds, by release
	GateDir       = "gates"              // lists of feature gates, by release
	ReferenceDir  = "references"         // flags and configuration kinds, by release
	FindingDir    = "findings"           // flags, gates and plugins in official notes, by release
	PatchDir      = "patches"            // patch releases, by minor release

	ClaimFile     = "claims.yaml"
	ElsewhereFile = "elsewhere.yaml"
	GlossaryFile  = "glossary.yaml"
)

// DataDir is the directory of the data files, relative to the directory of the site.
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

// read returns the content of a data file, and adds it to the digest. It returns nil if the file
// is missing or unreadable.
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

// unreadable returns a diagnostic without a position for a file that cannot be a data file.
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

// json decodes a data file into v. It leaves v unchanged if the file is missing, and reports an
// invalid file.
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

// wrongType describes a value in a file that has the wrong JSON type.
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

// jsonProblem returns a diagnostic for a decoding error, with its position.
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

// plainName matches names that are valid in an address. Names of gates and labels consist of
// letters, digits and hyphens.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)

func orPlace(a, b diag.Position) diag.Position {
	if a.File == "" {
		return b
	}
	return a
}

// isAddress reports whether s is an absolute web address without user name and password.
func isAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil &&
		!strings.ContainsFunc(s, unicode.IsSpace)
}

// OneLine replaces each run of white space in s by one space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
