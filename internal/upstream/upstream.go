// Package upstream defines the data that Kubernetes itself publishes. A [Data] holds every [KEP],
// feature [Gate], [SIG] and [Release] with its notes, and has lookups for them.
//
// [Load] reads the files in content/_data: those that package importer writes, and those kept by
// hand. The JSON files are these types, marshalled:
//
//	keps.json            []KEP, by directory
//	gates.json           []Gate, by name
//	sigs.json            []SIG: groups, working groups, committees, by directory
//	kep-pulls.json       pull request of kubernetes/enhancements -> KEPs that it changed
//	releases/1.27.json   Release: its notes by number, what is new, known issues
//	releases.yaml        dates, end of support, announced figures: by hand
//	claims.yaml          assignments of a release's groups to people: by hand
//	elsewhere.yaml       notes on other sites: by hand
//	glossary.yaml        terms in several languages, see package glossary: by hand
//
// A missing file leaves its part empty. So does an invalid file, which also gives diagnostics. No
// file is trusted.
//
// A kep.yaml has today's state of a KEP, the stages of a gate have its state in each release, and
// an official note has the state at the time of its release.
package upstream

import (
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// KEP is one Kubernetes Enhancement Proposal, from its kep.yaml in kubernetes/enhancements. Text is
// unchanged, except that titles have no Markdown signs and misspelt statuses are corrected to
// [KEPStatuses]. Placeholders (TBD, "n/a", an impossible date) are omitted with a diagnostic at
// import.
type KEP struct {
	Number          string     `json:"number"` // kep-number as written: 127; 0000 for none yet; NNNN for the template
	Title           string     `json:"title"`
	Dir             string     `json:"dir"`           // directory in the repository: keps/sig-node/127-user-namespaces
	SIG             note.SIG   `json:"sig,omitempty"` // owning-sig
	Participating   []note.SIG `json:"participating,omitempty"`
	Authors         []string   `json:"authors,omitempty"` // handles without @; full names if there is no handle
	Status          string     `json:"status,omitempty"`  // one of KEPStatuses; else as written
	Stage           string     `json:"stage,omitempty"`   // alpha, beta, stable, deprecated, disabled, removed; else as written
	LatestMilestone string     `json:"latestMilestone,omitempty"`
	Milestone       Milestone  `json:"milestone,omitzero"`
	Gates           []GateUse  `json:"gates,omitempty"`
	Created         string     `json:"created,omitempty"` // 2021-11-02
	Updated         string     `json:"updated,omitempty"`
	SeeAlso         []string   `json:"seeAlso,omitempty"` // as written: mostly directories, some addresses
	Replaces        []string   `json:"replaces,omitempty"`
	SupersededBy    []string   `json:"supersededBy,omitempty"`
}

// Slug returns the last part of the KEP's directory: 127-user-namespaces.
func (k *KEP) Slug() string { return path.Base(k.Dir) }

// SlugWords returns the words of the KEP's directory without its number: user namespaces.
func (k *KEP) SlugWords() string {
	words := strings.Split(k.Slug(), "-")
	if len(words) > 1 && isNumber(words[0]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// Numbered reports whether the KEP has its own number, unlike 0000 and the template's NNNN.
func (k *KEP) Numbered() bool { return isNumber(k.Number) && strings.Trim(k.Number, "0") != "" }

// templateTitle is the title in the template of kep.yaml. Some KEPs keep it.
const templateTitle = "KEP Template"

// KEPStatuses are the valid statuses of a kep.yaml.
var KEPStatuses = []string{"provisional", "implementable", "implemented", "deferred", "rejected", "withdrawn", "replaced"}

// markdownSigns removes the signs for code and bold from titles.
var markdownSigns = strings.NewReplacer("`", "", "**", "")

// tidy normalises the values of a KEP's file.
func (k *KEP) tidy() {
	k.fillIn()
	k.Title = markdownSigns.Replace(k.Title)
	k.Status = statusMeant(k.Status)
}

// statusMeant returns the status for a misspelt word (imlpemented) or one with a remark in brackets
// (implemented (alpha)); the word itself if unknown. Abbreviations are ambiguous and not corrected.
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

// fillIn removes values from the template: an unmade choice (alpha|beta|stable) and the title,
// which the directory's name replaces.
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

// Milestone holds the releases in which a KEP reached, or plans to reach, each stage.
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
	Name       string   `json:"name"` // as written; may be invalid
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
	Default *bool        `json:"default,omitempty"` // nil if not on the page
	Locked  bool         `json:"locked,omitempty"`
	From    note.Release `json:"from"`
	To      note.Release `json:"to,omitempty"` // last release of the range; empty for the current one
}

// SIGKind is the kind of a group.
type SIGKind string

// The kinds of groups, as in sigs.yaml.
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
	Charter     string       `json:"charter,omitempty"` // file in its directory, or an address
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

type Subproject struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// ReleaseNote is the official note on one pull request in one release.
type ReleaseNote struct {
	PR        int              `json:"pr"`             // number in Repo
	Repo      string           `json:"repo,omitempty"` // owner/name; empty for kubernetes/kubernetes
	Also      []int            `json:"also,omitempty"` // further pull requests of Repo in the same entry
	Threads   []string         `json:"threads,omitempty"`
	Text      string           `json:"text"`            // Markdown without attribution: of the published notes, else of the draft
	Texts     []string         `json:"texts,omitempty"` // other texts of further entries on the pull request
	Author    note.Person      `json:"author,omitempty"`
	Authors   []note.Person    `json:"authors,omitempty"` // further authors
	Kind      note.EntryKind   `json:"kind,omitempty"`    // the first of Kinds in the order of release notes; else by its section
	Kinds     []note.EntryKind `json:"kinds,omitempty"`
	Sections  []string         `json:"sections,omitempty"` // headings above its entries in the published notes
	SIGs      []note.SIG       `json:"sigs,omitempty"`
	Areas     []string         `json:"areas,omitempty"`
	KEPs      []string         `json:"keps,omitempty"`     // numbers in its documentation's links
	KEPPulls  []string         `json:"kepPulls,omitempty"` // pull requests of kubernetes/enhancements in its documentation's links
	Docs      []Doc            `json:"docs,omitempty"`
	Urgent    bool             `json:"urgent,omitempty"`    // in the urgent section, or marked as requiring action
	Duplicate bool             `json:"duplicate,omitempty"` // listed under several SIGs; not a reason to omit it
	Published bool             `json:"published,omitempty"` // in the published notes
}

// Wordings returns all official texts of the note, Text first.
func (n *ReleaseNote) Wordings() []string { return append([]string{n.Text}, n.Texts...) }

// Doc is a document that a release note links to.
type Doc struct {
	Type        string `json:"type,omitempty"` // KEP, official, external
	Description string `json:"description,omitempty"`
	URL         string `json:"url"`
}

// Announced holds the figures of a release's announcement; nil if it has none.
type Announced struct {
	Enhancements *int `json:"enhancements,omitempty" yaml:"enhancements"`
	Alpha        *int `json:"alpha,omitempty" yaml:"alpha"`
	Beta         *int `json:"beta,omitempty" yaml:"beta"`
	Stable       *int `json:"stable,omitempty" yaml:"stable"`
	Deprecated   *int `json:"deprecated,omitempty" yaml:"deprecated"`
	Removed      *int `json:"removed,omitempty" yaml:"removed"`
}

// Release is a minor release of Kubernetes, from releases.yaml, with its notes if they were
// imported.
type Release struct {
	Release      note.Release         `json:"release"`
	Date         string               `json:"-"` // 2023-04-11; empty if unknown
	EndOfSupport string               `json:"-"`
	Name         string               `json:"-"` // name given by its release team
	Source       string               `json:"-"` // URL of the announcement
	Announced    Announced            `json:"-"`
	Lede         map[note.Lang]string `json:"-"`                     // Markdown: what matters in it, by language
	WhatsNew     string               `json:"whatsNew,omitempty"`    // Markdown below the heading "What's New (Major Themes)"
	KnownIssues  string               `json:"knownIssues,omitempty"` // Markdown below the heading "Known Issues"
	Notes        []ReleaseNote        `json:"notes,omitempty"`       // by number, published or not
	Unnumbered   []Unnumbered         `json:"unnumbered,omitempty"`  // published notes without a pull request, in order
}

// Unnumbered is a published note without a pull request.
type Unnumbered struct {
	Text    string         `json:"text"`              // Markdown
	Section string         `json:"section,omitempty"` // heading above it
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

// Claim is a row of ClaimFile: a person works on a group's part of a release.
type Claim struct {
	Release note.Release
	SIG     note.SIG
	Person  note.Person // GitHub handle, else a name
	Date    string      // of the talk: 2023-06-15; empty if unknown
	Slides  string      // address; may be empty
	Video   string      // address; may be empty
}

// Elsewhere is a row of ElsewhereFile: a note on another site.
type Elsewhere struct {
	Release note.Release
	SIG     note.SIG // empty for a note on the whole release
	Title   string   // in Lang
	Lang    note.Lang
	URL     string
	Author  note.Person   // may be empty
	Kind    note.NoteKind // changes, overview, log, talk; may be empty
}
