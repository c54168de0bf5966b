package outdir

import (
	"slices"
	"strings"
)

// devices lists the device names of Windows, which are reserved with any extension: "Naming Files,
// Paths, and Namespaces" in its documentation.
var devices = []string{"aux", "con", "conin$", "conout$", "nul", "prn"}

// Unwritable returns the first element of a path that is invalid on Windows: a device name, or one
// that ends in a dot or space; "" without one. A repository with such a path cannot be checked out
// there.
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
