package site

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// apis reads the API lists of notes.
type apis struct {
	index     *index
	citations *citations
	all       func() []APIResource // made once
}

func newAPIs(x *index, c *citations) *apis {
	s := &apis{index: x, citations: c}
	s.all = sync.OnceValue(s.listAPIs)
	return s
}

// APIResource is a resource of the Kubernetes API in one of its versions, with what
// the API lists of notes say became of it.
type APIResource struct {
	Group    string // flowcontrol.apiserver.k8s.io
	Version  string // v1beta3
	Resource string // flowschemas; with its subresource: deployments/scale
	History  []APIEvent
}

// Key identifies the resource as references do.
func (a APIResource) Key() note.Key {
	return note.Key{Kind: note.API, ID: a.Group + "/" + a.Version + "/" + a.Resource}
}

// APIEvent is a release in which a resource was added, deprecated or removed, and the
// place that says so. Of several notes that say the same the first by ID counts.
type APIEvent struct {
	Release note.Release
	Kind    note.EntryKind // api-added, api-deprecated or api-removed
	Mention Mention
}

// APIs returns every resource that the API list of a note names, by group, resource
// and version; the history of each oldest first. A list counts for the newest release
// of its note; one in a note without release says nothing.
func (s *apis) APIs() []APIResource { return s.all() }

func (s *apis) listAPIs() []APIResource {
	var out []APIResource
	for key := range s.citations.mentions {
		if a, ok := s.apiResource(key); ok {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, compareAPIs)
	return out
}

func compareAPIs(a, b APIResource) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Resource, b.Resource), compareVersions(a.Version, b.Version))
}

// apiResource is what lists say of the resource of a key; false where they say nothing.
func (s *apis) apiResource(key note.Key) (APIResource, bool) {
	if key.Kind != note.API {
		return APIResource{}, false
	}
	history := s.apiHistory(key)
	group, rest, _ := strings.Cut(key.ID, "/")
	version, resource, _ := strings.Cut(rest, "/")
	return APIResource{group, version, resource, history}, len(history) > 0
}

// apiHistory reads what lists say of one resource.
func (s *apis) apiHistory(key note.Key) []APIEvent {
	type said struct {
		release note.Release
		kind    note.EntryKind
	}
	seen := map[said]bool{}
	var out []APIEvent
	for m := range each(s.citations.named(key)) {
		e, ok := s.apiEvent(m, key)
		if at := (said{e.Release, e.Kind}); ok && !seen[at] {
			seen[at] = true
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b APIEvent) int {
		return cmp.Or(upstream.CompareReleases(a.Release, b.Release), cmp.Compare(apiOrder(a.Kind), apiOrder(b.Kind)))
	})
	return out
}

// apiEvent returns what a mention says of a resource; false where it is in no list, or its
// note in no release.
func (s *apis) apiEvent(m Mention, key note.Key) (APIEvent, bool) {
	e := APIEvent{s.index.newest(m.Note.ID), listedAs(m.Block, key), m}
	return e, e.Release != "" && e.Kind != ""
}

// listedAs returns the kind of the entry of an API list that names a resource: the
// block itself or one within it; empty where the block only mentions it.
func listedAs(b *note.Block, key note.Key) note.EntryKind {
	if b == nil {
		return ""
	}
	if b.Type == note.Entry && apiOrder(b.Kind) >= 0 && slices.ContainsFunc(b.Refs, func(r note.Ref) bool { return r.Key() == key }) {
		return b.Kind
	}
	for i := range b.Children {
		if kind := listedAs(&b.Children[i], key); kind != "" {
			return kind
		}
	}
	return ""
}

// apiOrder is the place of a kind in a resource's life; -1 for kinds of other entries.
func apiOrder(k note.EntryKind) int {
	return slices.Index([]note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved}, k)
}

// apiVersion cuts a version: v2beta1 into 2, beta and 1.
var apiVersion = regexp.MustCompile(`^v([0-9]+)(?:(alpha|beta)([0-9]+))?$`)

// compareVersions orders versions of an API by how far on they are: v1alpha1, v1beta1,
// v1beta2, v1, v2beta1. What is no version comes first.
func compareVersions(a, b string) int {
	x, y := versionRank(a), versionRank(b)
	return cmp.Or(slices.Compare(x, y), cmp.Compare(a, b))
}

func versionRank(v string) []int {
	m := apiVersion.FindStringSubmatch(v)
	if m == nil {
		return nil
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n } // digits; one too long for an int is 0
	stage := slices.Index([]string{"alpha", "beta", ""}, m[2])
	return []int{number(m[1]), stage, number(m[3])}
}
