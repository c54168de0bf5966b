package view

// FlagsView is the data of /flags/, template flags. It lists all flags in the references, and the
// flags, fields, metrics and admission plugins that official notes name.
type FlagsView struct {
	Frame
	Reference  string // newest release with a flag reference; may be empty
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
	ComponentCodes string // components, for a data attribute
	Reference      string // whether the newest reference lists the flag, in words; empty if unknown
	Findings       []FlagFinding
	ClassCodes     string // classes of the findings, for a data attribute
	ReleaseCodes   string // releases of the findings, for a data attribute
}

// FlagFinding is an official note that names a flag. It is a link with the release as its text
// and the class as its note.
type FlagFinding struct {
	Link
	Class     string
	Component Names // component or command, if it differs from that of the row; else empty
}
