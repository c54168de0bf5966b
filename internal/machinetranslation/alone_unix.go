//go:build unix

package machinetranslation

import (
	"os/exec"
	"syscall"
)

// alone runs a program in a group of its own, so that all that it has started ends with it.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
