// Package importer reads checkouts of Kubernetes' own repositories and makes of them
// the files under content/_data: an [Importer] takes an [In], a file system and what
// to import of it, and returns a [Result], the files with what is wrong upstream and
// with counts. Nothing is written here; the command does that. What an importer needs of a
// checkout a [Downloader] can take from a server instead. [Plan] lists the parts of an update.
//
//	keps      kubernetes/enhancements   keps.json, kep-pulls.json
//	sigs      kubernetes/community      sigs.json
//	gates     kubernetes/website        gates.json
//	release   kubernetes/sig-release    releases/<release>.json
//
// [Importers] lists them; another one is a file here and a line there. Package
// upstream holds the types that are written and reads them back.
//
// The JSON is indented and sorted, so that diffs can be read, and depends on nothing
// but what was read: a second import of the same checkout writes the same bytes.
//
// Upstream files are written by many hands. A defect is a [diag.Diagnostic] whose
// place is the file below the checkout's root, and never costs more than the value
// that it stands in. Nothing here is trusted: links are not followed, sizes and
// numbers of files are bounded, and what becomes part of an address (a release, a
// number, a handle) is checked against its form.
//
// The severities: an error is something that could not be read, a warning something
// that is not what its author meant, an info a gap or a placeholder.
package importer

import (
	"context"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Importer is one kind of import.
type Importer struct {
	Name       string // kawaraban import <name>
	Repository string // of the checkout that it reads
	Summary    string
	Release    bool // imports one release, named before the checkout
	Pulls      bool // takes a table of pull requests
	Run        func(In) (Result, error)

	// Fetch takes from a server what Run needs of a checkout, below the address of its root;
	// nil where that is too much to be taken file by file. Then there is no import without
	// a checkout. Upstream is that address, as long as nobody names another one.
	Upstream string
	Fetch    func(ctx context.Context, g Getter, from string, r note.Release) (*Fetched, error)
}

// Importers lists every importer, in the order in which help shows them.
var Importers = []Importer{
	{"keps", "kubernetes/enhancements", "every kep.yaml, and which KEPs the merged pull requests touched", false, true, KEPs, "", nil},
	{"sigs", "kubernetes/community", "the groups of sigs.yaml", false, false, SIGs, "", nil},
	{"gates", "kubernetes/website", "the feature gate pages with their translations", false, false, Gates, "", nil},
	{"release", "kubernetes/sig-release", "the release notes of one release", true, false, Release, sigRelease, FetchRelease},
}
