package view

// CheckView is the data of /upgrade/check/, template check. A script on that page compares the
// files of the reader with the changes of an upgrade, in the browser.
type CheckView struct {
	Frame
	Picker  *UpgradePicker
	Facts   string // address of the folder of facts
	English string // language of official sentences
	Own     string // numbers of pull requests of findings that have a page
	Pull    string // address of a pull request of a repository: {0} and {1}
	Texts   []CheckText
}

// CheckText is an interface text for the script.
type CheckText struct{ Key, Text string }
