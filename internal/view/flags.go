package view

// FlagsView is /flags/: every flag of the references, and every flag, field, metric and admission
// plugin that official entries name: template flags.
type FlagsView struct {
	Frame
	Reference  string // newest release with a reference of flags; may be empty
	Rows       []FlagRow
	Kinds      []Option // filters
	Components []Option
	Classes    []Option
	Releases   []Option // newest first
}

// FlagRow is a flag, field, metric or admission plugin.
type FlagRow struct {
	Words
	ID             string // anchor: flag-pod-infra-container-image
	Name           Names  // --pod-infra-container-image
	Kind           Tag
	Components     Names
	ComponentCodes string // for a data attribute
	Reference      string // whether the newest reference has the flag, in words; empty if unknown
	Findings       []FlagFinding
	ClassCodes     string // for a data attribute
	ReleaseCodes   string // likewise
}

// FlagFinding is an official entry that names a flag: the release, linked to the entry, with the
// class as note.
type FlagFinding struct {
	Link
	Class     string
	Component Names // the component or command, if the entry names another one than the row; else empty
}
