package importer

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Files of kubernetes/website with support dates.
const (
	scheduleSource = "data/releases/schedule.yaml"
	eolSource      = "data/releases/eol.yaml"
)

type supportPatch struct {
	Version strictyaml.Text `yaml:"release"`
	Date    strictyaml.Text `yaml:"targetDate"`
	Note    string          `yaml:"note"`
}

type supportRow struct {
	Release     strictyaml.Text `yaml:"release"`
	Date        strictyaml.Text `yaml:"releaseDate"`
	Maintenance strictyaml.Text `yaml:"maintenanceModeStartDate"`
	EndOfLife   strictyaml.Text `yaml:"endOfLifeDate"`
	Final       strictyaml.Text `yaml:"finalPatchRelease"`
	Note        string          `yaml:"note"`
	Next        supportPatch    `yaml:"next"`
	Previous    []supportPatch  `yaml:"previousPatches"`
}

// Support imports release dates, support periods, and the dates of patch releases. The schedule
// takes precedence for a release in both files.
func Support(in In) (Result, error) {
	schedule, ds, err := read(in.FS, scheduleSource, maxSmall)
	if err != nil {
		return Result{}, err
	}
	eol, more, err := read(in.FS, eolSource, maxSmall)
	if err != nil {
		return Result{}, err
	}
	ds = append(ds, more...)
	if schedule == nil && eol == nil && len(ds) == 0 {
		return Result{}, errCheckout(scheduleSource, "kubernetes/website")
	}
	var files struct {
		Schedules []supportRow `yaml:"schedules"`
		Branches  []supportRow `yaml:"branches"`
	}
	s := validator{family: "support", file: scheduleSource}
	s.ds = append(ds, strictyaml.Unmarshal(schedule, diag.Position{File: scheduleSource}, &files, strictyaml.Lax(), strictyaml.Code("support"))...)
	rows := s.supports(files.Schedules, false)
	e := validator{family: "support", file: eolSource}
	e.ds = strictyaml.Unmarshal(eol, diag.Position{File: eolSource}, &files, strictyaml.Lax(), strictyaml.Code("support"))
	for _, row := range e.supports(files.Branches, true) {
		if !slices.ContainsFunc(rows, func(o upstream.Support) bool { return o.Release == row.Release }) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b upstream.Support) int { return upstream.CompareReleases(b.Release, a.Release) })
	file, err := encode(upstream.SupportFile, rows)
	if err != nil {
		return Result{}, err
	}
	ds = append(s.ds, e.ds...)
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Counts: []Count{{"releases with support dates", len(rows)}},
		Damaged: damage(ds, codeEmpty, codeUnreadable, "support/syntax"),
	}, nil
}

// supports validates the rows of one file.
func (r *validator) supports(rows []supportRow, ended bool) (out []upstream.Support) {
	for _, row := range rows {
		id := r.release(row.Release, "release")
		if id == "" {
			continue
		}
		s := upstream.Support{
			Release: id, Date: r.date(row.Date, "releaseDate"), Ended: ended, Note: strings.TrimSpace(row.Note),
			Maintenance: r.date(row.Maintenance, "maintenanceModeStartDate"), EndOfLife: r.date(row.EndOfLife, "endOfLifeDate"),
			Next: r.patch(row.Next),
		}
		for _, p := range row.Previous {
			if patch := r.patch(p); patch.Version != "" {
				s.Patches = append(s.Patches, patch)
			}
		}
		if final := r.patch(supportPatch{Version: row.Final}); final.Version != "" && len(s.Patches) == 0 {
			s.Patches = append(s.Patches, final)
		}
		out = append(out, s)
	}
	return out
}

func (r *validator) patch(p supportPatch) upstream.PatchRelease {
	version := strings.TrimPrefix(strings.TrimSpace(p.Version.Value), "v")
	if version != "" && !patchForm.MatchString(version) {
		r.warn(p.Version, "version", "unknown patch release %q", cut(version))
		version = ""
	}
	return upstream.PatchRelease{Version: version, Date: r.date(p.Date, "targetDate"), Note: strings.TrimSpace(p.Note)}
}
