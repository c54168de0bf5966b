package git

import (
	"path/filepath"
	"strings"
)

// Clone is what a checkout knows of the repository that it is a clone of.
type Clone struct {
	// URL is where git asks for the repository, with what url.<base>.insteadOf makes of it. It
	// may hold a password: it is to be read, not to be shown.
	URL string
	// Branch is the main branch of the repository where the checkout knows that
	// (refs/remotes/origin/HEAD), else the branch that is checked out; empty where there is
	// neither.
	Branch string
	// Below is the folder that was asked for, from the top of the checkout, with a slash at its
	// end: docs/notes/. It is empty for the top itself.
	Below string
}

// Origin returns what the remote origin of a folder's checkout is; see [Remote].
func Origin(dir string) (Clone, bool) { return Remote(dir, "origin") }

// Remote returns what a remote of a folder's checkout is. The checkout's top is the folder, or
// holds it and has files of it in its last commit: a repository around a folder that it knows
// nothing of is somebody else's. It is false without git, a repository or such a remote.
// Nothing is asked of the network.
func Remote(dir, name string) (Clone, bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Clone{}, false
	}
	below, err := line(dir, "rev-parse", "--show-prefix")
	if err != nil {
		return Clone{}, false
	}
	if below != "" {
		if _, err := line(dir, "rev-parse", "--verify", "--quiet", "HEAD:./"); err != nil {
			return Clone{}, false
		}
	}
	url, err := line(dir, "remote", "get-url", "--", name)
	if err != nil || url == "" {
		return Clone{}, false
	}
	return Clone{URL: url, Branch: branch(dir, name), Below: below}, true
}

// branch is the main branch of a remote, else the one that is checked out.
func branch(dir, remote string) string {
	main, err := line(dir, "symbolic-ref", "--quiet", "refs/remotes/"+remote+"/HEAD")
	if short, ok := strings.CutPrefix(main, "refs/remotes/"+remote+"/"); err == nil && ok {
		return short
	}
	own, err := line(dir, "symbolic-ref", "--quiet", "HEAD")
	if short, ok := strings.CutPrefix(own, "refs/heads/"); err == nil && ok {
		return short
	}
	return ""
}

// line calls git in a folder of a checkout, wherever its top is, and returns the line that it
// prints.
func line(dir string, args ...string) (string, error) {
	out, err := within(dir, "", args...)
	return strings.TrimSuffix(strings.TrimSuffix(out, "\n"), "\r"), err
}
