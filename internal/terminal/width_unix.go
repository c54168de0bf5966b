//go:build linux || darwin

package terminal

import (
	"os"
	"syscall"
	"unsafe"
)

// Columns returns the width of a terminal; 0 if unknown.
func Columns(f *os.File) int {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	var size struct{ rows, columns, width, height uint16 }
	err = conn.Control(func(fd uintptr) {
		_, _, _ = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size))) // on failure size stays 0
	})
	if err != nil {
		return 0
	}
	return int(size.columns)
}
