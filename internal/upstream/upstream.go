// Package upstream defines the data that Kubernetes publishes. [Load] is its entry point. It
// reads the files in content/_data into a [Data], which has each [KEP], feature [Gate], [SIG] and
// [Release] with its notes, and lookup functions. The package writes no files; package importer
// does.
//
// The JSON files contain the types of this package. Files in YAML are maintained by hand:
//
//	keps.json            []KEP, by directory
//	gates.json           []Gate, by name
//	sigs.json            []SIG: groups, working groups, committees, by directory
//	kep-pulls.json       pull request of kubernetes/enhancements -> KEPs that it changed
//	releases/1.27.json   Release: its notes by number, what is new, known issues
//	releases.yaml        dates, end of support, figures in announcements
//	claims.yaml          SIGs of a release that authors claim
//	elsewhere.yaml       notes on other sites
//	glossary.yaml        terms in several languages: see package glossary
//
// A missing file leaves its fields empty. So does an invalid file, which is also reported. No
// file is trusted.
//
// The sources differ in time. A kep.yaml has the current state of a KEP. The stages of a gate
// have its state in each release. An official note has the state at the time of its release.
package upstream

import (
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// KEP is a Kubernetes Enhancement Proposal, from its kep.yaml in kubernetes/enhancements. Texts
// are unchanged, with two exceptions: titles have no Markdown markup, and typos of statuses are
// corrected to [KEPStatuses]. The import reports and omits placeholders (TBD, "n/a", an
// impossible date).
type KEP struct {
	Number          string     `json:"number"` // kep-number as written: 127; 0000 if it has none yet; NNNN in the template
	Title           string     `json:"title"`
	Dir             string     `json:"dir"`           // directory in the repository: keps/sig-node/127-user-namespaces
	SIG             note.SIG   `json:"sig,omitempty"` // owning-sig
	Participating   []note.SIG `json:"participating,omitempty"`
	Authors         []string   `json:"authors,omitempty"` // handles without @; full names of authors without a handle
	Status          string     `json:"status,omitempty"`  // one of KEPStatuses, or another text as written
	Stage           string     `json:"stage,omitempty"`   // alpha, beta, stable, deprecated, disabled, removed, or another text as written
	LatestMilestone string     `json:"latestMilestone,omitempty"`
	Milestone       Milestone  `json:"milestone,omitzero"`
	Gates           []GateUse  `json:"gates,omitempty"`
	Created         string     `json:"created,omitempty"` // date: 2021-11-02
	Updated         string     `json:"updated,omitempty"`
	SeeAlso         []string   `json:"seeAlso,omitempty"` // as written: mostly directories, some web addresses
	Replaces        []string   `json:"replaces,omitempty"`
	SupersededBy    []string   `json:"supersededBy,omitempty"`
}

// Slug returns the last segment of the directory of the KEP: 127-user-namespaces.
func (k *KEP) Slug() string { return path.Base(k.Dir) }

// SlugWords returns the words of Slug without the number: user namespaces.
func (k *KEP) SlugWords() string {
	words := strings.Split(k.Slug(), "-")
	if len(words) > 1 && isNumber(words[0]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// Numbered reports whether the KEP has a number of its own, instead of 0000 or NNNN.
func (k *KEP) Numbered() bool { return isNumber(k.Number) && strings.Trim(k.Number, "0") != "" }

// templateTitle is the title in the template of a kep.yaml. Some KEPs still have it.
const templateTitle = "KEP Template"

// KEPStatuses are the valid statuses in a kep.yaml.
var KEPStatuses = []string{"provisional", "implementable", "implemented", "deferred", "rejected", "withdrawn", "replaced"}

// markdownSigns removes the markup for code and bold text from titles.
var markdownSigns = strings.NewReplacer("`", "", "**", "")

// tidy normalizes the values of a KEP.
func (k *KEP) tidy() {
	k.fillIn()
	k.Title = markdownSigns.Replace(k.Title)
	k.Status = statusMeant(k.Status)
}

// statusMeant returns the valid status for a typo (imlpemented) or for a status with a remark
// (implemented (alpha)). It returns other words unchanged. It does not correct abbreviations,
// because they are ambiguous.
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

// fillIn removes values of the template: a list of choices (alpha|beta|stable), and the title.
// The title is derived from the name of the directory instead.
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

// Milestone is the releases in which a KEP reached, or is planned to reach, each stage.
type Milestone struct {
	Alpha      note.Release `json:"alpha,omitempty"`
	Beta       note.Release `json:"beta,omitempty"`
	Stable     note.Release `json:"stable,omitempty"`
	Deprecated note.Release `json:"deprecated,omitempty"`
	Disabled   note.Release `json:"disabled,omitempty"`
	Removed    note.Release `json:"removed,omitempty"`
}

// GateUse is a feature gate in a kep.yaml.
type GateUse struct {
	Name       string   `json:"name"` // as written; possibly unknown
	Components []string `json:"components,omitempty"`
}

// Gate is a feature gate, from its page in kubernetes/website.
type Gate struct {
	Name         string               `json:"name"`
	FormerTitles []string             `json:"formerTitles,omitempty"`
	Stages       []GateStage          `json:"stages,omitempty"` // oldest first, as on the page
	Removed      bool                 `json:"removed,omitempty"`
	Description  map[note.Lang]string `json:"description,omitempty"` // Markdown without comments, by language
}

// GateStage is a range of releases in which a gate had one stage and one default.
type GateStage struct {
	Stage   note.Stage   `json:"stage"`
	Default *bool        `json:"default,omitempty"` // nil if the page has none
	Locked  bool         `json:"locked,omitempty"`
	From    note.Release `json:"from"`
	To      note.Release `json:"to,omitempty"` // last release of the range; empty for the current one
}

// SIGKind is the type of a group.
type SIGKind string

// The values of SIGKind, as in sigs.yaml.
const (
	Group        SIGKind = "sig"
	WorkingGroup SIGKind = "wg"
	UserGroup    SIGKind = "ug"
	Committee    SIGKind = "committee"
)

// SIG is an active group of the community, from sigs.yaml in kubernetes/community.
type SIG struct {
	Label       note.SIG     `json:"label"` // node; wg-batch; committee-steering
	Name        string       `json:"name"`  // Node, without the word SIG
	Dir         string       `json:"dir"`   // sig-node
	Kind        SIGKind      `json:"kind"`
	Mission     string       `json:"mission,omitempty"`
	Charter     string       `json:"charter,omitempty"` // name of a file in its directory, or a URL
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
	Role    string      `json:"role"` // chair or tech-lead
}

type Subproject struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// ReleaseNote is the official note about a pull request in a release.
type ReleaseNote struct {
	PR        int              `json:"pr"`             // number in Repo
	Repo      string           `json:"repo,omitempty"` // owner/name; empty for kubernetes/kubernetes
	Also      []int            `json:"also,omitempty"` // further pull requests of Repo in the same note
	Threads   []string         `json:"threads,omitempty"`
	Text      string           `json:"text"`            // Markdown without attribution, from the published notes, else from the draft
	Texts     []string         `json:"texts,omitempty"` // texts of further notes about the pull request, if they differ
	Author    note.Person      `json:"author,omitempty"`
	Authors   []note.Person    `json:"authors,omitempty"` // further authors
	Kind      note.EntryKind   `json:"kind,omitempty"`    // first of Kinds in the order of release notes; else according to the section
	Kinds     []note.EntryKind `json:"kinds,omitempty"`
	Sections  []string         `json:"sections,omitempty"` // headings above the note in the published notes
	SIGs      []note.SIG       `json:"sigs,omitempty"`
	Areas     []string         `json:"areas,omitempty"`
	KEPs      []string         `json:"keps,omitempty"`     // KEP numbers in the links of its documentation
	KEPPulls  []string         `json:"kepPulls,omitempty"` // pull requests of kubernetes/enhancements in the links of its documentation
	Docs      []Doc            `json:"docs,omitempty"`
	Urgent    bool             `json:"urgent,omitempty"`    // whether it is in the urgent section, or marked as action required
	Duplicate bool             `json:"duplicate,omitempty"` // whether it is listed for several SIGs; this is not a reason to omit it
	Published bool             `json:"published,omitempty"` // whether it is in the published notes
}

// Wordings returns all texts of the note, Text first.
func (n *ReleaseNote) Wordings() []string { return append([]string{n.Text}, n.Texts...) }

// Doc is a document that a release note links to.
type Doc struct {
	Type        string `json:"type,omitempty"` // KEP, official, external
	Description string `json:"description,omitempty"`
	URL         string `json:"url"`
}

// Announced is the figures in the announcement of a release. A field is nil if the announcement
// lacks it.
type Announced struct {
	Enhancements *int `json:"enhancements,omitempty" yaml:"enhancements"`
	Alpha        *int `json:"alpha,omitempty" yaml:"alpha"`
	Beta         *int `json:"beta,omitempty" yaml:"beta"`
	Stable       *int `json:"stable,omitempty" yaml:"stable"`
	Deprecated   *int `json:"deprecated,omitempty" yaml:"deprecated"`
	Removed      *int `json:"removed,omitempty" yaml:"removed"`
}

// Release is a minor release of Kubernetes, from releases.yaml. It has notes if they are
// imported.
type Release struct {
	Release      note.Release         `json:"release"`
	Date         string               `json:"-"` // date: 2023-04-11; empty if unknown
	EndOfSupport string               `json:"-"`
	Name         string               `json:"-"` // name in the announcement
	Source       string               `json:"-"` // URL of the announcement
	Announced    Announced            `json:"-"`
	Lede         map[note.Lang]string `json:"-"`                     // hand-written summary in Markdown, by language
	WhatsNew     string               `json:"whatsNew,omitempty"`    // Markdown below the heading "What's New (Major Themes)"
	KnownIssues  string               `json:"knownIssues,omitempty"` // Markdown below the heading "Known Issues"
	Notes        []ReleaseNote        `json:"notes,omitempty"`       // by number; published notes and drafts
	Unnumbered   []Unnumbered         `json:"unnumbered,omitempty"`  // published notes without a pull request, in order
}

// Unnumbered is a published note without a pull request.
type Unnumbered struct {
	Text    string         `json:"text"`              // Markdown
	Section string         `json:"section,omitempty"` // heading above the note
	Kind    note.EntryKind `json:"kind,omitempty"`
	Urgent  bool           `json:"urgent,omitempty"`
}

// Published yields the notes that are in the published release notes.
func (r *Release) Published(yield func(*ReleaseNote) bool) {
	for i := range r.Notes {
		if r.Notes[i].Published && !yield(&r.Notes[i]) {
			return
		}
	}
}

// Claim is a row of ClaimFile: a person writes about a SIG in a release.
type Claim struct {
	Release note.Release
	SIG     note.SIG
	Person  note.Person // GitHub handle or name
	Date    string      // date of the talk: 2023-06-15; empty if unknown
	Slides  string      // URL; may be empty
	Video   string      // URL; may be empty
}

// Elsewhere is a row of ElsewhereFile: a note on another site.
type Elsewhere struct {
	Release note.Release
	SIG     note.SIG // empty for a note about the whole release
	Title   string   // title in the language Lang
	Lang    note.Lang
	URL     string
	Author  note.Person   // may be empty
	Kind    note.NoteKind // changes, overview, log, talk; may be empty
}
