package git

import (
	"fmt"
	"os/exec"
	"strings"
)

// Tracks reports whether git tracks name, or files below it, in a directory. It ignores letter
// case, as some file systems do. The caller uses it to detect files that others may have committed.
// Outside a checkout it returns false. The error is [ErrNoGit] or git's.
func Tracks(dir, name string) (bool, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return false, ErrNoGit
	}
	out, err := within(dir, "", "ls-files", "-z")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return false, nil
		}
		return false, fmt.Errorf("listing the tracked files: %w", err)
	}
	for path := range strings.SplitSeq(out, "\x00") {
		top, _, _ := strings.Cut(path, "/")
		if strings.EqualFold(top, name) {
			return true, nil
		}
	}
	return false, nil
}
