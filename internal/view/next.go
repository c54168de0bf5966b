package view

// NextView is the data of /upgrade/next/, template next. The page lists upstream announcements
// for later releases, and the outcomes of earlier announcements.
type NextView struct {
	Frame
	English  string // lang attribute of official texts, if the page is not English
	Newest   string // newest release with official notes
	Releases []NextRelease
	Open     []NextRow // announcements that name no release
	Reach    string    // newest release with data on feature gates
	Gates    []NextGate
	Past     []NextRow
	Results  string // numbers of the outcomes in Past, in words
}

// NextRelease is the announced removals of a release that is not published yet.
type NextRelease struct {
	Release, ID string
	Rows        []NextRow
	APIs        []NextAPI
}

// NextRow is an announcement: a sentence of an official note.
type NextRow struct {
	Words
	ID      string
	Text    *Rich
	Things  []Link // links to the subjects of the sentence that have a page
	PR      Link
	Said    Link   // release of the official note
	Target  string // release that the sentence announces; may be empty
	Outcome Tag
	Came    string // release in which it took effect; may be empty
}

// NextAPI is a version of an API kind that a later release no longer serves.
type NextAPI struct {
	Href    string
	Name    Names  // policy/v1beta1 PodDisruptionBudget
	Instead Names  // replacement: group and version; may be empty
	Mark    string // mark of the source, in words
}

// NextGate is a feature gate that is locked or deprecated.
type NextGate struct {
	Link
	State string // in words
}
