package git

import "path/filepath"

// Handle returns the GitHub user name in the git setting github.user; empty without git or the
// setting. The directory need not be a checkout.
func Handle(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	name, err := line(dir, "config", "--get", "github.user")
	if err != nil {
		return ""
	}
	return name
}
