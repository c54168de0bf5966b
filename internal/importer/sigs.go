package importer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/strictyaml"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// sigSource is the list of active groups in kubernetes/community.
const sigSource = "sigs.yaml"

// sigsFile is sigs.yaml, as in generator/app.go of kubernetes/community.
type sigsFile struct {
	SIGs          []sigGroup `yaml:"sigs"`
	WorkingGroups []sigGroup `yaml:"workinggroups"`
	UserGroups    []sigGroup `yaml:"usergroups"`
	Committees    []sigGroup `yaml:"committees"`
}

type sigGroup struct {
	Dir        strictyaml.Text `yaml:"dir"`
	Name       strictyaml.Text `yaml:"name"`
	Label      strictyaml.Text `yaml:"label"`
	Mission    strictyaml.Text `yaml:"mission_statement"`
	Charter    strictyaml.Text `yaml:"charter_link"`
	Leadership struct {
		Chairs    []sigLead `yaml:"chairs"`
		TechLeads []sigLead `yaml:"tech_leads"`
	} `yaml:"leadership"`
	Contact struct {
		Slack       string `yaml:"slack"`
		MailingList string `yaml:"mailing_list"`
	} `yaml:"contact"`
	Subprojects []struct {
		Name        strictyaml.Text `yaml:"name"`
		Description string          `yaml:"description"`
		Pos         diag.Position   `yaml:",pos"`
	} `yaml:"subprojects"`
	Pos diag.Position `yaml:",pos"`
}

type sigLead struct {
	GitHub  strictyaml.Text `yaml:"github"`
	Name    string          `yaml:"name"`
	Company string          `yaml:"company"`
}

// SIGs imports the groups in kubernetes/community's sigs.yaml. A label is the group's directory
// without sig-, so that working groups and committees differ from SIGs (upstream's label for SIG
// Release and a WG of that name is "release").
func SIGs(in In) (Result, error) {
	src, ds, err := read(in.FS, sigSource, maxSmall)
	if err != nil {
		return Result{}, err
	}
	if src == nil && len(ds) == 0 {
		return Result{}, errCheckout(sigSource, "kubernetes/community")
	}
	groups, problems := parseSIGs(src)
	ds = append(ds, problems...)
	file, err := encode(upstream.SIGFile, groups)
	if err != nil {
		return Result{}, err
	}
	count := func(kind upstream.SIGKind) (n int) {
		for _, g := range groups {
			if g.Kind == kind {
				n++
			}
		}
		return n
	}
	return Result{Files: filesOf(file), Diags: diag.Sort(ds), Counts: []Count{
		{"SIGs", count(upstream.Group)}, {"working groups", count(upstream.WorkingGroup)},
		{"user groups", count(upstream.UserGroup)}, {"committees", count(upstream.Committee)},
	}, Damaged: damage(ds, codeEmpty, codeUnreadable, "sigs/syntax", "sigs/tab")}, nil
}

// parseSIGs returns the groups sorted by directory.
func parseSIGs(src []byte) ([]*upstream.SIG, []diag.Diagnostic) {
	r := validator{family: "sigs", file: sigSource}
	var f sigsFile
	r.ds = strictyaml.Unmarshal(src, diag.Position{File: sigSource}, &f, strictyaml.Lax(), strictyaml.Code("sigs"))
	out := []*upstream.SIG{}
	seen := map[string]bool{}
	for _, part := range []struct {
		kind   upstream.SIGKind
		groups []sigGroup
	}{
		{upstream.Group, f.SIGs}, {upstream.WorkingGroup, f.WorkingGroups},
		{upstream.UserGroup, f.UserGroups}, {upstream.Committee, f.Committees},
	} {
		for _, g := range part.groups {
			if s := r.group(g, part.kind, seen); s != nil {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b *upstream.SIG) int { return cmp.Compare(a.Dir, b.Dir) })
	return out, r.ds
}

// group returns one group; nil if its directory is invalid.
func (r *validator) group(g sigGroup, kind upstream.SIGKind, seen map[string]bool) *upstream.SIG {
	dir := strings.TrimSpace(g.Dir.Value)
	at := strictyaml.Text{Pos: g.Pos}
	switch {
	case !groupFolder.MatchString(dir):
		r.warn(at, "dir", "invalid group directory %q, omitted", cut(dir))
		return nil
	case seen[dir]:
		r.warn(g.Dir, "duplicate", "duplicate group %q, omitted", dir)
		return nil
	}
	seen[dir] = true
	s := &upstream.SIG{
		Label:       sigLabel(dir),
		Name:        strings.TrimSpace(g.Name.Value),
		Dir:         dir,
		Kind:        kind,
		Mission:     strings.Join(strings.Fields(g.Mission.Value), " "),
		Charter:     strings.TrimSpace(g.Charter.Value),
		Slack:       g.Contact.Slack,
		MailingList: g.Contact.MailingList,
		Leads:       append(r.leads(g.Leadership.Chairs, "chair"), r.leads(g.Leadership.TechLeads, "tech-lead")...),
	}
	if s.Name == "" {
		r.warn(at, "missing", "missing name of group %q, using its directory", dir)
		s.Name = dir
	}
	if s.Charter == "" {
		r.info(at, "missing", "missing charter of group %q", dir)
	}
	for _, p := range g.Subprojects {
		if p.Name.Pos.File == "" {
			p.Name.Pos = p.Pos
		}
		if name := r.required(p.Name, "name of a subproject"); name != "" {
			s.Subprojects = append(s.Subprojects, upstream.Subproject{Name: name, Description: strings.Join(strings.Fields(p.Description), " ")})
		}
	}
	return s
}

// email matches addresses. A public page must not have them.
var email = regexp.MustCompile(`\S+@\S+\.\S+`)

func (r *validator) leads(people []sigLead, role string) []upstream.Lead {
	var out []upstream.Lead
	for _, p := range people {
		handle := strings.TrimPrefix(strings.TrimSpace(p.GitHub.Value), "@")
		if !upstream.IsHandle(handle) {
			r.warn(p.GitHub, "author", "invalid handle %q", cut(handle))
			continue
		}
		out = append(out, upstream.Lead{
			Person: note.Person(handle), Role: role,
			Name:    strings.TrimSpace(email.ReplaceAllString(p.Name, "")),
			Company: strings.TrimSpace(p.Company),
		})
	}
	return out
}
