package git

import (
	"regexp"
	"strings"
)

// Checked describes the checked out commit.
type Checked struct {
	Commit ID
	Date   string // date of the commit, such as 2026-08-13
	Branch string // empty for a detached HEAD
}

// dateFormat matches the date of a commit in the output of git.
var dateFormat = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// Checkout returns the checked out commit of a directory that is the top of a checkout. It returns
// false for any other directory, and without a git command.
func Checkout(dir string) (Checked, bool) {
	if prefix, err := line(dir, "rev-parse", "--show-prefix"); err != nil || prefix != "" {
		return Checked{}, false
	}
	out, err := line(dir, "log", "-1", "--format=%H %cs")
	id, day, _ := strings.Cut(out, " ")
	if err != nil || !isID(id) || !dateFormat.MatchString(day) {
		return Checked{}, false
	}
	name, err := line(dir, "symbolic-ref", "--quiet", "--short", "HEAD")
	if err != nil {
		name = ""
	}
	return Checked{Commit: ID(id), Date: day, Branch: name}, true
}
