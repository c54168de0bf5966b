package outdir

import (
	"slices"
	"strings"
)

// devices are what Windows takes for a device in every folder, whatever ending stands behind it:
// "Naming Files, Paths, and Namespaces" of its documentation.
var devices = []string{"aux", "con", "conin$", "conout$", "nul", "prn"}

// Unwritable returns the first part of a path that Windows cannot hold as a file or folder: the
// name of a device, or one that ends in a dot or a space; "" where there is none. Whoever has
// such a path in a repository cannot check it out there.
func Unwritable(p string) string {
	for part := range strings.SplitSeq(p, "/") {
		name, _, _ := strings.Cut(strings.ToLower(part), ".")
		name = strings.TrimRight(name, " ")
		port, numbered := strings.CutPrefix(name, "com")
		if !numbered {
			port, numbered = strings.CutPrefix(name, "lpt")
		}
		numbered = numbered && slices.Contains(strings.Split("0123456789¹²³", ""), port)
		if numbered || slices.Contains(devices, name) || strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") {
			return part
		}
	}
	return ""
}
