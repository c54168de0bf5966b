package importer

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// KEPs imports every kep.yaml below keps/ of kubernetes/enhancements. An invalid file gives a KEP
// with only the number of its directory. The template is imported, too, with the number NNNN. It
// also imports which KEPs the repository's pull requests changed.
func KEPs(in In) (Result, error) {
	names, ds, err := find(in.FS, "keps", func(name string) bool { return path.Base(name) == "kep.yaml" })
	if err != nil {
		return Result{}, err
	}
	if len(names) == 0 {
		return Result{}, errCheckout("kep.yaml below keps/", "kubernetes/enhancements")
	}
	var keps []*upstream.KEP
	var numbers []diag.Position
	for _, name := range names {
		src, problems, err := read(in.FS, name, maxSmall)
		if err != nil {
			return Result{}, err
		}
		ds = append(ds, problems...)
		if src == nil {
			continue
		}
		k, pos, problems := parseKEP(src, name)
		keps, numbers, ds = append(keps, k), append(numbers, pos), append(ds, problems...)
	}
	ds = append(ds, sharedNumbers(keps, numbers)...)
	slices.SortFunc(keps, func(a, b *upstream.KEP) int { return cmp.Compare(a.Dir, b.Dir) })
	file, err := encode(upstream.KEPFile, keps)
	if err != nil {
		return Result{}, err
	}
	pulls, err := importPulls(in)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files:  append(filesOf(file), pulls.Files...),
		Diags:  diag.Sort(append(ds, pulls.Diags...)),
		Counts: append([]Count{{"files", len(names)}, {"KEPs", len(keps)}}, pulls.Counts...),
		// One invalid file among hundreds affects one KEP. An empty one means a broken checkout.
		Damaged: damage(ds, codeEmpty),
	}, nil
}

// sharedNumbers reports KEPs with the number of an earlier one.
func sharedNumbers(keps []*upstream.KEP, at []diag.Position) []diag.Diagnostic {
	var ds []diag.Diagnostic
	first := map[string]*upstream.KEP{}
	for i, k := range keps {
		if !k.Numbered() {
			continue
		}
		if other := first[k.Number]; other != nil {
			ds = append(ds, diag.Warnf(at[i], "kep/number-twice", "duplicate KEP number %s: also used by %s", k.Number, other.Dir))
			continue
		}
		first[k.Number] = k
	}
	return ds
}

// kepFile is a kep.yaml, as in api/proposal.go of kubernetes/enhancements, without unused fields.
type kepFile struct {
	Title           strictyaml.Text   `yaml:"title"`
	Number          strictyaml.Text   `yaml:"kep-number"`
	Authors         []strictyaml.Text `yaml:"authors,scalar"`
	OwningSIG       strictyaml.Text   `yaml:"owning-sig"`
	Participating   []strictyaml.Text `yaml:"participating-sigs,scalar"`
	Status          strictyaml.Text   `yaml:"status"`
	Created         strictyaml.Text   `yaml:"creation-date"`
	Updated         strictyaml.Text   `yaml:"last-updated"`
	Stage           strictyaml.Text   `yaml:"stage"`
	LatestMilestone strictyaml.Text   `yaml:"latest-milestone"`
	Milestone       kepMilestone      `yaml:"milestone"`
	Gates           []kepGate         `yaml:"feature-gates"`
	SeeAlso         []strictyaml.Text `yaml:"see-also,scalar"`
	Replaces        []strictyaml.Text `yaml:"replaces,scalar"`
	SupersededBy    []strictyaml.Text `yaml:"superseded-by,scalar"`
}

type kepMilestone struct {
	Alpha      strictyaml.Text `yaml:"alpha"`
	Beta       strictyaml.Text `yaml:"beta"`
	Stable     strictyaml.Text `yaml:"stable"`
	Deprecated strictyaml.Text `yaml:"deprecated"`
	Disabled   strictyaml.Text `yaml:"disabled"`
	Removed    strictyaml.Text `yaml:"removed"`
}

type kepGate struct {
	Name       strictyaml.Text   `yaml:"name"`
	Components []strictyaml.Text `yaml:"components,scalar"`
}

// Values of a kep.yaml, and placeholders for gates.
var (
	ofTemplate = regexp.MustCompile(`^/?keps/sig-(?:aaa|bbb|ccc)/`)
	noGate     = regexp.MustCompile(`(?i)^(?:n/?a|none|tbd|todo|-)?$`)
)

// parseKEP reads one kep.yaml. It always returns a KEP, and the position of its number.
func parseKEP(src []byte, name string) (*upstream.KEP, diag.Position, []diag.Diagnostic) {
	r := validator{family: "kep", file: name}
	var f kepFile
	r.ds = strictyaml.Unmarshal(src, diag.Position{File: name}, &f, strictyaml.Lax(), strictyaml.Code("kep"))
	k := &upstream.KEP{
		Title:        r.required(f.Title, "title"),
		Dir:          path.Dir(name),
		SIG:          r.sig(f.OwningSIG),
		Status:       r.word(f.Status, "status", upstream.KEPStatuses),
		Stage:        r.optionalWord(f.Stage, "stage", kepStages),
		Milestone:    r.milestones(f.Milestone),
		Created:      r.date(f.Created, "creation-date"),
		Updated:      r.date(f.Updated, "last-updated"),
		Gates:        r.gates(f.Gates),
		SeeAlso:      r.others(f.SeeAlso, "see-also"),
		Replaces:     r.others(f.Replaces, "replaces"),
		SupersededBy: r.others(f.SupersededBy, "superseded-by"),
	}
	k.LatestMilestone = string(r.milestone(f.LatestMilestone, "latest-milestone"))
	for _, a := range f.Authors {
		k.Authors = append(k.Authors, r.people(a)...)
	}
	for _, s := range f.Participating {
		if s := r.sig(s); s != "" && !slices.Contains(k.Participating, s) {
			k.Participating = append(k.Participating, s)
		}
	}
	k.Number = r.kepNumber(f.Number, k.Slug())
	r.folder(f.OwningSIG, k)
	return k, orFile(f.Number.Pos, name), r.ds
}

// kepNumber returns the number in the file, else that of its directory.
func (r *validator) kepNumber(t strictyaml.Text, slug string) string {
	number := strings.TrimSpace(t.Value)
	folder, _, _ := strings.Cut(slug, "-")
	switch {
	case number == "" && isDigits(folder):
		r.warn(t, "number", "missing number, using %s from the directory", folder)
		return folder
	case number == "":
		r.warn(t, "number", "missing number, also in the directory name")
		return "NNNN"
	case number == "NNNN":
		r.info(t, "number", "placeholder NNNN: this is the template")
	case !isDigits(number):
		r.warn(t, "number", "invalid number %q", cut(number))
		return "NNNN"
	case strings.Trim(number, "0") == "":
		r.info(t, "number", "placeholder %s instead of a number", number)
	case strings.TrimLeft(folder, "0") != strings.TrimLeft(number, "0"):
		r.warn(t, "number-folder", "number %s differs from %s in the directory name", number, slug)
	case folder != number:
		r.info(t, "number-folder", "number %s is written differently in the directory name: %s", number, folder)
	}
	return number
}

// folder reports a KEP in another group's directory.
func (r *validator) folder(t strictyaml.Text, k *upstream.KEP) {
	group, _, _ := strings.Cut(strings.TrimPrefix(k.Dir, "keps/"), "/")
	if groupFolder.MatchString(group) && k.SIG != "" && sigLabel(group) != k.SIG {
		r.info(t, "sig-folder", "KEP of %[2]s is in the directory of %[1]s", group, strings.TrimSpace(t.Value))
	}
}

func (r *validator) milestones(m kepMilestone) upstream.Milestone {
	return upstream.Milestone{
		Alpha:      r.milestone(m.Alpha, "milestone.alpha"),
		Beta:       r.milestone(m.Beta, "milestone.beta"),
		Stable:     r.milestone(m.Stable, "milestone.stable"),
		Deprecated: r.milestone(m.Deprecated, "milestone.deprecated"),
		Disabled:   r.milestone(m.Disabled, "milestone.disabled"),
		Removed:    r.milestone(m.Removed, "milestone.removed"),
	}
}

// gates returns the gates of a KEP as written, even if invalid. Placeholders for "none" are
// omitted.
func (r *validator) gates(gs []kepGate) []upstream.GateUse {
	var out []upstream.GateUse
	for _, g := range gs {
		name := strings.TrimSpace(g.Name.Value)
		if noGate.MatchString(name) {
			r.info(g.Name, "gate", "invalid feature gate name %q", name)
			continue
		}
		if !gateName.MatchString(name) {
			r.warn(g.Name, "gate", "invalid feature gate name %q", cut(name))
		}
		out = append(out, upstream.GateUse{Name: name, Components: values(g.Components)})
	}
	return out
}

// others returns the KEPs and documents that a KEP refers to, as written. Placeholders and values
// of the template are omitted.
func (r *validator) others(ts []strictyaml.Text, field string) []string {
	var out []string
	for _, t := range ts {
		switch v := strings.TrimSpace(t.Value); {
		case v == "":
		case placeholder.MatchString(v) || ofTemplate.MatchString(v):
			r.info(t, field, "placeholder %q in %s", cut(v), field)
		default:
			out = append(out, v)
		}
	}
	return out
}

// sig returns the label of a group: node for sig-node, wg-batch unchanged.
func (r *validator) sig(t strictyaml.Text) note.SIG {
	name := strings.ToLower(strings.TrimSpace(t.Value))
	switch {
	case name == "":
		return ""
	case !groupFolder.MatchString(name):
		r.warn(t, "sig", "invalid group %q", cut(t.Value))
		return ""
	}
	return sigLabel(name)
}

// groupFolder matches directories of groups in kubernetes/community.
var groupFolder = regexp.MustCompile(`^(?:sig|wg|ug|committee)-[a-z0-9]+(?:-[a-z0-9]+)*$`)

// sigLabel converts a group's directory to its label: SIGs lose their prefix.
func sigLabel(dir string) note.SIG { return note.SIG(strings.TrimPrefix(dir, "sig-")) }
