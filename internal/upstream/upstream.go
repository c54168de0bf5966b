// Package upstream is what Kubernetes itself publishes, as values: a [Data] holds
// every [KEP], feature [Gate], [SIG] and [Release] with its notes, and answers the
// questions that the site asks of them.
//
// [Load] is the one reader of the files under content/_data that package importer
// writes, and of those that are kept by hand. The JSON files are these
// types, marshalled; what one field means is said here and nowhere else:
//
//	keps.json            []KEP, by folder
//	gates.json           []Gate, by name
//	sigs.json            []SIG: groups, working groups, committees, by folder
//	kep-pulls.json       number of a pull request of kubernetes/enhancements -> KEPs that it touched
//	releases/1.27.json   Release: its notes by number, what is new, known issues
//	releases.yaml        dates, end of support, figures as announced: by hand
//	claims.yaml          who has taken which group's part of a release: by hand
//	elsewhere.yaml       notes that stand at other addresses: by hand
//	glossary.yaml        words of the field in several languages, see package glossary: by hand
//
// A file that is missing leaves its part empty. A file that is broken gives
// diagnostics and leaves its part empty: nothing here trusts what it reads.
//
// A kep.yaml says what holds today, the stages of a gate what held in each release, an
// official note what was said of one. What a note of the site says is the note's own.
package upstream

import (
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// KEP is one Kubernetes Enhancement Proposal, from its kep.yaml in
// kubernetes/enhancements. Text is as the file has it, but a title has no Markdown signs
// and a status that is nearly one of [KEPStatuses] is that one; what is no value (TBD,
// "n/a", an impossible date) is left out, with a diagnostic at import.
type KEP struct {
	Number          string     `json:"number"` // kep-number as written: 127; 0000 where none was given yet; NNNN for the template
	Title           string     `json:"title"`
	Dir             string     `json:"dir"`           // folder in the repository: keps/sig-node/127-user-namespaces
	SIG             note.SIG   `json:"sig,omitempty"` // owning-sig
	Participating   []note.SIG `json:"participating,omitempty"`
	Authors         []string   `json:"authors,omitempty"` // handles without @; free names where no handle is given
	Status          string     `json:"status,omitempty"`  // one of KEPStatuses; else as written
	Stage           string     `json:"stage,omitempty"`   // alpha, beta, stable, deprecated, disabled, removed; else as written
	LatestMilestone string     `json:"latestMilestone,omitempty"`
	Milestone       Milestone  `json:"milestone,omitzero"`
	Gates           []GateUse  `json:"gates,omitempty"`
	Created         string     `json:"created,omitempty"` // 2021-11-02
	Updated         string     `json:"updated,omitempty"`
	SeeAlso         []string   `json:"seeAlso,omitempty"` // as written: mostly folders, some addresses
	Replaces        []string   `json:"replaces,omitempty"`
	SupersededBy    []string   `json:"supersededBy,omitempty"`
}

// Slug is the last part of the KEP's folder: 127-user-namespaces.
func (k *KEP) Slug() string { return path.Base(k.Dir) }

// SlugWords returns the words of the KEP's folder without its number: user namespaces.
func (k *KEP) SlugWords() string {
	words := strings.Split(k.Slug(), "-")
	if len(words) > 1 && isNumber(words[0]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// Numbered reports whether the KEP has a number of its own: neither 0000 nor the
// template's NNNN.
func (k *KEP) Numbered() bool { return isNumber(k.Number) && strings.Trim(k.Number, "0") != "" }

// templateTitle is the title of the template of kep.yaml, which some KEPs keep.
const templateTitle = "KEP Template"

// KEPStatuses are the words that a kep.yaml may have as its status.
var KEPStatuses = []string{"provisional", "implementable", "implemented", "deferred", "rejected", "withdrawn", "replaced"}

// markdownSigns are those that titles have: of code and of bold letters.
var markdownSigns = strings.NewReplacer("`", "", "**", "")

// tidy makes of what a KEP's file has what is shown and compared.
func (k *KEP) tidy() {
	k.fillIn()
	k.Title = markdownSigns.Replace(k.Title)
	k.Status = statusMeant(k.Status)
}

// statusMeant is the status that a word nearly spells (imlpemented), remarks in brackets
// behind it left out (implemented (alpha)); the word itself where there is none. An
// abbreviation may be of several, so it is taken for none.
func statusMeant(written string) string {
	word, _, _ := strings.Cut(written, "(")
	word = strings.ToLower(strings.TrimSpace(word))
	if slices.Contains(KEPStatuses, word) {
		return word
	}
	if near := diag.Near(word, KEPStatuses); near != "" && len(word)+2 >= len(near) {
		return near
	}
	return written
}

// fillIn leaves out what a KEP's file still has from the template: a choice of words
// (alpha|beta|stable) where one was to be chosen, and the template's title, for which
// the words of the folder stand in.
func (k *KEP) fillIn() {
	if strings.Contains(k.Status, "|") {
		k.Status = ""
	}
	if strings.Contains(k.Stage, "|") {
		k.Stage = ""
	}
	_, words, ok := strings.Cut(k.Slug(), "-")
	if k.Title != templateTitle || !k.Numbered() || !ok || words == "" {
		return
	}
	words = strings.ReplaceAll(words, "-", " ")
	k.Title = strings.ToUpper(words[:1]) + words[1:]
}

// Milestone holds the releases at which a KEP reached, or plans to reach, a stage.
type Milestone struct {
	Alpha      note.Release `json:"alpha,omitempty"`
	Beta       note.Release `json:"beta,omitempty"`
	Stable     note.Release `json:"stable,omitempty"`
	Deprecated note.Release `json:"deprecated,omitempty"`
	Disabled   note.Release `json:"disabled,omitempty"`
	Removed    note.Release `json:"removed,omitempty"`
}

// GateUse is a feature gate that a KEP names.
type GateUse struct {
	Name       string   `json:"name"` // as written; need not be the name of a gate
	Components []string `json:"components,omitempty"`
}

// Gate is a feature gate, from its page in kubernetes/website.
type Gate struct {
	Name         string               `json:"name"`
	FormerTitles []string             `json:"formerTitles,omitempty"`
	Stages       []GateStage          `json:"stages,omitempty"` // in the page's order: oldest first
	Removed      bool                 `json:"removed,omitempty"`
	Description  map[note.Lang]string `json:"description,omitempty"` // Markdown without comments, by language
}

// GateStage is a span of releases in which a gate had one stage and one default.
type GateStage struct {
	Stage   note.Stage   `json:"stage"`
	Default *bool        `json:"default,omitempty"` // nil where the page does not say
	Locked  bool         `json:"locked,omitempty"`
	From    note.Release `json:"from"`
	To      note.Release `json:"to,omitempty"` // last release of the span; empty while it holds
}

// SIGKind tells the kinds of groups apart.
type SIGKind string

// The kinds of groups, as the parts of sigs.yaml.
const (
	Group        SIGKind = "sig"
	WorkingGroup SIGKind = "wg"
	UserGroup    SIGKind = "ug"
	Committee    SIGKind = "committee"
)

// SIG is a living group of the community, from sigs.yaml in kubernetes/community.
type SIG struct {
	Label       note.SIG     `json:"label"` // node; wg-batch; committee-steering
	Name        string       `json:"name"`  // Node, without the word SIG
	Dir         string       `json:"dir"`   // sig-node
	Kind        SIGKind      `json:"kind"`
	Mission     string       `json:"mission,omitempty"`
	Charter     string       `json:"charter,omitempty"` // file in its folder, or an address
	Slack       string       `json:"slack,omitempty"`   // channel, without #
	MailingList string       `json:"mailingList,omitempty"`
	Leads       []Lead       `json:"leads,omitempty"`
	Subprojects []Subproject `json:"subprojects,omitempty"`
}

// Lead is a person who leads a group.
type Lead struct {
	Person  note.Person `json:"person"` // GitHub handle
	Name    string      `json:"name,omitempty"`
	Company string      `json:"company,omitempty"`
	Role    string      `json:"role"` // chair, tech-lead
}

// Subproject is a part of a group's work.
type Subproject struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// ReleaseNote is what upstream tells of one pull request in one release.
type ReleaseNote struct {
	PR        int              `json:"pr"`             // number in Repo
	Repo      string           `json:"repo,omitempty"` // owner/name; empty for kubernetes/kubernetes
	Also      []int            `json:"also,omitempty"` // further pull requests of Repo that close the same entry
	Threads   []string         `json:"threads,omitempty"`
	Text      string           `json:"text"`            // Markdown without attribution: of the published notes, else of the draft
	Texts     []string         `json:"texts,omitempty"` // other wordings, where the pull request stands in the notes again
	Author    note.Person      `json:"author,omitempty"`
	Authors   []note.Person    `json:"authors,omitempty"` // further ones
	Kind      note.EntryKind   `json:"kind,omitempty"`    // the first of Kinds in the order of release notes; else by its section
	Kinds     []note.EntryKind `json:"kinds,omitempty"`
	Sections  []string         `json:"sections,omitempty"` // headings that it stands under in the published notes
	SIGs      []note.SIG       `json:"sigs,omitempty"`
	Areas     []string         `json:"areas,omitempty"`
	KEPs      []string         `json:"keps,omitempty"`     // numbers that its documentation links to
	KEPPulls  []string         `json:"kepPulls,omitempty"` // pull requests of kubernetes/enhancements that its documentation links to
	Docs      []Doc            `json:"docs,omitempty"`
	Urgent    bool             `json:"urgent,omitempty"`    // in the urgent section, or said to require action
	Duplicate bool             `json:"duplicate,omitempty"` // stands under several SIGs: no reason to leave it out
	Published bool             `json:"published,omitempty"` // stands in the published notes
}

// Wordings are all the ways in which a release words the note, Text first: each of them is
// the official English.
func (n *ReleaseNote) Wordings() []string { return append([]string{n.Text}, n.Texts...) }

// Doc is a document that a release note links to.
type Doc struct {
	Type        string `json:"type,omitempty"` // KEP, official, external
	Description string `json:"description,omitempty"`
	URL         string `json:"url"`
}

// Announced holds the figures of a release's announcement; nil where it gives none.
type Announced struct {
	Enhancements *int `json:"enhancements,omitempty" yaml:"enhancements"`
	Alpha        *int `json:"alpha,omitempty" yaml:"alpha"`
	Beta         *int `json:"beta,omitempty" yaml:"beta"`
	Stable       *int `json:"stable,omitempty" yaml:"stable"`
	Deprecated   *int `json:"deprecated,omitempty" yaml:"deprecated"`
	Removed      *int `json:"removed,omitempty" yaml:"removed"`
}

// Release is a minor release of Kubernetes: what releases.yaml says of it and,
// where they were imported, its notes.
type Release struct {
	Release      note.Release  `json:"release"`
	Date         string        `json:"-"` // 2023-04-11; empty when unknown
	EndOfSupport string        `json:"-"`
	Name         string        `json:"-"` // the name its team gave it
	Source       string        `json:"-"` // address of the announcement
	Announced    Announced     `json:"-"`
	WhatsNew     string        `json:"whatsNew,omitempty"`    // Markdown below the heading "What's New (Major Themes)"
	KnownIssues  string        `json:"knownIssues,omitempty"` // Markdown below the heading "Known Issues"
	Notes        []ReleaseNote `json:"notes,omitempty"`       // by number, published or not
	Unnumbered   []Unnumbered  `json:"unnumbered,omitempty"`  // published notes without a pull request, in their order
}

// Unnumbered is a published note that names no pull request.
type Unnumbered struct {
	Text    string         `json:"text"`              // Markdown
	Section string         `json:"section,omitempty"` // heading that it stands under
	Kind    note.EntryKind `json:"kind,omitempty"`
	Urgent  bool           `json:"urgent,omitempty"`
}

// Published calls yield for every note that stands in the published release notes.
func (r *Release) Published(yield func(*ReleaseNote) bool) {
	for i := range r.Notes {
		if r.Notes[i].Published && !yield(&r.Notes[i]) {
			return
		}
	}
}

// Claim says that somebody has taken a group's part of a release: what ClaimFile keeps.
type Claim struct {
	Release note.Release
	SIG     note.SIG
	Person  note.Person // GitHub handle, else a name
	Date    string      // on which it was or will be told: 2023-06-15; empty when unknown
	Slides  string      // address; may be empty
	Video   string      // address; may be empty
}

// Elsewhere is a note on a release that stands at another address: what ElsewhereFile
// keeps.
type Elsewhere struct {
	Release note.Release
	SIG     note.SIG // empty for a note on the whole release
	Title   string   // in Lang
	Lang    note.Lang
	URL     string
	Author  note.Person   // may be empty
	Kind    note.NoteKind // changes, overview, log, talk; may be empty
}
