package importer

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Directories of the feature gate lists in kubernetes/kubernetes, newest first, and the two lists:
// gates with and without versions.
var (
	gateFolders = []string{"test/compatibility_lifecycle/reference", "test/featuregates_linter/test_data"}
	gateLists   = []string{"versioned_feature_list.yaml", "unversioned_feature_list.yaml"}
)

// kubeadmGates is the Go file with kubeadm's gates.
const kubeadmGates = "cmd/kubeadm/app/features/features.go"

// listedGate is a gate in a list, as test/compatibility_lifecycle writes it.
type listedGate struct {
	Name  strictyaml.Text `yaml:"name"`
	Specs []struct {
		Default strictyaml.Text `yaml:"default"`
		Locked  strictyaml.Text `yaml:"lockToDefault"`
		Stage   strictyaml.Text `yaml:"preRelease"`
		From    strictyaml.Text `yaml:"version"`
		Pos     diag.Position   `yaml:",pos"`
	} `yaml:"versionedSpecs"`
}

// GateLists imports the feature gates of one release branch of kubernetes/kubernetes.
func GateLists(in In) (Result, error) {
	out := upstream.GateVersions{Release: in.Release, Gates: map[string][]upstream.GateSet{}}
	var ds []diag.Diagnostic
	for _, folder := range gateFolders {
		for _, name := range gateLists {
			file := path.Join(folder, name)
			src, more, err := read(in.FS, file, maxDraft)
			if err != nil {
				return Result{}, err
			}
			ds = append(ds, more...)
			if src == nil {
				continue
			}
			out.Path = folder
			r := validator{family: "gate-list", file: file}
			r.gateList(src, out.Gates)
			ds = append(ds, r.ds...)
		}
		if out.Path != "" {
			break
		}
	}
	if out.Path == "" && len(ds) == 0 {
		return Result{}, errCheckout(path.Join(gateFolders[0], gateLists[0]), "kubernetes/kubernetes")
	}
	src, more, err := read(in.FS, kubeadmGates, maxSmall)
	if err != nil {
		return Result{}, err
	}
	out.Kubeadm, ds = kubeadmList(string(src)), append(ds, more...)
	file, err := encode(fmt.Sprintf("%s/%s.json", upstream.GateDir, in.Release), out)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Damaged: damage(ds, codeEmpty, codeUnreadable, "gate-list/syntax", "gate-list/type"),
		Counts: []Count{{"gates", len(out.Gates)}, {"gates of kubeadm", len(out.Kubeadm)}},
	}, nil
}

// gateList adds the gates of one list.
func (r *validator) gateList(src []byte, gates map[string][]upstream.GateSet) {
	var list []listedGate
	r.ds = append(r.ds, strictyaml.Unmarshal(src, diag.Position{File: r.file}, &list, strictyaml.Lax(), strictyaml.Code(r.family))...)
	for _, g := range list {
		name := strings.TrimSpace(g.Name.Value)
		if !gateName.MatchString(name) {
			r.warn(g.Name, "name", "invalid gate name %q", cut(name))
			continue
		}
		if _, twice := gates[name]; twice {
			r.warn(g.Name, "duplicate", "duplicate gate %q", name)
			continue
		}
		gates[name] = nil
		for _, s := range g.Specs {
			set := upstream.GateSet{Stage: r.listedStage(s.Stage), From: r.listedFrom(s.From)}
			if v := r.truth(s.Default, "default"); v != nil {
				set.Default = *v
			} else {
				r.warn(strictyaml.Text{Pos: s.Pos}, "default", "missing default of gate %q", name)
			}
			if v := r.truth(s.Locked, "lockToDefault"); v != nil {
				set.Locked = *v
			}
			gates[name] = append(gates[name], set)
		}
	}
}

// listedStages maps the stages in lists. GA is an empty string in lists made from Go constants.
var listedStages = map[string]note.Stage{
	"alpha": note.Alpha, "beta": note.Beta, "ga": note.Stable, "stable": note.Stable, "": note.Stable, "deprecated": note.Deprecated,
}

func (r *validator) listedStage(t strictyaml.Text) note.Stage {
	word := strings.ToLower(strings.TrimSpace(t.Value))
	stage, ok := listedStages[word]
	if !ok {
		r.warn(t, "stage", "unknown stage %q", cut(t.Value))
	}
	return stage
}

// listedFrom returns the first release of a state. 0.0 and an empty version are older than the
// list.
func (r *validator) listedFrom(t strictyaml.Text) note.Release {
	if text := strings.TrimSpace(t.Value); text == "" || text == "0.0" || text == "1.0" {
		return ""
	}
	return r.release(t, "version")
}

// kubeadm's gates in Go: the constant with the name, and the map entry.
var (
	kubeadmConst = regexp.MustCompile(`(?m)^\s*([A-Z]\w+)\s*=\s*"([A-Za-z][A-Za-z0-9]+)"`)
	kubeadmSpec  = regexp.MustCompile(`(?s)\b([A-Z]\w+):\s*\{(.{0,300}?PreRelease:\s*featuregate\.(\w+).{0,200}?)\},?\n`)
)

// kubeadmList reads kubeadm's gates.
func kubeadmList(src string) map[string][]upstream.GateSet {
	names := map[string]string{}
	for _, m := range kubeadmConst.FindAllStringSubmatch(src, -1) {
		names[m[1]] = m[2]
	}
	out := map[string][]upstream.GateSet{}
	for _, m := range kubeadmSpec.FindAllStringSubmatch(src, -1) {
		if name, stage := names[m[1]], listedStages[strings.ToLower(m[3])]; name != "" && stage != "" {
			out[name] = []upstream.GateSet{{Stage: stage, Default: strings.Contains(m[2], "Default: true"), Locked: strings.Contains(m[2], "LockToDefault: true")}}
		}
	}
	return out
}
