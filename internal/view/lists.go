package view

// PRView is a pull request of kubernetes/kubernetes: template pr.
type PRView struct {
	Frame
	Number   string
	Heading  Text     // "#115331"
	Releases []Link   // that published it; Note is the date
	Author   *Link    // as the official note has it; nil where it has none
	People   []Link   // whom all entries about it name as its authors, but for Author
	SIGs     []Link   // that all entries about it name, but for those of Change
	Change   *Change  // official; nil where no release published it
	More     []Change // the same pull request in further releases
	KEPs     []KEPItem
	Gates    []GateRow
	Entries  []EntryGroup // all that cite it
	Count    int
	GitHub   Link
}

// PRRow is a pull request in a list.
type PRRow struct {
	Words
	Number  string
	Href    string
	Text    Rich // official sentence, shortened to its first line; empty where none
	Kind    *Tag
	Release string
	RelHref string
	SIGs    []Link
	Noted   int // entries that cite it
	Langs   []Text

	SIGCodes string // on a list that filters: "node api-machinery", for a data attribute
	KindCode string // likewise
	Weight   int    // Noted, likewise
}

// PRsView is /prs/ and its parts (/prs/1.27/, /prs/115000-115999/): template prs.
// The front page has Parts and no rows, a part has rows.
type PRsView struct {
	Frame
	Releases []Link // parts by release, newest first; Note is the count
	Ranges   []Link // parts by number, of those that no imported release published
	Part     string // name of this part; empty on the front page
	Rows     []PRRow
	SIGs     []Option // filters; none where the part has no official notes
	Kinds    []Option
	Prev     *Link
	Next     *Link
}

// SIGView is a SIG, working group or committee: template sig.
type SIGView struct {
	Frame
	Label     string
	Name      string // API Machinery
	Group     string // sig, wg, committee
	Gone      bool   // not in sigs.yaml any more
	Mission   *Rich  // English
	Charter   *Link
	Slack     *Link
	Leads     []Link
	Parts     []string // subprojects
	Notes     []NoteRow
	Board     *BoardTable // coverage, notes and claims by release; nil where there is nothing
	Counts    *Table      // published changes by release and kind
	KEPs      []KEPItem
	KEPStages []StageColumn // the same KEPs by stage now
	Entries   []EntryGroup  // entries in notes that name the SIG without attribution; at most 50
	GitHub    *Link
}

// Table holds counts by release and kind.
type Table struct {
	Words
	Kinds []Option
	Rows  []TableRow
	Max   int
	Alt   string
}

// TableRow is a release's counts.
type TableRow struct {
	Release Link
	Total   int
	Cells   []int
	Parts   []BarPart
}

// SIGsView is /sigs/: template sigs.
type SIGsView struct {
	Frame
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
	Changes int // published changes of the imported releases
	Gone    bool
}

// PersonView is a person: template person.
type PersonView struct {
	Frame
	Handle  string
	GitHub  *Link // nil for a free name
	Notes   []NoteRow
	Remarks []RemarkGroup // newest release first
	Written int           // remarks in all
	Entries []EntryGroup  // entries that name the person: changes made by them
	Count   int           // of those entries
}

// RemarkGroup holds the remarks of one release's notes.
type RemarkGroup struct {
	ID      string // anchor
	Title   string // "1.27" or the word for the log
	Href    string
	Remarks []Remark // with From set
	More    []Link   // notes whose remarks have no room here; Note is their count
}

// PeopleView is /people/: template people.
type PeopleView struct {
	Frame
	Writers  []PersonRow // who wrote notes
	Others   []PersonRow // whom notes name
	Initials []Link      // parts of the others by first letter, where they are too many; Note is the count
}

// PersonRow is a person in the list.
type PersonRow struct {
	Words
	Lang    string // of Handle, which is a free name where no handle is known
	Handle  string
	Href    string
	Notes   int
	Remarks int
	Entries int
}

// RepoView is another repository: template repo.
type RepoView struct {
	Frame
	Name    string // owner/name
	Part    string // numbers of this part: "8000–8999"; empty on the repository's own page
	GitHub  Link
	Cited   int    // threads and releases in all, or of the part
	Parts   []Link // where the threads are too many for a page; Note is the count
	Threads []ThreadRow
	Entries []EntryGroup // entries that name the repository itself
	Count   int
	Prev    *Link // the part before
	Next    *Link
}

// ThreadRow is an issue, pull request or release of that repository with the
// entries that cite it.
type ThreadRow struct {
	ID      string // anchor: t-8006
	Link    Link   // "#8006" on GitHub
	Entries []Entry
	More    []Link // further places that cite it, where the page has no room to quote them
	All     *Link  // the page that has all of them, where there is one; else nil
}

// ReposView is /repos/: template repos.
type ReposView struct {
	Frame
	Rows []RepoRow
}

// RepoRow is a repository in the list.
type RepoRow struct {
	Words
	Name    string
	Href    string
	Threads int
	Entries int
}

// ProposalsView is /proposals/: what notes said may come: template proposals.
type ProposalsView struct {
	Frame
	Groups   []EntryGroup // by release of the note, newest first
	Count    int
	Releases []Option // filters
	States   []Option // where the enhancements stand now
}

// NotFoundView is 404.html: template notfound. Parts say it in each language; a script leaves
// that of the reader.
type NotFoundView struct {
	Frame
	Parts []Missing
}

// Missing is what 404.html says in one language. Where the site's own address is not known it
// leads nowhere: the page stands at any address, and a link could lead to a further one that is
// not found.
type Missing struct {
	Words
	Lang, Tag, Dir string       // of the part: zh, zh-Hans, ltr
	Self           string       // the language's own name
	Title          string       // of the document in the language
	Home           string       // address of the home; empty where none is known, and so are the rest
	Search         string       // of the page of the search
	Lists          []SearchList // that lead to everything
}

// MovedView stands at a former address of a note: template moved, with a script, a refresh
// and a plain link.
type MovedView struct {
	Frame
	Target Link
}
