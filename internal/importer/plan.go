package importer

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Part is one step of an update: an import with its source.
type Part struct {
	Name   string // release notes of 1.36
	Origin upstream.Origin
	Run    func() (Result, error)
}

// OriginOf returns the origin of a file of the part.
func (p Part) OriginOf(file string) upstream.Origin {
	o := p.Origin
	if o.Files = file; file == upstream.PullFile {
		o.Path = "the KEP directories that each merged pull request touched, from the history"
	}
	return o
}

// Scope selects the releases of an update.
type Scope struct {
	Since note.Release   // all from this one on; empty: the supported ones and five others
	Have  []note.Release // releases of the site, always included
}

// otherReleases is the number of releases in addition to the supported ones.
const otherReleases = 5

// FirstRelease is the oldest release with --all.
const FirstRelease note.Release = "1.19"

// Licences of the repositories.
const (
	apache = "Apache-2.0"
	ccBy   = "CC-BY-4.0"
)

// step is one importer of an update, with a path that its checkout must have.
type step struct {
	name, repository, probe, path, licence string
	release                                func(Checkout) note.Release // nil if not for one release
	run                                    func(In) (Result, error)
}

// steps lists the parts of an update, except release notes.
var steps = []step{
	{"support dates", "website", scheduleSource, "`data/releases/schedule.yaml`, `eol.yaml`", ccBy, nil, Support},
	{"KEPs", "enhancements", "keps", "every `kep.yaml`", apache, nil, KEPs},
	{"SIGs", "community", sigSource, "`sigs.yaml`", apache, nil, SIGs},
	{"feature gates", "website", "content/en/" + gatePages, "the feature gate pages", ccBy, nil, Gates},
	{"API deprecation guide", "website", guideSource, "`deprecation-guide.md`", ccBy, nil, APIs},
	{"references", "website", flagPages + "/kubelet.md", "the references of flags and configuration", ccBy, described, References},
	{"CVE feed", "website", cveSource, "the official CVE feed", ccBy, nil, CVEs},
	{"list of gates", "kubernetes", gateFolders[0] + "/" + gateLists[0], "`versioned_feature_list.yaml`", apache, ofBranch, GateLists},
	{"list of gates", "kubernetes", gateFolders[1] + "/" + gateLists[0], "`versioned_feature_list.yaml`", apache, ofBranch, GateLists},
	{"served APIs", "kubernetes", discoverySource, "`api/discovery/aggregated_v2.json`, `api__v1.json`", apache, ofBranch, APILists},
	{"API lifecycle", "kubernetes", lifecycleRoot + "/api", "`zz_generated.prerelease-lifecycle.go`", apache, nil, Lifecycles},
}

func ofBranch(c Checkout) note.Release { return c.Release }

// latestRelease matches the documented release in the website's configuration.
var latestRelease = regexp.MustCompile(`(?m)^latest\s*=\s*"v(1\.[0-9]{1,3})"`)

// described returns the release that the website's references describe: the latest in its
// configuration, else the newest in its schedule.
func described(c Checkout) note.Release {
	if src, err := fs.ReadFile(c.FS, "hugo.toml"); err == nil {
		if m := latestRelease.FindSubmatch(src); m != nil {
			return note.Release(m[1])
		}
	}
	supported, _ := SupportedReleases([]Checkout{c})
	return upstream.Newest(supported)
}

// SupportedReleases returns the supported releases, and all with known support dates.
func SupportedReleases(checkouts []Checkout) (supported, known []note.Release) {
	for _, c := range checkouts {
		if c.Repository != "kubernetes/website" || !c.has(scheduleSource) {
			continue
		}
		r, err := Support(In{FS: c.FS})
		if err != nil || r.Damaged != nil {
			continue
		}
		b, err := r.Files[0].Bytes()
		var rows []upstream.Support
		if err != nil || json.Unmarshal(b, &rows) != nil {
			continue
		}
		for _, row := range rows {
			known = append(known, row.Release)
			if !row.Ended {
				supported = append(supported, row.Release)
			}
		}
		return supported, known
	}
	return nil, nil
}

// Plan returns the parts of an update with the given checkouts.
func Plan(checkouts []Checkout, scope Scope, table *Table) (parts []Part) {
	for _, s := range steps {
		for _, c := range checkouts {
			if c.Repository != "kubernetes/"+s.repository || !c.has(s.probe) {
				continue
			}
			name, in := s.name, In{FS: c.FS, Dir: c.Dir, Pulls: table}
			if s.release != nil {
				if in.Release = s.release(c); in.Release == "" {
					continue
				}
				name = fmt.Sprintf("%s of %s", s.name, in.Release)
			}
			run := s.run
			parts = append(parts, Part{name, c.origin(s.path, s.licence), func() (Result, error) { return run(in) }})
			if s.release == nil || s.repository == "website" {
				break
			}
		}
	}
	return append(parts, planReleases(checkouts, scope)...)
}

// planReleases returns the parts for single releases: notes and changelogs.
func planReleases(checkouts []Checkout, scope Scope) (parts []Part) {
	var there []note.Release
	from := map[note.Release]Checkout{}
	for _, c := range checkouts {
		if c.Repository != "kubernetes/sig-release" {
			continue
		}
		for _, id := range releaseFolders(c) {
			if _, twice := from[id]; !twice {
				there, from[id] = append(there, id), c
			}
		}
	}
	supported, _ := SupportedReleases(checkouts)
	for _, id := range ChooseReleases(there, supported, scope) {
		c := from[id]
		in := In{FS: c.FS, Dir: c.Dir, Release: id}
		parts = append(parts, Part{"release notes of " + string(id), c.origin("`release-notes-draft.{json,md}`", apache), func() (Result, error) { return Release(in) }})
		for _, c := range checkouts {
			if c.Repository == "kubernetes/kubernetes" && c.has(changelogPath(id)) {
				in := In{FS: c.FS, Release: id}
				parts = append(parts, Part{"patch releases of " + string(id), c.origin("`CHANGELOG-1.N.md`", apache), func() (Result, error) { return Changelog(in) }})
				break
			}
		}
	}
	return parts
}

// ChooseReleases selects the releases of an update, oldest first: those of the scope; else the
// supported ones, those newer than all of them, and the newest five others. Releases of the site
// are always included.
func ChooseReleases(there, supported []note.Release, scope Scope) (out []note.Release) {
	there = slices.Clone(there)
	slices.SortFunc(there, upstream.CompareReleases)
	newest, others := upstream.Newest(supported), 0
	for _, id := range slices.Backward(slices.Compact(there)) {
		take := slices.Contains(scope.Have, id)
		switch {
		case scope.Since != "":
			take = take || upstream.CompareReleases(id, scope.Since) >= 0
		case slices.Contains(supported, id), newest != "" && upstream.CompareReleases(id, newest) > 0:
			take = true
		case others < otherReleases:
			others++
			take = true
		}
		if take {
			out = append(out, id)
		}
	}
	slices.Reverse(out)
	return out
}

func (c Checkout) origin(path, licence string) upstream.Origin {
	return upstream.Origin{Repository: c.Repository, Path: path, Commit: c.Commit, Date: c.Date, Licence: licence, Address: c.Address}
}
