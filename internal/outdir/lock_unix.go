//go:build unix && !solaris && !aix

package outdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lock prevents other builds of the output directory until unlock is called or the process ends.
// On file systems without locks it does nothing.
func (p places) lock() (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(p.state, "lock-"+p.name), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("locking the output directory: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		_ = f.Close()
		return nil, fmt.Errorf("another build is writing to %s: wait for it, or choose another directory", p.dir)
	}
	return func() { _ = f.Close() }, nil
}
