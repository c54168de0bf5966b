//go:build !unix

package machinetranslation

import "os/exec"

// alone would part a program's children from others; here the program itself is all that
// is ended.
func alone(*exec.Cmd) {}
