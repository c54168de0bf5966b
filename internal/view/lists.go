package view

// PRView is a pull request of kubernetes/kubernetes: template pr.
type PRView struct {
	Frame
	Number   string
	Heading  Text     // first sentence of the official text, if Titled
	Titled   bool     // else the number is the title
	Releases []Link   // releases that published it; Note is the date
	Author   *Link    // from the official note; nil if unknown
	People   []Link   // authors in all entries about it, without Author
	SIGs     []Link   // in all entries about it, without those of Change
	Change   *Change  // official; nil if unpublished
	More     []Change // the same pull request in later releases
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
	Text    Rich // first line of the official sentence, or empty
	Urgent  bool
	Kind    *Tag
	Release string
	RelHref string
	SIGs    []Link
	Noted   int // number of citations
	Langs   []Text

	SIGCodes string // for a data attribute: "node api-machinery"
	KindCode string // likewise
	Weight   int    // likewise, equals Noted
}

// PRsView is /prs/ (with Releases and Ranges, without rows) and its parts (/prs/1.27/,
// /prs/115000-115999/, with rows): template prs.
type PRsView struct {
	Frame
	Releases []Link // parts by release, newest first; Note is the count
	Ranges   []Link // parts by number, for pull requests without an imported release
	Part     string // name of this part; empty on /prs/
	Rows     []PRRow
	SIGs     []Option // filters; none without official notes
	Kinds    []Option
	Prev     *Link
	Next     *Link
}

// SIGView is a SIG, working group or committee: template sig.
type SIGView struct {
	Frame
	Label     string
	Name      string // such as API Machinery
	Group     string // sig, wg or committee
	Gone      bool   // no longer in sigs.yaml
	Mission   *Rich  // English
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
	Entries   []EntryGroup  // citations of the SIG outside attributions, at most 50
	GitHub    *Link
}

// SIGNews is what the newest release changes for a SIG.
type SIGNews struct {
	Words
	Release string
	Rows    []PRRow       // those that affect operators most
	All     Link          // the list of changes, filtered by the SIG
	Moves   []StageColumn // its KEPs that reached a stage in the release
}

// Table holds counts by release and kind.
type Table struct {
	Words
	Kinds []Option
	Rows  []TableRow
	Max   int
	Alt   string
}

// TableRow is the counts of a release.
type TableRow struct {
	Release Link
	Total   int
	Cells   []int
	Parts   []BarPart
}

// SIGsView is /sigs/: template sigs.
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
	Changes int  // published in imported releases
	Newest  int  // of these, in the newest release
	Mission Text // its first sentence; may be empty
	Gone    bool
}

// PersonView is a person: template person.
type PersonView struct {
	Frame
	Handle  string
	GitHub  *Link // nil for a free name
	Notes   []NoteRow
	Remarks []RemarkGroup // newest release first
	Written int           // number of remarks
	Entries []EntryGroup  // changes by the person
	Count   int           // number of Entries
}

// RemarkGroup holds the remarks of the notes of one release.
type RemarkGroup struct {
	ID      string // anchor
	Title   string // "1.27" or the name of the log
	Href    string
	Remarks []Remark // with From set
	More    []Link   // notes whose remarks are not shown here; Note is the count
}

// PeopleView is /people/: template people.
type PeopleView struct {
	Frame
	Writers  []PersonRow // authors of notes
	Others   []PersonRow // people that notes name
	Initials []Link      // parts of Others by first letter, if there are too many; Note is the count
}

// PersonRow is a person in the list.
type PersonRow struct {
	Words
	Lang    string // of Handle, if it is a free name
	Handle  string
	Href    string
	Notes   int
	Remarks int
	Entries int
}

// RepoView is a repository outside of kubernetes/kubernetes: template repo.
type RepoView struct {
	Frame
	Name    Names // owner/name
	GitHub  Link
	Threads []ThreadRow
	Entries []EntryGroup // citations of the repository itself
	Count   int
}

// ThreadRow is an issue, pull request or release of another repository with its citations.
type ThreadRow struct {
	ID      string // anchor: t-8006
	Link    Link   // "#8006" on GitHub
	Entries []Entry
	More    []Link // citations that are not quoted here
}

// ReposView is /repos/: template repos.
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

// ProposalsView is /proposals/: template proposals.
type ProposalsView struct {
	Frame
	Groups   []EntryGroup // by release of the note, newest first
	Count    int
	Releases []Option // filters
	States   []Option // current stages of the enhancements
}

// NotFoundView is 404.html: template notfound. It has one part per language; a script keeps only
// the reader's.
type NotFoundView struct {
	Frame
	Parts []Missing
}

// Missing is the content of 404.html in one language. Without base_url it has no links, because the
// page is served at any depth and relative links would break.
type Missing struct {
	Words
	Lang, Tag, Dir string // of the part: zh, zh-Hans, ltr
	Self           string // the language in its own words
	Title          string // document title in the language
	Home           string // address of the home page; empty without base_url, as the rest
	Search         string // address of the search page
	Lists          []SearchList
}

// MovedView redirects a former address of a note: template moved. It uses a script, a refresh and a
// plain link.
type MovedView struct {
	Frame
	Target Link
}
