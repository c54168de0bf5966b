package view

// APIsView is /apis/: every API resource that the lists of notes name, with the
// releases in which it was added, deprecated and removed: template apis.
type APIsView struct {
	Frame
	Rows     []APIRow // by group, resource and version
	Groups   []Option // filters
	Releases []Option // newest first
	Kinds    []Option // api-added, api-deprecated, api-removed
}

// APIRow is an API resource in one of its versions.
type APIRow struct {
	Words
	ID         string // anchor: where references to the resource lead
	Group      string
	Version    string
	Resource   string
	Added      []Link // release, to the entry that says so; mostly one
	Deprecated []Link
	Removed    []Link
	Releases   string // "1.26 1.29": of all of these, for a data attribute
	Kinds      string // "api-added api-removed", likewise
	Noted      int    // places in notes that name it
}

// Outcomes says what became of the KEPs and pull requests that an entry or a section names.
type Outcomes struct {
	Words
	KEPs  []Outcome
	Codes string // on the list of proposals: stages that the enhancements have now ("beta stable"), none or what ended them, for a data attribute
	PRs   []Link // that a release published later: Text says so, to the change on the list of its release
}

// Outcome is what became of an enhancement since it was named.
type Outcome struct {
	Words
	KEP   Link // its title is the Note
	Title string
	Steps []OutcomeStep // stages that came after, oldest first
	Now   string        // where it stands now, in words, where the steps do not say it: "now beta, on by default"; else empty
	Stage *Tag          // of Now; nil where no release has the feature
	Ended string        // that it was given up, or not agreed on yet; empty where neither
	By    []Link        // KEPs that replaced it
}

// OutcomeStep is a stage that an enhancement reached.
type OutcomeStep struct {
	Stage Tag
	Text  string // "beta in 1.29"
	Href  string // the release's page; empty where the site has none
}
