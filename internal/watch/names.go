package watch

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// siteNames are what a site is made of, where Options.Names says nothing else.
var siteNames = []string{"content", "templates", "static", "site.yaml"}

// hidden reports names that count for nothing, as package build sees it. Of notes named
// with two dots in front build says that they are left out, so they count.
func hidden(name string) bool {
	if strings.HasPrefix(name, "..") && strings.EqualFold(path.Ext(name), ".md") {
		return false
	}
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~")
}

// droppings are the names, beside the hidden ones, of files that stand in a folder while a
// program saves another one: Emacs (#a.md#), JetBrains, Vim's test of whether it may write
// here, sed -i, Office, Syncthing.
var droppings = regexp.MustCompile(`^#.*#$|___jb_(tmp|old)___$|^4913$|^sed[A-Za-z0-9]{6}$|^~\$|^~syncthing~`)

// passing reports whether a path is of an editor's dropping or in a folder named so.
func passing(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if droppings.MatchString(part) {
			return true
		}
	}
	return false
}

// counted reports whether a slash path from the site's folder is of what is watched.
func counted(names []string, name string) bool {
	first, _, _ := strings.Cut(name, "/")
	if !slices.Contains(names, first) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if hidden(part) {
			return false
		}
	}
	return true
}
