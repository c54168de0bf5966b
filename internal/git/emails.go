package git

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Emails returns the e-mail addresses of everybody who wrote or committed what HEAD of a
// folder's checkout holds, each once, sorted: for those who look whether one of them has come
// to where it should not be. The error is one of those above, or git's.
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
