// Package importer reads checkouts of Kubernetes' repositories and returns the files of
// content/_data. An [Importer] gets an [In] with a file system and options. It returns a [Result]
// with files, diagnostics and counts. The command writes the files. A [Downloader] can download the
// needed files instead. [Plan] lists the parts of an update.
//
//	keps      kubernetes/enhancements   keps.json, kep-pulls.json
//	sigs      kubernetes/community      sigs.json
//	gates     kubernetes/website        gates.json
//	release   kubernetes/sig-release    releases/<release>.json
//
// [Importers] lists them; a new one is a file here and a line there. Package upstream has the types
// and reads the files.
//
// The JSON is indented and sorted, for readable diffs. It depends only on the input: a second
// import of the same checkout writes the same bytes.
//
// Upstream files are written by many people. A defect is a [diag.Diagnostic] with a position below
// the checkout's root, and affects only its own value. Upstream files are not trusted: links are
// not followed, sizes and numbers of files are limited, and parts of addresses (releases, numbers,
// handles) are validated.
//
// An unreadable value is an error, a probable mistake a warning, a gap or placeholder an info.
package importer

import (
	"context"

	"github.com/kawaraban/kawaraban/internal/note"
)

type Importer struct {
	Name       string // as in kawaraban import <name>
	Repository string // checkout to read
	Summary    string
	Release    bool // imports one release, which precedes the checkout in the arguments
	Pulls      bool // accepts a table of pull requests
	Run        func(In) (Result, error)

	// Fetch downloads what Run needs of a checkout from the URL of its root; nil if that would be
	// too much. Upstream is the default URL.
	Upstream string
	Fetch    func(ctx context.Context, g Getter, from string, r note.Release) (*Fetched, error)
}

// Importers lists all importers, in the order of the help text.
var Importers = []Importer{
	{"keps", "kubernetes/enhancements", "every kep.yaml, and which KEPs the merged pull requests touched", false, true, KEPs, "", nil},
	{"sigs", "kubernetes/community", "the groups of sigs.yaml", false, false, SIGs, "", nil},
	{"gates", "kubernetes/website", "the feature gate pages with their translations", false, false, Gates, "", nil},
	{"release", "kubernetes/sig-release", "the release notes of one release", true, false, Release, sigRelease, FetchRelease},
}
