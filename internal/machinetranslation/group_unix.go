//go:build unix

package machinetranslation

import (
	"os/exec"
	"syscall"
)

// newProcessGroup runs a program in its own process group, so that its children are killed with it.
func newProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
