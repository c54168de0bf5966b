//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// pseudoTerminal opens a pseudoterminal: the end of the user and the end of the program.
func pseudoTerminal(t *testing.T) (typist, program *os.File) {
	t.Helper()
	typist, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudoterminals: %v", err)
	}
	t.Cleanup(func() { typist.Close() })
	var locked, number uint32
	for request, value := range map[uintptr]*uint32{syscall.TIOCSPTLCK: &locked, syscall.TIOCGPTN: &number} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, typist.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Fatal(errno)
		}
	}
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return typist, program
}

// reads returns what a program prints, up to the given text.
func reads(t *testing.T, from *os.File, until string) string {
	t.Helper()
	var all strings.Builder
	part := make([]byte, 1024)
	for !strings.Contains(all.String(), until) {
		n, err := from.Read(part)
		if err != nil {
			t.Fatalf("the program printed %q and never %q: %v", all.String(), until, err)
		}
		all.Write(part[:n])
	}
	return all.String()
}

// TestInterruptedQuestion checks that Ctrl-C at a question ends the program with a message and
// without files.
func TestInterruptedQuestion(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	typist, program := pseudoTerminal(t)
	dir := t.TempDir()
	cmd := exec.Command(self, "init", "site")
	cmd.Args[0], cmd.Dir = "kawaraban", dir
	cmd.Env = append(cmd.Environ(), "LC_ALL=en_US.UTF-8", "TERM=xterm")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() }).Stop()
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	reads(t, typist, "[en]: ")
	if _, err := typist.WriteString("ja\n"); err != nil {
		t.Fatal(err)
	}
	reads(t, typist, "Title of the site [Kubernetes リリースを読む]: ")
	if _, err := typist.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	reads(t, typist, "kawaraban: interrupted\r\n")
	exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || exit.ExitCode() != exitMachine {
		t.Errorf("the program ends with %v", exit)
	}
	if _, err := os.Lstat(filepath.Join(dir, "site")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("unexpected files: %v", err)
	}
}
