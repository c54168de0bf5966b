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

type apis struct {
	index     *index
	citations *citations
	all       func() []APIResource                 // cached
	facts     func() map[note.Key]upstream.APIFact // cached
}

func newAPIs(x *index, c *citations) *apis {
	s := &apis{index: x, citations: c}
	s.all, s.facts = sync.OnceValue(s.listAPIs), sync.OnceValue(s.listFacts)
	return s
}

// APIResource is a version of a resource of the Kubernetes API. It has a fact from upstream data,
// and a history from the API lists of notes.
type APIResource struct {
	Group    string           // such as flowcontrol.apiserver.k8s.io
	Version  string           // such as v1beta3
	Resource string           // such as flowschemas, or with a subresource deployments/scale
	Fact     upstream.APIFact // its Kind is empty if upstream data lack the resource
	History  []APIEvent
}

// Key returns the key of references to the resource.
func (a APIResource) Key() note.Key {
	return note.Key{Kind: note.API, ID: a.Group + "/" + a.Version + "/" + a.Resource}
}

// APIEvent is the addition, deprecation or removal of a resource in a release, with the mention
// that reports it. If several notes report the same event, it has the mention of the first note
// by ID.
type APIEvent struct {
	Release note.Release
	Kind    note.EntryKind // api-added, api-deprecated or api-removed
	Mention Mention
}

// APIs returns all resources in upstream data and in the API lists of notes, by group, resource
// and version. The history of a resource is sorted oldest first. A list belongs to the newest
// release of its note. Lists in notes without a release are ignored.
func (s *apis) APIs() []APIResource { return s.all() }

func (s *apis) listAPIs() []APIResource {
	var out []APIResource
	for key := range s.citations.mentions {
		if a, ok := s.apiResource(key); ok {
			out = append(out, a)
		}
	}
	for key, fact := range s.facts() {
		if len(s.apiHistory(key)) == 0 {
			group, version, resource := splitAPI(key)
			out = append(out, APIResource{group, version, resource, fact, nil})
		}
	}
	slices.SortFunc(out, compareAPIs)
	return out
}

// listFacts returns the facts in upstream data by the key of the resource. If the site is
// restricted to a release, it returns only the facts of that release.
func (s *apis) listFacts() map[note.Key]upstream.APIFact {
	out := map[note.Key]upstream.APIFact{}
	for _, f := range s.index.data.APIFacts() {
		at := func(d upstream.Dated) bool { return s.index.only == "" || d.Release == s.index.only }
		if slices.ContainsFunc(slices.Concat(f.Introduced, f.Deprecated, f.Removed), at) {
			out[note.Key{Kind: note.API, ID: cmp.Or(f.Group, "core") + "/" + f.Version + "/" + resourceOf(f.Kind)}] = f
		}
	}
	return out
}

// resourceOf returns the resource of an API kind: networkpolicies for NetworkPolicy.
func resourceOf(kind string) string {
	name := strings.ToLower(kind)
	switch {
	case strings.HasSuffix(name, "y") && !strings.HasSuffix(name, "ay"):
		return strings.TrimSuffix(name, "y") + "ies"
	case name == "endpoints":
		return name
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"):
		return name + "es"
	}
	return name + "s"
}

func splitAPI(key note.Key) (group, version, resource string) {
	group, rest, _ := strings.Cut(key.ID, "/")
	version, resource, _ = strings.Cut(rest, "/")
	return group, version, resource
}

func compareAPIs(a, b APIResource) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Resource, b.Resource), compareVersions(a.Version, b.Version))
}

func (s *apis) apiResource(key note.Key) (APIResource, bool) {
	if key.Kind != note.API {
		return APIResource{}, false
	}
	history := s.apiHistory(key)
	group, version, resource := splitAPI(key)
	return APIResource{group, version, resource, s.facts()[key], history}, len(history) > 0
}

func (s *apis) apiHistory(key note.Key) []APIEvent {
	type eventKey struct {
		release note.Release
		kind    note.EntryKind
	}
	seen := map[eventKey]bool{}
	var out []APIEvent
	for m := range each(s.citations.named(key)) {
		e, ok := s.apiEvent(m, key)
		if at := (eventKey{e.Release, e.Kind}); ok && !seen[at] {
			seen[at] = true
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b APIEvent) int {
		return cmp.Or(upstream.CompareReleases(a.Release, b.Release), cmp.Compare(apiOrder(a.Kind), apiOrder(b.Kind)))
	})
	return out
}

// apiEvent returns the event that a mention reports. It returns false if the mention is not in an
// API list, or if the note has no release.
func (s *apis) apiEvent(m Mention, key note.Key) (APIEvent, bool) {
	e := APIEvent{s.index.newest(m.Note.ID), listedAs(m.Block, key), m}
	return e, e.Release != "" && e.Kind != ""
}

// listedAs returns the kind of the API list that has a resource, in a block or its descendants.
// It is empty if the block only mentions the resource.
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

func apiOrder(k note.EntryKind) int {
	return slices.Index([]note.EntryKind{note.APIAdded, note.APIDeprecated, note.APIRemoved}, k)
}

// apiVersion matches an API version such as v2beta1. Its groups are 2, beta and 1.
var apiVersion = regexp.MustCompile(`^v([0-9]+)(?:(alpha|beta)([0-9]+))?$`)

// compareVersions compares API versions by number, stage and number of the stage: v1alpha1,
// v1beta1, v1beta2, v1, v2beta1. Invalid versions come first.
func compareVersions(a, b string) int {
	x, y := versionRank(a), versionRank(b)
	return cmp.Or(slices.Compare(x, y), cmp.Compare(a, b))
}

func versionRank(v string) []int {
	m := apiVersion.FindStringSubmatch(v)
	if m == nil {
		return nil
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n } // 0 if the digits overflow an int
	stage := slices.Index([]string{"alpha", "beta", ""}, m[2])
	return []int{number(m[1]), stage, number(m[3])}
}
