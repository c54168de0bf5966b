package git

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// ErrNoCommit means that none of the names is a commit of the checkout.
var ErrNoCommit = errors.New("unknown commit")

// Files lists the paths in the commit that the first valid name refers to. Missing objects of a
// partial clone are not fetched. The error is [ErrNoCommit] or git's.
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
