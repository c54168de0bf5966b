package git

import (
	"regexp"
	"strings"
)

// Checked is what is checked out in a folder.
type Checked struct {
	Commit ID
	Date   string // of the commit: 2026-08-13
	Branch string // empty where no branch is checked out
}

// dayForm is how git prints the day of a commit.
var dayForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// Checkout says what is checked out in a folder that is the top of a checkout. It is false for
// any other folder, and where there is no git command.
func Checkout(dir string) (Checked, bool) {
	if prefix, err := line(dir, "rev-parse", "--show-prefix"); err != nil || prefix != "" {
		return Checked{}, false
	}
	out, err := line(dir, "log", "-1", "--format=%H %cs")
	id, day, _ := strings.Cut(out, " ")
	if err != nil || !isID(id) || !dayForm.MatchString(day) {
		return Checked{}, false
	}
	name, err := line(dir, "symbolic-ref", "--quiet", "--short", "HEAD")
	if err != nil {
		name = ""
	}
	return Checked{Commit: ID(id), Date: day, Branch: name}, true
}
