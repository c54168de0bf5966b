package git

import "path/filepath"

// Handle is the name on GitHub that whoever works in a folder gave to git, as the setting
// github.user; empty without git and where nobody did. The folder need be no checkout.
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
