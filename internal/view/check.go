package view

// CheckView is the data of /upgrade/check/, template check. A script on that page compares the
// files of the reader with the changes of an upgrade, in the browser.
type CheckView struct {
	Frame
	Picker  *UpgradePicker
	Facts   string // address of the folder of files with facts
	English string // lang attribute of official texts
	Own     string // numbers of the pull requests that findings quote and that have a page
	Pull    string // URL of a pull request, where {0} is the repository and {1} the number
	Texts   []CheckText
}

// CheckText is an interface text for the script.
type CheckText struct{ Key, Text string }
