package view

// CheckView is /upgrade/check/, which compares what the reader pastes or drops with what an upgrade
// does: template check. A script does it in the browser.
type CheckView struct {
	Frame
	Picker  *UpgradePicker
	Facts   string // address of the folder of facts
	English string // language of official sentences
	Own     string // numbers of pull requests of findings that have a page
	Pull    string // address of a pull request of a repository: {0} and {1}
	Texts   []CheckText
}

// CheckText is a text for the script.
type CheckText struct{ Key, Text string }
