//go:build unix && !solaris && !aix

package diskcache

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// lockRetry is the time between two attempts to get a lock.
const lockRetry = 20 * time.Millisecond

// Lock waits for the lock on a directory of a site. The lock ends with unlock or with the process,
// and needs no lock file. On a file system without locks it returns at once. The error is that of
// the context.
func Lock(ctx context.Context, site *os.Root, name string) (unlock func(), err error) {
	f, err := site.Open(name)
	if err != nil {
		return func() {}, nil // reading the directory reports the error
	}
	unlock = func() { _ = f.Close() }
	for errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK) {
		select {
		case <-ctx.Done():
			unlock()
			return func() {}, ctx.Err()
		case <-time.After(lockRetry):
		}
	}
	return unlock, nil
}
