//go:build !unix

package machinetranslation

import "os/exec"

// newProcessGroup does nothing on this system; only the program itself is killed, not its children.
func newProcessGroup(*exec.Cmd) {}
