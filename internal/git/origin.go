package git

import (
	"path/filepath"
	"strings"
)

// Clone describes the remote of a checkout.
type Clone struct {
	// URL is the fetch URL after url.<base>.insteadOf. It may contain a password, so it must not be
	// shown.
	URL string
	// Branch is the main branch of the remote, if refs/remotes/origin/HEAD is known, else the
	// checked out branch; empty if there is neither.
	Branch string
	// Below is the path of the directory in the checkout, with a final slash: docs/notes/. It is
	// empty for the root.
	Below string
}

// Origin returns [Remote] for the remote origin.
func Origin(dir string) (Clone, bool) { return Remote(dir, "origin") }

// Remote returns a remote of the checkout that contains a directory. The directory must be the root
// of the checkout, or contain files of its last commit: otherwise the checkout around it is
// unrelated. It returns false without git, a checkout or such a remote. It does not use the
// network.
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

func line(dir string, args ...string) (string, error) {
	out, err := within(dir, "", args...)
	return strings.TrimSuffix(strings.TrimSuffix(out, "\n"), "\r"), err
}
