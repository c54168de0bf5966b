package importer

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// discoverySource is an API server's response with its API groups.
const discoverySource = "api/discovery/aggregated_v2.json"

// discovery is the imported part of an APIGroupDiscoveryList.
type discovery struct {
	Kind  string `json:"kind"`
	Items []struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Versions []struct {
			Version   string `json:"version"`
			Resources []struct {
				ResponseKind struct {
					Kind string `json:"kind"`
				} `json:"responseKind"`
			} `json:"resources"`
		} `json:"versions"`
	} `json:"items"`
}

// APILists imports the API kinds that one release serves.
func APILists(in In) (Result, error) {
	src, ds, err := read(in.FS, discoverySource, maxLarge)
	if err != nil {
		return Result{}, err
	}
	if src == nil && len(ds) == 0 {
		return Result{}, errCheckout(discoverySource, "kubernetes/kubernetes")
	}
	var d discovery
	if err := json.Unmarshal(src, &d); err != nil || d.Kind != "APIGroupDiscoveryList" {
		ds = append(ds, diag.Errorf(diag.Position{File: discoverySource}, codeUnreadable, "invalid list of API groups"))
	}
	out := upstream.APIList{Release: in.Release, Served: map[string][]string{}}
	for _, group := range d.Items {
		for _, v := range group.Versions {
			id := path.Join(group.Metadata.Name, v.Version)
			for _, r := range v.Resources {
				if r.ResponseKind.Kind != "" && !slices.Contains(out.Served[id], r.ResponseKind.Kind) {
					out.Served[id] = append(out.Served[id], r.ResponseKind.Kind)
				}
			}
			slices.Sort(out.Served[id])
		}
	}
	file, err := encode(fmt.Sprintf("%s/%s.json", upstream.APIDir, in.Release), out)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Damaged: damage(ds, codeEmpty, codeUnreadable),
		Counts: []Count{{"versions of API groups", len(out.Served)}},
	}, nil
}

// Files of the API types: generated functions with their lifecycle, next to the file with the
// group's name.
const (
	lifecycleRoot = "staging/src/k8s.io"
	lifecycleFile = "zz_generated.prerelease-lifecycle.go"
)

var (
	lifecycleInt = regexp.MustCompile(`func \(in \*([A-Z]\w*)\) APILifecycle(Introduced|Deprecated|Removed)\(\) \(major, minor int\) \{\s*return 1, ([0-9]{1,3})\s*\}`)
	lifecycleGVK = regexp.MustCompile(`func \(in \*([A-Z]\w*)\) APILifecycleReplacement\(\) schema\.GroupVersionKind \{\s*return schema\.GroupVersionKind\{Group: "([a-z0-9.-]*)", Version: "(v[0-9a-z]+)", Kind: "[A-Z]\w*"\}`)
	groupName    = regexp.MustCompile(`const GroupName = "([a-z0-9.-]*)"`)
)

// Lifecycles imports the releases in which API types are served, from their generated functions.
func Lifecycles(in In) (Result, error) {
	names, ds, err := find(in.FS, lifecycleRoot, func(name string) bool { return path.Base(name) == lifecycleFile })
	if err != nil {
		return Result{}, err
	}
	if len(names) == 0 {
		return Result{}, errCheckout(lifecycleFile+" below "+lifecycleRoot, "kubernetes/kubernetes")
	}
	var apis []upstream.API
	for _, name := range names {
		src, more, err := read(in.FS, name, maxSmall)
		if err != nil {
			return Result{}, err
		}
		register, others, err := read(in.FS, path.Join(path.Dir(name), "register.go"), maxSmall)
		if err != nil {
			return Result{}, err
		}
		ds = append(append(ds, more...), others...)
		m := groupName.FindSubmatch(register)
		if m == nil {
			ds = append(ds, diag.Warnf(diag.Position{File: name}, "api/group", "unknown API group: no GroupName in register.go of this directory"))
			continue
		}
		apis = append(apis, parseLifecycle(string(src), string(m[1]), path.Base(path.Dir(name)))...)
	}
	slices.SortFunc(apis, compareAPIs)
	file, err := encode(upstream.LifecycleFile, apis)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Damaged: damage(ds, codeEmpty),
		Counts: []Count{{"files", len(names)}, {"versions of kinds", len(apis)}},
	}, nil
}

// parseLifecycle reads the functions of one version of a group. List types are omitted.
func parseLifecycle(src, group, version string) []upstream.API {
	byKind := map[string]*upstream.API{}
	var kinds []string
	of := func(kind string) *upstream.API {
		if byKind[kind] == nil {
			byKind[kind] = &upstream.API{Group: group, Version: version, Kind: kind}
			kinds = append(kinds, kind)
		}
		return byKind[kind]
	}
	for _, m := range lifecycleInt.FindAllStringSubmatch(src, -1) {
		a, release := of(m[1]), note.Release("1."+m[3])
		switch m[2] {
		case "Introduced":
			a.Introduced = release
		case "Deprecated":
			a.Deprecated = release
		default:
			a.Removed = release
		}
	}
	for _, m := range lifecycleGVK.FindAllStringSubmatch(src, -1) {
		of(m[1]).Replacement = path.Join(m[2], m[3])
	}
	var out []upstream.API
	for _, kind := range kinds {
		if single, list := strings.CutSuffix(kind, "List"); !list || byKind[single] == nil {
			out = append(out, *byKind[kind])
		}
	}
	return out
}
