package git

import (
	"fmt"
	"strings"
)

// Changed lists the files that differ between the first of the names that is a commit and HEAD,
// relative to dir, a directory of the checkout. Files outside of dir are omitted. The error is
// [ErrNoCommit] or git's.
func Changed(dir string, names ...string) ([]string, error) {
	for _, name := range names {
		id, err := line(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
		if err != nil {
			continue
		}
		out, err := within(dir, "", "diff", "-z", "--name-only", "--relative", "--no-ext-diff", id, "HEAD", "--")
		if err != nil {
			return nil, fmt.Errorf("comparing %s with HEAD: %w", name, err)
		}
		return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), nil
	}
	return nil, ErrNoCommit
}
