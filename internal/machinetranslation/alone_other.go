//go:build !unix

package machinetranslation

import "os/exec"

// alone does nothing on this system; only the program itself is killed, not its children.
func alone(*exec.Cmd) {}
