package outdir

import (
	"slices"
	"strings"
)

// devices lists the device names of Windows, which are reserved with any extension (Microsoft,
// "Naming Files, Paths, and Namespaces").
var devices = []string{"aux", "con", "conin$", "conout$", "nul", "prn"}

// Unwritable returns the first element of a path that is invalid on Windows, or "". It is a
// device name, or ends in a dot or a space. A repository with such a path cannot be checked out
// on Windows.
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
