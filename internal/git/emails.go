package git

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Emails returns the sorted e-mail addresses of all authors and committers in the history of HEAD.
// The caller can check with them that none was published. The error is one of this package or
// git's.
func Emails(dir string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	out, err := within(dir, "", "log", "--no-show-signature", "--no-color", "--no-decorate", "--no-notes", "--format=%ae%x00%ce", "HEAD", "--")
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrNoHistory, err)
	}
	all := strings.FieldsFunc(out, func(r rune) bool { return r == 0 || r == '\n' })
	slices.Sort(all)
	return slices.Compact(all), nil
}
