package git

import (
	"fmt"
	"os/exec"
	"strings"
)

// Tracks reports whether the checkout that a folder is in has anything in git at a name in that
// folder or below it, whatever the letter case, which some file systems do not tell apart: what
// somebody else may have put there with a commit. Where the folder is in no checkout, nothing
// is; the error says why that is not known.
func Tracks(dir, name string) (bool, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return false, ErrNoGit
	}
	out, err := within(dir, "", "ls-files", "-z")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return false, nil
		}
		return false, fmt.Errorf("asking git for the files of the checkout: %w", err)
	}
	for path := range strings.SplitSeq(out, "\x00") {
		top, _, _ := strings.Cut(path, "/")
		if strings.EqualFold(top, name) {
			return true, nil
		}
	}
	return false, nil
}
