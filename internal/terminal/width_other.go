//go:build !linux && !darwin

package terminal

import "os"

// Columns returns the width of a terminal; 0 if unknown, as on this system.
func Columns(*os.File) int { return 0 }
