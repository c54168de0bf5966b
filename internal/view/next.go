package view

// NextView is /upgrade/next/: what upstream announces for later releases, and what became of
// earlier announcements: template next.
type NextView struct {
	Frame
	English  string // language of the official sentences, if not the page's
	Newest   string // newest release with official notes
	Releases []NextRelease
	Open     []NextRow // announced without a release
	Reach    string    // newest release with data on gates
	Gates    []NextGate
	Past     []NextRow
	Results  string // counts what became of the announcements in Past
}

// NextRelease is what a release that is not out removes, as far as it is announced.
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
	Things  []Link // the names in it that have a page
	PR      Link
	Said    Link   // release of the note
	Target  string // release that the sentence names; may be empty
	Outcome Tag
	Came    string // release in which it happened; may be empty
}

// NextAPI is a version of an API kind that a later release stops to serve.
type NextAPI struct {
	Href    string
	Name    Names  // policy/v1beta1 PodDisruptionBudget
	Instead Names  // group and version; may be empty
	Mark    string // how it is known, in words
}

// NextGate is a feature gate that is locked or deprecated.
type NextGate struct {
	Link
	State string // in words
}
