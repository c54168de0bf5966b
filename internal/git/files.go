package git

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// ErrNoCommit says that a checkout knows no commit by a name.
var ErrNoCommit = errors.New("the checkout knows no such commit")

// Files lists the paths of the files in the commit that a name of the checkout around a folder
// leads to, the first of some that leads to one. What the checkout left on a server is not
// fetched. The error is [ErrNoCommit], or git's.
func Files(dir string, names ...string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("listing files: %w", err)
	}
	for _, name := range names {
		if name == "" || name[0] == '-' {
			continue
		}
		id, err := line(dir, "rev-parse", "--verify", "--quiet", name+"^{commit}")
		if err != nil {
			continue
		}
		out, err := within(dir, "", "ls-tree", "-r", "-z", "--full-tree", "--name-only", id)
		if err != nil {
			return nil, fmt.Errorf("listing the files of %s: %w", name, err)
		}
		return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), nil
	}
	return nil, ErrNoCommit
}
