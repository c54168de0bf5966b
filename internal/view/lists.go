package view

// PRView is the data of the page of a pull request of kubernetes/kubernetes, template pr.
type PRView struct {
	Frame
	Number   string
	Heading  Text     // first sentence of the official text, if Titled
	Titled   bool     // whether Heading is set; otherwise the number is the title
	Releases []Link   // releases that published it; Note is the date
	Author   *Link    // author in the official note; nil if unknown
	People   []Link   // people that all entries about it name, without Author
	SIGs     []Link   // SIGs that all entries about it name, without those of Change
	Change   *Change  // official note; nil if unpublished
	More     []Change // official notes of the same pull request in later releases
	KEPs     []KEPItem
	Gates    []GateRow
	Entries  []EntryGroup // all citations
	Count    int
	GitHub   Link
}

// PRRow is a pull request in a list.
type PRRow struct {
	Words
	Number  string
	Href    string
	Text    Rich // first paragraph of the official text, or empty
	Urgent  bool
	Kind    *Tag
	Release string
	RelHref string
	SIGs    []Link
	Noted   int // number of citations
	Langs   []Text

	SIGCodes string // SIGs for a data attribute: "node api-machinery"
	KindCode string // kind for a data attribute
	Weight   int    // Noted for a data attribute
}

// PRsView is the data of /prs/ and of the pages of its list, template prs. /prs/ has Releases and
// Ranges but no rows. The pages /prs/1.27/ and /prs/115000-115999/ have rows.
type PRsView struct {
	Frame
	Releases []Link // pages by release, newest first; Note is the count
	Ranges   []Link // pages by number, for pull requests without an imported release
	Part     string // name of this page; empty on /prs/
	Rows     []PRRow
	SIGs     []Option // filters; none without official notes
	Kinds    []Option
	Prev     *Link
	Next     *Link
}

// SIGView is the data of the page of a SIG, working group or committee, template sig.
type SIGView struct {
	Frame
	Label     string
	Name      string // such as API Machinery
	Group     string // sig, wg or committee
	Gone      bool   // whether sigs.yaml no longer lists it
	Mission   *Rich  // in English
	Charter   *Link
	Slack     *Link
	Leads     []Link
	Parts     []string // subprojects
	News      *SIGNews // nil without changes
	Notes     []NoteRow
	Board     *BoardTable // coverage, notes and claims by release; nil if empty
	Counts    *Table      // published changes by release and kind
	KEPs      []KEPItem
	KEPStages []StageColumn // KEPs by current stage
	Entries   []EntryGroup  // citations of the SIG except in attributions, at most 50
	GitHub    *Link
}

// SIGNews is the changes for a SIG in the newest release that has any.
type SIGNews struct {
	Words
	Release string
	Rows    []PRRow       // changes that affect operators most
	All     Link          // list of changes, filtered by the SIG
	Moves   []StageColumn // its KEPs that reached a stage in the release
}

// Table is counts by release and kind.
type Table struct {
	Words
	Kinds []Option
	Rows  []TableRow
	Max   int
	Alt   string
}

// TableRow is the counts of a release, by kind.
type TableRow struct {
	Release Link
	Total   int
	Cells   []int
	Parts   []BarPart
}

// SIGsView is the data of /sigs/, template sigs.
type SIGsView struct {
	Frame
	Newest     Link // newest release
	SIGs       []SIGRow
	Groups     []SIGRow // working groups
	Committees []SIGRow
}

// SIGRow is a SIG in the list.
type SIGRow struct {
	Words
	Label   string
	Name    string
	Href    string
	Notes   int
	KEPs    int
	Changes int  // number of changes in imported releases
	Newest  int  // number of changes in the newest release
	Mission Text // first sentence of the mission; may be empty
	Gone    bool
}

// PersonView is the data of the page of a person, template person.
type PersonView struct {
	Frame
	Handle  string
	GitHub  *Link // nil for a person without a handle
	Notes   []NoteRow
	Remarks []RemarkGroup // newest release first
	Written int           // number of remarks
	Entries []EntryGroup  // changes by the person
	Count   int           // number of Entries
}

// RemarkGroup is the remarks in the notes of one release.
type RemarkGroup struct {
	ID      string // anchor
	Title   string // "1.27", or the name of the log
	Href    string
	Remarks []Remark // their From is set
	More    []Link   // notes whose remarks are omitted here; Note is the count
}

// PeopleView is the data of /people/, template people.
type PeopleView struct {
	Frame
	Writers  []PersonRow // authors of notes
	Others   []PersonRow // people whom notes name
	Initials []Link      // pages of Others by first letter, if there are too many; Note is the count
}

// PersonRow is a person in the list.
type PersonRow struct {
	Words
	Lang    string // language of Handle, if that is a name instead
	Handle  string
	Href    string
	Notes   int
	Remarks int
	Entries int
}

// RepoView is the data of the page of a repository, except kubernetes/kubernetes, template repo.
type RepoView struct {
	Frame
	Name    Names // owner/name
	GitHub  Link
	Threads []ThreadRow
	Entries []EntryGroup // citations of the repository itself
	Count   int
}

// ThreadRow is an issue, a pull request or a release of another repository, with its citations.
type ThreadRow struct {
	ID      string // anchor: t-8006
	Link    Link   // "#8006", with its URL on GitHub
	Entries []Entry
	More    []Link // citations that are omitted here
}

// ReposView is the data of /repos/, template repos.
type ReposView struct {
	Frame
	Rows []RepoRow
}

// RepoRow is a repository in the list.
type RepoRow struct {
	Words
	Name    Names
	Href    string
	Threads int
	Entries int
}

// ProposalsView is the data of /proposals/, template proposals.
type ProposalsView struct {
	Frame
	Groups   []EntryGroup // by release of the note, newest first
	Count    int
	Releases []Option // filters
	States   []Option // filter by current stages of the KEPs
}

// NotFoundView is the data of 404.html, template notfound. It has a section for each language. A
// script keeps only that of the reader.
type NotFoundView struct {
	Frame
	Parts []Missing
}

// Missing is the section of 404.html in one language. Without base_url it has no links: servers
// return the page for any address, so relative links would be invalid.
type Missing struct {
	Words
	Lang, Tag, Dir string // language code, tag and direction: zh, zh-Hans, ltr
	Self           string // name of the language in that language
	Title          string // document title in that language
	Home           string // address of the home page; empty without base_url, as the fields below
	Search         string // address of the search page
	Lists          []SearchList
}

// MovedView is the data of a page at a former address of a note, template moved. The page
// redirects by a script and a refresh, and has a plain link.
type MovedView struct {
	Frame
	Target Link
}
